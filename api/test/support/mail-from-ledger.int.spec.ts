import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import { credit, submission } from '../ledger/ledger.fixtures.js';
import { bankTimeText, NARROW_SPACE } from '../payments/history.fixtures.js';
import { expectMatchingRenderings, mailsTo } from './mail.fixtures.js';
import {
  setAvailableBalance,
  requestAccount,
  requestTransfer,
  userIdOf,
  type Transfer,
} from '../payments/money.fixtures.js';
import {
  JOB_STORE_OF_RUN,
  openJobStore,
  query,
  startWorker,
  useBank,
  useMailServer,
  waitFor,
  type JobStore,
  type Mail,
  type RunningProgram,
  type TestDatabase,
} from '../harness/index.js';
import { itNightly } from '../harness/nightly.js';
import { TEST_SIGNER } from '../harness/writer-key.js';

const ALICE = 'alice@moniker.example';
const BOB = 'bob@moniker.example';
const PUBLIC_URL = 'http://bank.example';
const LONG = 60_000;

const bank = useBank();
const mail = useMailServer();
let store: JobStore;
let workers: RunningProgram[] = [];
const database = (): TestDatabase => bank.database;

const WAITING_TO_WRITE = `
  select 1 from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like 'INSERT INTO "outbox"%'`;
const POSITION_READS = `
  select (seq_scan + coalesce(idx_scan, 0))::integer as reads from pg_stat_user_tables where relname = 'ledger_follower'`;

const workerEnv = (smtpUrl = mail.smtpUrl) => ({ ...store.env, SMTP_URL: smtpUrl, PUBLIC_URL });

async function startWorkers(count = 1, smtpUrl = mail.smtpUrl): Promise<RunningProgram[]> {
  const env = workerEnv(smtpUrl);
  const started = await Promise.all(
    Array.from({ length: count }, () => startWorker({ database: database(), env })),
  );
  workers.push(...started);
  return started;
}
async function stopWorkers(): Promise<void> {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
}

interface Follower {
  position: number;
  head: number;
}
async function follower(): Promise<Follower> {
  const [row] = await query<Follower & pg.QueryResultRow>(
    database().superUrl,
    `select f.position::integer, h.position::integer as head from ledger_follower f, ledger_head h where name = 'mail-from-ledger'`,
  );
  if (row === undefined) throw new Error('no follower position');
  return row;
}
const caughtUp = (): Promise<unknown> =>
  waitFor(async () => (({ position, head }) => position === head)(await follower()), {
    what: 'the follower to catch up with the log',
    timeoutMs: LONG,
  });
const allSent = (): Promise<unknown> =>
  waitFor(
    async () =>
      (await query(database().superUrl, 'select 1 from outbox where sent_at is null and failed_at is null'))
        .length === 0,
    { what: 'all mail to be sent', timeoutMs: LONG },
  );

/**
 * Waits for an email with this subject about a transaction, and checks that there is only one such email. Also checks
 * the email's link and both renderings.
 */
async function mailAbout(id: string, subject: RegExp, to = ALICE): Promise<Mail> {
  const matches = (one: Mail): boolean => subject.test(one.subject) && one.text.includes(id);
  const found = await mail.waitForMail(to, matches, LONG);
  expectMatchingRenderings(found);
  expect(found.text).toContain(`${PUBLIC_URL}/dashboard?transaction=${id}`);
  expect((await mail.messages()).filter(matches)).toHaveLength(1);
  return found;
}

/** Counts the emails in the outbox for each event after a position. Events without an email are left out. */
const mailsPerEvent = (since: number): Promise<{ position: number; mails: number }[]> =>
  query(
    database().superUrl,
    `select (params->>'position')::integer as position, count(*)::integer as mails from outbox
      where (params->>'position')::bigint > $1 group by 1`,
    [since],
  );

async function createTransfer(fields: Record<string, unknown> = {}): Promise<Transfer> {
  const { status, body } = await requestTransfer(bank.alice, fields);
  expect(status).toBe(201);
  return body;
}
async function review(id: string, status: string): Promise<void> {
  expect((await bank.admin.put(`/api/admin/transactions/${id}`, { status })).status).toBe(200);
}

