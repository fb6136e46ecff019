import type { AuditEvent, EventOrigin } from '../../ledger/domain/events.js';
import { digestFields } from '../../ledger/texts/transaction-texts.js';
import type { CommandContext, RowSubmission } from '../../ledger/writer/submission.js';
import type { AccountRequestEntity } from './account-request.entity.js';

export type NumbersEventType = Extract<AuditEvent, { payload: { numbersDigest: string } }>['type'];

/** An account request's account number and routing number, with the salt for their digest. */
export type AssignedNumbers = Pick<
  AccountRequestEntity,
  'id' | 'userId' | 'accountNumber' | 'routingNumber' | 'numberSalt'
>;

/** Builds the submission for an event about a request's numbers. The event has only their digest (LED-8). */
export function numbersAudit(
  { id, userId, accountNumber, routingNumber, numberSalt }: AssignedNumbers,
  { type, origin }: { readonly type: NumbersEventType; readonly origin: EventOrigin },
  context: CommandContext,
): RowSubmission {
  if (numberSalt === null) throw new Error('the numbers have no salt');
  const numbersDigest = digestFields([accountNumber, routingNumber], numberSalt);
  const event = { type, payload: { accountRequestId: id, userId, numbersDigest, origin } };
  return { command: { type: 'RecordAudit', stream: `account-request:${id}`, event }, context };
}
