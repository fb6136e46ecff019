import { expect } from '@jest/globals';
import { startSmtpProxy, type SmtpProxy } from '../support/smtp-proxy.fixtures.js';
import { setAvailableBalance } from '../payments/money.fixtures.js';
import {
  createDemoDatabase,
  redisJobStore,
  query,
  signIn,
  startApi,
  startMailServer,
  startRedis,
  startWorkerProcess,
  waitFor,
  type HttpClient,
  type JobStore,
  type MailServer,
  type RedisServer,
  type RunningProcess,
  type RunningApi,
  type TestDatabase,
} from '../harness/index.js';

/** A demo bank with Redis, an API, workers on demand, and a mail server. The `gate` can cut off the mail server. */
export interface RedisBank {
  readonly database: TestDatabase;
  readonly redis: RedisServer;
  readonly store: JobStore;
  readonly mail: MailServer;
  readonly gate: SmtpProxy;
  readonly api: RunningApi;
  readonly alice: HttpClient;
  startWorker(): Promise<RunningProcess>;
  stop(): Promise<void>;
}

export async function startRedisBank(): Promise<RedisBank> {
  const [database, redis, mail] = await Promise.all([createDemoDatabase(), startRedis(), startMailServer()]);
  const gate = await startSmtpProxy(mail.smtpUrl);
  const env = { REDIS_URL: redis.url, SMTP_URL: gate.smtpUrl };
  const api = await startApi({ database, env });
  const [alice, admin] = [await signIn(api.baseUrl, 'alice'), await signIn(api.baseUrl, 'admin')];
  await setAvailableBalance(admin, alice, 500_000);
  const workers: RunningProcess[] = [];
  return {
    ...{ database, redis, store: redisJobStore(redis), mail, gate, api, alice },
    startWorker: async () => {
      const worker = await startWorkerProcess({ database, env });
      workers.push(worker);
      return worker;
    },
    stop: async () => {
      await Promise.all([api, ...workers].map((one) => one.stop()));
      await gate.end();
      await Promise.all([redis.close(), mail.close()]);
      await database.drop();
    },
  };
}

/** Emails that are queued but not yet sent. */
export const queuedMails = ({ superUrl }: TestDatabase): Promise<{ id: string }[]> =>
  query(superUrl, 'select id from outbox where enqueued_at is not null and sent_at is null');

/**
 * Waits until the outbox contains the emails for all events, all mail is sent, and the queue is empty. The timeouts
 * are shorter than five minutes: after that, the relay queues every unsent email again, which would hide a loss.
 */
export async function waitForDelivery({ database, store }: RedisBank): Promise<void> {
  const open = `
    select 1 from ledger_follower f, ledger_head h where f.name = 'mail-from-ledger' and f.position < h.position
    union all select 1 from outbox where sent_at is null`;
  await waitFor(async () => (await query(database.superUrl, open)).length === 0, {
    what: 'all mail to be sent',
    timeoutMs: 120_000,
    everyMs: 200,
  });
  await waitFor(async () => (await store.jobs()).length === 0, {
    what: 'the queue to be empty',
    timeoutMs: 60_000,
  });
}

/** Asserts that each email in the outbox is in the inbox exactly once, by its Message-ID. */
export async function expectEachMailOnce({ database, mail }: RedisBank): Promise<void> {
  const rows = await query<{ id: string }>(database.superUrl, 'select id from outbox');
  // The inbox shows a sent email only after a short delay.
  const inbox = await waitFor(
    async () => {
      const ids = (await mail.messages()).map(({ headers }) => headers['message-id']);
      return ids.length >= rows.length && ids;
    },
    { what: 'all mail in the inbox' },
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(inbox.toSorted()).toEqual(rows.map(({ id }) => `<${id}@moniker.example>`).toSorted());
}
