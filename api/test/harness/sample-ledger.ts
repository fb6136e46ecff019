import { randomUUID } from 'node:crypto';
import type { TransactionStatus } from '@moniker/common/transactions.js';
import { createLedgerWriter, type RemoteLogOptions } from '../../src/ledger/create-ledger-writer.js';
import { NO_IDENTITY_DIGESTS } from '../../src/ledger/domain/events.js';
import type { LedgerCommand } from '../../src/ledger/domain/commands.js';
import { digestNotes, digestTexts, type TextsToStore } from '../../src/ledger/texts/transaction-texts.js';
import type { Receipt } from '../../src/ledger/writer/submission.js';
import { connectRemoteLog } from '../../src/ledger/log/open-remote-log.js';
import { deriveSecrets } from '../../src/platform/config/secrets.js';
import { query, testServer, type TestDatabase } from './database.js';
import { TEST_SIGNER } from './writer-key.js';

export const ALICE = 'a0000000-0000-4000-8000-00000000000a';
export const BOB = 'b0000000-0000-4000-8000-00000000000b';
/** The sample closes Carol's account. */
export const CAROL = 'c0000000-0000-4000-8000-00000000000c';

/** Time of the first event. Each further command is recorded a minute after the previous one. */
export const SAMPLE_START = new Date('2026-01-05T15:00:00.000Z');

const SALT = 'salt';
const TEXTS = { description: 'Told to no auditor', recipientName: 'Erin "Zoë" Example\n' };
const NOTES = 'Seen by \\ nobody';

/** The number of events in the sample, which is also the position of the last event. */
export const SAMPLE_LENGTH = 40;

/** Transactions that tests refer to. */
export const TRANSFER = '10000000-0000-4000-8000-000000000006';
export const PAYMENT = '10000000-0000-4000-8000-000000000010';

/**
 * Writes a small ledger with most kinds of events: completed, failed, reversed, canceled and open transfers, an
 * incoming payment, credits, an adjustment, an amendment, an audit event and a closed account.
 *
 * The events by position: 1–3 three accounts opened · 4 Alice credited $5,000 · 5 Bob credited $200 · 6–7 Alice's
 * transfer of $1,000, completed · 8–9 Alice's transfer of $500, failed · 10–12 an incoming payment of $300 for
 * Bob, put in review and completed · 13 the $1,000 transfer reversed · 14 Alice's balance set to $4,500 · 15 the
 * $1,000 transfer amended · 16 KYC approved · 17 Carol credited $100 · 18–19 Carol's transfer of $40, canceled ·
 * 20 Carol's account closed · 21 Bob's transfer of $12.34, left open · 22–40 Bob credited $1 each time
 */
export async function writeSampleLedger(database: TestDatabase): Promise<void> {
  let minutes = 0;
  const now = (): Date => new Date(SAMPLE_START.getTime() + 60_000 * minutes++);
  const { writer, close } = await openWriter(database, now);
  try {
    for (const command of sampleCommands()) {
      const texts = textsOf(command);
      const outcome = await writer.submit({
        command,
        context: { actor: 'user:teller', correlationId: `request-${minutes}`, causationId: 'click' },
        ...(texts && { texts }),
      });
      if (!outcome.ok) throw new Error(`command at minute ${minutes} refused: ${outcome.refusal.code}`);
    }
  } finally {
    await close();
  }
}

/** Appends `count` credits of $1, by default to Bob. */
export async function appendCredits(
  database: TestDatabase,
  count: number,
  accountId = BOB,
): Promise<Receipt[]> {
  const { writer, close } = await openWriter(database);
  try {
    const context = { actor: 'user:teller', correlationId: 'more' };
    const outcomes = await Promise.all(
      Array.from({ length: count }, () => {
        const command = credit(accountId, 100);
        const texts = textsOf(command);
        return writer.submit({ command, context, ...(texts && { texts }) });
      }),
    );
    return outcomes.map((outcome) => {
      if (!outcome.ok) throw new Error(outcome.refusal.code);
      return outcome.receipt;
    });
  } finally {
    await close();
  }
}

/**
 * Opens the database's log in KurrentDB for a writer (`npm test -- kurrentdb`). Returns null if the run keeps its
 * logs in PostgreSQL.
 */
export async function openRunLog({ name }: TestDatabase): Promise<RemoteLogOptions | null> {
  const { kurrentUrl: url, secretKey } = testServer();
  if (url === null) return null;
  const log = await connectRemoteLog({ url, stream: name, mayAdopt: false });
  return { log, keySecret: deriveSecrets(Buffer.from(secretKey, 'base64url')).idempotency };
}

