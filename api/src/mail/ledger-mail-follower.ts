import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { parseEvent } from '../ledger/audit/parse-event.js';
import { catchUp, type LogFollower } from '../ledger/followers/log-follower.js';
import type { RecordedEvent } from '../ledger/log/event-log.port.js';
import { errorCodeOf, startPolling, type Polling } from '../platform/polling.js';
import { mailForEvent } from './mail-for-event.js';
import { MailService, type MailRequest } from './mail.service.js';

/** Asked for instead of announced: a call at each commit would be a burden on the path of money. */
const POLL_MS = 1_000;

/**
 * Follows the log and puts the mail that it leads to into the outbox. The mail and the position go forward in one
 * transaction, so each event is mailed once however many workers run and wherever one dies.
 */
@Injectable()
export class LedgerMailFollower implements LogFollower, BeforeApplicationShutdown {
  readonly name = 'mail-from-ledger';
  readonly batchSize = 200;
  private readonly logger = new Logger('LedgerMailFollower');
  private polling: Polling | null = null;
  private isStopping = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly mail: MailService,
  ) {}

  start(): void {
    const complain = (error: unknown): void =>
      this.logger.warn({ problem: 'mail waits in the log', reason: errorCodeOf(error) });
    this.polling = startPolling(
      POLL_MS,
      () => catchUp(this.dataSource, this, () => this.isStopping),
      complain,
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.polling?.stop();
  }

  async handle(manager: EntityManager, events: readonly RecordedEvent[]): Promise<void> {
    const requests = events.flatMap((event) => {
      const request = mailForEvent(parseEvent(event));
      return request === null ? [] : { ...request, correlationId: event.correlationId };
    });
    await this.mail.queueAll(manager, await withoutDeletedUsers(manager, requests));
  }
}

/** Without the mails to users who were deleted; closing their account leaves events as well. */
async function withoutDeletedUsers(
  manager: EntityManager,
  requests: readonly MailRequest[],
): Promise<MailRequest[]> {
  if (requests.length === 0) return [];
  const rows = await manager.query<{ id: string }[]>(
    'select id from app_user where id = any($1::uuid[]) and deleted_at is null',
    [[...new Set(requests.map(({ userId }) => userId))]],
  );
  const people = new Set(rows.map(({ id }) => id));
  return requests.filter(({ userId }) => people.has(userId));
}
