import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import type { LedgerCommand } from '../../src/ledger/domain/commands.js';
import type { LedgerWriter } from '../../src/ledger/writer/ledger-writer.service.js';
import { LedgerUnavailableError, type Outcome } from '../../src/ledger/writer/submission.js';
import { COMMIT_FAULTS, startDatabaseProxy, useDatabaseProxy } from '../harness/database-proxy.js';
import {
  assertLedgerSound,
  balanceOf,
  credit,
  openFundedAccounts,
  receiptOf,
  storedEvents,
  submission,
  transfer,
} from './ledger.fixtures.js';
import { createDataSource } from '../../src/platform/database/data-source.js';
import { databaseFailureOf } from '../../src/platform/database/database-failure.js';
import { query } from '../harness/database.js';
import { waitFor } from '../harness/wait-for.js';
import { TEST_SIGNER } from '../harness/writer-key.js';
import { useDatabase } from '../harness/index.js';

const database = useDatabase();
const writers: LedgerWriter[] = [];

afterEach(async () => {
  await Promise.all(writers.splice(0).map((writer) => writer.close()));
  await assertLedgerSound(database);
});

function writerAt(url: string): LedgerWriter {
  const writer = createLedgerWriter(url, TEST_SIGNER);
  writers.push(writer);
  return writer;
}

/** Counts the events of each transaction. */
async function eventCounts(): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { payload } of await storedEvents(database)) {
    const { transactionId } = JSON.parse(payload) as { transactionId?: string };
    if (transactionId !== undefined) counts.set(transactionId, (counts.get(transactionId) ?? 0) + 1);
  }
  return counts;
}

const heldBy = async (accountId: string) => (await balanceOf(database, accountId)).held;