/** Opens a writer to the database's log, in PostgreSQL or KurrentDB. */
export async function openWriter(database: TestDatabase, now?: () => Date) {
  const remote = await openRunLog(database);
  const writer = createLedgerWriter(database.appUrl, TEST_SIGNER, { now, remote });
  const close = async (): Promise<void> => {
    await writer.close();
    await remote?.log.close();
  };
  return { writer, close };
}

const TABLES = [
  'ledger_event',
  'ledger_head',
  'ledger_projection',
  'ledger_account',
  'ledger_entry',
  'ledger_transaction',
  'ledger_transaction_text',
  'ledger_idempotency_key',
  'ledger_batch_signature',
];

/** Saves the ledger for `restoreLedger`. */
export async function snapshotLedger(database: TestDatabase): Promise<void> {
  const copies = TABLES.map((table) => `create table saved.${table} as table public.${table}`);
  await query(database.superUrl, `create schema saved; ${copies.join('; ')}`);
}

/**
 * Restores the saved ledger, whatever a test has changed. This is faster than a database per test. Deletes the few
 * rows instead of truncating, because a truncation has to create new files for tables and indexes.
 */
export async function restoreLedger(database: TestDatabase): Promise<void> {
  const copies = TABLES.map((table) => `delete from ${table}; insert into ${table} table saved.${table}`);
  await query(database.superUrl, `set session_replication_role = replica; ${copies.join('; ')}`);
}

function sampleCommands(): LedgerCommand[] {
  const [failed, canceled, open] = [randomUUID(), randomUUID(), randomUUID()];
  return [
    ...[ALICE, BOB, CAROL].map((accountId) => ({ type: 'OpenAccount', accountId }) as const),
    credit(ALICE, 500_000),
    credit(BOB, 20_000),
    transfer(ALICE, TRANSFER, 100_000),
    review(TRANSFER, 'completed'),
    transfer(ALICE, failed, 50_000),
    review(failed, 'failed'),
    {
      type: 'CreateIncomingPayment',
      transactionId: PAYMENT,
      accountId: BOB,
      amountCents: 30_000,
      status: 'pending',
      textsDigest: digest(),
    },
    review(PAYMENT, 'in_review'),
    review(PAYMENT, 'completed'),
    review(TRANSFER, 'failed'),
    {
      type: 'AdjustBalance',
      transactionId: randomUUID(),
      accountId: ALICE,
      balanceCents: 450_000,
      textsDigest: digest(),
    },
    {
      ...review(TRANSFER, null),
      notesDigest: digestNotes(NOTES, SALT),
      shownAt: new Date('2026-01-02T00:00:00.000Z'),
    },
    {
      type: 'RecordAudit',
      stream: 'kyc:1',
      event: { type: 'KycApproved', payload: { kycId: 'kyc-1', userId: 'user-1', ...NO_IDENTITY_DIGESTS } },
    },
    credit(CAROL, 10_000),
    transfer(CAROL, canceled, 4_000),
    { type: 'CloseAccount', accountId: CAROL },
    transfer(BOB, open, 1_234),
    ...Array.from({ length: 19 }, () => credit(BOB, 100)),
  ];
}

function credit(accountId: string, amountCents: number): LedgerCommand {
  return {
    type: 'RecordCredit',
    transactionId: randomUUID(),
    accountId,
    amountCents,
    category: null,
    status: 'completed',
    textsDigest: digest(),
  };
}

function transfer(accountId: string, transactionId: string, amountCents: number): LedgerCommand {
  return {
    type: 'RequestTransfer',
    transactionId,
    accountId,
    amountCents,
    category: 'bills',
    bankDay: '2026-01-05',
    textsDigest: digest(),
  };
}

function review(transactionId: string, status: TransactionStatus | null) {
  return {
    type: 'ReviewTransaction',
    transactionId,
    status,
    notesDigest: null,
    shownAt: null,
  } satisfies LedgerCommand;
}

function digest(): string {
  return digestTexts(TEXTS, SALT);
}

/** The texts that are stored with a command. */
function textsOf(command: LedgerCommand): TextsToStore | null {
  if (!('transactionId' in command)) return null;
  const { transactionId } = command;
  if ('textsDigest' in command) return { kind: 'new', transactionId, salt: SALT, texts: TEXTS };
  const hasNotes = command.type === 'ReviewTransaction' && command.notesDigest !== null;
  return hasNotes ? { kind: 'notes', transactionId, salt: SALT, notes: NOTES } : null;
}