describe.each(JOB_STORE_OF_RUN)('with jobs in %s', (kind) => {
  beforeAll(async () => {
    store = await openJobStore(kind, database());
    await setAvailableBalance(bank.admin, bank.alice, 500_000);
    await startWorkers();
  });
  afterAll(async () => {
    await stopWorkers();
    await store.close();
  });

  describe('mail for ledger events', () => {
    it('is not sent for seeded events or balance edits', async () => {
      await caughtUp();
      expect((await follower()).head).toBeGreaterThan(20);
      expect(await query(database().superUrl, 'select template from outbox')).toEqual([]);
    });

    it("is sent for a requested and a completed transfer, with the time in the bank's time zone [MAIL-2, UI-29]", async () => {
      const { id, createdAt } = await createTransfer({ amount: 12.34, recipientName: '<b>Zoë</b> & "Sons"' });
      const requested = await mailAbout(id, /^You requested a /);
      const date = bankTimeText(createdAt);
      expect(requested.to).toEqual([{ address: ALICE, name: '' }]);
      expect(requested.text).toMatch(/^Hello Alice,/);
      expect(requested.text).toContain('Recipient   <b>Zoë</b> & "Sons"\n');
      expect(requested.text).toContain('Amount      $12.34\nFee         $0.25\nNet amount  $12.09\n');
      expect(requested.text.replaceAll(NARROW_SPACE, ' ')).toContain(`Date        ${date}\n`);
      expect(requested.html).toContain('&lt;b&gt;Zoë&lt;/b&gt; &amp; &quot;Sons&quot;');

      await review(id, 'processing');
      await review(id, 'completed');
      const completed = await mailAbout(id, /^Your \$\S+ Moniker transfer is complete$/);
      expect(completed.text).toContain('has left your account');
      expect(completed.text).toContain('Net amount  $12.09');
      expect((await mail.messages()).filter(({ text }) => text.includes(id))).toHaveLength(2);
    });

    it('is sent for declined, reopened, canceled and reversed transfers, and states the fee [MAIL-2]', async () => {
      const { id } = await createTransfer({ amount: 3 });
      for (const [status, subject, words] of [
        ['failed', /was declined/, 'You keep the full amount and don’t pay a fee.'],
        [
          'pending',
          /under review again/,
          'The amount is in your account, on hold until we’ve reviewed the transfer.',
        ],
        ['cancelled', /was canceled/, 'back in your available balance'],
      ] as const) {
        await review(id, status);
        const message = await mailAbout(id, subject);
        expect(message.text).toContain(words);
        expect(message.text).toContain(
          status === 'pending'
            ? 'Amount      $3.00\nFee         $0.06\nNet amount  $2.94\nDate '
            : 'Amount     $3.00\nFee        $0.00\nDate ',
        );
      }
      const { id: other } = await createTransfer({ amount: 4 });
      await review(other, 'completed');
      await review(other, 'failed');
      const reversed = await mailAbout(other, /transfer was reversed/);
      expect(reversed.text).toContain('The full amount, including the fee, is back in your account.');
      expect(reversed.text).toContain('Amount     $4.00\nDate ');
    });

    it('is sent when incoming money arrives, and when it is reversed [MAIL-2]', async () => {
      const userId = await userIdOf(bank.alice);
      const { body: added } = await bank.admin.post<{ id: string }>('/api/admin/transactions', {
        ...{ userId, type: 'credit', amount: 1234.5, description: '<b>Refund</b>' },
      });
      const received = await mailAbout(added.id, /You received \$/);
      expect(received.text).toContain('Description  <b>Refund</b>\nAmount       $1,234.50\n');

      const payment = { userId, amount: 20, fromAccount: 'Acme "Payroll"', paymentFor: 'Invoice 7' };
      const { body: pending } = await bank.admin.post<{ id: string }>(
        '/api/admin/incoming-payments',
        payment,
      );
      await caughtUp();
      await allSent();
      expect((await mail.messages()).filter(({ text }) => text.includes(pending.id))).toEqual([]);
      await review(pending.id, 'completed');
      const paid = await mailAbout(pending.id, /You received \$/);
      expect(paid.text).toContain('Acme "Payroll"');
      expect(paid.text).toContain('Payment for  Invoice 7\n');
      await review(pending.id, 'failed');
      expect(
        (await mailAbout(pending.id, /payment of \S+ to your Moniker account was reversed/)).text,
      ).toContain('Amount       $20.00');
    });

    it('is sent for a decision on an account request', async () => {
      const id = await requestAccount(database(), await userIdOf(bank.bob));
      const decide = (body: Record<string, string>) =>
        bank.admin.put(`/api/admin/account-requests/${id}`, body);
      expect((await decide({ status: 'in_review', statusMessage: 'Nearly there' })).status).toBe(200);
      const refusal = { status: 'rejected', statusMessage: 'The <b>name</b> differs' };
      expect((await decide(refusal)).status).toBe(200);
      const rejected = await mail.waitForMail(BOB, ({ subject }) => /wasn’t approved/.test(subject), LONG);
      expectMatchingRenderings(rejected);
      expect(rejected.text).toContain('The <b>name</b> differs');

      const approval = {
        status: 'approved',
        accountNumber: '987654321',
        statusMessage: '',
        adminNotes: 'ok',
      };
      expect((await decide(approval)).status).toBe(200);
      const approved = await mail.waitForMail(BOB, ({ subject }) => /is approved/.test(subject), LONG);
      expectMatchingRenderings(approved);
      expect(approved.text).toContain('Its number ends in 4321.');
      expect(approved.text).not.toContain('98765');

      expect((await decide({ status: 'rejected', statusMessage: 'Closed for now' })).status).toBe(200);
      const closed = await mail.waitForMail(
        BOB,
        ({ subject }) => /is no longer approved/.test(subject),
        LONG,
      );
      expect(closed.text).toContain('We’ve withdrawn our approval of your checking account.');
      expect(closed.text).toContain('Closed for now');
      const { items } = (await bank.bob.get<{ items: { title: string }[] }>('/api/notifications')).body;
      expect(items.map(({ title }) => title)).toEqual(
        expect.arrayContaining(['Checking account no longer approved', 'Checking account not approved']),
      );
      expect(mailsTo(await mail.messages(), BOB)).toHaveLength(3);
    });

    it('is not sent to deleted users, and the outbox contains only ids, positions and statuses [MAIL-7]', async () => {
      await stopWorkers();
      const { id } = await createTransfer({
        recipientName: 'Erased Recipient',
        recipientAccount: '55501234',
      });
      const userId = await userIdOf(bank.alice);
      const deleted = (isDeleted: boolean) =>
        query(
          database().superUrl,
          `update app_user set status = $2, deleted_at = case when $2 = 'deleted' then now() end where id = $1`,
          [userId, isDeleted ? 'deleted' : 'active'],
        );
      await deleted(true);
      try {
        await startWorkers();
        await caughtUp();
      } finally {
        await deleted(false);
      }
      const about = `select 1 from outbox where params->>'transactionId' = '${id}'`;
      expect(await query(database().superUrl, about)).toEqual([]);

      const rows = await query<{ params: Record<string, string>; secret: Buffer | null }>(
        database().superUrl,
        `select params, secret_ciphertext as secret from outbox`,
      );
      expect(rows.length).toBeGreaterThan(8);
      const fields = new Set(rows.flatMap(({ params }) => Object.keys(params)));
      expect([...fields].sort()).toEqual(['accountRequestId', 'position', 'status', 'transactionId']);
      expect(rows.every(({ secret }) => secret === null)).toBe(true);
    });
  });

  describe('with several workers and faults', () => {
    const DOWN_SMTP_URL = 'smtp://127.0.0.1:9';

    /** Appends credits to the log concurrently. */
    async function appendCredits(count: number): Promise<{ since: number }> {
      const since = (await follower()).head;
      const accountId = await userIdOf(bank.alice);
      const ledger = createLedgerWriter(database().appUrl, TEST_SIGNER);
      try {
        const commands = Array.from({ length: count }, () => submission(credit(accountId, 100)));
        const outcomes = await Promise.all(commands.map((command) => ledger.submit(command)));
        expect(outcomes.every(({ ok }) => ok)).toBe(true);
      } finally {
        await ledger.close();
      }
      return { since };
    }

    /** Locks the outbox during `meanwhile`, so a worker that writes mail waits in the middle of its transaction. */
    async function whileOutboxIsLocked(meanwhile: () => Promise<void>): Promise<void> {
      const blocker = new pg.Client({ connectionString: database().superUrl });
      await blocker.connect();
      try {
        await blocker.query('begin; lock table outbox in share mode');
        await meanwhile();
      } finally {
        await blocker.end();
      }
    }
    const workerWaitsForOutbox = (): Promise<unknown> =>
      waitFor(async () => (await query(database().superUrl, WAITING_TO_WRITE)).length > 0, {
        what: 'a worker in the middle of its batch',
      });
    async function countPositionReads(): Promise<number> {
      const [row] = await query<{ reads: number }>(database().superUrl, POSITION_READS);
      return row?.reads ?? 0;
    }

    async function expectOneEach(since: number, count: number): Promise<void> {
      const perEvent = await mailsPerEvent(since);
      expect(perEvent).toHaveLength(count);
      expect(perEvent.every(({ mails }) => mails === 1)).toBe(true);
    }

    it('three workers together send one email for each event [MAIL-5]', async () => {
      await stopWorkers();
      const { since } = await appendCredits(30);
      await whileOutboxIsLocked(async () => {
        await startWorkers(3);
        await workerWaitsForOutbox();
        const reads = await countPositionReads();
        // The worker that has locked the follower's position does not read the position again, so further reads
        // come from the other workers.
        await waitFor(async () => (await countPositionReads()) > reads + 3, {
          what: 'the other workers to find nothing',
        });
      });
      const { id } = await createTransfer({ amount: 5 });
      await mailAbout(id, /You requested/);
      await caughtUp();
      await allSent();
      await expectOneEach(since, 31);
      const messageIds = (await mail.messages()).map(({ headers }) => headers['message-id']);
      expect(new Set(messageIds).size).toBe(messageIds.length);
    });

    itNightly('workers killed during and after a batch neither lose nor duplicate mail', async () => {
      await stopWorkers();
      const { since } = await appendCredits(1000);
      await whileOutboxIsLocked(async () => {
        const doomed = await startWorker({
          database: database(),
          env: { ...store.env, SMTP_URL: DOWN_SMTP_URL },
        });
        await workerWaitsForOutbox();
        await doomed.kill9();
      });
      expect(await mailsPerEvent(since)).toEqual([]);

      const [second] = await startWorkers(1, DOWN_SMTP_URL);
      await waitFor(async () => (await mailsPerEvent(since)).length > 0, { what: 'a first batch' });
      await second?.kill9();
      workers = [];
      await startWorkers(2, DOWN_SMTP_URL);
      await caughtUp();
      await expectOneEach(since, 1000);
      // Marks all mail as sent, so the next test doesn't wait for a thousand emails.
      await stopWorkers();
      await query(database().superUrl, 'update outbox set sent_at = now() where sent_at is null');
      await store.loseJobs();
    });

    it('if a batch fails, requests still succeed, the batch is retried, and the mail arrives', async () => {
      await stopWorkers();
      const [worker] = await startWorkers();
      await query(database().superUrl, 'revoke insert on outbox from moniker_app');
      let id: string;
      try {
        ({ id } = await createTransfer({ amount: 6 }));
        await waitFor(() => worker?.output().includes('could not queue mail from the ledger; retrying'), {
          what: 'a failed batch',
        });
        expect(worker?.output()).not.toContain(id);
      } finally {
        await query(database().superUrl, 'grant insert on outbox to moniker_app');
      }
      await mailAbout(id, /You requested/);
    });
  });
});
