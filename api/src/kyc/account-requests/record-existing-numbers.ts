import type { EntityManager } from 'typeorm';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { newSalt } from '../../ledger/texts/transaction-texts.js';
import type { SubmitWithRows } from '../../ledger/writer/submission.js';
import { newId } from '../../platform/crypto/new-id.js';
import { numbersAudit, type AssignedNumbers } from './account-numbers.js';

/** Account numbers per transaction. Small, because the transaction locks the head of the log. */
const BATCH_SIZE = 200;

// Leaves out numbers that already have an event. If such a number has no salt, its row was changed behind the bank's
// back, and a new event would cover that up.
const SELECT_UNRECORDED = `
  select id, user_id as "userId", account_number as "accountNumber", routing_number as "routingNumber"
    from account_request
    where account_number is not null and number_salt is null and not exists (
      select from ledger_event
        where stream = 'account-request:' || account_request.id and type like 'AccountNumber%')
    order by id limit ${BATCH_SIZE} for update`;

/**
 * Records up to one batch of account numbers that were assigned before assignments were recorded as events (LED-61).
 * This includes numbers that the previous version assigns during a rollout. If several processes run, each number is
 * recorded by only one of them. Returns whether there may be more.
 */
export async function recordExistingNumbers(
  manager: EntityManager,
  submit: SubmitWithRows,
): Promise<boolean> {
  const requests = await manager.query<Omit<AssignedNumbers, 'numberSalt'>[]>(SELECT_UNRECORDED);
  const context = { actor: 'system', correlationId: newId() };
  const event = { type: 'AccountNumberAssigned', origin: 'backfill' } as const;
  const salted = requests.map((request) => ({ ...request, numberSalt: newSalt() }));
  for (const { id, numberSalt } of salted) {
    await manager.query('update account_request set number_salt = $2 where id = $1', [id, numberSalt]);
  }
  for (const numbers of salted) receiptOrThrow(await submit(numbersAudit(numbers, event, context)));
  return requests.length === BATCH_SIZE;
}
