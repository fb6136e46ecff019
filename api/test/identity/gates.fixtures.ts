import pg from 'pg';
import { query, waitFor, type TestDatabase } from '../harness/index.js';

/** Tables whose inserts a test can hold back. */
const TABLES = ['session', 'outbox', 'money_request'] as const;
type Table = (typeof TABLES)[number];

/**
 * Counts the programs' database sessions that are waiting for a lock held by the test, directly or through other
 * waiting sessions. Other waits don't count, because they can end at any time.
 */
const WAITING = `with recursive waiting as (
    select pid, pg_blocking_pids(pid) as blockers from pg_stat_activity
      where datname = current_database() and application_name like 'moniker%' and wait_event_type = 'Lock'),
  held as (
    select waiting.pid from waiting join pg_stat_activity test on test.pid = any(blockers)
      where test.application_name not like 'moniker%'
    union
    select waiting.pid from waiting join held on held.pid = any(blockers))
  select count(*)::int as waiting from held`;

export interface Gates {
  /** Holds every insert into a table, with its transaction open, until the gate is opened. */
  hold(table: Table): Promise<{ open(): Promise<void> }>;
  /** Waits until each request has its response or waits for a lock that the test holds. */
  waitUntilBlocked(requests: readonly Promise<unknown>[]): Promise<void>;
  close(): Promise<void>;
}

/** Lets a test stop transactions at an insert, so races happen in a fixed order. */
export async function createGates(database: TestDatabase): Promise<Gates> {
  const holder = new pg.Client({ connectionString: database.superUrl });
  await holder.connect();
  for (const [key, table] of TABLES.entries()) {
    await holder.query(
      `create function hold_${table}() returns trigger language plpgsql as
         $$ begin perform pg_advisory_xact_lock_shared(${key}); return new; end $$;
       create trigger hold before insert on ${table} for each row execute function hold_${table}()`,
    );
  }
  return {
    async hold(table) {
      const key = TABLES.indexOf(table);
      await holder.query('select pg_advisory_lock($1)', [key]);
      return {
        open: async () => {
          await holder.query('select pg_advisory_unlock($1)', [key]);
        },
      };
    },
    waitUntilBlocked: (requests) => waitUntilBlocked(database, requests),
    close: () => holder.end(),
  };
}

/** Waits until each request has its response or waits, directly or indirectly, for a lock that the test holds. */
export async function waitUntilBlocked(
  { superUrl }: TestDatabase,
  requests: readonly Promise<unknown>[],
): Promise<void> {
  let responses = 0;
  const count = (): void => {
    responses++;
  };
  for (const request of requests) request.then(count, count);
  const areBlocked = async (): Promise<boolean> => {
    const [row] = await query<{ waiting: number }>(superUrl, WAITING);
    return responses + (row?.waiting ?? 0) >= requests.length;
  };
  await waitFor(areBlocked, { what: 'the requests to block on a lock' });
}
