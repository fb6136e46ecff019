import { beforeEach, describe, expect, it } from '@jest/globals';
import type { QueryResultRow } from 'pg';
import { userIdOf } from '../payments/money.fixtures.js';
import {
  HttpClient,
  programEnv,
  query,
  runUnfreezeUser,
  temporaryFolder,
  type HttpResponse,
} from '../harness/index.js';
import { login, signedInClient, verifiedUser, type Person, useEmptyBank } from './auth.fixtures.js';

const DAY_MS = 24 * 60 * 60 * 1000;

type Refused = { code?: string; message?: string };

const bank = useEmptyBank('PostgreSQL', { env: { NEW_DEVICE_MAIL: 'on' } });
let person: Person;
let client: HttpClient;

beforeEach(async () => {
  person = await verifiedUser(bank);
  client = await signedInClient(bank, person);
});

const sql = <Row extends QueryResultRow>(text: string, values: unknown[] = []) =>
  query<Row>(bank.database.superUrl, text, values);

const alertCount = async ({ email }: Person): Promise<number> =>
  (
    await sql(
      `select 1 from outbox o join app_user u on u.id = o.user_id where u.email = $1 and template = 'new-device'`,
      [email],
    )
  ).length;

/** Waits for a sign-in email that doesn't contain the earlier token. */
const alertMail = ({ email }: Person, earlier = 'none') =>
  bank.mail.waitForMail(
    email,
    ({ subject, text }) => subject.startsWith('New sign-in') && !text.includes(earlier),
  );

const mailedToken = async (owner: Person, earlier?: string): Promise<string> => {
  const { text } = await alertMail(owner, earlier);
  return /\/secure-account#([\w-]{43})/.exec(text)?.[1] ?? '';
};

const report = (token: string): Promise<HttpResponse<Refused>> =>
  new HttpClient(bank.api.baseUrl).post<Refused>('/api/auth/report-sign-in', { token });

const forgetBrowsers = async (owner: Person): Promise<void> => {
  await sql(`delete from known_browser where user_id = (select id from app_user where email = $1)`, [
    owner.email,
  ]);
};

