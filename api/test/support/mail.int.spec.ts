import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  codeOf,
  register,
  RESET_SUBJECT,
  newPerson,
  startBank,
  verifiedUser,
  type Bank,
} from '../identity/auth.fixtures.js';
import { startSmtpProxy } from './smtp-proxy.fixtures.js';
import { mailsTo } from './mail.fixtures.js';
import {
  createDatabase,
  freePort,
  HttpClient,
  JOB_STORE_OF_RUN,
  openJobStore,
  query,
  startApi,
  startMailServer,
  startWorker,
  startWorkerProcess,
  waitFor,
  type JobStore,
  type JobStoreKind,
  type MailServer,
  type RunningProgram,
  type RunningProcess,
  type RunningApi,
  type TestDatabase,
} from '../harness/index.js';
import { itNightly } from '../harness/nightly.js';

const LONG = 60_000;
/** Enough emails that queuing them takes much longer than starting a worker. */
const BACKLOG = 3_000;
/** The relay fills the queue up to about `MAX_QUEUED` jobs, in batches of `BATCH` emails. */
const [MAX_QUEUED, BATCH] = [10_000, 100];
/** Longer than the interval at which the relay polls for mail. */
const LONGER_THAN_POLL_MS = 6_000;

let jobsIn: JobStoreKind;
let store: JobStore;
let cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of cleanUp.reverse()) await stop();
  cleanUp = [];
});

async function startTestBank(): Promise<Bank> {
  const bank = await startBank(jobsIn);
  cleanUp.push(() => bank.close());
  return bank;
}

/** Starts a database and a job store for tests that start the other parts themselves. */
async function startDatabase(): Promise<TestDatabase> {
  const database = await createDatabase();
  cleanUp.push(() => database.drop());
  store = await openJobStore(jobsIn, database);
  cleanUp.push(() => store.close());
  return database;
}
async function startMail(smtpPort: number): Promise<MailServer> {
  const mail = await startMailServer();
  const gate = await startSmtpProxy(mail.smtpUrl, smtpPort);
  cleanUp.push(() => gate.end());
  return mail;
}
async function startTestApi(database: TestDatabase): Promise<RunningApi> {
  const api = await startApi({ database, env: store.env });
  cleanUp.push(() => api.stop());
  return api;
}
const workerEnv = (smtpPort: number, jobs = store) => ({
  ...jobs.env,
  SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
});
async function startTestWorker(
  database: TestDatabase,
  smtpPort: number,
  jobs = store,
): Promise<RunningProgram> {
  const worker = await startWorker({ database, env: workerEnv(smtpPort, jobs) });
  cleanUp.push(() => worker.stop());
  return worker;
}
async function startTestWorkerProcess(database: TestDatabase, smtpPort: number): Promise<RunningProcess> {
  const worker = await startWorkerProcess({ database, env: workerEnv(smtpPort) });
  cleanUp.push(() => worker.stop());
  return worker;
}

/** Starts a database whose outbox has the email for one registration and `count` copies of it, none queued yet. */
async function startDatabaseWithMail(count: number): Promise<TestDatabase> {
  const database = await startDatabase();
  const api = await startTestApi(database);
  await register(new HttpClient(api.baseUrl), newPerson());
  await query(
    database.superUrl,
    `insert into outbox (id, template, registration_id, params, created_at)
      select gen_random_uuid(), template, registration_id, params, created_at from outbox, generate_series(1, $1)`,
    [count],
  );
  return database;
}

interface OutboxRow {
  id: string;
  template: string;
  sent_at: Date | null;
  enqueued_at: Date | null;
  failed_at: Date | null;
  failure: string | null;
  secret_ciphertext: Buffer | null;
}
const outbox = ({ superUrl }: TestDatabase): Promise<OutboxRow[]> =>
  query<OutboxRow & Record<string, unknown>>(superUrl, 'select * from outbox order by created_at');

const waitingForOutbox = async ({ superUrl }: TestDatabase): Promise<number> => {
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%outbox%'`;
  return (await query(superUrl, waiting)).length;
};

