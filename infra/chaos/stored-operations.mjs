// @ts-check
import { operationOf } from './workload.mjs';

/** Selects the transactions' events, with the texts in which the workload puts its keys. */
const STORED = `select x.description, x.purpose, x.admin_notes, e.type, e.payload::json ->> 'transactionId' as id
  from ledger_event e join ledger_transaction_text x on x.transaction_id::text = e.payload::json ->> 'transactionId'
  where e.type in ('CreditRecorded', 'TransferRequested', 'TransactionStatusChanged')`;

/** Yields the workload's operations that are in the log, each with its transaction's id. */
export async function* storedOperations(/** @type {import('./bank.mjs').Bank} */ bank) {
  for await (const rows of bank.pages(STORED)) {
    for (const { type, id, description, purpose, admin_notes: notes } of rows) {
      const key = type === 'CreditRecorded' ? description : type === 'TransferRequested' ? purpose : notes;
      const operation = operationOf(key, String(id));
      if (operation !== null) yield { operation, id: String(id) };
    }
  }
}
