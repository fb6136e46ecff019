import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { requestTransfer, userIdOf } from '../money/money.fixtures.js';
import {
  waitForDelivery,
  expectEachMailOnce,
  startRedisBank,
  queuedMails,
  type RedisBank,
} from './redis-bank.fixtures.js';
import { HAS_REDIS, query, waitFor, type RunningProcess } from '../support/index.js';

const LONG = 120_000;
/** More than the relay moves at once. */
const MANY = 150;

/** A worker that has sent a mail stops here, before it can say so. */
const OBSTACLE = `
  create function wait_for_test() returns trigger language plpgsql as $$
  begin perform pg_advisory_xact_lock_shared(7); return new; end $$;
  create trigger wait_for_test before update of sent_at on outbox for each row execute function wait_for_test()`;
const STANDS_THERE = `
  select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;

let bank: RedisBank;
let workers: RunningProcess[] = [];

async function work(): Promise<RunningProcess> {
  const worker = await bank.startWorker();
  workers.push(worker);
  return worker;
}
const sql = (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  query(bank.database.superUrl, text, values);
async function transfer(): Promise<void> {
  expect((await requestTransfer(bank.alice, { amount: 1 })).status).toBe(201);
}

/** Lets a worker send a mail and keeps it from saying so until `letGo`. */
async function sentButNotSaid(): Promise<{ id: string; letGo: () => Promise<void> }> {
  const holder = new pg.Client({ connectionString: bank.database.superUrl });
  await holder.connect();
  await holder.query('select pg_advisory_lock(7)');
  await transfer();
  await waitFor(async () => (await sql(STANDS_THERE)).length > 0, {
    what: 'a mail that was sent',
    timeoutMs: LONG,
  });
  const [row] = await query<{ id: string }>(
    bank.database.superUrl,
    'select id from outbox where sent_at is null',
  );
  if (row === undefined) throw new Error('no mail is on its way');
  return { id: row.id, letGo: () => holder.end() };
}

const copiesOf = async (id: string): Promise<number> =>
  (await bank.mail.messages()).filter(({ headers }) => headers['message-id']?.includes(id)).length;

(HAS_REDIS ? describe : describe.skip)('workers with their jobs in Redis', () => {
  beforeAll(async () => {
    bank = await startRedisBank();
    await sql(OBSTACLE);
  });
  afterAll(() => bank.stop());
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    workers = [];
  });

  it(
    'one is killed between the row and the queue: its mail is not sent again',
    async () => {
      const doomed = await work();
      const { id, letGo } = await sentButNotSaid();
      await bank.redis.untilPersisted();
      await bank.redis.kill9();
      await letGo();
      await waitFor(async () => (await sql('select 1 from outbox where sent_at is null')).length === 0, {
        what: 'the row to say that it was sent',
      });
      await doomed.kill9();
      await bank.redis.restart();
      expect(await bank.store.jobs()).toHaveLength(1);
      await Promise.all([work(), work()]);
      await waitForDelivery(bank);
      expect(await copiesOf(id)).toBe(1);
      await expectEachMailOnce(bank);
    },
    LONG,
  );

  it(
    'one is frozen past its lock: another takes the job, and sends nothing twice',
    async () => {
      const frozen = await work();
      const { id, letGo } = await sentButNotSaid();
      frozen.process.kill('SIGSTOP');
      await work();
      await waitFor(
        async () =>
          Number(await bank.redis.withClient((client) => client.hget(`bull:mail:${id}`, 'ats'))) > 1,
        { what: 'the job to be taken over', timeoutMs: LONG },
      );
      await letGo();
      frozen.process.kill('SIGCONT');
      await waitForDelivery(bank);
      expect(await copiesOf(id)).toBe(1);
      await expectEachMailOnce(bank);
    },
    LONG,
  );

  it(
    'the queue is emptied with more mail than a batch in it: all of it arrives once',
    async () => {
      await work();
      bank.gate.close();
      const ids = Array.from({ length: MANY }, () => randomUUID());
      await sql(
        `insert into outbox (id, template, user_id, params, created_at, tries)
       select id, 'password-changed', $2, '{}', now(), 0 from unnest($1::uuid[]) as id`,
        [ids, await userIdOf(bank.alice)],
      );
      await waitFor(async () => (await queuedMails(bank.database)).length === MANY, {
        what: 'all in the queue',
      });
      await bank.store.loseJobs();
      await bank.gate.open();
      await waitForDelivery(bank);
      await expectEachMailOnce(bank);
    },
    LONG,
  );

  it(
    'Redis is full: mail waits in the outbox and arrives once there is room',
    async () => {
      const worker = await work();
      await bank.redis.withClient((client) => client.config('SET', 'maxmemory', '1'));
      await transfer();
      await waitFor(() => worker.output().includes('mail waits in the outbox'), {
        what: 'a full Redis',
        timeoutMs: LONG,
      });
      await bank.redis.withClient((client) => client.config('SET', 'maxmemory', '0'));
      await waitForDelivery(bank);
      await expectEachMailOnce(bank);
    },
    LONG,
  );

  it('Redis hangs: a worker that is told to stop does so in time', async () => {
    const worker = await work();
    await bank.redis.freeze();
    try {
      await worker.stop();
      expect(worker.process.exitCode).toBe(0);
    } finally {
      await bank.redis.thaw();
    }
  });

  it(
    'Redis is down at the start: a worker starts, and the mail arrives when it is there',
    async () => {
      await bank.redis.kill9();
      await work();
      await transfer();
      await bank.redis.restart();
      await waitForDelivery(bank);
      await expectEachMailOnce(bank);
    },
    LONG,
  );

  it(
    'one is killed between the mail server and the row: the copies are one mail by their Message-ID [MAIL-5]',
    async () => {
      const doomed = await work();
      const { id, letGo } = await sentButNotSaid();
      await doomed.kill9();
      await letGo();
      await work();
      await waitForDelivery(bank);
      // A mail server cannot be asked whether it has a mail: better twice under one name than never.
      expect(await copiesOf(id)).toBe(2);
      const inbox = (await bank.mail.messages()).map(({ headers }) => headers['message-id']);
      expect(inbox.length - new Set(inbox).size).toBe(1);
    },
    LONG,
  );
});
