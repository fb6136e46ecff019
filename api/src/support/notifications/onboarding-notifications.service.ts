import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isAuditEvent, type SequencedEvent } from '../../ledger/domain/events.js';
import { LedgerEvents } from '../../ledger/queries/ledger-events.service.js';

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

/** Notifications about a customer's identity verification and account requests (NTF-2). */
@Injectable()
export class OnboardingNotifications {
  constructor(
    private readonly dataSource: DataSource,
    private readonly events: LedgerEvents,
  ) {}

  /** Returns the newest notifications, newest first, at most `limit`. */
  async notificationsFor(userId: string, limit: number): Promise<OnboardingNotification[]> {
    const rows = await this.dataSource.query<{ stream: string }[]>(SELECT_STREAMS, [userId]);
    const streams = rows.map(({ stream }) => stream);
    const events = await this.events.newestOf(streams, { limit, exceptActor: `user:${userId}` });
    return events.flatMap(toNotification).slice(0, limit);
  }
}

function toNotification(event: SequencedEvent): OnboardingNotification[] {
  const content = contentFor(event);
  return content === null ? [] : [{ position: event.position, at: event.recordedAt, ...content }];
}

/** Contains only the outcome: reasons stay on the screens that show the application. */
function contentFor(event: SequencedEvent): Pick<OnboardingNotification, 'title' | 'text'> | null {
  if (!isAuditEvent(event)) return null;
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
    case 'KycSubmitted':
    case 'AccountNumberAssigned':
    case 'AccountNumberChanged':
    case 'AdminRoleGranted':
    case 'AdminRoleRevoked':
    case 'AdminDisabled':
    case 'AdminEnabled':
    case 'UserDeleted':
    case 'SsnRead':
    case 'IdentityDocumentRead':
    case 'DuplicateSsnRefused':
    case 'FactorAdded':
    case 'FactorRemoved':
    case 'FactorsReset':
    case 'AccountFrozen':
    case 'AccountUnfrozen':
    case 'ApprovalPolicyChanged':
    case 'ProposalMade':
    case 'ProposalApproved':
    case 'ProposalRejected':
    case 'ProposalWithdrawn':
    case 'ProposalClosed':
    case 'DashboardTextsChanged':
    case 'ChatReplySent':
    case 'AdminLimitUsed':
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
