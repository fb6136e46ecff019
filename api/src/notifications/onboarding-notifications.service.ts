import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { parseEvent } from '../ledger/log/parse-event.js';
import type { SequencedEvent } from '../ledger/domain/events.js';
import type { RecordedEvent } from '../ledger/log/event-log.port.js';

/** A decision on a customer's application. */
export interface OnboardingNotification {
  readonly position: number;
  readonly at: Date;
  readonly title: string;
  readonly text: string;
}

/** Maximum number of streams to read. A customer has one open application at a time, so older ones are decided. */
const MAX_STREAMS = 40;

const SELECT_STREAMS = `
  (select 'kyc:' || id as stream from kyc_application where user_id = $1
    order by created_at desc limit ${MAX_STREAMS / 2})
  union all
  (select 'account-request:' || id from account_request where user_id = $1
    order by created_at desc limit ${MAX_STREAMS / 2})`;

// One index range scan per stream, on (stream, version).
const SELECT_EVENTS = `
  select e.position, e.stream, e.version, e.type, e.payload_version as "payloadVersion",
    e.recorded_at as "recordedAt", e.actor, e.correlation_id as "correlationId",
    e.causation_id as "causationId", e.payload, e.hash
  from (${SELECT_STREAMS}) own
    cross join lateral (
      select * from ledger_event where ledger_event.stream = own.stream order by version desc limit $2
    ) e
  where e.actor <> $3
  order by e.position desc`;

/** Notifications about a customer's identity verification and account requests (NTF-2). */
@Injectable()
export class OnboardingNotifications {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the newest notifications, newest first, at most `limit`. */
  async notificationsFor(userId: string, limit: number): Promise<OnboardingNotification[]> {
    const rows = await this.dataSource.query<RecordedEvent[]>(SELECT_EVENTS, [
      ...[userId, limit, `user:${userId}`],
    ]);
    return rows.map(parseEvent).flatMap(toNotification).slice(0, limit);
  }
}

function toNotification(event: SequencedEvent): OnboardingNotification[] {
  const content = contentFor(event);
  return content === null ? [] : [{ position: event.position, at: event.recordedAt, ...content }];
}

/** Contains only the outcome: reasons stay on the screens that show the application. */
function contentFor(event: SequencedEvent): Pick<OnboardingNotification, 'title' | 'text'> | null {
  switch (event.type) {
    case 'KycApproved':
      return { title: 'Identity verified', text: 'Your identity verification was approved.' };
    case 'KycRejected':
      return {
        title: 'Identity not verified',
        text: 'Your identity verification was rejected. The dashboard says why, and lets you apply again.',
      };
    case 'KycReset':
      return { title: 'Verification reopened', text: 'Your identity verification is being reviewed again.' };
    case 'AccountRequestDecided':
      return ACCOUNT_REQUEST_CONTENT.get(event.payload.status) ?? null;
    case 'AccountOpened':
    case 'TransferRequested':
    case 'IncomingPaymentCreated':
    case 'CreditRecorded':
    case 'TransactionStatusChanged':
    case 'TransactionAmended':
    case 'BalanceAdjusted':
    case 'AccountClosed':
    case 'UserDeleted':
    case 'SsnRead':
    case 'IdentityDocumentRead':
    case 'DuplicateSsnRefused':
      return null;
  }
}

const ACCOUNT_REQUEST_CONTENT: ReadonlyMap<string, Pick<OnboardingNotification, 'title' | 'text'>> = new Map([
  [
    'approved',
    {
      title: 'Checking account approved',
      text: 'Your checking account is ready. Its numbers are on the dashboard.',
    },
  ],
  [
    'rejected',
    {
      title: 'Checking account not approved',
      text: 'Your request for a checking account was rejected. You can submit a new application.',
    },
  ],
  [
    'in_review',
    { title: 'Account request in review', text: 'Your request for a checking account is being reviewed.' },
  ],
  [
    'pending',
    { title: 'Account request pending', text: 'Your request for a checking account waits for its review.' },
  ],
]);
