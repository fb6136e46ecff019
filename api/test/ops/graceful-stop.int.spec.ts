import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { userIdOf } from '../money/money.fixtures.js';
import {
  logEntries,
  startApiWithOperationsPort,
  startWorkerWithOperationsPort,
} from './operations.fixtures.js';
import {
  createDemoDatabase,
  query,
  runCli,
  signIn,
  startMailServer,
  startWorkerProcess,
  waitFor,
  type HttpClient,
  type RunningProcess,
  type RunningApi,
  type TestDatabase,
} from '../support/index.js';

let database: TestDatabase;
/** Holds the lock on the log's head. Released after each test, so that a failed test does not block the next. */
let holder: pg.Client | null = null;

beforeAll(async () => {
  database = await createDemoDatabase();
});

afterAll(() => database.drop());
afterEach(releaseHead);

/** Sends SIGTERM, waits until the process has ended and its output is complete, and returns the exit code. */
async function terminate({ process: child }: RunningProcess): Promise<number | null> {
  const ended = once(child, 'close') as Promise<[number | null]>;
  child.kill('SIGTERM');
  return (await ended)[0];
}

interface CreditResponse {
  readonly status: number;
  readonly connection: string | undefined;
}

/** Creates a credit as an admin, on a keep-alive connection. Rejects if there is no response. */
function credit(
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

async function countStored(keys: readonly string[]): Promise<number> {
  const [row] = await query<{ count: string }>(
    database.superUrl,
    `select count(distinct x.transaction_id) from ledger_transaction_text x join ledger_event e
       on e.type = 'CreditRecorded' and e.payload::json ->> 'transactionId' = x.transaction_id::text
      where x.description = any($1)`,
    [keys],
  );
  return Number(row?.count);
}

/** Locks the head of the log, so that all writes wait. */
async function holdHead(): Promise<void> {
  holder = new pg.Client({ connectionString: database.superUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from ledger_head for update');
}

async function releaseHead(): Promise<void> {
  await holder?.end();
  holder = null;
}

async function queuedCommands({ operationsUrl }: { operationsUrl: string }): Promise<number> {
  const text = await (await fetch(`${operationsUrl}/metrics`)).text();
  return Number(/^moniker_ledger_queue_commands\S* (\d+)$/m.exec(text)?.[1]);
}

/** Waits until the ledger writer waits for the head's lock. */
async function waitForBlockedWriter(): Promise<void> {
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

describe('API on SIGTERM', () => {
  it('answers all pending requests and stores everything it acknowledged [OPS-3]', async () => {
    const api = await startApiWithOperationsPort({ database });
    const admin = await signIn(api.baseUrl, 'admin');
    const userId = await userIdOf(await signIn(api.baseUrl, 'alice'));
    const agent = new Agent({ keepAlive: true });
    await holdHead();
    const [first = '', ...others] = Array.from({ length: 60 }, () => randomUUID());
    const pending = credit(api, admin, agent, userId, first);
    await waitForBlockedWriter();
    const answers = Promise.allSettled([
      pending,
      ...others.map((key) => credit(api, admin, agent, userId, key)),
    ]);
    await waitFor(async () => (await queuedCommands(api)) === others.length, {
      what: 'the others to wait in the queue',
    });
    const ended = terminate(api);
    await waitFor(() => api.output().includes('"stopping"'), { what: 'the stop to begin' });
    // It is no longer ready, but pending requests are still to be answered.
    expect((await fetch(`${api.operationsUrl}/readyz`)).status).toBe(503);
    await releaseHead();
    const settled = await answers;
    expect(settled.filter(({ status }) => status === 'rejected')).toEqual([]);
    const statuses = settled.map((one) => (one.status === 'fulfilled' ? one.value : null));
    expect(new Set(statuses.map((one) => one?.status))).toEqual(new Set([201]));
    // Responses announce that the connection closes.
    expect(new Set(statuses.map((one) => one?.connection))).toEqual(new Set(['close']));
    expect(await ended).toBe(0);
    expect(logEntries(api).at(-1)).toMatchObject({ context: 'Stop', message: 'stopped' });
    expect(await countStored([first, ...others])).toBe(60);
    agent.destroy();
  });

  it('keeps serving for STOP_DELAY_SECONDS while it reports not ready', async () => {
    const api = await startApiWithOperationsPort({ database, env: { STOP_DELAY_SECONDS: '5' } });
    const admin = await signIn(api.baseUrl, 'admin');
    const userId = await userIdOf(await signIn(api.baseUrl, 'alice'));
    const ended = terminate(api);
    await waitFor(async () => (await fetch(`${api.operationsUrl}/readyz`)).status === 503, {
      what: 'the stop',
    });
    expect((await admin.get('/readyz')).status).toBe(503);
    expect((await fetch(`${api.operationsUrl}/healthz`)).status).toBe(200);
    const late = await credit(api, admin, new Agent({ keepAlive: true }), userId, randomUUID());
    expect(late).toEqual({ status: 201, connection: 'close' });
    expect(await ended).toBe(0);
  });

  it('loses no acknowledged request of a burst that continues until it has stopped', async () => {
    const api = await startApiWithOperationsPort({ database });
    const admin = await signIn(api.baseUrl, 'admin');
    const userId = await userIdOf(await signIn(api.baseUrl, 'alice'));
    const agent = new Agent({ keepAlive: true });
    const acknowledged: string[] = [];
    const unexpectedStatuses: number[] = [];
    const caller = async (): Promise<void> => {
      for (;;) {
        const key = randomUUID();
        const answer = await credit(api, admin, agent, userId, key).catch(() => null);
        if (answer === null) return;
        if (answer.status === 201) acknowledged.push(key);
        else unexpectedStatuses.push(answer.status);
      }
    };
    const callers = Array.from({ length: 24 }, caller);
    await waitFor(() => acknowledged.length > 100, { what: 'the burst' });
    expect(await terminate(api)).toBe(0);
    await Promise.all(callers);
    expect(unexpectedStatuses).toEqual([]);
    expect(await countStored(acknowledged)).toBe(acknowledged.length);
    const { code, stdout } = await runCli(['verify', '--json'], { database });
    expect({ code, stdout }).toMatchObject({ code: 0 });
    agent.destroy();
  });

  it('exits with 1 after STOP_WITHIN_SECONDS if a request hangs, and logs it', async () => {
    const api = await startApiWithOperationsPort({ database, env: { STOP_WITHIN_SECONDS: '1' } });
    const admin = await signIn(api.baseUrl, 'admin');
    const userId = await userIdOf(await signIn(api.baseUrl, 'alice'));
    await holdHead();
    const key = randomUUID();
    const answer = credit(api, admin, new Agent(), userId, key).catch(() => null);
    await waitForBlockedWriter();
    const startedAt = performance.now();
    expect(await terminate(api)).toBe(1);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(await answer).toBeNull();
    expect(logEntries(api).at(-1)).toMatchObject({ level: 'error', context: 'Stop', afterMs: 1000 });
    await releaseHead();
    expect(await countStored([key])).toBe(0);
  });
});

describe('worker on SIGTERM', () => {
  it('finishes started mails and returns the others to the queue, so that each arrives once [OPS-3]', async () => {
    const mail = await startMailServer();
    const env = { SMTP_URL: mail.smtpUrl };
    const [user] = await query<{ id: string }>(
      database.superUrl,
      `select id from app_user where email = 'alice@moniker.example'`,
    );
    const first = await startWorkerWithOperationsPort({ database, env });
    const mails = await query<{ id: string }>(
      database.superUrl,
      `insert into outbox (id, template, user_id, params, created_at, tries)
        select gen_random_uuid(), 'password-changed', $1, '{}', now(), 0 from generate_series(1, 300) returning id`,
      [user?.id],
    );
    const sent = async (): Promise<string[]> =>
      (await query<{ id: string }>(database.superUrl, 'select id from outbox where sent_at is not null')).map(
        ({ id }) => id,
      );
    const ours = async (): Promise<number> => {
      const done = new Set(await sent());
      return mails.filter(({ id }) => done.has(id)).length;
    };
    await waitFor(async () => (await ours()) > 3, { what: 'the first mails' });
    expect(await terminate(first)).toBe(0);
    const before = await ours();
    expect(before).toBeLessThan(mails.length);

    const second = await startWorkerProcess({ database, env });
    await waitFor(async () => (await ours()) === mails.length, { what: 'all mails', timeoutMs: 60_000 });
    expect(await terminate(second)).toBe(0);
    const arrived = (await mail.messages()).map(({ headers }) => headers['message-id'] ?? '');
    const times = mails.map(({ id }) => arrived.filter((messageId) => messageId.includes(id)).length);
    expect(new Set(times)).toEqual(new Set([1]));
    await mail.close();
  });
});
