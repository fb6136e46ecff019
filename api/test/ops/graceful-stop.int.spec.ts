import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { userIdOf } from '../payments/money.fixtures.js';
import {
  countStored,
  credit,
  holdHead,
  queuedCommands,
  terminate,
  waitForBlockedWriter,
} from './graceful-stop.fixtures.js';
import { logEntries, startApiProcessWithOperationsPort } from './operations.fixtures.js';
import {
  query,
  signIn,
  startMailServer,
  startWorker,
  startWorkerProcess,
  waitFor,
  useDemoDatabase,
} from '../harness/index.js';
import { itNightly } from '../harness/nightly.js';

const database = useDemoDatabase();
/** Releases the lock on the log's head. Called after each test too, so a failed test does not block the next. */
let releaseHead = (): Promise<void> => Promise.resolve();

afterEach(() => releaseHead());

describe('the API on SIGTERM', () => {
  it('answers all pending requests and stores everything it acknowledged [OPS-3]', async () => {
    const api = await startApiProcessWithOperationsPort({ database });
    const admin = await signIn(api.baseUrl, 'admin');
    const userId = await userIdOf(await signIn(api.baseUrl, 'alice'));
    const agent = new Agent({ keepAlive: true });
    releaseHead = await holdHead(database);
    const [first = '', ...others] = Array.from({ length: 60 }, () => randomUUID());
    const pending = credit(api, admin, agent, userId, first);
    await waitForBlockedWriter(database);
    const answers = Promise.allSettled([
      pending,
      ...others.map((key) => credit(api, admin, agent, userId, key)),
    ]);
    await waitFor(async () => (await queuedCommands(api)) === others.length, {
      what: 'the other requests to wait in the queue',
    });
    const ended = terminate(api);
    await waitFor(() => api.output().includes('"stopping"'), { what: 'the stop to begin' });
    // The API is no longer ready, but must still answer pending requests.
    expect((await fetch(`${api.operationsUrl}/readyz`)).status).toBe(503);
    await releaseHead();
    const settled = await answers;
    expect(settled.filter(({ status }) => status === 'rejected')).toEqual([]);
    const statuses = settled.map((one) => (one.status === 'fulfilled' ? one.value : null));
    expect(new Set(statuses.map((one) => one?.status))).toEqual(new Set([201]));
    // The responses say that the connection will close.
    expect(new Set(statuses.map((one) => one?.connection))).toEqual(new Set(['close']));
    expect(await ended).toBe(0);
    expect(logEntries(api).at(-1)).toMatchObject({ context: 'Stop', message: 'stopped' });
    expect(await countStored(database, [first, ...others])).toBe(60);
    agent.destroy();
  });
});

describe('the API on SIGTERM, with idle client connections', () => {
  it('answers the next request on each open connection, and then closes the connection [OPS-16]', async () => {
    const api = await startApiProcessWithOperationsPort({ database });
    const admin = await signIn(api.baseUrl, 'admin');
    const userId = await userIdOf(await signIn(api.baseUrl, 'alice'));
    const agents = Array.from({ length: 10 }, () => new Agent({ keepAlive: true }));
    const send = () => Promise.all(agents.map((agent) => credit(api, admin, agent, userId, randomUUID())));
    expect(new Set((await send()).map(({ connection }) => connection))).toEqual(new Set(['keep-alive']));
    const ended = terminate(api);
    await waitFor(() => api.output().includes('"stopping"'), { what: 'the stop to begin', everyMs: 5 });
    const last = await send();
    expect(new Set(last.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(last.map(({ connection }) => connection))).toEqual(new Set(['close']));
    expect(await ended).toBe(0);
  });
});

describe('the worker on SIGTERM', () => {
  itNightly(
    'finishes sending the emails it has started and returns the others to the queue, so each arrives once [OPS-3]',
    async () => {
      const mail = await startMailServer();
      const env = { SMTP_URL: mail.smtpUrl };
      const [user] = await query<{ id: string }>(
        database.superUrl,
        `select id from app_user where email = 'alice@moniker.example'`,
      );
      const first = await startWorkerProcess({ database, env });
      const mails = await query<{ id: string }>(
        database.superUrl,
        `insert into outbox (id, template, user_id, params, created_at, tries)
        select gen_random_uuid(), 'password-changed', $1, '{}', now(), 0 from generate_series(1, 300) returning id`,
        [user?.id],
      );
      const sent = async (): Promise<string[]> =>
        (
          await query<{ id: string }>(database.superUrl, 'select id from outbox where sent_at is not null')
        ).map(({ id }) => id);
      const ours = async (): Promise<number> => {
        const done = new Set(await sent());
        return mails.filter(({ id }) => done.has(id)).length;
      };
      await waitFor(async () => (await ours()) > 3, { what: 'the first emails' });
      expect(await terminate(first)).toBe(0);
      const before = await ours();
      expect(before).toBeLessThan(mails.length);

      const second = await startWorker({ database, env });
      await waitFor(async () => (await ours()) === mails.length, { what: 'all emails', timeoutMs: 60_000 });
      await second.stop();
      const arrived = (await mail.messages()).map(({ headers }) => headers['message-id'] ?? '');
      const times = mails.map(({ id }) => arrived.filter((messageId) => messageId.includes(id)).length);
      expect(new Set(times)).toEqual(new Set([1]));
      await mail.close();
    },
  );
});
