import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import { postgresEventLog } from '../../src/ledger/log/postgres-event-log.js';
import { CombinedSql } from '../../src/ledger/writer/combined-sql.js';
import type { LedgerWriter } from '../../src/ledger/writer/ledger-writer.service.js';
import type { Submission } from '../../src/ledger/writer/submission.js';
import { writerConnection } from '../../src/ledger/writer/writer-connection.js';
import { COMMIT_FAULTS, startDatabaseProxy } from '../harness/database-proxy.js';
import {
  assertLedgerSound,
  balanceOf,
  credit,
  openFundedAccounts,
  receiptOf,
  refusalOf,
  submission,
  transfer,
} from './ledger.fixtures.js';
import { eventsAfter } from './remote-log.fixtures.js';
import { query } from '../harness/database.js';
import { itNightly } from '../harness/nightly.js';
import { NodeProcess } from '../harness/node-process.js';
import { waitFor } from '../harness/wait-for.js';
import { TEST_SIGNER } from '../harness/writer-key.js';
import { useDatabase } from '../harness/index.js';

/**
 * With this many commands at once, the first half becomes a batch, and the second half is decided while the first is
 * being written.
 */
const MANY = 300;
const HALF = MANY / 2;

const database = useDatabase();
const writers: LedgerWriter[] = [];

afterEach(async () => {
  await Promise.all(writers.splice(0).map((writer) => writer.close()));
  await assertLedgerSound(database);
});

function writerAt(url = database.appUrl): LedgerWriter {
  const writer = createLedgerWriter(url, TEST_SIGNER);
  writers.push(writer);
  return writer;
}

const heldBy = async (accountId: string) => (await balanceOf(database, accountId)).held;

/** Credits of one cent that only fill up a batch. */
const fillers = (count: number, accountId: string): Submission[] =>
  Array.from({ length: count }, () => submission(credit(accountId, 1)));

/** Locks a table. Returns a function that releases the lock. */
async function lock(table: string, mode: 'share' | 'access exclusive'): Promise<() => Promise<void>> {
  const blocker = new pg.Client({ connectionString: database.superUrl });
  await blocker.connect();
  await blocker.query(`begin; lock table ${table} in ${mode} mode`);
  return () => blocker.end();
}

/**
 * Submits commands while a lock blocks all writes. Releases the lock once a second batch has been pipelined. Without
 * the lock, the first batch could be committed before the second one is decided.
 */
async function withPipelining<T>(submit: () => Promise<T>, ...pipeliningWriters: LedgerWriter[]): Promise<T> {
  const pipelined = () => pipeliningWriters.reduce((sum, writer) => sum + writer.stats().pipelinedBatches, 0);
  const before = pipelined();
  const release = await lock('ledger_entry', 'share');
  const submitted = submit();
  await waitFor(() => pipelined() > before, { what: 'a pipelined batch' });
  await release();
  return submitted;
}

async function writerConnections(): Promise<number> {
  const open = `select from pg_stat_activity where datname = $1 and application_name = 'moniker-ledger-writer'`;
  return (await query(database.superUrl, open, [database.name])).length;
}

