import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { PipelinedConnection } from '../../src/platform/database/pipelined-connection.js';
import { PreparedReads } from '../../src/platform/database/prepared-reads.service.js';
import { useDatabaseProxy } from '../harness/database-proxy.js';
import { type HttpResponse, query, waitFor, useApi, useDemoDatabase, useSession } from '../harness/index.js';

const database = useDemoDatabase();
const proxy = useDatabaseProxy(database);
const api = useApi(() => ({ database: { ...database, appUrl: proxy.url } }));
const alice = useSession(api, 'alice');

const summary = (): Promise<HttpResponse> => alice.get('/api/account/summary');

/** Terminates the API's connections on the server. Returns the number of terminated connections. */
async function end(connections: 'moniker-reads' | 'all'): Promise<number> {
  const ended = await query(
    database.superUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = $1 and usename = 'moniker_app' and $2 in ('all', application_name)`,
    [database.name, connections],
  );
  return ended.length;
}

describe('PreparedReads', () => {
  it('uses no sequential scans, even if the tables were small when the statement was planned', async () => {
    const tables = ['session', 'app_user', 'ledger_account', 'kyc_application', 'account_request'];
    const sequentialScans = async (): Promise<object[]> => {
      // Ends all connections, because PostgreSQL publishes some counts of a connection only when that connection ends.
      await waitFor(async () => (await end('all')) === 0, { what: 'the end of all connections' });
      const counted =
        'select relname, seq_scan from pg_stat_user_tables where relname = any($1) order by relname';
      return query(database.superUrl, counted, [tables]);
    };
    // After this, the planner knows that each table has only a page or two, and would prefer a sequential scan.
    await query(database.superUrl, `analyze ${tables.join(', ')}`);
    await summary();
    const before = await sequentialScans();
    for (let count = 0; count < 12; count += 1) expect((await summary()).status).toBe(200);
    expect(await sequentialScans()).toEqual(before);
  });

  it('retries a read whose connection is terminated', async () => {
    let isOver = false;
    const statuses: number[] = [];
    const finished = Array.from({ length: 16 }, () => 0);
    const caller = async (_: number, n: number): Promise<void> => {
      while (!isOver) {
        statuses.push((await summary()).status);
        finished[n] = (finished[n] ?? 0) + 1;
      }
    };
    const callers = finished.map(caller);
    try {
      for (let ended = 0; ended < 10; ended += await end('moniker-reads')) {
        // A read is retried only once, so each caller must begin and finish a request before connections are terminated
        // again.
        const enough = finished.map((count) => count + 3);
        await waitFor(() => enough.every((count, n) => (finished[n] ?? 0) >= count), {
          what: 'more responses for every caller',
        });
      }
    } finally {
      isOver = true;
      await Promise.all(callers);
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('answers 503 while the database cannot be reached, and recovers together with the database [ERR-3]', async () => {
    await proxy.goDown();
    const { status, body } = await summary();
    expect({ status, body }).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    await proxy.comeBack();
    expect((await summary()).status).toBe(200);
  });

  it('uses the less busy of its two connections for all queries in one event-loop turn', async () => {
    const reads = new PreparedReads({ databaseUrl: database.appUrl });
    const backends = async (): Promise<Set<number>> => {
      const queries = Array.from({ length: 5 }, () =>
        reads.query<{ pid: number }>('select pg_backend_pid() as pid'),
      );
      return new Set((await Promise.all(queries)).map(([row]) => row?.pid ?? 0));
    };
    try {
      const first = backends();
      await nextTurn();
      const [one, other] = await Promise.all([first, backends()]);
      expect([one.size, other.size]).toEqual([1, 1]);
      expect(one).not.toEqual(other);
    } finally {
      await reads.onApplicationShutdown();
    }
  });

  it('can hold back the statements of a connection until told to send them', async () => {
    const unavailable = (): Error => new Error('gone');
    const connect = (name: string): PipelinedConnection =>
      new PipelinedConnection({ connectionString: database.appUrl, name, unavailableError: unavailable });
    const [held, other] = [connect('held'), connect('other')];
    try {
      const [heldSql, otherSql] = [await held.open(), await other.open()];
      const completed: string[] = [];
      const send = held.cork();
      const read = heldSql.query('select 1').then(() => completed.push('held back'));
      for (let trip = 0; trip < 20; trip += 1) await otherSql.query('select 1');
      completed.push('others');
      send();
      await read;
      expect(completed).toEqual(['others', 'held back']);
    } finally {
      await Promise.all([held.close(), other.close()]);
    }
  });
});
