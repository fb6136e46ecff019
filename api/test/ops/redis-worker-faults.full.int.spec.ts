import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { requestTransfer, userIdOf } from '../payments/money.fixtures.js';
import {
  waitForDelivery,
  expectEachMailOnce,
  startRedisBank,
  queuedMails,
  type RedisBank,
} from './redis-bank.fixtures.js';
import { HAS_REDIS, query, waitFor, type RunningProcess } from '../harness/index.js';

const LONG = 120_000;
/** More emails than the relay adds to the queue in one batch. */
const MANY = 150;

/** A trigger that blocks the commit in which a worker marks an email as sent. */
const BLOCKING_TRIGGER = `
  create function wait_for_test() returns trigger language plpgsql as $$
  begin perform pg_advisory_xact_lock_shared(7); return null; end $$;
  create constraint trigger wait_for_test after update of sent_at on outbox deferrable initially deferred
    for each row execute function wait_for_test()`;
const BLOCKED_SESSIONS = `
  select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;

let bank: RedisBank;
let workers: RunningProcess[] = [];

async function startWorker(): Promise<RunningProcess> {
  const worker = await bank.startWorker();
  workers.push(worker);
  return worker;
}
const sql = (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  query(bank.database.superUrl, text, values);
async function transfer(): Promise<void> {
  expect((await requestTransfer(bank.alice, { amount: 1 })).status).toBe(201);
}

/** Makes a worker send an email. Until `release` is called, blocks the commit that marks the email as sent. */
async function blockAfterSending(): Promise<{ id: string; release: () => Promise<void> }> {
  const holder = new pg.Client({ connectionString: bank.database.superUrl });
  await holder.connect();
  await holder.query('select pg_advisory_lock(7)');
  await transfer();
  await waitFor(async () => (await sql(BLOCKED_SESSIONS)).length > 0, {
    what: 'a worker to send an email',
    timeoutMs: LONG,
  });
  const [row] = await query<{ id: string }>(
    bank.database.superUrl,
    'select id from outbox where sent_at is null',
  );
  if (row === undefined) throw new Error('No email is being sent');
  return { id: row.id, release: () => holder.end() };
}

const countCopies = async (id: string): Promise<number> =>
  (await bank.mail.messages()).filter(({ headers }) => headers['message-id']?.includes(id)).length;

(HAS_REDIS ? describe : describe.skip)('workers with jobs in Redis', () => {
  beforeAll(async () => {
    bank = await startRedisBank();
    await sql(BLOCKING_TRIGGER);
  });
  afterAll(() => bank.stop());
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    workers = [];
  });

  it(
    'do not resend an email if a worker is killed after updating the email’s row and before updating the queue',
    async () => {
      const killed = await startWorker();
      const { id, release } = await blockAfterSending();
      await bank.redis.untilPersisted();
      await bank.redis.kill9();
      await release();
      await waitFor(async () => (await sql('select 1 from outbox where sent_at is null')).length === 0, {
        what: 'the row to be marked as sent',
      });
      await killed.kill9();
      await bank.redis.restart();
      expect(await bank.store.jobs()).toHaveLength(1);
      await Promise.all([startWorker(), startWorker()]);
      await waitForDelivery(bank);
      expect(await countCopies(id)).toBe(1);
      await expectEachMailOnce(bank);
    },
    LONG,
  );

  it(
    'send no email twice if one worker freezes and another takes over its job',
    async () => {
      const frozen = await startWorker();
      const { id, release } = await blockAfterSending();
      frozen.process.kill('SIGSTOP');
      await startWorker();
      await waitFor(
        async () =>
          Number(await bank.redis.withClient((client) => client.hget(`bull:mail:${id}`, 'ats'))) > 1,
        { what: 'the job to be taken over', timeoutMs: LONG },
      );
      await release();
      frozen.process.kill('SIGCONT');
      await waitForDelivery(bank);
      expect(await countCopies(id)).toBe(1);
      await expectEachMailOnce(bank);
    },
    LONG,
  );

  it(
    'deliver all mail once if the queue loses more jobs than fit in one batch',
    async () => {
      await startWorker();
      bank.gate.close();
      const ids = Array.from({ length: MANY }, () => randomUUID());
      await sql(
        `insert into outbox (id, template, user_id, params, created_at, tries)
       select id, 'password-changed', $2, '{}', now(), 0 from unnest($1::uuid[]) as id`,
        [ids, await userIdOf(bank.alice)],
      );
      await waitFor(async () => (await queuedMails(bank.database)).length === MANY, {
        what: 'all emails to be in the queue',
      });
      await bank.store.loseJobs();
      await bank.gate.open();
      await waitForDelivery(bank);
      await expectEachMailOnce(bank);
    },
    LONG,
  );

  it(
    'keep mail in the outbox while Redis is full',
    async () => {
      const worker = await startWorker();
      await bank.redis.withClient((client) => client.config('SET', 'maxmemory', '1'));
      await transfer();
      await waitFor(() => worker.output().includes('mail is waiting in the outbox'), {
        what: 'the worker to report that mail waits',
        timeoutMs: LONG,
      });
      await bank.redis.withClient((client) => client.config('SET', 'maxmemory', '0'));
      await waitForDelivery(bank);
      await expectEachMailOnce(bank);
    },
    LONG,
  );

  it('stop in time while Redis hangs', async () => {
    const worker = await startWorker();
    bank.redis.freeze();
    try {
      await worker.stop();
      expect(worker.process.exitCode).toBe(0);
    } finally {
      bank.redis.thaw();
    }
  });

  it(
    'start while Redis is down, and send mail when it is back',
    async () => {
      await bank.redis.kill9();
      await startWorker();
      await transfer();
      await bank.redis.restart();
      await waitForDelivery(bank);
      await expectEachMailOnce(bank);
    },
    LONG,
  );

  it(
    'send an email twice with the same Message-ID if a worker is killed after sending the email and before committing its row [MAIL-5]',
    async () => {
      const killed = await startWorker();
      const { id, release } = await blockAfterSending();
      await killed.kill9();
      await sql(`select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'advisory'`);
      await release();
      await startWorker();
      await waitForDelivery(bank);
      // SMTP offers no way to ask whether an email was accepted. Sending it twice is better than not sending it at all.
      expect(await countCopies(id)).toBe(2);
      const inbox = (await bank.mail.messages()).map(({ headers }) => headers['message-id']);
      expect(inbox.length - new Set(inbox).size).toBe(1);
    },
    LONG,
  );
});