/** Waits until the given number of connections are waiting for a lock. */
async function untilBlocked(count: number): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`;
  await waitFor(async () => (await query(database.superUrl, waiting, [database.name])).length === count, {
    what: `${count} blocked connections`,
  });
}

describe('a pipelined batch', () => {
  it('is decided as if the batch in flight had been committed, including its idempotency keys', async () => {
    const writer = writerAt();
    const [rich = '', poor = ''] = await openFundedAccounts(writer, 2, 100_00);
    const key = randomUUID();
    const submissions = [
      submission(credit(poor, 50_00), key),
      ...fillers(HALF - 1, rich),
      // The second batch starts here.
      submission(transfer(poor, 150_00)),
      submission(transfer(poor, 1_00)),
      submission(credit(poor, 50_00), key),
      ...fillers(HALF - 3, rich),
    ];
    const outcomes = await withPipelining(
      () => Promise.all(submissions.map((one) => writer.submit(one))),
      writer,
    );
    const [first] = outcomes;
    const [spent, spentTwice, again] = outcomes.slice(HALF);
    expect(spent).toMatchObject({ ok: true });
    expect(spentTwice).toMatchObject({ ok: false, refusal: { code: 'INSUFFICIENT_FUNDS' } });
    expect(again).toMatchObject({ ok: true, replayed: true, receipt: first?.ok === true && first.receipt });
    expect(await balanceOf(database, poor)).toEqual({ posted: 150_00, held: 150_00 });
  });

  it('accepts a transfer of money that arrives in the batch in flight', async () => {
    const writer = writerAt();
    const [rich = '', poor = '', other = ''] = await openFundedAccounts(writer, 3, 100_00);
    // No other command of the second batch uses an account of the first batch, so only this transfer detects a stale
    // read.
    const submissions = [
      submission(credit(poor, 50_00)),
      ...fillers(HALF - 1, rich),
      submission(transfer(poor, 150_00)),
      ...fillers(HALF - 1, other),
    ];
    const outcomes = await withPipelining(
      () => Promise.all(submissions.map((one) => writer.submit(one))),
      writer,
    );
    expect(outcomes[HALF]).toMatchObject({ ok: true, replayed: false });
    expect(await balanceOf(database, poor)).toEqual({ posted: 150_00, held: 150_00 });
  });

  it('is decided again when the batch in flight fails', async () => {
    const writer = writerAt();
    const [rich = '', poor = ''] = await openFundedAccounts(writer, 2, 100_00);
    const transactionId = randomUUID();
    const key = randomUUID();
    const texts = { description: 'PostgreSQL cannot store \u0000' };
    const impossible: Submission = {
      ...submission(credit(poor, 50_00, transactionId), key),
      texts: { kind: 'new', transactionId, salt: 'salt', texts },
    };
    const submissions = [
      impossible,
      ...fillers(HALF - 1, rich),
      submission(transfer(poor, 150_00)),
      submission(credit(poor, 7), key),
      ...fillers(HALF - 2, rich),
    ];
    const settled = await withPipelining(
      () => Promise.allSettled(submissions.map((one) => writer.submit(one))),
      writer,
    );
    expect(settled.map(({ status }) => status).indexOf('rejected')).toBe(0);
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    const outcomes = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const [spent, keyed] = outcomes.slice(HALF - 1);
    expect(spent).toMatchObject({
      ok: false,
      refusal: { code: 'INSUFFICIENT_FUNDS', availableCents: 100_00 },
    });
    expect(keyed).toMatchObject({ ok: true, replayed: false });
    expect(await balanceOf(database, poor)).toEqual({ posted: 100_07, held: 0 });
    expect(await balanceOf(database, rich)).toMatchObject({ posted: 100_00 + MANY - 3 });
  });

  it.each(COMMIT_FAULTS)(
    'is applied once, like the batch in flight, when the connection is lost at COMMIT (%s)',
    async (fault) => {
      const proxy = await startDatabaseProxy(database.appUrl);
      const writer = writerAt(proxy.url);
      const [accountId = ''] = await openFundedAccounts(writer, 1, 100_00);
      proxy.faults.push(fault);
      // These commands have no idempotency keys, so a repeated command would be applied twice.
      const outcomes = await Promise.all(
        Array.from({ length: MANY }, () => writer.submit(submission(transfer(accountId, 1)))),
      );
      outcomes.forEach(receiptOf);
      expect(proxy.faults).toEqual([]);
      expect(await heldBy(accountId)).toBe(MANY);
      await writer.close();
      await proxy.goDown();
    },
  );

  it('is decided again when another writer appends first', async () => {
    const [writer, other] = [writerAt(), writerAt()];
    const [rich = '', poor = ''] = await openFundedAccounts(writer, 2, 100_00);
    // The second batch reads its accounts while the first cannot be written yet, and then waits for the lock on the key
    // table. That lock does not block the first batch, which has no keys.
    const releaseFirst = await lock('ledger_entry', 'share');
    const releaseSecond = await lock('ledger_idempotency_key', 'access exclusive');
    const { pipelinedBatches } = writer.stats();
    const outcomes = [
      ...fillers(HALF, rich),
      submission(transfer(poor, 100_00), randomUUID()),
      ...fillers(HALF - 1, rich),
    ].map((one) => writer.submit(one));
    await untilBlocked(2);
    await releaseFirst();
    await Promise.all(outcomes.slice(0, HALF));
    await untilBlocked(1);
    receiptOf(await other.submit(submission(transfer(poor, 100_00))));
    await releaseSecond();
    const ours = await Promise.all(outcomes);
    const [late] = ours.splice(HALF, 1);
    expect(writer.stats().pipelinedBatches).toBe(pipelinedBatches + 1);
    expect(late && refusalOf(late)).toMatchObject({ code: 'INSUFFICIENT_FUNDS', availableCents: 0 });
    ours.forEach(receiptOf);
    expect(await balanceOf(database, rich)).toMatchObject({ posted: 100_00 + MANY - 1 });
  });

  it('never overdraws an account when two writers pipeline', async () => {
    const two = [writerAt(), writerAt()] as const;
    const [accountId = ''] = await openFundedAccounts(two[0], 1, 1_000);
    const outcomes = await withPipelining(
      () =>
        Promise.all(
          two.flatMap((writer) =>
            Array.from({ length: 2 * MANY }, () => writer.submit(submission(transfer(accountId, 1)))),
          ),
        ),
      ...two,
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1_000);
    expect(await balanceOf(database, accountId)).toEqual({ posted: 1_000, held: 1_000 });
  });
});

describe('a batch in one statement', () => {
  it('waits for the head before it writes, so it never blocks the process that holds the head', async () => {
    await openFundedAccounts(writerAt(), 1, 1);
    const connections = [writerConnection(database.appUrl), writerConnection(database.appUrl)] as const;
    try {
      const [holder, waiting] = await Promise.all([connections[0].open(), connections[1].open()]);
      await Promise.all([holder.query('begin'), waiting.query('begin')]);
      const head = await postgresEventLog.openHead(holder);
      const combined = new CombinedSql();
      const late = postgresEventLog.append(combined, head, eventsAfter(head, 1, 'user:2'));
      combined.flushTo(waiting);
      await untilBlocked(1);
      // Both events have the same position. If the waiting connection had already written its event, the two
      // connections would wait for each other.
      await postgresEventLog.append(holder, head, eventsAfter(head, 1));
      await holder.query('rollback');
      await late;
    } finally {
      await Promise.all(connections.map((connection) => connection.close()));
    }
  });
});

describe('a writer whose connection is terminated repeatedly under load', () => {
  it('applies every acknowledged command once, even without idempotency keys', async () => {
    const writer = writerAt();
    const accountIds = await openFundedAccounts(writer, 10, 100_00);
    const killer = new pg.Client({ connectionString: database.superUrl });
    await killer.connect();
    let [isOver, acknowledged, unknown] = [false, 0, 0];
    const caller = async (n: number): Promise<void> => {
      while (!isOver) {
        const accountId = accountIds[n % accountIds.length] ?? '';
        await writer.submit(submission(transfer(accountId, 1))).then(
          ({ ok }) => (acknowledged += ok ? 1 : 0),
          () => (unknown += 1),
        );
      }
    };
    const callers = Array.from({ length: MANY }, (_, n) => caller(n));
    for (let kill = 0; kill < 12; kill += 1) {
      const { batches } = writer.stats();
      await waitFor(() => writer.stats().batches > batches + 2, { what: 'more batches', everyMs: 1 });
      await killer.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = $1 and application_name = 'moniker-ledger-writer'`,
        [database.name],
      );
    }
    isOver = true;
    await Promise.all(callers);
    await killer.end();
    const held = (await Promise.all(accountIds.map(heldBy))).reduce((sum, cents) => sum + cents, 0);
    expect(held).toBeGreaterThanOrEqual(acknowledged);
    expect(held).toBeLessThanOrEqual(acknowledged + unknown);
    expect(acknowledged).toBeGreaterThan(MANY);
  });
});

