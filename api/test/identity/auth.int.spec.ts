import { describe, expect, it } from '@jest/globals';
import {
  expireOtpCooldown,
  codeOf,
  headPosition,
  login,
  mailedCode,
  otherCode,
  register,
  RESET_SUBJECT,
  signedInClient,
  newPerson,
  verifiedUser,
  VERIFY_SUBJECT,
  useEmptyBank,
} from './auth.fixtures.js';
import { HttpClient, query, startApi, waitFor } from '../harness/index.js';
import { itInPostgres } from '../harness/log-in-kurrentdb.js';

const COOKIE = 'moniker_session';
const OTP_INVALID = { status: 400, body: { code: 'OTP_INVALID', message: 'Invalid or expired code' } };

const bank = useEmptyBank();

const browser = (): HttpClient => new HttpClient(bank.api.baseUrl);
const sql = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  query<Row>(bank.database.superUrl, text, values);

async function countOf(table: string): Promise<number> {
  const [row] = await sql<{ count: string }>(`select count(*) from ${table}`);
  return Number(row?.count);
}

const mailsTo = (email: string): Promise<number> =>
  countOf(`outbox o join registration r on r.id = o.registration_id where r.email = '${email}'`);

describe('a new user', () => {
  it('registers, verifies the emailed code, signs in, gets their own data and signs out [AUTH-6, AUTH-7, REG-6]', async () => {
    const person = newPerson({ email: `Ada.${Date.now()}@Mail.Example`, firstName: '  Ada  ' });
    const email = person.email.toLowerCase();
    const before = await headPosition(bank);
    const client = browser();

    expect(await register(client, person)).toMatchObject({
      status: 201,
      body: { message: expect.any(String) },
    });
    const otp = await mailedCode(bank, email, VERIFY_SUBJECT);
    expect(await headPosition(bank)).toBe(before);
    expect(await sql('select 1 from app_user where email = $1', [email])).toEqual([]);
    expect(await client.post('/api/auth/verify-email', { email, otp })).toMatchObject({ status: 200 });
    expect(await headPosition(bank)).toBe(before + 1);
    const response = await login(client, person);
    expect(response).toMatchObject({ status: 200 });
    expect(response.body).toEqual({
      id: expect.any(String),
      email,
      firstName: 'Ada',
      lastName: 'Byron',
      moniker: person.moniker,
      isAdmin: false,
      isEmailVerified: true,
      phoneNumber: '+1 (415) 555-0100',
      status: 'active',
      accountBalance: '$0.00',
      accountBalanceCents: 0,
      bankTimeZone: 'America/New_York',
      isFindable: true,
      canPayMonikers: true,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect((await client.get('/api/auth/user')).body).toEqual(response.body);

    const cookie = client.cookieHeader();
    const out = await client.get('/api/logout');
    expect(out.status).toBe(302);
    expect(out.headers.get('location')).toBe('/');
    expect(client.cookie(COOKIE)).toBeUndefined();
    expect(await client.get('/api/auth/user')).toMatchObject({
      status: 401,
      body: { code: 'NOT_SIGNED_IN' },
    });
    const replayed = await browser().get('/api/auth/user', { headers: { cookie } });
    expect(replayed.status).toBe(401);
  });

  it('is the actor of the event that opens their ledger account [REG-6, SEC-4]', async () => {
    const person = await verifiedUser(bank);
    const [event] = await sql<{ type: string; actor: string; id: string; status: string }>(
      `select e.type, e.actor, u.id, a.status from app_user u
         join ledger_event e on e.stream = 'account:' || u.id join ledger_account a on a.account_id = u.id
        where u.email = $1`,
      [person.email],
    );
    expect(event).toMatchObject({ type: 'AccountOpened', actor: `user:${event?.id}`, status: 'open' });
  });
});

describe('registration', () => {
  it.each([
    [{ email: '' }, 'Please fill in all fields including phone number', 'email'],
    [{ email: 'nobody' }, 'Please enter a valid email address', 'email'],
    [{ phoneNumber: ' ' }, 'Please fill in all fields including phone number', 'phoneNumber'],
    [{ phoneNumber: 'call me' }, 'Please enter a valid phone number', 'phoneNumber'],
    [{ firstName: '' }, 'Please fill in all fields including phone number', 'firstName'],
    [
      { firstName: 'Your refund of $900 waits' },
      'Please enter a name without links, phone numbers or amounts',
      'firstName',
    ],
    [
      { lastName: 'https://evil.example' },
      'Please enter a name without links, phone numbers or amounts',
      'lastName',
    ],
    [{ lastName: 'a\u0000b' }, 'lastName must not contain control characters', 'lastName'],
    [{ password: '' }, 'Please fill in all fields including phone number', 'password'],
    [{ password: '12345' }, 'Password must be at least 6 characters long', 'password'],
    [{ password: 'x'.repeat(257) }, 'password must be at most 256 characters', 'password'],
    [
      { moniker: 'Alice' },
      'Moniker must be 3-20 characters, letters, numbers, and underscores only',
      'moniker',
    ],
    [{ moniker: 'ab' }, 'Moniker must be 3-20 characters, letters, numbers, and underscores only', 'moniker'],
  ])('rejects %j [REG-1, REG-3, REG-15]', async (changes, message, field) => {
    const before = await countOf('registration');
    expect(await register(browser(), newPerson(changes))).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', message, fields: [field] },
    });
    expect(await countOf('registration')).toBe(before);
  });

  it.each(['admin', 'support', 'moniker', 'moniker_security', 'm0niker', 'rnoniker_team', 'customer_care'])(
    'responds to the reserved moniker %s as if it were taken [REG-16, REG-30]',
    async (moniker) => {
      const taken = await register(browser(), newPerson({ moniker: (await verifiedUser(bank)).moniker }));
      const reserved = await register(browser(), newPerson({ moniker }));
      expect(reserved).toMatchObject({ status: 409, body: { code: 'MONIKER_TAKEN' } });
      expect(reserved.body).toEqual(taken.body);
    },
  );

  it('accepts monikers that combine an official word with another word [REG-16, REG-30]', async () => {
    for (const moniker of ['admin_fan', 'support_nkosi', 'moniker_fan'])
      expect((await register(browser(), newPerson({ moniker }))).status).toBe(201);
  });

  const named = (fullName: string) => {
    const [firstName = '', lastName = ''] = fullName.split(' ');
    return newPerson({ firstName, lastName });
  };

  it.each([
    [named('Moniker Support'), 'lastName'],
    [named('Nora Mоniker-Team'), 'lastName'],
    [newPerson({ firstName: 'Customer Service' }), 'firstName'],
  ])('refuses the official name %j [REG-31]', async (person, field) => {
    expect(await register(browser(), person)).toMatchObject({
      status: 400,
      body: { message: "Please enter your own name, not the bank's", fields: [field] },
    });
  });

  it('accepts a person with one official word in their name [REG-31]', async () => {
    expect((await register(browser(), named('Support Nkosi'))).status).toBe(201);
  });

  it('accepts common passwords unless operators refuse them [REG-2, REG-17]', async () => {
    const refusal = {
      status: 400,
      body: { message: 'This password is too easy to guess', fields: ['password'] },
    };
    const person = newPerson({ password: 'Password123' });
    expect((await register(browser(), person)).status).toBe(201);
    const api = await startApi({ database: bank.database, env: { COMMON_PASSWORDS: 'refuse' } });
    try {
      const client = new HttpClient(api.baseUrl);
      expect(await register(client, newPerson({ password: person.password }))).toMatchObject(refusal);
      const reset = { email: person.email, resetCode: '123456', newPassword: 'password1' };
      expect(await client.post('/api/auth/reset-password', reset)).toMatchObject({
        ...refusal,
        body: { fields: ['newPassword'] },
      });
      expect((await register(client, newPerson())).status).toBe(201);
    } finally {
      await api.stop();
    }
  });

  it('rejects unknown fields and writes nothing [SEC-3]', async () => {
    const [registrations, head] = [await countOf('registration'), await headPosition(bank)];
    for (const extra of [{ isAdmin: true }, { is_admin: true }, { isEmailVerified: true }, { id: 'x' }]) {
      const response = await browser().post('/api/auth/register', { ...newPerson(), ...extra });
      expect(response).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED', fields: Object.keys(extra) },
      });
    }
    expect(await countOf('registration')).toBe(registrations);
    expect(await headPosition(bank)).toBe(head);
  });

  it('accepts the shortest and the longest password exactly as typed [REG-2]', async () => {
    for (const password of [' 12345', `${'ü'.repeat(250)} \u0007😀 `]) {
      const person = await verifiedUser(bank, { password });
      expect(await login(browser(), person)).toMatchObject({ status: 200 });
      expect(await login(browser(), { ...person, password: password.trim() })).toMatchObject({ status: 401 });
    }
  });

  it('keeps monikers and email addresses unique, and ignores case in email addresses [REG-4]', async () => {
    const person = await verifiedUser(bank);
    const head = await headPosition(bank);
    const again = { ...newPerson(), email: person.email.toUpperCase() };
    expect(await register(browser(), again)).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_TAKEN', message: 'An account with this email already exists' },
    });
    expect((await register(browser(), again)).body).not.toHaveProperty('emailNotVerified');
    expect(await register(browser(), newPerson({ moniker: person.moniker }))).toMatchObject({
      status: 409,
      body: { code: 'MONIKER_TAKEN' },
    });
    expect(await headPosition(bank)).toBe(head);
  });

  it('accepts only one of twenty concurrent registrations of the same person [REG-4]', async () => {
    const person = newPerson();
    const responses = await Promise.all(Array.from({ length: 20 }, () => register(browser(), person)));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array<number>(19).fill(409)]);
  });

  it('flags an unverified address and emails a new code at most once a minute [REG-8]', async () => {
    const person = newPerson();
    const client = browser();
    await register(client, person);
    const first = await mailedCode(bank, person.email, VERIFY_SUBJECT);
    const message = "This email isn't verified yet. Enter the code that we emailed you.";
    const flagged = { status: 409, body: { code: 'EMAIL_TAKEN', message, emailNotVerified: true } };
    expect(await register(client, person)).toMatchObject(flagged);
    expect(await mailsTo(person.email)).toBe(1);

    await expireOtpCooldown(bank);
    expect(await register(client, person)).toMatchObject(flagged);
    const mail = await bank.mail.waitForMail(person.email, (one) => codeOf(one) !== first);
    const body = { email: person.email, otp: codeOf(mail) };
    expect(await client.post('/api/auth/verify-email', { ...body, otp: first })).toMatchObject(OTP_INVALID);
    expect(await client.post('/api/auth/verify-email', body)).toMatchObject({ status: 200 });
  });
});

