import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { postgresEventLog } from '../ledger/log/postgres-event-log.js';
import { userIdOfActor } from '../ledger/projections/event-index-row.js';
import { indexedPosition } from '../ledger/queries/search-events.js';
import type { Config } from '../platform/config/config.js';
import { readInSnapshot } from '../platform/database/snapshot.js';
import { CONFIG } from '../platform/config/config.token.js';
import type { ChainStatusDto, VerificationDto } from './chain-status.dto.js';
import { deletedPerson, PeopleService } from './people.service.js';
import { VerificationsService, type VerificationRow } from './verifications.service.js';

/** Returns the state of the log and of its verifications (HIST-6). */
@Injectable()
export class ChainStatusService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly verifications: VerificationsService,
    private readonly people: PeopleService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async get(): Promise<ChainStatusDto> {
    const [{ head, indexed }, latest, lastResult] = await Promise.all([
      readInSnapshot(this.dataSource, async (sql) => ({
        head: await postgresEventLog.head(sql),
        indexed: await indexedPosition(sql),
      })),
      this.verifications.latest(),
      this.verifications.lastResult(),
    ]);
    return {
      position: head.position,
      hash: head.hash.toString('hex'),
      recordedAt: head.position === 0 ? null : head.recordedAt.toISOString(),
      indexLag: Math.max(head.position - indexed, 0),
      verifyEveryHours: this.config.ledgerVerifyHours,
      latest: await this.toDto(latest),
      lastResult: await this.toDto(lastResult),
    };
  }

  /** Requests a verification from the worker, unless one is already waiting or running. */
  async requestVerification(userId: string): Promise<ChainStatusDto> {
    await this.verifications.request(`user:${userId}`);
    return this.get();
  }

  private async toDto(row: VerificationRow | null): Promise<VerificationDto | null> {
    if (row === null) return null;
    const { requestedBy, requestedAt, finishedAt, ...rest } = row;
    const userId = userIdOfActor(requestedBy);
    const names = await this.people.findByIds(userId === null ? [] : [userId]);
    return {
      ...rest,
      requestedBy: userId === null ? null : (names.get(userId) ?? deletedPerson(userId)),
      requestedAt: requestedAt.toISOString(),
      finishedAt: finishedAt?.toISOString() ?? null,
    };
  }
}
