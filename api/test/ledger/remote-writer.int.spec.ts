import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { withLedgerAudit } from '../../src/ledger/audit/ledger-audit.js';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import { asHashedKey } from '../../src/ledger/writer/hashed-keys.js';
import type { LedgerWriter } from '../../src/ledger/writer/ledger-writer.service.js';
import { LedgerUnavailableError, type Submission } from '../../src/ledger/writer/submission.js';
import { APPEND_FAULTS, InMemoryRemoteLog } from '../harness/in-memory-remote-log.js';
import { createDatabase, query, type TestDatabase } from '../harness/database.js';
import { waitFor } from '../harness/wait-for.js';
import {
  assertLedgerSound,
  balanceOf,
  credit,
  openAccount,
  openFundedAccounts,
  receiptOf,
  refusalOf,
  submission,
  transfer,
} from './ledger.fixtures.js';
import { TEST_SIGNER } from '../harness/writer-key.js';

const SECRET = randomBytes(32);
const QUICK = { settleWithinMs: 20_000, retryMs: 5, pollMs: 20 };
const NEVER = 1_000_000;
const SENDER = { actor: 'user:sender', correlationId: 'test' };

describe('a ledger writer with its log outside PostgreSQL', () => {
  let database: TestDatabase;
  let remote: InMemoryRemoteLog;
  let dataSource: DataSource;
  let writers: LedgerWriter[];

  beforeEach(async () => {
    database = await createDatabase();
    dataSource = new DataSource({ type: 'postgres', url: database.appUrl, poolSize: 4 });
    await dataSource.initialize();
    remote = new InMemoryRemoteLog();
    writers = [];
  });

  afterEach(async () => {
    remote.comeBack();
    await Promise.all(writers.map((writer) => writer.close()));
    await dataSource.destroy();
    await database.drop();
  });

  const startWriter = (timings: Partial<typeof QUICK> = {}, now?: () => Date) => {
    const options = { log: remote.connect(), keySecret: SECRET, timings: { ...QUICK, ...timings } };
    const writer = createLedgerWriter(database.appUrl, TEST_SIGNER, { now, dataSource, remote: options });
    writers.push(writer);
    return writer;
  };

  /** Asserts that PostgreSQL has exactly the events of the remote log, and that everything follows from them. */
  const assertSound = async () => {
    const stored = await waitFor(
      async () => {
        const events = await assertLedgerSound(database);
        return events.length === remote.events.length && events;
      },
      { what: 'the projection of all events' },
    );
    expect(stored.map(({ hash }) => hash.toString('hex'))).toEqual(
      remote.events.map(({ hash }) => hash.toString('hex')),
    );
    const verified = await withLedgerAudit(database.auditorUrl, (audit) => audit.verify({}));
    expect(verified.findings).toEqual([]);
    expect(await query(database.superUrl, 'select from ledger_staged_text')).toEqual([]);
  };

  const withTexts = (accountId: string, key: string): Submission => {
    const transactionId = randomUUID();
    const texts = { kind: 'new', transactionId, salt: 'salt', texts: { description: key } } as const;
    return { ...submission(credit(accountId, 1_00, transactionId), key), texts };
  };

  const storedTexts = async () =>
    (
      await query<{ description: string }>(
        database.superUrl,
        'select description from ledger_transaction_text order by description',
      )
    ).map(({ description }) => description);

  it('writes the same log, balances and receipts as one with its log in PostgreSQL', async () => {
    const other = await createDatabase();
    const now = () => new Date('2026-03-02T12:00:00Z');
    const plain = createLedgerWriter(other.appUrl, TEST_SIGNER, { now });
    const [first, second] = [randomUUID(), randomUUID()];
    const requested = transfer(first, 10_00);
    const steps = [
      submission(openAccount(first)),
      submission(openAccount(second)),
      withTexts(first, 'one'),
      submission(credit(first, 100_00), 'key'),
      submission(credit(first, 100_00), 'key', 'other'),
      submission(requested, 'two'),
      submission(requested, 'two'),
      submission(transfer(second, 1_00)),
    ];
    const run = async (writer: LedgerWriter) => {
      const outcomes = [];
      for (const step of steps) outcomes.push(await writer.submit(step));
      return outcomes;
    };
    const writer = startWriter({}, now);
    expect(await run(writer)).toEqual(await run(plain));
    await plain.close();
    const hashes = (await assertLedgerSound(other)).map(({ hash }) => hash.toString('hex'));
    await other.drop();
    await assertSound();
    expect(remote.events.map(({ hash }) => hash.toString('hex'))).toEqual(hashes);
    expect(await storedTexts()).toEqual(['one']);
  });

  it('shares appends between concurrent submissions and pipelines batches', async () => {
    const writer = startWriter();
    remote.latencyMs = 2;
    const [accountId = ''] = await openFundedAccounts(writer, 1, 1_00);
    const outcomes = await Promise.all(
      Array.from({ length: 600 }, (_, n) => writer.submit(submission(credit(accountId, 1), `key-${n}`))),
    );
    outcomes.forEach(receiptOf);
    expect((await balanceOf(database, accountId)).posted).toBe(7_00);
    expect(writer.stats().pipelinedBatches).toBeGreaterThan(0);
    expect(remote.appends).toBeLessThan(50);
    await assertSound();
  });

  it.each(APPEND_FAULTS)('appends once although one append has a fault: %s', async (fault) => {
    const writer = startWriter();
    const [accountId = ''] = await openFundedAccounts(writer, 1, 1_00);
    remote.faults.push(fault);
    const credited = withTexts(accountId, 'key');
    const { lastPosition } = receiptOf(await writer.submit(credited));
    remote.deliverLate();
    expect(await writer.submit(credited)).toMatchObject({ replayed: true, receipt: { lastPosition } });
    expect((await balanceOf(database, accountId)).posted).toBe(2_00);
    expect(await storedTexts()).toEqual(['key']);
    await assertSound();
  });

  it('projects an append that lands after its caller was refused, and a retry returns its receipt', async () => {
    const writer = startWriter({ settleWithinMs: 0 });
    const [accountId = ''] = await openFundedAccounts(writer, 1, 1_00);
    remote.faults.push('late');
    const credited = withTexts(accountId, 'key');
    await expect(writer.submit(credited)).rejects.toBeInstanceOf(LedgerUnavailableError);
    expect(remote.deliverLate()).toBe(1);
    await waitFor(async () => (await storedTexts()).length === 1, { what: 'the late event' });
    expect(await writer.submit(credited)).toMatchObject({ replayed: true });
    expect((await balanceOf(database, accountId)).posted).toBe(2_00);
    await assertSound();
  });

  it('refuses commands while the log cannot be reached and recovers by itself', async () => {
    const writer = startWriter({ settleWithinMs: 300 });
    const [accountId = ''] = await openFundedAccounts(writer, 1, 1_00);
    remote.goDown();
    const credited = submission(credit(accountId, 1_00), 'key');
    await expect(writer.submit(credited)).rejects.toBeInstanceOf(LedgerUnavailableError);
    await expect(writer.submit(credited)).rejects.toBeInstanceOf(LedgerUnavailableError);
    remote.comeBack();
    receiptOf(await writer.submit(credited));
    expect((await balanceOf(database, accountId)).posted).toBe(2_00);
    await assertSound();
  });

  it('projects from the log what a crash left unprojected, with keys and texts', async () => {
    const writer = startWriter({ settleWithinMs: 300, pollMs: NEVER });
    const [accountId = ''] = await openFundedAccounts(writer, 1, 1_00);
    // Stands for a process that ends between the append and the projection.
    await query(database.superUrl, 'revoke insert on ledger_event from moniker_app');
    const credited = withTexts(accountId, 'key');
    await expect(writer.submit(credited)).rejects.toBeInstanceOf(LedgerUnavailableError);
    await query(database.superUrl, 'grant insert on ledger_event to moniker_app');
    const next = startWriter();
    expect(await next.submit(credited)).toMatchObject({ replayed: true });
    expect(
      refusalOf(await next.submit({ ...credited, idempotency: { key: 'key', fingerprint: 'x' } })),
    ).toEqual({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect(await storedTexts()).toEqual(['key']);
    await assertSound();
  });

  it('lets two writers append by turns', async () => {
    const both = [startWriter(), startWriter()] as const;
    const [accountId = ''] = await openFundedAccounts(both[0], 1, 1_00);
    const release = remote.hold();
    const results = Array.from({ length: 200 }, (_, n) =>
      both[n % 2 === 0 ? 0 : 1].submit(submission(credit(accountId, 1), `key-${n}`)),
    );
    await waitFor(() => remote.held === 2, { what: 'both appends' });
    release();
    (await Promise.all(results)).forEach(receiptOf);
    expect(remote.refused).toBeGreaterThan(0);
    expect((await balanceOf(database, accountId)).posted).toBe(3_00);
    await assertSound();
  });

  it('carries out each command once under faults of every kind with two writers', async () => {
    const both = [startWriter({ settleWithinMs: 0 }), startWriter({ settleWithinMs: 20 })] as const;
    const [accountId = ''] = await openFundedAccounts(both[0], 1, 1_00);
    const submitUntilSettled = async (n: number) => {
      const credited = withTexts(accountId, `key-${String(n).padStart(2, '0')}`);
      const fault = n % 4 === 3 ? null : APPEND_FAULTS[n % 4];
      remote.faults.push(fault ?? null);
      return waitFor(
        async () => {
          remote.deliverLate();
          return receiptOf(await both[n % 2 === 0 ? 0 : 1].submit(credited));
        },
        { what: 'the outcome', everyMs: 5 },
      );
    };
    for (let round = 0; round < 6; round += 1) {
      await Promise.all(Array.from({ length: 8 }, (_, n) => submitUntilSettled(round * 8 + n)));
    }
    remote.deliverLate();
    expect((await balanceOf(database, accountId)).posted).toBe(49_00);
    expect(await storedTexts()).toHaveLength(48);
    await assertSound();
  });

  it('recognizes keys that were recorded with the log in PostgreSQL, and records only HMACs', async () => {
    const actor = 'user:test';
    const accountId = randomUUID();
    await query(
      database.superUrl,
      `insert into ledger_idempotency_key (actor, key, fingerprint, recorded_at) values ($1, 'old', 'same', now())`,
      [actor],
    );
    const writer = startWriter();
    expect(await writer.submit(submission(openAccount(accountId), 'old'))).toMatchObject({ replayed: true });
    receiptOf(await writer.submit(submission(openAccount(accountId), 'new')));
    const keys = await query<{ key: string }>(database.superUrl, 'select key from ledger_idempotency_key');
    expect(keys.map(({ key }) => key).sort()).toEqual([expect.stringMatching(/^hmac:/), 'old']);
  });

  const openWithRow = (writer: LedgerWriter, accountId: string) =>
    writer.transaction(async (_manager, submit) =>
      receiptOf(
        await submit({
          command: { type: 'OpenAccount', accountId },
          context: { actor: 'system', correlationId: 'test' },
        }),
      ),
    );

  it('projects a batch although one of its keys was recorded in the meantime', async () => {
    const writer = startWriter({ settleWithinMs: 2_000 });
    const [accountId = ''] = await openFundedAccounts(writer, 1, 1_00);
    const credited = { ...submission(credit(accountId, 1_00), 'key'), context: SENDER };
    const release = remote.hold();
    const outcome = writer.submit(credited);
    await waitFor(() => remote.held > 0, { what: 'the append' });
    const recorded = asHashedKey(SECRET, { actor: SENDER.actor, key: 'key', fingerprint: 'same' });
    await query(
      database.superUrl,
      'insert into ledger_idempotency_key (actor, key, fingerprint, recorded_at) values ($1, $2, $3, now())',
      [SENDER.actor, recorded.key, recorded.fingerprint],
    );
    release();
    receiptOf(await outcome);
    expect((await balanceOf(database, accountId)).posted).toBe(2_00);
    expect(
      await query(database.superUrl, 'select first_position as first from ledger_idempotency_key'),
    ).toEqual([{ first: null }]);
  });

  it('appends the commands of committed transactions once, whoever drains them [LED-9]', async () => {
    const both = [startWriter(), startWriter()] as const;
    const ids = Array.from({ length: 6 }, () => randomUUID());
    await Promise.all(ids.map((accountId, n) => openWithRow(both[n % 2 === 0 ? 0 : 1], accountId)));
    await Promise.all(both.map((writer) => writer.drainPending()));
    await assertSound();
    expect(remote.events.length).toBe(ids.length);
    expect(await query(database.superUrl, 'select from ledger_pending_command')).toEqual([]);
  });

  it('appends commands that a crash left pending, at the start of the next process [LED-9]', async () => {
    const accountId = randomUUID();
    await query(database.superUrl, 'insert into ledger_pending_command (id, commands) values ($1, $2)', [
      randomUUID(),
      JSON.stringify([
        { command: { type: 'OpenAccount', accountId }, context: { actor: 'system', correlationId: 'test' } },
      ]),
    ]);
    startWriter();
    await waitFor(() => remote.events.length === 1, { what: 'the pending command' });
    await assertSound();
    expect(await query(database.superUrl, 'select from ledger_pending_command')).toEqual([]);
  });

  it('settles pending commands whose events were appended and not projected [LED-9]', async () => {
    const writer = startWriter({ settleWithinMs: 300, pollMs: NEVER });
    await query(database.superUrl, 'revoke insert on ledger_event from moniker_app');
    await openWithRow(writer, randomUUID());
    expect(remote.events.length).toBe(1);
    await query(database.superUrl, 'grant insert on ledger_event to moniker_app');
    startWriter();
    await assertSound();
    expect(await query(database.superUrl, 'select from ledger_pending_command')).toEqual([]);
    expect(remote.events.length).toBe(1);
  });
});
