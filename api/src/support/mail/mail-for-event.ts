import { balanceEffectOf } from '@moniker/common/transactions.js';
import { isAuditEvent, type SequencedEvent } from '../../ledger/domain/events.js';
import type { LedgerTemplateName } from '../../outbox/mail-templates.js';
import type { MailRequest } from '../../outbox/outbox.service.js';

type AccountRequestDecision = Extract<SequencedEvent, { type: 'AccountRequestDecided' }>['payload'];
type StatusChange = Extract<SequencedEvent, { type: 'TransactionStatusChanged' }>['payload'];

/**
 * Returns the mail for an event, with ids only, or null. Mailed are moved money, created and released holds, and
 * decided account requests. A balance edit is not mailed (MAIL-2).
 */
export function mailForEvent(event: SequencedEvent): MailRequest | null {
  if (isAuditEvent(event)) return event.type === 'AccountRequestDecided' ? decisionMail(event.payload) : null;
  switch (event.type) {
    case 'TransferRequested':
      return requestMail(event, 'transfer-requested');
    case 'IncomingPaymentCreated':
    case 'CreditRecorded':
      return event.payload.entries.length > 0 ? requestMail(event, 'money-received') : null;
    case 'TransactionStatusChanged': {
      const template = templateForChange(event.payload);
      return template === null ? null : requestMail(event, template);
    }
    case 'TransferCanceled':
      return requestMail(event, 'transfer-canceled-by-customer');
    case 'AccountOpened':
    case 'TransactionAmended':
    case 'BalanceAdjusted':
    case 'AccountClosed':
      return null;
  }
}

function decisionMail({ accountRequestId, userId, status }: AccountRequestDecision): MailRequest | null {
  if (status !== 'approved' && status !== 'rejected') return null;
  return { template: `account-${status}`, userId, params: { accountRequestId, status } };
}

/** Returns null if both statuses have the same balance effect. */
function templateForChange({ kind, from, to }: StatusChange): LedgerTemplateName | null {
  const [before, after] = [balanceEffectOf(kind, from), balanceEffectOf(kind, to)];
  if (before === after) return null;
  if (kind !== 'transfer') return after === 'posts' ? 'money-received' : 'money-reversed';
  switch (after) {
    case 'posts':
      return 'transfer-completed';
    case 'holds':
      return 'transfer-reopened';
    case 'nothing':
      if (before === 'posts') return 'transfer-reversed';
      return to === 'cancelled' ? 'transfer-cancelled' : 'transfer-failed';
  }
}

function requestMail(
  { position, payload }: SequencedEvent & { payload: { transactionId: string; accountId: string } },
  template: LedgerTemplateName,
): MailRequest {
  const { transactionId, accountId: userId } = payload;
  return { template, userId, params: { transactionId, position: String(position) } };
}
