import assert from 'node:assert/strict';
import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto';
import { initialState } from '../../src/ledger/domain/state.js';
import { apply } from '../../src/ledger/domain/apply.js';
import type { LedgerCommand } from '../../src/ledger/domain/commands.js';
import type { SequencedEvent } from '../../src/ledger/domain/events.js';
import type { LedgerWriter } from '../../src/ledger/writer/ledger-writer.service.js';
import type { Outcome, Receipt, Submission, WriteRefusal } from '../../src/ledger/writer/submission.js';
import { registerPgTypes } from '../../src/platform/database/sql.js';
import { query, type TestDatabase } from '../harness/database.js';
import { TEST_SIGNER } from '../harness/writer-key.js';

export const MONDAY = '2026-03-02';

/** A submission by a test user, optionally with an idempotency key. */
export function submission(command: LedgerCommand, key?: string, fingerprint = 'same'): Submission {
  const context = { actor: 'user:test', correlationId: 'test' };
  return key === undefined ? { command, context } : { command, context, idempotency: { key, fingerprint } };
}

export function openAccount(accountId: string): LedgerCommand {
  return { type: 'OpenAccount', accountId };
}

export function credit(
  accountId: string,
  amountCents: number,
  transactionId: string = randomUUID(),
): LedgerCommand {
  return {
    type: 'RecordCredit',
    transactionId,
    accountId,
    amountCents,
    category: null,
    status: 'completed',
    textsDigest: 'digest',
  };
}

export function transfer(
  accountId: string,
  amountCents: number,
  transactionId: string = randomUUID(),
): Extract<LedgerCommand, { type: 'RequestTransfer' }> {
  return {
    type: 'RequestTransfer',
    transactionId,
    accountId,
    amountCents,
    category: 'other',
    bankDay: MONDAY,
    textsDigest: 'digest',
  };
}

export function receiptOf(outcome: Outcome): Receipt {
  if (outcome.ok) return outcome.receipt;
  throw new Error(`refused: ${outcome.refusal.code}`);
}

export function refusalOf(outcome: Outcome): WriteRefusal {
  if (!outcome.ok) return outcome.refusal;
  throw new Error('the command was not refused');
}

/** Opens accounts, each with the given balance. Returns their ids. */
export async function openFundedAccounts(
  writer: LedgerWriter,
  count: number,
  cents: number,
): Promise<string[]> {
  const accountIds = Array.from({ length: count }, () => randomUUID());
  const outcomes = await Promise.all(
    accountIds.flatMap((accountId) => [
      writer.submit(submission(openAccount(accountId))),
      writer.submit(submission(credit(accountId, cents))),
    ]),
  );
  outcomes.forEach(receiptOf);
  return accountIds;
}

export async function balanceOf(
  database: TestDatabase,
  accountId: string,
): Promise<{ posted: number; held: number }> {
  registerPgTypes();
  const [row] = await query<{ posted: number; held: number }>(
    database.superUrl,
    'select posted_cents as posted, held_cents as held from ledger_account where account_id = $1',
    [accountId],
  );
  if (row === undefined) throw new Error('the account does not exist');
  return row;
}

export interface StoredEvent {
  position: number;
  stream: string;
  version: number;
  type: string;
  payload_version: number;
  recorded_at: Date;
  actor: string;
  correlation_id: string;
  causation_id: string;
  payload: string;
  hash: Buffer;
}

export function storedEvents(database: TestDatabase): Promise<StoredEvent[]> {
  registerPgTypes();
  return query<StoredEvent & Record<string, unknown>>(
    database.superUrl,
    'select * from ledger_event order by position',
  );
}

/**
 * Asserts, independently of the verifier, that the ledger's tables are consistent: contiguous positions and versions,
 * an unbroken hash chain up to the head row, a signature on every batch, recorded time that never goes backward, and
 * read tables that equal a replay of the log in every column. Returns the events.
 */
export async function assertLedgerSound(database: TestDatabase): Promise<StoredEvent[]> {
  const events = await storedEvents(database);
  assertChain(events);
  await assertSigned(database, events);
  await assertHead(database, events.at(-1));
  await assertReadTables(database, events);
  return events;
}

function assertChain(events: readonly StoredEvent[]): void {
  let previous = Buffer.alloc(32);
  let recordedAt = 0;
  const versions = new Map<string, number>();
  for (const [index, event] of events.entries()) {
    assert.equal(event.position, index + 1, 'positions are 1..n');
    assert.equal(event.version, (versions.get(event.stream) ?? 0) + 1, `version in ${event.stream}`);
    versions.set(event.stream, event.version);
    assert(event.recorded_at.getTime() >= recordedAt, `recorded time goes backward at ${event.position}`);
    recordedAt = event.recorded_at.getTime();
    const fields = [
      event.position,
      event.stream,
      event.version,
      event.type,
      event.payload_version,
      recordedAt,
      event.actor,
      event.correlation_id,
      event.causation_id,
      event.payload,
    ];
    const expected = createHash('sha256').update(previous).update(fields.join('\n')).digest();
    assert.equal(event.hash.toString('hex'), expected.toString('hex'), `hash at ${event.position}`);
    previous = expected;
  }
}

