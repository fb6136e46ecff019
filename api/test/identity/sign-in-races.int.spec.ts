import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  login,
  mailedCode,
  RESET_SUBJECT,
  signedInClient,
  verifiedUser,
  type Person,
  useEmptyBank,
} from './auth.fixtures.js';
import { createGates } from './gates.fixtures.js';
import { HttpClient, query, startApi, type HttpResponse, use } from '../harness/index.js';

const NEW_PASSWORD = 'a new password';
const WRONG_PASSWORD = { status: 401, body: { code: 'CREDENTIALS_INVALID' } };

const bank = useEmptyBank();
const gates = use(
  () => createGates(bank.database),
  (gates) => gates.close(),
);

const browser = (): HttpClient => new HttpClient(bank.api.baseUrl);

/** Requests a reset code and returns a function that resets the password with that code. */
async function prepareReset({ email }: Person): Promise<() => Promise<HttpResponse>> {
  const client = browser();
  await client.post('/api/auth/forgot-password', { email });
  const resetCode = await mailedCode(bank, email, RESET_SUBJECT);
  return () => client.post('/api/auth/reset-password', { email, resetCode, newPassword: NEW_PASSWORD });
}

/** Signs in, requests a code and returns a function that changes the password with that code. */
async function prepareChange(
  person: Person,
  newPassword = NEW_PASSWORD,
): Promise<() => Promise<HttpResponse>> {
  const client = await signedInClient(bank, person);
  await client.post('/api/auth/send-password-otp');
  const otpCode = await mailedCode(bank, person.email, /password change code/);
  const body = { currentPassword: person.password, newPassword, otpCode };
  return () => client.post('/api/auth/change-password', body);
}

describe.each([
  ['reset', prepareReset],
  ['change', prepareChange],
] as const)('a password %s', (_name, prepare) => {
  let person: Person;
  let replacePassword: () => Promise<HttpResponse>;
  let clients: HttpClient[];

  beforeEach(async () => {
    person = await verifiedUser(bank);
    replacePassword = await prepare(person);
    clients = [browser(), browser(), browser()];
  });

  const signInAll = (): Promise<HttpResponse>[] => clients.map((client) => login(client, person));

  async function expectNoOldSession(): Promise<void> {
    for (const client of clients) expect((await client.get('/api/auth/user')).status).toBe(401);
    expect((await login(browser(), { ...person, password: NEW_PASSWORD })).status).toBe(200);
  }

  it('ends the sessions of sign-ins that began before it [AUTH-14, AUTH-15, AUTH-26]', async () => {
    const gate = await gates.hold('session');
    const signIns = signInAll();
    await gates.waitUntilBlocked(signIns);
    const replaced = replacePassword();
    await gates.waitUntilBlocked([replaced, ...signIns]);
    await gate.open();
    expect((await replaced).status).toBe(200);
    await Promise.all(signIns);
    await expectNoOldSession();
  });

  it('invalidates sign-ins that verified the old password before the new one was committed [AUTH-26]', async () => {
    const gate = await gates.hold('outbox');
    const replaced = replacePassword();
    await gates.waitUntilBlocked([replaced]);
    const signIns = signInAll();
    await gates.waitUntilBlocked([replaced, ...signIns]);
    await gate.open();
    expect((await replaced).status).toBe(200);
    const wrong = await login(browser(), { ...person, password: 'wrong one' });
    expect(wrong).toMatchObject(WRONG_PASSWORD);
    for (const { status, body } of await Promise.all(signIns)) {
      expect({ status, body }).toEqual({ status: wrong.status, body: wrong.body });
    }
    await expectNoOldSession();
  });
});

it('a password change with the old password is refused after a concurrent reset [AUTH-26]', async () => {
  const person = await verifiedUser(bank);
  const change = await prepareChange(person, 'of the intruder');
  const reset = await prepareReset(person);
  const gate = await gates.hold('outbox');
  const replaced = reset();
  await gates.waitUntilBlocked([replaced]);
  const changed = change();
  await gates.waitUntilBlocked([replaced, changed]);
  await gate.open();
  expect((await replaced).status).toBe(200);
  expect(await changed).toMatchObject({
    status: 400,
    body: { message: 'Current password is incorrect', fields: ['currentPassword'] },
  });
  expect((await login(browser(), { ...person, password: NEW_PASSWORD })).status).toBe(200);
});

describe('successful sign-ins', () => {
  it('are limited per minute for each pair of account and network address [AUTH-27]', async () => {
    const [person, other] = [await verifiedUser(bank), await verifiedUser(bank)];
    const api = await startApi({ database: bank.database, env: { SIGN_INS_PER_MINUTE: '3' } });
    const signInAs = (one: Person): Promise<HttpResponse> => login(new HttpClient(api.baseUrl), one);
    try {
      expect((await signInAs({ ...person, password: 'wrong one' })).status).toBe(401);
      const responses = await Promise.all(Array.from({ length: 8 }, () => signInAs(person)));
      const statuses = responses.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
      expect(await signInAs({ ...person, password: 'wrong one' })).toMatchObject({ status: 429 });
      const refused = await signInAs(person);
      expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
      const wait = Number(refused.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
      expect((await signInAs(other)).status).toBe(200);
      await query(bank.database.superUrl, `update attempt set last_at = last_at - interval '1 minute'`);
      expect((await signInAs(person)).status).toBe(200);
    } finally {
      await api.stop();
    }
  });
});