describe('a sign-in from a new browser', () => {
  it('is reported by email with its time and browser, unlike the first sign-in and sign-ins from known browsers [AUTH-60]', async () => {
    expect(await alertCount(person)).toBe(0);
    await login(client, person);
    expect(await alertCount(person)).toBe(0);
    await new HttpClient(bank.api.baseUrl).post('/api/auth/login', credentials(person), {
      headers: { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36' },
    });
    const { text } = await alertMail(person);
    expect(text).toMatch(/Browser +Chrome on Windows/);
    expect(text).toMatch(/Time +\w{3} \d+, \d{4}, \d+:\d\d [AP]M E[SD]T/);
  });

  it('is reported by email at most five times an hour, even if all known browsers were forgotten [AUTH-60]', async () => {
    await forgetBrowsers(person);
    for (let count = 1; count <= 7; count += 1) {
      await signedInClient(bank, person);
      expect(await alertCount(person)).toBe(Math.min(count, 5));
    }
  });
});

describe('the link in the email', () => {
  it('locks the account once, ends every session and sends an email that says how to get help [AUTH-61]', async () => {
    const thief = await signedInClient(bank, person);
    const userId = await userIdOf(client);
    const token = await mailedToken(person);
    expect((await thief.get('/api/auth/user')).status).toBe(200);

    const [first, second] = await Promise.all([report(token), report(token)]);
    expect([first.status, second.status].sort()).toEqual([200, 400]);
    expect((await thief.get('/api/auth/user')).status).toBe(401);
    expect((await client.get('/api/auth/user')).status).toBe(401);
    expect((await login(client, person)).body).toMatchObject({ code: 'SIGN_IN_BLOCKED' });

    const events = await sql(
      `select actor, payload::jsonb - 'userId' as payload from ledger_event where stream = $1 and type = 'AccountFrozen'`,
      [`user:${userId}`],
    );
    const payload = { reason: 'reported_by_customer', signIn: 'blocked' };
    expect(events).toEqual([{ actor: `user:${userId}`, payload }]);
    const mail = await bank.mail.waitForMail(person.email, ({ subject }) => /is locked/.test(subject));
    expect(mail.text).toContain('To unlock it, write to');
  });

  it('gets the same answer whether it was used, has expired or never existed [AUTH-61]', async () => {
    await signedInClient(bank, person);
    const token = await mailedToken(person);
    const unknown = await report('A'.repeat(43));
    expect([unknown.status, unknown.body.message]).toEqual([
      400,
      'This link has expired or was already used',
    ]);
    await sql("update sign_in_alert set expires_at = expires_at - $1 * interval '1 ms'", [7 * DAY_MS]);
    const expired = await report(token);
    expect((await client.get('/api/auth/user')).status).toBe(200);
    await sql("update sign_in_alert set expires_at = expires_at + $1 * interval '1 ms'", [7 * DAY_MS]);
    expect((await report(token)).status).toBe(200);
    const used = await report(token);
    const answers = [expired, used, unknown].map(({ status, body }) => [status, body.code, body.message]);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect((await report('too short')).body.code).toBe('VALIDATION_FAILED');
  });

  it("keeps its token out of the outbox, the ledger's events and the request log [AUTH-61]", async () => {
    await signedInClient(bank, person);
    const token = await mailedToken(person);
    expect((await report(token)).status).toBe(200);
    const [row] = await sql<{ stored: string }>(
      `select string_agg(o::text, '') || (select string_agg(e.payload, '') from ledger_event e) as stored from outbox o`,
    );
    expect(row?.stored).not.toContain(token);
    expect(bank.api.output()).toContain('/api/auth/report-sign-in');
    expect(bank.api.output()).not.toContain(token);
  });

  it('blocks sign-in for a frozen customer who could still sign in [AUTH-61]', async () => {
    await signedInClient(bank, person);
    const admin = await adminClient('support');
    const userId = await userIdOf(client);
    const freeze = { reason: 'other', allowsSignIn: true };
    expect((await admin.post(`/api/admin/users/${userId}/freeze`, freeze)).status).toBe(200);
    expect((await login(client, person)).status).toBe(200);
    expect((await report(await mailedToken(person))).status).toBe(200);
    expect((await login(client, person)).body).toMatchObject({ code: 'SIGN_IN_BLOCKED' });
  });

  it('locks an admin too, until an owner or an operator unfreezes the account [AUTH-62, ADM-61]', async () => {
    const [admin, owner] = [await adminClient('support'), await adminClient('owner')];
    const userId = await userIdOf(client);
    await setRole(person, 'owner');
    const lock = async (earlier?: string) => {
      await signedInClient(bank, person);
      const token = await mailedToken(person, earlier);
      expect((await report(token)).status).toBe(200);
      return token;
    };
    const unfreeze = (by: HttpClient) =>
      by.post<Refused>(`/api/admin/users/${userId}/unfreeze`, { reason: 'resolved' });
    const token = await lock();
    expect((await unfreeze(admin)).body.message).toBe('Only an owner can unfreeze an admin');
    expect((await unfreeze(owner)).status).toBe(200);

    await lock(token);
    const run = async () =>
      runUnfreezeUser([person.email], programEnv({ database: bank.database }, await temporaryFolder()));
    expect((await run()).stdout).toBe(`${person.email} is no longer frozen\n`);
    expect((await run()).stderr).toBe("unfreeze-user: this user isn't frozen\n");
    expect((await login(client, person)).status).toBe(200);
  });

  it('notifies every other owner once if it locks an admin, with an email that is stored encrypted [AUTH-63]', async () => {
    const [first, second, disabled, support] = await Promise.all([1, 2, 3, 4].map(() => verifiedUser(bank)));
    if (first === undefined || second === undefined || disabled === undefined || support === undefined)
      throw new Error('four people must be registered');
    await sql(`update app_user set is_admin = false, admin_role = null where admin_role = 'owner'`);
    for (const owner of [first, second, disabled, person]) await setRole(owner, 'owner');
    await setRole(support, 'support');
    await sql('update app_user set is_admin = false where email = $1', [disabled.email]);
    await sql(`update app_user set first_name = 'Grace', last_name = 'Hopper' where email = $1`, [
      person.email,
    ]);

    const before = (await mailsToOwners()).length;
    await signedInClient(bank, person);
    const token = await mailedToken(person);
    expect((await Promise.all([report(token), report(token)])).map(({ status }) => status).sort()).toEqual([
      200, 400,
    ]);
    for (const { email } of [first, second]) {
      const { text } = await bank.mail.waitForMail(email, ({ subject }) => LOCKED_ADMIN.test(subject));
      expect(text).toContain(
        'Grace Hopper (owner) reported a sign-in that wasn’t theirs and locked their account',
      );
    }
    const queued = (await mailsToOwners()).slice(before);
    expect(queued.map(({ email }) => email).sort()).toEqual([first.email, second.email].sort());
    expect(queued.map(({ row }) => row).join()).not.toMatch(/Grace|Hopper/);
    expect(bank.api.output() + bank.worker.output()).not.toMatch(/Grace|Hopper/);
  });

  it('notifies no owner if it locks a customer [AUTH-63]', async () => {
    const owner = await verifiedUser(bank);
    await setRole(owner, 'owner');
    const before = await mailsToOwners();
    await signedInClient(bank, person);
    expect((await report(await mailedToken(person))).status).toBe(200);
    expect(await mailsToOwners()).toHaveLength(before.length);
  });
});

const mailsToOwners = () =>
  sql<{ email: string; row: string }>(
    `select u.email, o::text as row from outbox o join app_user u on u.id = o.user_id
      where o.template = 'admin-locked' order by o.created_at`,
  );

const LOCKED_ADMIN = /^A .* admin locked their account$/;

const credentials = ({ email, password }: Person) => ({ email, password });

const setRole = ({ email }: Person, role: string) =>
  sql('update app_user set is_admin = true, admin_role = $2 where email = $1', [email, role]);

async function adminClient(role: string): Promise<HttpClient> {
  const admin = await verifiedUser(bank);
  await setRole(admin, role);
  return signedInClient(bank, admin);
}
