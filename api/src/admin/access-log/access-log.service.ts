import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '../../http/app-error.js';
import { appendAccesses, type Access } from '../../ledger/ledger.module.js';
import { sqlOfManager } from '../../platform/database/sql.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { shownPeople } from './shown-people.js';

/** Maximum number of reads waiting to be recorded. Further ones are refused. */
const MAX_WAITING = 1_000;
/** Maximum number of entries per transaction. */
const MAX_BATCH = 100;

const SELECT_RECORDED = `select from access_log
  where actor = $1 and recorded_at >= $2 and action = $3 and subject = $4 and details = $5 limit 1`;

interface WaitingAccess {
  readonly access: Access;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Records reads of personal data in the access log (LOG-1). Reads that arrive during a write share the next
 * transaction, so each process records over a single connection, however many admins read.
 */
@Injectable()
export class AccessLog {
  private readonly waiting: WaitingAccess[] = [];
  private isWriting = false;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /**
   * Records an access. Resolves once the entry is durable; show nothing before that.
   *
   * @throws AppError UNAVAILABLE too many reads are waiting
   */
  record(access: Access): Promise<void> {
    if (this.waiting.length >= MAX_WAITING) throw new AppError('UNAVAILABLE');
    return new Promise((resolve, reject) => {
      this.waiting.push({ access, resolve, reject });
      if (!this.isWriting) void this.writeAll();
    });
  }

  /** Records a read that showed these people. */
  recordShown(
    read: Pick<Access, 'actor' | 'action' | 'correlationId'>,
    people: Iterable<string>,
  ): Promise<void> {
    return this.record({ ...read, ...shownPeople(people) });
  }

  /** Whether the same read by the same person has been recorded since a given time. */
  async hasRecorded({ actor, action, subject, details }: Access, since: Date): Promise<boolean> {
    const [found] = await this.dataSource.query<object[]>(SELECT_RECORDED, [
      ...[actor, since, action, subject, JSON.stringify(details)],
    ]);
    return found !== undefined;
  }

  private async writeAll(): Promise<void> {
    this.isWriting = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, MAX_BATCH);
      try {
        await this.write(batch.map(({ access }) => access));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.isWriting = false;
  }

  private write(accesses: readonly Access[]): Promise<void> {
    return this.dataSource.transaction((manager) =>
      appendAccesses(sqlOfManager(manager), accesses, this.now()),
    );
  }
}
