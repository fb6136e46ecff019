import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { mailForEvent } from '../../events/describe-events.js';
import {
  LedgerEvents,
  type EventHandler,
  type ParsedEvent,
} from '../../ledger/queries/ledger-events.service.js';
import { errorCodeOf, type Polling } from '../../platform/process/polling.js';
import { Outbox, type MailRequest } from '../../outbox/outbox.service.js';

const POLL_MS = 1_000;

/**
 * Follows the log and queues each event's email in the outbox (MAIL-2). The outbox rows and the follower's position
 * are committed in one transaction, so each email is queued exactly once, with any number of workers and after any
 * crash (MAIL-5).
 */
@Injectable()
export class LedgerMailFollower implements EventHandler, BeforeApplicationShutdown {
  readonly name = 'mail-from-ledger';
  readonly batchSize = 200;
  private readonly logger = new Logger('LedgerMailFollower');
  private polling: Polling | null = null;

  constructor(
    private readonly events: LedgerEvents,
    private readonly mail: Outbox,
  ) {}

  start(): void {
    const onError = (error: unknown): void =>
      this.logger.warn({
        problem: 'could not queue mail from the ledger; retrying',
        reason: errorCodeOf(error),
      });
    this.polling = this.events.follow(this, POLL_MS, onError);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.polling?.stop();
  }

  async handle(manager: EntityManager, events: readonly ParsedEvent[]): Promise<void> {
    const requests = events.flatMap((event) => {
      const request = mailForEvent(event);
      return request === null ? [] : { ...request, correlationId: event.correlationId };
    });
    await this.mail.queueAll(manager, await withoutDeletedUsers(manager, requests));
  }
}

/** Drops mail to deleted users. Deleting a user appends events that would otherwise cause mail to that user. */
async function withoutDeletedUsers(
  manager: EntityManager,
  requests: readonly MailRequest[],
): Promise<MailRequest[]> {
  if (requests.length === 0) return [];
  const rows = await manager.query<{ id: string }[]>(
    'select id from app_user where id = any($1::uuid[]) and deleted_at is null',
    [[...new Set(requests.map(({ userId }) => userId))]],
  );
  const activeIds = new Set(rows.map(({ id }) => id));
  return requests.filter(({ userId }) => userId !== undefined && activeIds.has(userId));
}
