// @ts-check
import { setTimeout as pause } from 'node:timers/promises';
import { poll } from '../../local/wait.mjs';
import { expect, OUTAGE_MS } from './fault.mjs';

/** @typedef {import('./fault.mjs').Fault} Fault */
/** @typedef {import('./fault.mjs').Scene} Scene */

const CUSTOMER_ID = `(select id from app_user where email = 'bob@moniker.example')`;
/**
 * Adds a cent to the customer's account row. Locks the head first, as every writer does. Otherwise a writer could read
 * the row before the change and then overwrite the change.
 */
const ADD_CENT = `begin; select from ledger_head for update; update ledger_account set posted_cents = posted_cents + 1
  where account_id = ${CUSTOMER_ID}; commit`;
const CHANGE_RECIPIENTS = `update ledger_transaction_text x set recipient_account = 'x' || recipient_account
  from ledger_transaction t where t.transaction_id = x.transaction_id and t.account_id = ${CUSTOMER_ID} and t.status = 'pending'
  and x.recipient_account is not null returning x.transaction_id::text as id`;
const RESTORE_RECIPIENTS = `update ledger_transaction_text set recipient_account = substr(recipient_account, 2)
  where transaction_id = any($1::uuid[])`;
const COUNT_PAID = `select count(*)::int as count from ledger_transaction
  where transaction_id = any($1::uuid[]) and status = 'completed'`;
/** How long a decision may take to commit if it read the texts before they were changed. */
const SETTLE_MS = 2_000;
const MIGRATIONS = 3;
const MAX_CHANGES = 20;
/** Long enough for some caller to use the account. */
const NOTICE_MS = 1_000;
/** Longer than the ten seconds between two checkpoints. At each checkpoint, the worker replaces a torn file. */
const CHECKPOINT_MS = 15_000;

/**
 * The faults of the ledger: an administrator changes the tables, a checkpoint file is emptied, or an operator does
 * maintenance while the bank is running.
 * @type {Record<string, Fault>}
 */
export const LEDGER_FAULTS = {
  'row changed': changeRow,
  'text changed': changeTexts,
  'checkpoint emptied': async ({ bank }) => {
    const isWhole = bank.emptyNewestCheckpoint();
    await pause(CHECKPOINT_MS);
    expect(isWhole(), "the emptied checkpoint wasn't replaced");
  },
  'migrations repeated': async ({ bank }) => {
    await Promise.all(Array.from({ length: MIGRATIONS }, () => bank.migrate()));
  },
  'ledger verified': async ({ bank }) => {
    const { code, output } = await bank.ledger('verify', '--since', 'last');
    expect(code === 0, `verify found a difference:\n${output}`);
  },
};

/**
 * Acting as an administrator, adds a cent to a customer's account row. The bank must refuse commands on the account
 * until a rebuild releases it. Repeats the change if the account isn't quarantined, because a batch that was decided
 * earlier may have overwritten the change.
 */
async function changeRow(/** @type {Scene} */ { bank, workload }) {
  const before = workload.refusalsOf('ACCOUNT_QUARANTINED');
  const isQuarantined = () => workload.refusalsOf('ACCOUNT_QUARANTINED') > before;
  for (let time = 0; time < MAX_CHANGES && !isQuarantined(); time += 1) {
    await bank.query(ADD_CENT);
    await poll(isQuarantined, { timeoutMs: NOTICE_MS });
  }
  expect(isQuarantined(), "the account wasn't quarantined");
  await pause(OUTAGE_MS);
  const { code, output } = await bank.ledger('rebuild');
  expect(code === 0, `the rebuild failed:\n${output}`);
}

/**
 * Acting as an administrator, changes the recipients of a customer's pending transfers, and later restores them. In the
 * meantime, the bank must not pay these transfers, except those that were decided before the change.
 */
async function changeTexts(/** @type {Scene} */ { bank, workload }) {
  const before = workload.refusalsOf('TEXTS_CHANGED');
  const ids = (await bank.query(CHANGE_RECIPIENTS)).map(({ id }) => String(id));
  const countPaid = async () => (await bank.query(COUNT_PAID, [ids]))[0]?.count;
  try {
    await pause(SETTLE_MS);
    const paid = await countPaid();
    await pause(OUTAGE_MS);
    expect((await countPaid()) === paid, 'a transfer whose recipient was changed was paid');
  } finally {
    await bank.query(RESTORE_RECIPIENTS, [ids]);
  }
  expect(workload.refusalsOf('TEXTS_CHANGED') > before, 'no decision on a changed transfer was refused');
}