describe('codes', () => {
  let client: HttpClient;
  async function registered(): Promise<{ email: string; otp: string }> {
    const person = newPerson();
    client = browser();
    await register(client, person);
    return { email: person.email, otp: await mailedCode(bank, person.email, VERIFY_SUBJECT) };
  }
  const verify = (body: object) => client.post('/api/auth/verify-email', body);

  it('expire after five wrong tries [AUTH-8]', async () => {
    const { email, otp } = await registered();
    for (let tries = 0; tries < 5; tries++) {
      expect(await verify({ email, otp: otherCode(otp) })).toMatchObject(OTP_INVALID);
    }
    expect(await verify({ email, otp })).toMatchObject(OTP_INVALID);
  });

  it('allow at most five tries, even in parallel [AUTH-8]', async () => {
    const { email, otp } = await registered();
    await Promise.all(Array.from({ length: 10 }, () => verify({ email, otp: otherCode(otp) })));
    const [row] = await sql<{ tries: number }>(
      'select tries from emailed_code join registration r on r.id = owner_id where r.email = $1',
      [email],
    );
    expect(row?.tries).toBe(5);
  });

  it('expire after ten minutes [AUTH-8]', async () => {
    const { email, otp } = await registered();
    await sql(`update emailed_code set expires_at = expires_at - interval '10 minutes'`);
    expect(await verify({ email, otp })).toMatchObject(OTP_INVALID);
  });

  it('work once and only for their purpose [REG-10, AUTH-8]', async () => {
    const { email, otp } = await registered();
    const reset = { email, resetCode: otp, newPassword: 'another password' };
    await browser().post('/api/auth/forgot-password', { email });
    expect(await browser().post('/api/auth/reset-password', reset)).toMatchObject(OTP_INVALID);
    const responses = await Promise.all(Array.from({ length: 4 }, () => verify({ email, otp })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  it('are replaced by resent codes, which are limited to one email a minute and five an hour [AUTH-9]', async () => {
    const { email, otp } = await registered();
    const resend = () => client.post('/api/auth/resend-verification', { email });
    const sent = () => mailsTo(email);
    const first = await resend();
    expect(first.status).toBe(200);
    expect(await sent()).toBe(1);
    for (let resends = 1; resends <= 6; resends++) {
      await expireOtpCooldown(bank);
      expect((await resend()).body).toEqual(first.body);
      expect(await sent()).toBe(Math.min(resends + 1, 5));
    }
    expect(await verify({ email, otp })).toMatchObject(OTP_INVALID);
    const mails = await waitFor(
      async () => {
        const mine = (await bank.mail.messages()).filter(({ to }) =>
          to.some(({ address }) => address === email),
        );
        return mine.length === 5 && mine;
      },
      { what: 'the fifth email' },
    );
    const codes = mails.map(codeOf).filter((code) => code !== otp);
    const results = [];
    for (const code of codes) results.push((await verify({ email, otp: code })).status);
    expect(results.filter((status) => status === 200)).toHaveLength(1);
  });

  it('are not readable in the database [AUTH-8]', async () => {
    const { email, otp } = await registered();
    const rows = await sql<{ text: string }>(
      `select o::text || b::text as text from registration r
         join emailed_code o on o.owner_id = r.id join outbox b on b.registration_id = r.id where r.email = $1`,
      [email],
    );
    expect(rows).toHaveLength(1);
    expect(rows.some(({ text }) => text.includes(otp))).toBe(false);
    const erased = await waitFor(
      async () => (await countOf('outbox where sent_at is not null and secret_ciphertext is not null')) === 0,
      { what: 'the sent codes to be erased' },
    );
    expect(erased).toBe(true);
  });
});

describe('signing in', () => {
  it('tells only someone with the right password that the address is unverified [AUTH-4]', async () => {
    const person = newPerson();
    await register(browser(), person);
    const unverified = await login(browser(), person);
    expect(unverified).toMatchObject({
      status: 403,
      body: { code: 'EMAIL_NOT_VERIFIED', emailNotVerified: true },
    });
    expect((unverified.body as { message: string }).message).toContain('verify your email');
    expect(await login(browser(), { ...person, password: 'wrong one' })).toMatchObject({
      status: 401,
      body: { code: 'CREDENTIALS_INVALID', message: 'Invalid email or password' },
    });
  });

  it.each([[{}], [{ email: 'a@b.example' }], [{ password: 'secret' }], [{ email: '', password: '' }]])(
    'rejects incomplete credentials: %j [AUTH-1]',
    async (body) => {
      const response = await browser().post('/api/auth/login?email=a@b.example&password=secret', body);
      expect(response).toMatchObject({ status: 400, body: { message: 'Please fill in all fields' } });
    },
  );

  it('rejects credentials of the wrong type and unknown fields [AUTH-1]', async () => {
    const { email, password } = await verifiedUser(bank);
    for (const body of [
      { email: { $ne: '' }, password },
      { email, password: ['x'] },
      { email, password, isAdmin: true },
    ]) {
      expect(await browser().post('/api/auth/login', body)).toMatchObject({ status: 400 });
    }
  });

  it('responds identically to a wrong password and an unknown address [AUTH-3]', async () => {
    const person = await verifiedUser(bank);
    const wrong = await login(browser(), { ...person, password: 'wrong password' });
    const unknown = await login(browser(), { ...newPerson(), password: 'wrong password' });
    expect(unknown.status).toBe(401);
    expect(unknown.body).toEqual(wrong.body);
  });
});

describe('sessions', () => {
  it('use an HttpOnly cookie whose token is not in the database [AUTH-17]', async () => {
    const person = await verifiedUser(bank);
    const client = browser();
    const { headers } = await login(client, person);
    const [cookie, ...more] = headers.getSetCookie().filter((line) => line.startsWith(`${COOKIE}=`));
    expect(more).toEqual([]);
    const attributes = cookie?.split('; ').slice(1).sort();
    expect(attributes).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax']);
    const token = client.cookie(COOKIE) ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const rows = await sql<{ text: string }>('select s::text as text from session s');
    const hex = Buffer.from(token, 'base64url').toString('hex');
    expect(rows.some(({ text }) => text.includes(token) || text.includes(hex))).toBe(false);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  itInPostgres('use a Secure __Host- cookie in production [AUTH-17]', async () => {
    const person = await verifiedUser(bank);
    const api = await startApi({ database: bank.database, env: { MONIKER_PROFILE: 'production' } });
    try {
      const { headers, status } = await login(new HttpClient(api.baseUrl), person);
      expect(status).toBe(200);
      const [browserCookie, sessionCookie] = headers.getSetCookie();
      expect(sessionCookie).toMatch(
        /^__Host-moniker_session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
      expect(browserCookie).toMatch(/^__Host-moniker_browser=.*; HttpOnly; Secure; SameSite=Lax$/);
    } finally {
      await api.stop();
    }
  });

  it('get a new token at sign-in [AUTH-18]', async () => {
    const person = await verifiedUser(bank);
    const client = await signedInClient(bank, person);
    const cookie = client.cookieHeader();
    await login(client, person);
    expect(client.cookieHeader()).not.toBe(cookie);
    expect((await client.get('/api/auth/user')).status).toBe(200);
    expect((await browser().get('/api/auth/user', { headers: { cookie } })).status).toBe(401);
  });

  it('never adopt a token chosen by the client [AUTH-18]', async () => {
    const person = await verifiedUser(bank);
    const cookie = `${COOKIE}=${Buffer.alloc(32, 1).toString('base64url')}`;
    const client = browser();
    await client.post(
      '/api/auth/login',
      { email: person.email, password: person.password },
      { headers: { cookie } },
    );
    expect(client.cookieHeader()).not.toBe(cookie);
    expect((await browser().get('/api/auth/user', { headers: { cookie } })).status).toBe(401);
  });

  it.each([
    ['30 idle minutes', 'last_seen_at', '30 minutes'],
    ['12 hours', 'expires_at', '12 hours'],
  ])('expire after %s [AUTH-19]', async (_name, column, age) => {
    const client = await signedInClient(bank, await verifiedUser(bank));
    await sql(`update session set ${column} = ${column} - interval '${age}' + interval '20 seconds'`);
    expect((await client.get('/api/auth/user')).status).toBe(200);
    await sql(
      `update session set ${column} = ${column === 'expires_at' ? column : 'now()'} - interval '${age}'`,
    );
    expect((await client.get('/api/auth/user')).status).toBe(401);
  });

  it('record their last use at most once a minute', async () => {
    const client = await signedInClient(bank, await verifiedUser(bank));
    const { id } = (await client.get<{ id: string }>('/api/auth/user')).body;
    const seen = async () =>
      (await sql<{ seen: Date }>('select last_seen_at as seen from session where user_id = $1', [id]))[0]
        ?.seen;
    const first = await seen();
    await client.get('/api/auth/user');
    expect(await seen()).toEqual(first);
    await sql(`update session set last_seen_at = last_seen_at - interval '61 seconds' where user_id = $1`, [
      id,
    ]);
    await client.get('/api/auth/user');
    expect((await seen())?.getTime()).toBeGreaterThanOrEqual(first?.getTime() ?? Infinity);
  });

  it('apply a role change to the next request [AUTH-22]', async () => {
    const person = await verifiedUser(bank);
    const client = await signedInClient(bank, person);
    expect((await client.get('/api/admin/users')).status).toBe(403);
    await sql(`update app_user set is_admin = true, admin_role = 'owner' where email = $1`, [person.email]);
    expect((await client.get('/api/admin/users')).status).toBe(200);
    await sql('update app_user set is_admin = false where email = $1', [person.email]);
    expect((await client.get('/api/admin/users')).status).toBe(403);
  });
});

describe('the routes for passwords and codes', () => {
  it('reset a password with an emailed code, end all sessions and notify the user [AUTH-13, AUTH-14]', async () => {
    const person = await verifiedUser(bank);
    const sessions = [await signedInClient(bank, person), await signedInClient(bank, person)];
    const client = browser();
    expect((await client.post('/api/auth/forgot-password', { email: person.email })).status).toBe(200);
    const resetCode = await mailedCode(bank, person.email, RESET_SUBJECT);
    const newPassword = 'a new password';
    const body = { email: person.email, resetCode, newPassword };
    expect(await client.post('/api/auth/reset-password', { ...body, newPassword: '1234567' })).toMatchObject({
      status: 400,
      body: { message: 'Password must be at least 8 characters long' },
    });
    expect(await client.post('/api/auth/reset-password', body)).toMatchObject({
      status: 200,
      // Doesn't promise a sign-in, which a freeze may prevent.
      body: { message: 'Your password was changed.' },
    });
    expect(client.cookie(COOKIE)).toBeUndefined();
    for (const session of sessions) expect((await session.get('/api/auth/user')).status).toBe(401);
    expect((await login(client, person)).status).toBe(401);
    expect((await login(client, { ...person, password: newPassword })).status).toBe(200);
    expect(await client.post('/api/auth/reset-password', body)).toMatchObject(OTP_INVALID);
    const mail = await bank.mail.waitForMail(person.email, ({ subject }) =>
      /password was changed/.test(subject),
    );
    expect(mail.text).toContain('We signed you out everywhere.');
  });

  it('answer unknown addresses exactly like known ones, after the same delay [AUTH-10]', async () => {
    const person = await verifiedUser(bank);
    const unknown = newPerson();
    const outbox = await countOf('outbox');
    for (const path of ['forgot-password', 'resend-verification', 'reset-password', 'verify-email']) {
      const extra = {
        'reset-password': { resetCode: '123456', newPassword: 'long enough' },
        'verify-email': { otp: '123456' },
      }[path];
      const ask = async (email: string) => {
        const start = performance.now();
        const { status, body } = await browser().post(`/api/auth/${path}`, { email, ...extra });
        return { status, body, ms: performance.now() - start };
      };
      const [known, none] = [await ask(person.email), await ask(unknown.email)];
      expect(none.status).toBe(known.status);
      expect(none.body).toEqual(known.body);
      // The API delays both answers until the same time has passed, which is far longer than the work takes.
      for (const { ms } of [known, none]) expect(ms).toBeGreaterThan(230);
    }
    expect(await countOf('outbox')).toBe(outbox + 1);
  });

  it('change a password in the settings, end other sessions and rotate the current one [AUTH-15, SET-5]', async () => {
    const person = await verifiedUser(bank);
    const [client, elsewhere] = [await signedInClient(bank, person), await signedInClient(bank, person)];
    const cookie = client.cookieHeader();
    expect((await client.post('/api/auth/send-password-otp')).status).toBe(200);
    const otpCode = await mailedCode(bank, person.email, /password change code/);
    const body = { currentPassword: person.password, newPassword: 'newone', otpCode };
    const change = (changes: object) => client.post('/api/auth/change-password', { ...body, ...changes });
    expect(await change({ currentPassword: 'wrong' })).toMatchObject({
      status: 400,
      body: { message: 'Current password is incorrect' },
    });
    expect(await change({ newPassword: '12345' })).toMatchObject({
      status: 400,
      body: { message: 'Password must be at least 6 characters long' },
    });
    expect(await change({ otpCode: otherCode(otpCode) })).toMatchObject(OTP_INVALID);
    expect(await change({})).toMatchObject({ status: 200 });
    expect((await client.get('/api/auth/user')).status).toBe(200);
    expect((await elsewhere.get('/api/auth/user')).status).toBe(401);
    expect((await browser().get('/api/auth/user', { headers: { cookie } })).status).toBe(401);
    expect((await login(browser(), { ...person, password: 'newone' })).status).toBe(200);
    const mail = await bank.mail.waitForMail(person.email, ({ subject }) =>
      /password was changed/.test(subject),
    );
    expect(mail.text).toContain('We signed you out everywhere else.');
    expect((await browser().post('/api/auth/change-password', body)).status).toBe(401);
  });
});

describe('the phone number', () => {
  it('can be set once [SET-3]', async () => {
    const person = await verifiedUser(bank);
    await sql('update app_user set phone_number = null where email = $1', [person.email]);
    const client = await signedInClient(bank, person);
    const set = (phoneNumber: string) => client.put('/api/user/phone', { phoneNumber });
    expect(await set(' ')).toMatchObject({ status: 400, body: { message: 'Please enter a phone number' } });
    expect(await set('+44 20 7946 0000')).toMatchObject({
      status: 200,
      body: { phoneNumber: '+44 20 7946 0000' },
    });
    expect(await set('+44 20 7946 0001')).toMatchObject({
      status: 409,
      body: { message: 'Phone number cannot be changed once added' },
    });
    expect((await browser().put('/api/user/phone', { phoneNumber: '+44 20 7946 0000' })).status).toBe(401);
  });
});

describe('requests from other sites', () => {
  it.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'cross-site', origin: undefined }],
  ])('that have the headers %j are refused [SEC-5]', async (headers) => {
    const person = await verifiedUser(bank);
    const head = await headPosition(bank);
    const client = await signedInClient(bank, person);
    for (const [path, body] of [
      ['/api/auth/login', { email: person.email, password: person.password }],
      ['/api/auth/register', newPerson()],
      ['/api/auth/send-password-otp', undefined],
    ] as const) {
      expect(await client.post(path, body, { headers })).toMatchObject({
        status: 403,
        body: { code: 'ORIGIN_FOREIGN' },
      });
    }
    expect(await headPosition(bank)).toBe(head);
  });
});

describe('the logs of the API and the worker', () => {
  it('contain neither personal data nor secrets [SEC-9]', async () => {
    const person = await verifiedUser(bank);
    const { headers } = await login(browser(), { ...person, password: 'not the password' });
    const id = headers.get('x-request-id') ?? 'none';
    await waitFor(() => bank.api.output().includes(id), { what: 'the request to be logged' });
    const output = bank.api.output() + bank.worker.output();
    for (const secret of ['@mail.example', person.moniker, 'not the password', 'Byron']) {
      expect(output).not.toContain(secret);
    }
  });
});