const allSent = (database: TestDatabase): Promise<boolean> =>
  waitFor(async () => (await outbox(database)).every(({ sent_at: sentAt }) => sentAt !== null), {
    what: 'all mail to be sent',
    timeoutMs: LONG,
  });

describe.each(JOB_STORE_OF_RUN)('with jobs in %s', (kind) => {
  beforeEach(() => {
    jobsIn = kind;
  });

  describe('an email', () => {
    it('has the code in HTML and text, escapes markup, and has a stable Message-ID', async () => {
      const bank = await startTestBank();
      const person = await verifiedUser(bank, { firstName: '<img src=x onerror=alert(1)>&"' });
      await new HttpClient(bank.api.baseUrl).post('/api/auth/forgot-password', { email: person.email });
      const mail = await bank.mail.waitForMail(person.email, ({ subject }) => RESET_SUBJECT.test(subject));
      await allSent(bank.database);
      const row = (await outbox(bank.database)).find(({ template }) => template === 'reset-password');
      expect(mail).toMatchObject({
        subject: 'Your Moniker password reset code',
        from: [{ name: 'Moniker', address: 'support@moniker.example' }],
        headers: { 'message-id': `<${row?.id}@moniker.example>` },
      });
      expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;&amp;&quot;');
      expect(mail.html).not.toContain('<img');
      expect(mail.html).toContain(codeOf(mail));
      expect(row).toMatchObject({ secret_ciphertext: null, failed_at: null, failure: null });
    });

    it('is queued without its recipient or its code [MAIL-7]', async () => {
      const database = await startDatabase();
      const [api, smtpPort] = [await startTestApi(database), await freePort()];
      await startTestWorker(database, smtpPort);
      const person = newPerson();
      await register(new HttpClient(api.baseUrl), person);
      const [job] = await waitFor(
        async () => {
          const jobs = await store.jobs();
          return jobs[0]?.failedReason != null && jobs;
        },
        { what: 'a job that has failed once' },
      );
      const [row] = await outbox(database);
      expect(job?.data).toEqual({ outboxId: row?.id });
      expect(job?.failedReason).toBe('ESOCKET');

      const meanwhile = await store.dump();
      const mail = await startMail(smtpPort);
      const code = codeOf(await mail.waitForMail(person.email));
      await allSent(database);
      const kept = [meanwhile, await store.dump()].join('\n');
      expect(kept).toContain(row?.id);
      for (const secret of [person.email, person.moniker, person.firstName, `"${code}"`]) {
        expect(kept).not.toContain(secret);
      }
    });
  });

  describe('with faults', () => {
    it('a worker is ready before it has queued a long backlog of mail [MAIL-4]', async () => {
      const database = await startDatabaseWithMail(BACKLOG);
      const unqueued = () => query(database.superUrl, 'select from outbox where enqueued_at is null');

      await startTestWorker(database, await freePort());
      expect(await unqueued()).not.toHaveLength(0);
      await waitFor(async () => (await unqueued()).length === 0, {
        what: 'the remaining emails to be queued',
        timeoutMs: LONG,
      });
    });

    itNightly(
      'a worker leaves mail in the outbox while the queue is full, and refills the queue when there is room [MAIL-4]',
      async () => {
        const database = await startDatabaseWithMail(MAX_QUEUED + 10 * BATCH);
        const queued = async () => {
          const count = 'select count(enqueued_at)::int as queued from outbox';
          return (await query<{ queued: number }>(database.superUrl, count))[0]?.queued ?? 0;
        };

        // There is no mail server at this port, so nothing leaves the queue.
        await startTestWorker(database, await freePort());
        await waitFor(async () => (await queued()) >= MAX_QUEUED, {
          what: 'the queue to be full',
          timeoutMs: LONG,
        });
        await pause(LONGER_THAN_POLL_MS);
        expect(await queued()).toBeLessThan(MAX_QUEUED + 2 * BATCH);
        await store.loseJobs();
        await waitFor(async () => (await queued()) > MAX_QUEUED + 2 * BATCH, {
          what: 'more mail in the queue',
          timeoutMs: LONG,
        });
      },
    );

    it('registration works while the mail server is down, and the mail arrives exactly once after the server is back [MAIL-4]', async () => {
      const database = await startDatabase();
      const [api, smtpPort] = [await startTestApi(database), await freePort()];
      const worker = await startTestWorker(database, smtpPort);
      const person = newPerson();
      expect((await register(new HttpClient(api.baseUrl), person)).status).toBe(201);
      await waitFor(async () => (await outbox(database))[0]?.failure === 'ESOCKET', {
        what: 'a failed attempt',
      });
      expect((await outbox(database))[0]).toMatchObject({ sent_at: null, failed_at: null });

      const mail = await startMail(smtpPort);
      await mail.waitForMail(person.email, undefined, LONG);
      await allSent(database);
      await worker.stop();
      expect(mailsTo(await mail.messages(), person.email)).toHaveLength(1);
    });

    it('mail waits while no worker runs', async () => {
      const database = await startDatabase();
      const [api, smtpPort] = [await startTestApi(database), await freePort()];
      const mail = await startMail(smtpPort);
      const person = newPerson();
      expect((await register(new HttpClient(api.baseUrl), person)).status).toBe(201);
      expect((await outbox(database))[0]).toMatchObject({ enqueued_at: null, sent_at: null });
      await startTestWorker(database, smtpPort);
      await mail.waitForMail(person.email);
    });

    it('mail is delayed, not duplicated, while the database refuses changes [MAIL-5, OPS-17]', async () => {
      const database = await startDatabase();
      const [api, smtpPort] = [await startTestApi(database), await freePort()];
      const mail = await startMail(smtpPort);
      const person = newPerson();
      await register(new HttpClient(api.baseUrl), person);
      await query(
        database.superUrl,
        `create function disk_full() returns trigger language plpgsql as $$
           begin raise exception 'could not extend file' using errcode = '53100'; end $$;
         create trigger disk_full before update on outbox
           for each row when (new.sent_at is not null) execute function disk_full()`,
      );
      await startTestWorker(database, smtpPort);
      const hasFailed = async (): Promise<boolean> => (await store.jobs())[0]?.failedReason != null;
      await waitFor(hasFailed, { what: 'a failed attempt' });
      expect(mailsTo(await mail.messages(), person.email)).toEqual([]);
      await query(database.superUrl, 'drop trigger disk_full on outbox');
      await mail.waitForMail(person.email, undefined, LONG);
      await allSent(database);
      expect(mailsTo(await mail.messages(), person.email)).toHaveLength(1);
    });

    it('another worker delivers the mail of a killed worker [MAIL-4]', async () => {
      const database = await startDatabase();
      const [api, smtpPort] = [await startTestApi(database), await freePort()];
      const doomed = await startTestWorker(database, smtpPort);
      const people = Array.from({ length: 5 }, () => newPerson());
      for (const person of people) await register(new HttpClient(api.baseUrl), person);
      await waitFor(async () => (await outbox(database)).some(({ enqueued_at: at }) => at !== null), {
        what: 'mail in the queue',
      });
      await doomed.kill9();

      const mail = await startMail(smtpPort);
      await startTestWorker(database, smtpPort);
      for (const { email } of people) await mail.waitForMail(email, undefined, LONG);
      await allSent(database);
      for (const { email } of people) expect(mailsTo(await mail.messages(), email)).toHaveLength(1);
    });

    it('a job waits instead of failing if it starts before the relay has updated the outbox row', async () => {
      const database = await startDatabase();
      const [api, smtpPort] = [await startTestApi(database), await freePort()];
      const mail = await startMail(smtpPort);
      const person = newPerson();
      await register(new HttpClient(api.baseUrl), person);
      // The relay can lock the row and add the job, but cannot update the row.
      const blocker = new pg.Client({ connectionString: database.superUrl });
      await blocker.connect();
      cleanUp.push(() => blocker.end());
      await blocker.query('begin; lock table outbox in share mode');
      const ready = startTestWorker(database, smtpPort);
      await waitFor(async () => (await waitingForOutbox(database)) === 2, {
        what: 'the relay and the sender to be waiting',
        timeoutMs: LONG,
      });
      await blocker.query('rollback');
      await ready;
      await mail.waitForMail(person.email);
      await allSent(database);
      expect((await outbox(database))[0]).toMatchObject({ failure: null, tries: 1 });
    });

    it('a worker restores lost jobs from the outbox [MAIL-4]', async () => {
      const database = await startDatabase();
      const [api, smtpPort] = [await startTestApi(database), await freePort()];
      const worker = await startTestWorker(database, smtpPort);
      const person = newPerson();
      await register(new HttpClient(api.baseUrl), person);
      await waitFor(async () => (await outbox(database))[0]?.enqueued_at !== null, {
        what: 'mail in the queue',
      });
      await worker.stop();
      await store.loseJobs();
      await query(database.superUrl, `update outbox set enqueued_at = enqueued_at - interval '5 minutes'`);

      const mail = await startMail(smtpPort);
      await startTestWorker(database, smtpPort);
      await mail.waitForMail(person.email);
    });

    itNightly('a worker continues after the database closes its connections', async () => {
      const database = await startDatabase();
      const smtpPort = await freePort();
      const mail = await startMail(smtpPort);
      const [api, worker] = [await startTestApi(database), await startTestWorkerProcess(database, smtpPort)];
      await query(
        database.superUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
      );
      const person = newPerson();
      await waitFor(async () => (await register(new HttpClient(api.baseUrl), person)).status < 500, {
        what: 'the API to come back',
      });
      await mail.waitForMail(person.email, undefined, LONG);
      expect(worker.process.exitCode).toBeNull();
    });
  });

  describe('several workers', () => {
    itNightly('together send each email once [MAIL-5]', async () => {
      const bank = await startTestBank();
      const smtpPort = Number(new URL(bank.mail.smtpUrl).port);
      const another = (): Promise<RunningProgram> => startTestWorker(bank.database, smtpPort, bank.store);
      await Promise.all([another(), another()]);
      const people = Array.from({ length: 20 }, () => newPerson());
      await Promise.all(people.map((person) => register(new HttpClient(bank.api.baseUrl), person)));
      await allSent(bank.database);
      for (const { email } of people) await bank.mail.waitForMail(email);
      const mails = await bank.mail.messages();
      for (const { email } of people) expect(mailsTo(mails, email)).toHaveLength(1);
    });
  });

  describe('a stopping worker', () => {
    it('finishes the current email and exits', async () => {
      const database = await startDatabase();
      const [api, smtpPort] = [await startTestApi(database), await freePort()];
      const server = await slowMailServer(smtpPort);
      const worker = await startTestWorkerProcess(database, smtpPort);
      await register(new HttpClient(api.baseUrl), newPerson());
      await waitFor(() => server.isReceiving(), { what: 'an email to be in progress' });
      const stopped = worker.stop();
      // A worker that doesn't wait for the email would exit within this time.
      await pause(500);
      expect(worker.process).toMatchObject({ exitCode: null, signalCode: null });
      server.respond();
      await stopped;
      expect(worker.process.exitCode).toBe(0);
      expect((await outbox(database))[0]?.sent_at).not.toBeNull();
    });
  });
});

/** Starts a mail server that delays its final response until `respond` is called. */
async function slowMailServer(port: number): Promise<{ isReceiving(): boolean; respond(): void }> {
  let waiting: net.Socket | null = null;
  let body: string | null = null;
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 slow\r\n');
    socket.on('data', (chunk) => {
      const text = chunk.toString();
      if (body !== null) {
        body += text;
        if (body.endsWith('\r\n.\r\n')) waiting = socket;
      } else if (text.startsWith('DATA')) {
        body = '';
        socket.write('354 go on\r\n');
      } else {
        socket.write('250 ok\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  cleanUp.push(() => new Promise((resolve) => server.close(resolve)));
  return {
    isReceiving: () => waiting !== null,
    respond: () => {
      body = null;
      waiting?.write('250 taken\r\n');
    },
  };
}