describe('a process that is killed while it pipelines', () => {
  const FLOOD = fileURLToPath(new URL('./ledger-flood-process.mjs', import.meta.url));

  itNightly('applies every acknowledged credit exactly once', async () => {
    const opener = writerAt();
    const [accountId = ''] = await openFundedAccounts(opener, 1, 1);
    await opener.close();
    const acknowledged = new Set<string>();
    for (let kill = 0; kill < 4; kill += 1) {
      const flood = NodeProcess.start(FLOOD, [database.appUrl, accountId, String(MANY)], {});
      let pipelined = 0;
      flood.process.on('message', (message: { acknowledged: string[]; pipelinedBatches: number }) => {
        message.acknowledged.forEach((id) => acknowledged.add(id));
        pipelined = message.pipelinedBatches;
      });
      await flood.untilReady('pipelined batches', () => pipelined > 5);
      // Varies the moment of the kill within a batch.
      await pause(randomInt(0, 30));
      await flood.kill9();
      // Waits until the server has finished the process's last statements.
      await waitFor(async () => (await writerConnections()) === 0, {
        what: 'the connections of the killed process to close',
      });
    }
    const rows = await query<{ transaction_id: string }>(
      database.superUrl,
      'select transaction_id from ledger_transaction where account_id = $1',
      [accountId],
    );
    const stored = new Set(rows.map((row) => row.transaction_id));
    expect(acknowledged.size).toBeGreaterThan(MANY);
    expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
    expect(await balanceOf(database, accountId)).toMatchObject({ posted: rows.length });
  });
});