const WRITER_KEY = createPublicKey({
  key: { kty: 'OKP', crv: 'Ed25519', x: TEST_SIGNER.key.publicKey },
  format: 'jwk',
});

interface StoredSignature {
  first_position: number;
  last_position: number;
  key_id: string;
  signature: Buffer;
}

/** Asserts that every event is in exactly one batch signed with the test key. */
async function assertSigned(database: TestDatabase, events: readonly StoredEvent[]): Promise<void> {
  const rows = await query<StoredSignature & Record<string, unknown>>(
    database.superUrl,
    'select * from ledger_batch_signature order by last_position',
  );
  const ledger = events[0]?.hash.toString('hex') ?? '';
  let signedTo = 0;
  for (const { first_position: first, last_position: last, key_id: key, signature } of rows) {
    assert.equal(first, signedTo + 1, 'signatures cover each event once');
    const hash = events[last - 1]?.hash.toString('hex') ?? '';
    const lines = ['moniker ledger batch 1', `ledger ${ledger}`, `key ${key}`, `first ${first}`];
    const text = [...lines, `last ${last}`, `hash ${hash}`, ''].join('\n');
    assert(verify(null, Buffer.from(text), WRITER_KEY, signature), `signature up to ${last}`);
    signedTo = last;
  }
  assert.equal(signedTo, events.length, 'signatures cover the whole log');
}

async function assertHead(database: TestDatabase, last: StoredEvent | undefined): Promise<void> {
  const heads = await query<Record<string, unknown>>(
    database.superUrl,
    `select head.position, encode(head.hash, 'hex') as hash, head.recorded_at, applied.position as applied
       from ledger_head as head cross join ledger_projection as applied`,
  );
  assert.deepEqual(heads.map(plain), [
    plain({
      position: last?.position ?? 0,
      hash: last?.hash.toString('hex') ?? '0'.repeat(64),
      recorded_at: last?.recorded_at ?? new Date(0),
      applied: last?.position ?? 0,
    }),
  ]);
}

async function assertReadTables(database: TestDatabase, events: readonly StoredEvent[]): Promise<void> {
  const state = initialState();
  const expectedEntries = events.flatMap((event) => apply(state, sequencedEventOf(event)));
  const rows = (table: string, key: string) =>
    query<Record<string, unknown>>(database.superUrl, `select * from ${table} order by ${key}`);
  const accounts = [...state.accounts.values()].map((account) => ({
    account_id: account.accountId,
    status: account.status,
    posted_cents: account.postedCents,
    held_cents: account.heldCents,
    version: account.version,
    outgoing_day: account.outgoingDay,
    outgoing_day_cents: account.outgoingDayCents,
  }));
  assertSameRows(await rows('ledger_account', 'account_id'), accounts, ['account_id']);
  const transactions = [...state.transactions.values()].map((transaction) => ({
    transaction_id: transaction.transactionId,
    account_id: transaction.accountId,
    kind: transaction.kind,
    status: transaction.status,
    amount_cents: transaction.amountCents,
    fee_cents: transaction.feeCents,
    category: transaction.category,
    bank_day: transaction.bankDay,
    revision: transaction.revision,
    created_position: transaction.createdPosition,
    changed_position: transaction.changedPosition,
    created_at: transaction.createdAt,
    changed_at: transaction.changedAt,
    visible_at: transaction.visibleAt,
    shown_at: transaction.shownAt,
    customer_canceled_at: transaction.customerCanceledAt,
    recipient_id: transaction.recipientId,
    pair_id: transaction.pairId,
  }));
  assertSameRows(await rows('ledger_transaction', 'transaction_id'), transactions, ['transaction_id']);
  const entries = expectedEntries.map((entry) => ({
    account_id: entry.accountId,
    position: entry.position,
    account_version: entry.accountVersion,
    transaction_id: entry.transactionId,
    amount_cents: entry.amountCents,
    hold_cents: entry.holdCents,
    posted_after_cents: entry.postedAfterCents,
    held_after_cents: entry.heldAfterCents,
    outgoing_day_after: entry.outgoingDayAfter,
    outgoing_day_cents_after: entry.outgoingDayCentsAfter,
  }));
  assertSameRows(await rows('ledger_entry', 'account_id, position'), entries, ['account_id', 'position']);
  const trialBalance = accounts.reduce((sum, account) => sum + account.posted_cents, 0);
  assert.equal(trialBalance, 0, 'trial balance');
}

function sequencedEventOf(event: StoredEvent): SequencedEvent {
  return {
    type: event.type,
    payload: JSON.parse(event.payload) as unknown,
    stream: event.stream,
    position: event.position,
    version: event.version,
    recordedAt: event.recorded_at,
  } as SequencedEvent;
}

type Row = Record<string, unknown>;

function assertSameRows(actual: readonly Row[], expected: readonly Row[], key: readonly string[]): void {
  const byKey = (rows: readonly Row[]) =>
    new Map(rows.map((row) => [key.map((column) => String(row[column])).join(), plain(row)]));
  const found = byKey(actual);
  assert.equal(actual.length, expected.length, `number of rows in the table with key ${key.join()}`);
  for (const [id, row] of byKey(expected)) assert.deepEqual(found.get(id), row);
}

/** Returns the row as JSON with sorted columns, for comparison. */
function plain(row: Row): string {
  return JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
}
