import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from '../admin/admin-lists.fixtures.js';
import { newPerson, register } from '../identity/auth.fixtures.js';
import { extendBackoff } from '../identity/limits.fixtures.js';
import { insertFailedMail } from './mail.fixtures.js';
import { type ApiErrorBody, userIdOf } from '../payments/money.fixtures.js';
import {
  createDemoDatabase,
  HttpClient,
  JOB_STORES,
  type JobStore,
  type MailServer,
  openJobStore,
  query,
  type RunningApi,
  startApi,
  startOwnMailServer,
  startWorker,
  type TestDatabase,
  waitFor,
} from '../harness/index.js';
import { signIn } from '../harness/demo.js';

interface MailFigures {
  counts: { waiting: number; delayed: number; failed: number; sent: number };
  failed: Page<{ id: string; template: string; tries: number; failure: string | null }>;
}

let database: TestDatabase;
let mail: MailServer;
let store: JobStore;
let api: RunningApi;
let admin: HttpClient;
let alice: HttpClient;

const figures = async (): Promise<MailFigures> => (await admin.get<MailFigures>('/api/admin/mail')).body;

/** Inserts a failed email to Alice and returns its id. */
const failedMailToAlice = async (): Promise<string> => insertFailedMail(database, await userIdOf(alice));

describe.each(JOB_STORES)('with jobs in %s', (kind) => {
  beforeAll(async () => {
    [database, mail] = await Promise.all([createDemoDatabase(), startOwnMailServer()]);
    store = await openJobStore(kind, database);
    api = await startApi({ database, env: { ...store.env, SMTP_URL: mail.smtpUrl } });
    [admin, alice] = await Promise.all([signIn(api.baseUrl, 'admin'), signIn(api.baseUrl, 'alice')]);
  });

  afterAll(async () => {
    await api.stop();
    await mail.close();
    await store.close();
    await database.drop();
  });

  it('sends a test email with a code before responding [MAIL-8]', async () => {
    const response = await admin.post('/api/admin/test-email', {
      email: 'Probe@mail.example',
      firstName: 'Robin',
    });
    expect(response).toMatchObject({ status: 200, body: { email: 'probe@mail.example' } });
    const message = (await mail.messages()).find(({ to }) => to[0]?.address === 'probe@mail.example');
    expect(message?.text).toMatch(/Hello Robin,[^]*\b\d{6}\b/);
  });

  it('requires an address and a first name for a test email [MAIL-8]', async () => {
    for (const [body, field] of [
      [{ firstName: 'Robin' }, 'email'],
      [{ email: 'nowhere', firstName: 'Robin' }, 'email'],
      [{ email: 'probe@mail.example', firstName: ' ' }, 'firstName'],
    ] as const) {
      const response = await admin.post<ApiErrorBody>('/api/admin/test-email', body);
      expect({ status: response.status, fields: response.body.fields }).toEqual({
        status: 400,
        fields: [field],
      });
    }
  });

  it.each([
    'your Moniker account is locked. Call 415 555 0199',
    'your account is locked',
    'https://evil.example',
    'you won $500',
  ])('sends no test email if the first name contains a message: %s [MAIL-20]', async (firstName) => {
    const body = { email: 'stranger@mail.example', firstName };
    const response = await admin.post<ApiErrorBody>('/api/admin/test-email', body);
    expect([response.status, response.body.fields]).toEqual([400, ['firstName']]);
    const messages = await mail.messages();
    expect(messages.filter(({ to }) => to[0]?.address === body.email)).toEqual([]);
  });

  it('lists failed emails without their recipients, and sends them when retried [MAIL-6]', async () => {
    const [one, two, three] = [
      await failedMailToAlice(),
      await failedMailToAlice(),
      await failedMailToAlice(),
    ];
    const before = await figures();
    expect(before.counts).toMatchObject({ waiting: 0, failed: 3, sent: 0 });
    expect(before.failed.items[0]).toMatchObject({
      ...{ template: 'password-changed', tries: 3, failure: 'EENVELOPE 550' },
    });
    expect(JSON.stringify(before)).not.toMatch(/alice/i);

    expect((await admin.post(`/api/admin/mail/${one}/retry`)).body).toEqual({ retried: 1 });
    expect((await admin.post(`/api/admin/mail/${one}/retry`)).status).toBe(404);
    expect((await figures()).counts).toMatchObject({ waiting: 1, failed: 2 });
    expect((await admin.post('/api/admin/mail/retry')).body).toEqual({ retried: 2 });

    const worker = await startWorker({
      database,
      env: { ...store.env, SMTP_URL: mail.smtpUrl },
      dataDir: api.dataDir,
    });
    await waitFor(async () => (await figures()).counts.sent === 3, { what: 'three emails' });
    await worker.stop();
    expect((await figures()).counts).toMatchObject({ waiting: 0, failed: 0 });
    const sent = await query<{ id: string; tries: number }>(
      database.superUrl,
      'select id, tries from outbox where id = any($1::uuid[])',
      [[one, two, three]],
    );
    expect(sent.map(({ tries }) => tries)).toEqual([4, 4, 4]);
  });

  it('lists a failed email for a registration until the registration ends [MAIL-6]', async () => {
    await register(new HttpClient(api.baseUrl), newPerson());
    await query(
      database.superUrl,
      `update outbox set enqueued_at = now(), failed_at = now(), failure = 'EENVELOPE 550', tries = 3
        where registration_id is not null`,
    );
    const { counts, failed } = await figures();
    expect([counts.failed, failed.items[0]?.template]).toEqual([1, 'verify-registration']);
    await query(database.superUrl, 'delete from registration');
    expect((await figures()).counts.failed).toBe(0);
  });

  it('reports an unreachable mail server, until the attempt limit is reached [MAIL-9]', async () => {
    await mail.close();
    const body = { email: 'probe@mail.example', firstName: 'Robin' };
    expect(await admin.post('/api/admin/test-email', body)).toMatchObject({
      status: 503,
      body: { message: 'Failed to send test email. Check email service configuration.' },
    });
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      statuses.push((await admin.post('/api/admin/test-email', body)).status);
      await extendBackoff({ database });
    }
    expect(statuses.at(-1)).toBe(429);
  });
});
