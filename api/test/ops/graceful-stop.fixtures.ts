import { once } from 'node:events';
import { type Agent, request } from 'node:http';
import pg from 'pg';
import {
  query,
  waitFor,
  type HttpClient,
  type RunningApi,
  type RunningProcess,
  type TestDatabase,
} from '../harness/index.js';

/** Sends SIGTERM, waits until the process has ended and its output is complete, and returns the exit code. */
export async function terminate({ process: child }: RunningProcess): Promise<number | null> {
  const ended = once(child, 'close') as Promise<[number | null]>;
  child.kill('SIGTERM');
  return (await ended)[0];
}

interface CreditResponse {
  readonly status: number;
  readonly connection: string | undefined;
}

/** Creates a credit as an admin. Rejects if there is no response. */
export function credit(
  api: RunningApi,
  admin: HttpClient,
  agent: Agent,
  userId: string,
  key: string,
): Promise<CreditResponse> {
  const body = JSON.stringify({ userId, type: 'credit', amount: 0.01, description: key });
  return new Promise((resolve, reject) => {
    const outgoing = request(`${api.baseUrl}/api/admin/transactions`, {
      agent,
      method: 'POST',
      headers: {
        cookie: admin.cookieHeader(),
        origin: api.baseUrl,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'idempotency-key': key,
      },
    });
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      response.resume();
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection }),
      );
    });
    outgoing.end(body);
  });
}

export async function countStored(database: TestDatabase, keys: readonly string[]): Promise<number> {
  const [row] = await query<{ count: string }>(
    database.superUrl,
    `select count(distinct x.transaction_id) from ledger_transaction_text x join ledger_event e
       on e.type = 'CreditRecorded' and e.payload::json ->> 'transactionId' = x.transaction_id::text
      where x.description = any($1)`,
    [keys],
  );
  return Number(row?.count);
}

/** Locks the head of the log, so all writes wait until the returned function is called (or the database is dropped). */
export const holdHead = (database: TestDatabase): Promise<() => Promise<void>> =>
  hold(database, 'select from ledger_head for update');

/** Locks a row until the returned function is called. */
export const holdRow = (database: TestDatabase, table: string, id: string): Promise<() => Promise<void>> =>
  hold(database, `select from ${table} where id = $1 for update`, [id]);

async function hold(
  { superUrl }: TestDatabase,
  sql: string,
  values: unknown[] = [],
): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: superUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query(sql, values);
  return () => holder.end();
}

export async function queuedCommands({ operationsUrl }: { operationsUrl: string }): Promise<number> {
  const text = await (await fetch(`${operationsUrl}/metrics`)).text();
  return Number(/^moniker_ledger_queue_commands\S* (\d+)$/m.exec(text)?.[1]);
}

/** Waits until the ledger writer waits for the head's lock. */
export async function waitForBlockedWriter(database: TestDatabase): Promise<void> {
  await waitFor(
    async () =>
      (
        await query(
          database.superUrl,
          `select from pg_stat_activity where datname = $1 and application_name = 'moniker-ledger-writer'
            and wait_event_type = 'Lock'`,
          [database.name],
        )
      ).length > 0,
    { what: 'the writer to wait for the head' },
  );
}