/** A deterministic random number generator. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const KILLS = 40;
const SEED = 20_260_302;

describe(`a writer whose connection is terminated ${KILLS} times under load (seed ${SEED})`, () => {
  interface Sent {
    readonly transactionId: string;
    readonly key: string | undefined;
    readonly command: LedgerCommand;
    outcome?: Outcome;
    error?: unknown;
  }

  let sent: Sent[];
  let kills = 0;

  beforeAll(async () => {
    const writer = createLedgerWriter(database.appUrl, TEST_SIGNER);
    const accountIds = await openFundedAccounts(writer, 8, 50_00);
    const random = randomFrom(SEED);
    sent = [];
    let isOver = false;
    const client = async (n: number) => {
      while (!isOver) {
        const accountId = accountIds[(n + random(4)) % accountIds.length] ?? '';
        const transactionId = randomUUID();
        // Some commands are refused, and some have an idempotency key for a retry.
        const command =
          random(5) === 0
            ? transfer(accountId, 60_000_00, transactionId)
            : credit(accountId, 1, transactionId);
        const one: Sent = { transactionId, key: random(3) === 0 ? randomUUID() : undefined, command };
        sent.push(one);
        await writer.submit(submission(command, one.key)).then(
          (outcome) => (one.outcome = outcome),
          (error: unknown) => (one.error = error),
        );
      }
    };
    const clients = Array.from({ length: 24 }, (_, n) => client(n));
    const killer = new pg.Client({ connectionString: database.superUrl });
    await killer.connect();
    while (kills < KILLS) {
      const { batches } = writer.stats();
      await waitFor(() => writer.stats().batches > batches, { what: 'another batch', everyMs: 1 });
      for (let turns = random(40); turns > 0; turns -= 1) await new Promise(setImmediate);
      const { rows } = await killer.query<{ killed: boolean }>(
        `select pg_terminate_backend(pid) as killed from pg_stat_activity
          where datname = $1 and application_name = 'moniker-ledger-writer'`,
        [database.name],
      );
      kills += rows.filter(({ killed }) => killed).length;
    }
    isOver = true;
    await Promise.all(clients);
    await killer.end();
    await writer.close();
  });

  it('keeps every acknowledged command exactly once [LED-10]', async () => {
    const counts = await eventCounts();
    const acknowledged = sent.filter(({ outcome }) => outcome?.ok === true);
    expect(acknowledged.length).toBeGreaterThan(200);
    expect(acknowledged.filter(({ transactionId }) => counts.get(transactionId) !== 1)).toEqual([]);
  });

  it('keeps no refused command and refuses only for insufficient funds', async () => {
    const counts = await eventCounts();
    const refused = sent.filter(({ outcome }) => outcome?.ok === false);
    expect(refused.length).toBeGreaterThan(20);
    expect(refused.filter(({ transactionId }) => counts.has(transactionId))).toEqual([]);
    const codes = refused.map(({ outcome }) => (outcome?.ok === false ? outcome.refusal.code : ''));
    expect(new Set(codes)).toEqual(new Set(['INSUFFICIENT_FUNDS']));
  });

  it('reconnects, and rejects only with LedgerUnavailableError', () => {
    const failed = sent.filter(({ error }) => error !== undefined);
    const others = failed.filter(({ error }) => !(error instanceof LedgerUnavailableError));
    expect(others.map(({ error }) => String(error))).toEqual([]);
    expect(failed.length).toBeLessThan(sent.length / 10);
  });

  it('settles a command that got no reply, as soon as it is repeated with its idempotency key', async () => {
    const writer = writerAt(database.appUrl);
    const keyed = sent.filter(({ key, outcome }) => key !== undefined && outcome?.ok !== false).slice(-200);
    const again = await Promise.all(keyed.map(({ command, key }) => writer.submit(submission(command, key))));
    again.forEach(receiptOf);
    const counts = await eventCounts();
    expect(keyed.filter(({ transactionId }) => counts.get(transactionId) !== 1)).toEqual([]);
  });
});

describe('a writer whose connection is lost at COMMIT', () => {
  const proxy = useDatabaseProxy(database);

  afterEach(() => {
    expect(proxy.faults).toEqual([]);
  });

  it.each(COMMIT_FAULTS)('(%s) answers and applies each command of a batch once', async (fault) => {
    const writer = writerAt(proxy.url);
    const [accountId = ''] = await openFundedAccounts(writer, 1, 100_00);
    const transactionIds = Array.from({ length: 5 }, () => randomUUID());
    proxy.faults.push(fault);
    const outcomes = await Promise.all([
      ...transactionIds.map((transactionId) =>
        writer.submit(submission(transfer(accountId, 10_00, transactionId))),
      ),
      writer.submit(submission(transfer(accountId, 900_00))),
    ]);
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true, true, true, false]);
    const counts = await eventCounts();
    expect(transactionIds.map((transactionId) => counts.get(transactionId))).toEqual([1, 1, 1, 1, 1]);
    expect(await heldBy(accountId)).toBe(50_00);
    receiptOf(await writer.submit(submission(transfer(accountId, 1_00))));
  });

  it.each(COMMIT_FAULTS)('(%s) answers and applies a single command once', async (fault) => {
    const writer = writerAt(proxy.url);
    const [accountId = ''] = await openFundedAccounts(writer, 1, 100_00);
    proxy.faults.push(fault);
    const outcome = await writer.submit(submission(transfer(accountId, 10_00), randomUUID()));
    expect(outcome).toMatchObject({ ok: true, replayed: false });
    expect(await heldBy(accountId)).toBe(10_00);
  });

  it.each([
    ['reply lost', 'reply lost'],
    ['reply lost', 'terminated after reply'],
    ['commit lost', 'reply lost'],
    ['commit lost', 'commit lost'],
    ['terminated after reply', 'commit lost'],
  ] as const)('twice in a row (%s, %s) applies nothing twice, even after a retry', async (...faults) => {
    const writer = writerAt(proxy.url);
    const [accountId = ''] = await openFundedAccounts(writer, 1, 100_00);
    const keyed = submission(transfer(accountId, 10_00), randomUUID());
    const keyless = submission(transfer(accountId, 7_00));
    proxy.faults.push(...faults);
    const settled = await Promise.allSettled([writer.submit(keyed), writer.submit(keyless)]);
    for (const one of settled) {
      if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(LedgerUnavailableError);
      else receiptOf(one.value);
    }
    receiptOf(await writer.submit(keyed));
    const isKeylessApplied = (await heldBy(accountId)) === 17_00;
    expect(await heldBy(accountId)).toBe(isKeylessApplied ? 17_00 : 10_00);
    if (settled[1].status === 'fulfilled') expect(isKeylessApplied).toBe(true);
  });

  it('keeps the idempotency key of a command that changed nothing', async () => {
    const writer = writerAt(proxy.url);
    const [accountId = ''] = await openFundedAccounts(writer, 1, 100_00);
    const transactionId = randomUUID();
    const set = (status: 'pending' | 'completed', key?: string) =>
      writer.submit(
        submission(
          { type: 'ReviewTransaction', transactionId, status, notesDigest: null, shownAt: null },
          key,
        ),
      );
    receiptOf(await writer.submit(submission(transfer(accountId, 10_00, transactionId))));
    const key = randomUUID();
    proxy.faults.push('commit lost');
    receiptOf(await set('pending', key));
    receiptOf(await set('completed'));
    expect(await set('pending', key)).toMatchObject({ ok: true, replayed: true });
    expect(await heldBy(accountId)).toBe(0);
  });
});

describe('a process that hangs while it holds the head of the log', () => {
  const proxy = useDatabaseProxy(database);

  it('blocks other processes for at most five seconds, and its command is applied once [OPS-11]', async () => {
    const [still, other] = [writerAt(proxy.url), writerAt(database.appUrl)];
    const [accountId = ''] = await openFundedAccounts(still, 1, 100_00);
    proxy.faults.push('standstill');
    const late = still.submit(submission(transfer(accountId, 10_00)));
    await waitFor(() => proxy.faults.length === 0, { what: 'the process to hang' });
    const startedAt = performance.now();
    receiptOf(await other.submit(submission(transfer(accountId, 5_00))));
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    receiptOf(await late);
    expect(await heldBy(accountId)).toBe(15_00);
  });

  it('is noticed by the server within about ten seconds if it is unreachable [OPS-11]', async () => {
    const source = await createDataSource(database.appUrl, 1).initialize();
    const names = [
      'tcp_keepalives_idle',
      'tcp_keepalives_interval',
      'tcp_keepalives_count',
      'tcp_user_timeout',
    ];
    const rows = await source.query<{ setting: string }[]>(
      'select current_setting(name) as setting from unnest($1::text[]) as name',
      [names],
    );
    // Some servers show the last setting with its unit, others without.
    expect(rows.map(({ setting }) => setting).join()).toMatch(/^5,2,3,(10s|10000)$/);
    await source.destroy();
  });
});

/** The SQLSTATE of a database that accepts no changes. */
const READ_ONLY = '25006';

