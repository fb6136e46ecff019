import { describe, expect, it } from '@jest/globals';
import {
  codeOf,
  expireOtpCooldown,
  login,
  mailedCode,
  newPerson,
  otherCode,
  RESET_SUBJECT,
  signedInClient,
  verifiedUser,
  type Person,
  useEmptyBank,
} from './auth.fixtures.js';
import { HttpClient, query, startApi, waitFor, type HttpResponse, type Mail } from '../harness/index.js';

const NEW_PASSWORD = 'a new password';
const BROWSER_COOKIE = 'moniker_browser';

const bank = useEmptyBank();

const browser = (): HttpClient => new HttpClient(bank.api.baseUrl);
const sql = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  query<Row & Record<string, unknown>>(bank.database.superUrl, text, values);
const forgot = (client: HttpClient, email: string): Promise<HttpResponse> =>
  client.post('/api/auth/forgot-password', { email });
const reset = (client: HttpClient, email: string, resetCode: string): Promise<HttpResponse> =>
  client.post('/api/auth/reset-password', { email, resetCode, newPassword: NEW_PASSWORD });

/** Requests a code and returns it from the new email. `known` contains the codes from earlier emails. */
async function codeFor(client: HttpClient, { email }: Person, ...known: string[]): Promise<string> {
  await forgot(client, email);
  const isNew = (mail: Mail): boolean => RESET_SUBJECT.test(mail.subject) && !known.includes(codeOf(mail));
  return codeOf(await bank.mail.waitForMail(email, isNew));
}

const queuedFor = async ({ email }: Person): Promise<{ not_before: Date | null }[]> =>
  sql<{ not_before: Date | null }>(
    `select o.not_before from outbox o join app_user u on u.id = o.user_id
      where u.email = $1 and template = 'reset-password' order by o.created_at`,
    [email],
  );

describe('a stranger', () => {
  it("cannot invalidate the owner's code by entering wrong codes [AUTH-28]", async () => {
    const person = await verifiedUser(bank);
    const [owner, stranger] = [browser(), browser()];
    const code = await codeFor(owner, person);
    await forgot(stranger, person.email);
    for (let tries = 0; tries < 25; tries++) {
      expect((await reset(stranger, person.email, otherCode(code))).status).toBe(400);
    }
    expect((await reset(owner, person.email, code)).status).toBe(200);
    expect((await login(browser(), { ...person, password: NEW_PASSWORD })).status).toBe(200);
  });

  it("cannot block or invalidate the owner's code by requesting codes [AUTH-28]", async () => {
    const person = await verifiedUser(bank);
    const [owner, stranger] = [browser(), browser()];
    const theirs = await codeFor(stranger, person);
    // This works although the stranger's request was less than a minute ago.
    const code = await codeFor(owner, person, theirs);
    await expireOtpCooldown(bank);
    await codeFor(stranger, person, theirs, code);
    expect((await reset(owner, person.email, code)).status).toBe(200);
  });

  it('can delay a code by at most five minutes, even with many requests [AUTH-29]', async () => {
    const person = await verifiedUser(bank);
    for (let requests = 0; requests < 12; requests++) await forgot(browser(), person.email);
    const [owner, other] = [browser(), browser()];
    await forgot(owner, person.email);
    await forgot(other, person.email);
    const queued = await queuedFor(person);
    // Five emails are sent immediately; all other requests share one delayed email.
    expect(queued.map(({ not_before }) => not_before === null)).toEqual([
      ...Array<boolean>(5).fill(true),
      false,
    ]);
    const delayMs = (queued[5]?.not_before?.getTime() ?? Infinity) - Date.now();
    expect(delayMs).toBeGreaterThan(240_000);
    expect(delayMs).toBeLessThanOrEqual(300_000);
    const early = new Set((await bank.mail.messages()).map(({ id }) => id));
    await sql(`update outbox set not_before = now() where not_before is not null`);
    const mail = await bank.mail.waitForMail(person.email, ({ id }) => !early.has(id), 20_000);
    expect((await reset(owner, person.email, codeOf(mail))).status).toBe(200);
    // Both requests got the same code, which the first reset has invalidated.
    expect((await reset(other, person.email, codeOf(mail))).status).toBe(400);
  });
});

