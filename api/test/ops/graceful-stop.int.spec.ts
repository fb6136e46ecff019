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
/** What holds the head of the log; one that a failed test has left must not hold up the next. */
let holder: pg.Client | null = null;

beforeAll(async () => {
  database = await createDemoDatabase();
});

afterAll(() => database.drop());
afterEach(letGoOfHead);

/** Sends the signal and waits for the end, and for what it printed last: the code that it ended with. */
async function terminate({ process: child }: RunningProcess): Promise<number | null> {
  const ended = once(child, 'close') as Promise<[number | null]>;
  child.kill('SIGTERM');
  return (await ended)[0];
}

interface Answer {
  readonly status: number;
  readonly connection: string | undefined;
}

/** A credit that an admin makes, on a connection that the agent keeps; rejects where no answer comes. */
function credit(
  api: RunningApi,
  admin: HttpClient,
  agent: Agent,
  userId: string,
  key: string,
): Promise<Answer> {
  const body = JSON.stringify({ userId, type: 'credit', amount: 0.01, description: key });
  return new Promise((resolve, reject) => {
    const sent = request(`${api.baseUrl}/api/admin/transactions`, {
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
    sent.once('error', reject);
    sent.once('response', (response) => {
      response.resume();
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection }),
      );
    });
    sent.end(body);
  });
}

async function storedOf(keys: readonly string[]): Promise<number> {
  const [row] = await query<{ count: string }>(
    database.superUrl,
    `select count(distinct x.transaction_id) from ledger_transaction_text x join ledger_event e
       on e.type = 'CreditRecorded' and e.payload::json ->> 'transactionId' = x.transaction_id::text
      where x.description = any($1)`,
    [keys],
  );
  return Number(row?.count);
}

/** Holds the head of the log, so that whatever is to be written waits. */
async function holdHead(): Promise<void> {
  holder = new pg.Client({ connectionString: database.superUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from ledger_head for update');
}

async function letGoOfHead(): Promise<void> {
  await holder?.end();
  holder = null;
}

async function queuedCommands({ operationsUrl }: { operationsUrl: string }): Promise<number> {
  const text = await (await fetch(`${operationsUrl}/metrics`)).text();
  return Number(/^moniker_ledger_queue_commands\S* (\d+)$/m.exec(text)?.[1]);
}

/** Resolves when the ledger writer of the database waits for the head. */
async function writerWaits(): Promise<void> {
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

describe('the API that is told to stop', () => {
  it('answers every request that it has, and everything that it acknowledged is stored [OPS-3]', async () => {
    const api = await startApiWithOperationsPort({ database });
    const admin = await signIn(api.baseUrl, 'admin');
    const userId = await userIdOf(await signIn(api.baseUrl, 'alice'));
    const agent = new Agent({ keepAlive: true });
    await holdHead();
    const [first = '', ...others] = Array.from({ length: 60 }, () => randomUUID());
    const inHand = credit(api, admin, agent, userId, first);
    await writerWaits();
    const answers = Promise.allSettled([
      inHand,
      ...others.map((key) => credit(api, admin, agent, userId, key)),
    ]);
    await waitFor(async () => (await queuedCommands(api)) === others.length, {
      what: 'the others to wait in the queue',
    });
    const ended = terminate(api);
    await waitFor(() => api.output().includes('"stopping"'), { what: 'the stop to begin' });
    // Not ready any more, and no new callers; what it has is still to be answered.
    expect((await fetch(`${api.operationsUrl}/readyz`)).status).toBe(503);
    await letGoOfHead();
    const settled = await answers;
    expect(settled.filter(({ status }) => status === 'rejected')).toEqual([]);
    const statuses = settled.map((one) => (one.status === 'fulfilled' ? one.value : null));
    expect(new Set(statuses.map((one) => one?.status))).toEqual(new Set([201]));
    // Nobody is led to believe that the connection goes on.
    expect(new Set(statuses.map((one) => one?.connection))).toEqual(new Set(['close']));
    expect(await ended).toBe(0);
    expect(logEntries(api).at(-1)).toMatchObject({ context: 'Stop', message: 'stopped' });
    expect(await storedOf([first, ...others])).toBe(60);
    agent.destroy();
  });

  it('serves on for a while, no longer ready, where callers need the time', async () => {
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

  it('loses nothing that it acknowledged in a burst that goes on until it is gone', async () => {
    const api = await startApiWithOperationsPort({ database });
    const admin = await signIn(api.baseUrl, 'admin');
    const userId = await userIdOf(await signIn(api.baseUrl, 'alice'));
    const agent = new Agent({ keepAlive: true });
    const acknowledged: string[] = [];
    const odd: number[] = [];
    const caller = async (): Promise<void> => {
      for (;;) {
        const key = randomUUID();
        const answer = await credit(api, admin, agent, userId, key).catch(() => null);
        if (answer === null) return;
        if (answer.status === 201) acknowledged.push(key);
        else odd.push(answer.status);
      }
    };
    const callers = Array.from({ length: 24 }, caller);
    await waitFor(() => acknowledged.length > 100, { what: 'the burst' });
    expect(await terminate(api)).toBe(0);
    await Promise.all(callers);
    expect(odd).toEqual([]);
    expect(await storedOf(acknowledged)).toBe(acknowledged.length);
    const { code, stdout } = await runCli(['verify', '--json'], { database });
    expect({ code, stdout }).toMatchObject({ code: 0 });
    agent.destroy();
  });

  it('is gone in time also where something hangs, and says so', async () => {
    const api = await startApiWithOperationsPort({ database, env: { STOP_WITHIN_SECONDS: '1' } });
    const admin = await signIn(api.baseUrl, 'admin');
    const userId = await userIdOf(await signIn(api.baseUrl, 'alice'));
    await holdHead();
    const key = randomUUID();
    const answer = credit(api, admin, new Agent(), userId, key).catch(() => null);
    await writerWaits();
    const startedAt = performance.now();
    expect(await terminate(api)).toBe(1);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(await answer).toBeNull();
    expect(logEntries(api).at(-1)).toMatchObject({ level: 'error', context: 'Stop', afterMs: 1000 });
    await letGoOfHead();
    expect(await storedOf([key])).toBe(0);
  });
});

describe('the worker that is told to stop', () => {
  it('finishes the mails in hand and gives the others back: each arrives once [OPS-3]', async () => {
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