describe('a writer whose database is unavailable', () => {
  it('rejects every command within seconds and recovers with the database [LED-10]', async () => {
    const proxy = await startDatabaseProxy(database.appUrl);
    const writer = writerAt(proxy.url);
    const [accountId = ''] = await openFundedAccounts(writer, 1, 100_00);
    await proxy.goDown();
    const startedAt = performance.now();
    const settled = await Promise.allSettled(
      Array.from({ length: 1_200 }, () => writer.submit(submission(transfer(accountId, 1_00)))),
    );
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    for (const one of settled) {
      expect(one.status === 'rejected' && one.reason instanceof LedgerUnavailableError).toBe(true);
    }
    await proxy.comeBack();
    receiptOf(await writer.submit(submission(transfer(accountId, 1_00))));
    expect(await heldBy(accountId)).toBe(1_00);
    await writer.close();
    await proxy.goDown();
  });

  it('says why it rejects commands while the database is read-only [ERR-7]', async () => {
    const url = new URL(database.appUrl);
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    const writer = writerAt(url.href);
    for (let time = 0; time < 3; time += 1) {
      const command = { type: 'OpenAccount', accountId: randomUUID() } as const;
      const failure = await writer.submit(submission(command)).catch((error: unknown) => error);
      expect(databaseFailureOf(failure)).toEqual({ code: READ_ONLY, isLasting: true });
    }
  });

  it('rejects commands while the database refuses connections', async () => {
    const writer = writerAt(database.appUrl);
    const [accountId = ''] = await openFundedAccounts(writer, 1, 100_00);
    await query(database.superUrl, `alter database ${database.name} connection limit 0`);
    await query(
      database.superUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = $1 and application_name = 'moniker-ledger-writer'`,
      [database.name],
    );
    await expect(writer.submit(submission(transfer(accountId, 1_00)))).rejects.toBeInstanceOf(
      LedgerUnavailableError,
    );
    await query(database.superUrl, `alter database ${database.name} connection limit -1`);
    receiptOf(await writer.submit(submission(transfer(accountId, 1_00))));
    expect(await heldBy(accountId)).toBe(1_00);
  });
});