describe('a reset code', () => {
  it('works in another browser, and stops working in the requesting browser after five wrong codes [AUTH-28]', async () => {
    const person = await verifiedUser(bank);
    const [desktop, phone] = [browser(), browser()];
    const code = await codeFor(desktop, person);
    for (let tries = 0; tries < 5; tries++) {
      expect((await reset(desktop, person.email, otherCode(code))).status).toBe(400);
    }
    // The wrong codes have used up this browser's own allowance. Other browsers share another allowance.
    expect((await reset(desktop, person.email, code)).status).toBe(400);
    const again = await verifiedUser(bank);
    const other = await codeFor(desktop, again);
    expect((await reset(phone, again.email, other)).status).toBe(200);
  });

  it('still works in the requesting browser after the other browsers have used up their shared tries [AUTH-28]', async () => {
    const person = await verifiedUser(bank);
    const owner = browser();
    const code = await codeFor(owner, person);
    const api = await startApi({ database: bank.database, env: { CODE_TRIES_ELSEWHERE: '3' } });
    try {
      const stranger = (): HttpClient => new HttpClient(api.baseUrl);
      for (let tries = 0; tries < 3; tries++) await reset(stranger(), person.email, otherCode(code));
      expect((await reset(stranger(), person.email, code)).status).toBe(400);
    } finally {
      await api.stop();
    }
    expect((await reset(owner, person.email, code)).status).toBe(200);
  });
});

describe('the browser cookie', () => {
  it('is HttpOnly and set in the same way for known and unknown addresses [AUTH-30, AUTH-10]', async () => {
    const person = await verifiedUser(bank);
    for (const path of ['forgot-password', 'resend-verification']) {
      const attributes = await Promise.all(
        [person, newPerson()].map(async ({ email }) => {
          const { headers } = await browser().post(`/api/auth/${path}`, { email });
          // Ignores the expiry, because a second may pass between the two answers.
          return headers
            .getSetCookie()
            .map((line) => line.replace(/=[\w-]{43};/, '=TOKEN;').replace(/Expires=[^;]+/, 'Expires=TIME'));
        }),
      );
      expect(attributes[0]).toEqual(attributes[1]);
      expect(attributes[0]?.[0]).toMatch(
        /^moniker_browser=TOKEN; Max-Age=\d+; Path=\/; Expires=TIME; HttpOnly; SameSite=Lax$/,
      );
    }
  });

  it('stays the same after sign-in and is stored only as a hash [AUTH-30]', async () => {
    const person = await verifiedUser(bank);
    const client = browser();
    await forgot(client, person.email);
    const token = client.cookie(BROWSER_COOKIE) ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    await login(client, person);
    expect(client.cookie(BROWSER_COOKIE)).toBe(token);
    const rows = await sql<{ text: string }>(
      'select c::text as text from emailed_code c union all select k::text from known_browser k',
    );
    const hex = Buffer.from(token, 'base64url').toString('hex');
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.some(({ text }) => text.includes(token) || text.includes(hex))).toBe(false);
  });
});

it('a name that poses as a message is left out of mail [MAIL-11]', async () => {
  const person = await verifiedUser(bank);
  const name = 'Your refund of $900 waits: https://evil.example';
  await sql('update app_user set first_name = $2 where email = $1', [person.email, name]);
  await forgot(browser(), person.email);
  const { text, html } = await bank.mail.waitForMail(person.email, ({ subject }) =>
    RESET_SUBJECT.test(subject),
  );
  expect(text).toMatch(/^Hello,\n/);
  expect(text + html).not.toMatch(/refund|evil/);
});

it('a password change code is not affected by strangers who request reset codes [AUTH-29]', async () => {
  const person = await verifiedUser(bank);
  const client = await signedInClient(bank, person);
  for (let requests = 0; requests < 8; requests++) await forgot(browser(), person.email);
  await client.post('/api/auth/send-password-otp');
  const otpCode = await mailedCode(bank, person.email, /password change code/);
  const body = { currentPassword: person.password, newPassword: NEW_PASSWORD, otpCode };
  await waitFor(async () => (await client.post('/api/auth/change-password', body)).status === 200, {
    what: 'the password to be changed',
  });
});
