import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { userIdOf } from '../payments/money.fixtures.js';
import { HttpClient, query, type HttpResponse } from '../harness/index.js';
import {
  login,
  RESET_SUBJECT,
  mailedCode,
  startBank,
  verifiedUser,
  type Bank,
  type Person,
} from './auth.fixtures.js';
import {
  addApp,
  addPasskey,
  APP,
  confirmWith,
  expireConfirmations,
  FACTORS,
  forgetUsedCodes,
  passkeyAddress,
  PASSKEYS,
  App,
  type Factors,
} from './second-factors.fixtures.js';

let bank: Bank;
let baseUrl: string;
let person: Person;
let client: HttpClient;

beforeAll(async () => {
  const address = await passkeyAddress();
  ({ baseUrl } = address);
  bank = await startBank('PostgreSQL', { env: { PUBLIC_URL: baseUrl }, port: address.port });
});

afterAll(() => bank.close());

beforeEach(async () => {
  person = await verifiedUser(bank);
  client = await signedIn();
});

async function signedIn(): Promise<HttpClient> {
  const one = new HttpClient(baseUrl);
  expect((await login(one, person)).status).toBe(200);
  return one;
}

interface Refused {
  readonly code: string;
  readonly factors?: readonly string[];
}

/** Enters the right password, so the sign-in waits for the second factor. */
async function halfSignedIn(): Promise<{ visitor: HttpClient; body: Refused }> {
  const visitor = new HttpClient(baseUrl);
  const { status, body } = await login(visitor, person);
  expect([status, (body as Refused).code]).toEqual([403, 'SIGN_IN_UNCONFIRMED']);
  return { visitor, body: body as Refused };
}

const enterCode = (visitor: HttpClient, code: string): Promise<HttpResponse<Refused>> =>
  visitor.post('/api/auth/factor/code', { code });

const isSignedIn = async (one: HttpClient): Promise<boolean> =>
  (await one.get('/api/auth/user')).status === 200;

async function enterPasskey(
  visitor: HttpClient,
  prove: (options: { challenge: string }) => object,
): Promise<HttpResponse<Refused>> {
  const { body } = await visitor.post<{ challenge: string }>('/api/auth/factor/passkey-options');
  return visitor.post('/api/auth/factor/passkey', prove(body));
}

const eventsOf = async (userId: string): Promise<unknown[]> =>
  query(
    bank.database.superUrl,
    `select type, actor, payload::json->>'factor' as factor from ledger_event
      where stream = $1 order by position`,
    [`user:${userId}`],
  );

const subjectsTo = async (email: string): Promise<string[]> => {
  const mails = await bank.mail.messages();
  return mails.filter(({ to }) => to.some(({ address }) => address === email)).map(({ subject }) => subject);
};

async function failedSignIns(): Promise<number> {
  const [counter] = await query<{ failures: number }>(
    bank.database.superUrl,
    'select coalesce(sum(failures), 0)::int as failures from failed_sign_in where account = $1',
    [await userIdOf(client)],
  );
  return counter?.failures ?? 0;
}

describe('a user without a second factor', () => {
  it('signs in with only the password [AUTH-50]', async () => {
    expect((await client.get(FACTORS)).body).toEqual({
      ...{
        passkeys: [],
        authenticatorApp: null,
        recoveryCodesLeft: 0,
        isRequired: false,
        signsApprovals: false,
      },
    });
    expect(await isSignedIn(client)).toBe(true);
  });

  it('must enter the password again to add a factor if the sign-in was six minutes ago [AUTH-56]', async () => {
    await expireConfirmations(bank.database);
    const refused = await client.post<Refused>(`${APP}/secret`);
    expect([refused.status, refused.body.code, refused.body.factors]).toEqual([
      ...[403, 'FACTOR_REQUIRED', ['password']],
    ]);
    const confirm = (currentPassword: string) =>
      client.post<Refused>('/api/auth/confirm/password', { currentPassword });
    expect((await confirm('wrong password')).status).toBe(400);
    expect((await client.post(`${APP}/secret`)).status).toBe(403);
    expect((await confirm(person.password)).status).toBe(204);
    expect((await client.post(`${APP}/secret`)).status).toBe(201);
  });

  it('ends all other sessions by adding a factor, but ends no session by adding another factor later [AUTH-76]', async () => {
    const stolen = await signedIn();
    const { app } = await addApp(client);
    expect([await isSignedIn(client), await isSignedIn(stolen)]).toEqual([true, false]);
    const { visitor } = await halfSignedIn();
    expect((await enterCode(visitor, app.code())).status).toBe(200);
    await addPasskey(client);
    expect([await isSignedIn(client), await isSignedIn(visitor)]).toEqual([true, true]);
  });

  it('cannot create recovery codes [AUTH-53]', async () => {
    expect((await client.post<Refused>(`${FACTORS}/recovery-codes`)).body.code).toBe('CONFLICT');
  });
});

describe('an authenticator app', () => {
  it('is added once its first code is entered, and its secret is sealed [AUTH-52]', async () => {
    const { body } = await client.post<{ secret: string; uri: string }>(`${APP}/secret`);
    expect(body.uri).toContain(`secret=${body.secret}`);
    expect((await client.post(APP, { code: '000000' })).status).toBe(400);
    expect((await client.get<Factors>(FACTORS)).body.authenticatorApp).toBeNull();
    const { app } = await addApp(client);
    const [row] = await query<{ sealed: Buffer }>(
      bank.database.superUrl,
      'select secret_ciphertext as sealed from authenticator_app where user_id = $1',
      [await userIdOf(client)],
    );
    expect(row?.sealed.includes(app.secret)).toBe(false);
    expect((await client.post<Refused>(`${APP}/secret`)).body.code).toBe('CONFLICT');
  });

  it('has to be added again if its first code comes after 15 minutes [AUTH-52]', async () => {
    const { body } = await client.post<{ secret: string }>(`${APP}/secret`);
    await query(
      bank.database.superUrl,
      `update authenticator_app set created_at = created_at - interval '15 minutes' where user_id = $1`,
      [await userIdOf(client)],
    );
    const late = await client.post<Refused>(APP, { code: new App(body.secret).code() });
    expect(late.body).toMatchObject({
      code: 'FACTOR_INVALID',
      message: 'This setup key is no longer valid. Cancel and add the app again',
    });
  });

  it('is the second step of a sign-in, and its wrong codes are counted [AUTH-54, LOG-4]', async () => {
    const { app } = await addApp(client);
    const { visitor, body } = await halfSignedIn();
    expect(body.factors).toEqual(['app', 'recovery']);
    expect(await isSignedIn(visitor)).toBe(false);
    expect((await enterCode(visitor, app.wrongCode())).body.code).toBe('FACTOR_INVALID');
    expect(await isSignedIn(visitor)).toBe(false);
    expect(await failedSignIns()).toBe(1);
    expect((await enterCode(visitor, app.code())).status).toBe(200);
    expect(await isSignedIn(visitor)).toBe(true);
    expect((await enterCode(visitor, app.code(1))).body.code).toBe('SIGN_IN_EXPIRED');
  });

  it('has codes that work only once, even if they are tried in parallel [AUTH-52]', async () => {
    const { app } = await addApp(client);
    // Only three, because five wrong codes in total would block further sign-ins (AUTH-54).
    const attempts = await Promise.all(Array.from({ length: 3 }, () => halfSignedIn()));
    const code = app.code();
    const answers = await Promise.all(attempts.map(({ visitor }) => enterCode(visitor, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const { visitor } = await halfSignedIn();
    expect((await enterCode(visitor, code)).body.code).toBe('FACTOR_INVALID');
    expect((await enterCode(visitor, app.code(-1))).body.code).toBe('FACTOR_INVALID');
    expect((await enterCode(visitor, app.code(1))).status).toBe(200);
  });

  it('is refused after five wrong codes, even with the right code [AUTH-54]', async () => {
    const { app } = await addApp(client);
    for (let n = 0; n < 5; n += 1) {
      const { visitor } = await halfSignedIn();
      expect((await enterCode(visitor, app.wrongCode())).status).toBe(400);
    }
    const { visitor } = await halfSignedIn();
    expect((await enterCode(visitor, app.code())).status).toBe(429);
  });

  it('cannot complete a sign-in after five minutes or a password reset [AUTH-54]', async () => {
    const { app } = await addApp(client);
    const { visitor: late } = await halfSignedIn();
    const { superUrl } = bank.database;
    await query(superUrl, `update pending_sign_in set expires_at = expires_at - interval '5 minutes'`);
    expect((await enterCode(late, app.code())).body.code).toBe('SIGN_IN_EXPIRED');
    const { visitor } = await halfSignedIn();
    const newPassword = 'another password';
    await visitor.post('/api/auth/forgot-password', { email: person.email });
    const resetCode = await mailedCode(bank, person.email, RESET_SUBJECT);
    const reset = { email: person.email, resetCode, newPassword };
    expect((await visitor.post('/api/auth/reset-password', reset)).status).toBe(200);
    expect((await enterCode(visitor, app.code())).body.code).toBe('SIGN_IN_EXPIRED');
  });
});

describe('a passkey', () => {
  it('is the second step of a sign-in [AUTH-51, AUTH-54]', async () => {
    const { passkey, added } = await addPasskey(client);
    expect([added.status, added.body.passkeys.map(({ name }) => name)]).toEqual([201, ['Laptop']]);
    const { visitor, body } = await halfSignedIn();
    expect(body.factors).toEqual(['passkey', 'recovery']);
    expect((await enterPasskey(visitor, (options) => passkey.prove(options))).status).toBe(200);
    expect(await isSignedIn(visitor)).toBe(true);
  });

  it('is refused for another site, challenge or user [AUTH-51, LOG-4]', async () => {
    const { passkey } = await addPasskey(client);
    const { visitor } = await halfSignedIn();
    const evil = await enterPasskey(visitor, (options) => passkey.prove(options, 'http://evil.example'));
    expect(evil.body.code).toBe('FACTOR_INVALID');
    expect(await failedSignIns()).toBe(1);
    const { body: options } = await visitor.post<{ challenge: string }>('/api/auth/factor/passkey-options');
    const proof = passkey.prove(options);
    const { visitor: other } = await halfSignedIn();
    await other.post('/api/auth/factor/passkey-options');
    expect((await other.post<Refused>('/api/auth/factor/passkey', proof)).body.code).toBe('FACTOR_INVALID');
    expect((await visitor.post('/api/auth/factor/passkey', proof)).status).toBe(200);
    expect((await visitor.post<Refused>('/api/auth/factor/passkey', proof)).body.code).toBe(
      'SIGN_IN_EXPIRED',
    );

    person = await verifiedUser(bank);
    const stranger = await signedIn();
    await addPasskey(stranger);
    expect(await confirmWith(stranger, passkey)).toBe(400);
  });

  it('uses only algorithms that every supported version of Node can check [AUTH-51]', async () => {
    const { body } = await client.post<{ pubKeyCredParams: { alg: number }[] }>(`${PASSKEYS}/options`);
    const [ed25519, es256, rs256] = [-8, -7, -257];
    expect(body.pubKeyCredParams.map(({ alg }) => alg)).toEqual([ed25519, es256, rs256]);
  });

  it('can be added only once, and a user can have at most ten [AUTH-51]', async () => {
    const { passkey } = await addPasskey(client);
    const add = async (one = passkey) => {
      const { body } = await client.post<{ challenge: string }>(`${PASSKEYS}/options`);
      return client.post<Refused>(PASSKEYS, { name: 'Again', ...one.create(body) });
    };
    expect((await add()).body.code).toBe('CONFLICT');
    const statuses = [];
    for (let n = 1; n <= 10; n += 1) statuses.push((await addPasskey(client, `Key ${n}`)).added.status);
    expect(statuses).toEqual([...Array.from({ length: 9 }, () => 201), 409]);
  });
});

describe('recovery codes', () => {
  it('are created when a user adds the first app or passkey, and each works only once, even if it is tried in parallel [AUTH-53]', async () => {
    const { recoveryCodes } = await addApp(client);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await addPasskey(client)).added.body.recoveryCodes).toBeNull();
    const [first = ''] = recoveryCodes;
    const attempts = await Promise.all([halfSignedIn(), halfSignedIn()]);
    const answers = await Promise.all(attempts.map(({ visitor }) => enterCode(visitor, first.toLowerCase())));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const { visitor } = await halfSignedIn();
    expect((await enterCode(visitor, first)).status).toBe(400);
    expect((await client.get<Factors>(FACTORS)).body.recoveryCodesLeft).toBe(9);
    await bank.mail.waitForMail(person.email, ({ subject }) =>
      subject.startsWith('A recovery code was used'),
    );
    const stored = await query(bank.database.superUrl, 'select code_hash from recovery_code');
    expect(JSON.stringify(stored)).not.toContain(recoveryCodes[1]?.replace('-', ''));
  });

  it('stop working when the user creates new ones [AUTH-53]', async () => {
    const { recoveryCodes: old } = await addApp(client);
    const { body } = await client.post<Factors>(`${FACTORS}/recovery-codes`);
    expect(body.recoveryCodes).toHaveLength(10);
    const { visitor } = await halfSignedIn();
    expect((await enterCode(visitor, old[0] ?? '')).status).toBe(400);
    expect((await enterCode(visitor, body.recoveryCodes?.[0] ?? '')).status).toBe(200);
  });

  it('are replaced by exactly ten new ones, even if renewals run in parallel [AUTH-53]', async () => {
    await addApp(client);
    const renewals = Array.from({ length: 8 }, () => client.post<Factors>(`${FACTORS}/recovery-codes`));
    expect((await Promise.all(renewals)).map(({ status }) => status)).toEqual(
      Array.from({ length: 8 }, () => 201),
    );
    expect((await client.get<Factors>(FACTORS)).body.recoveryCodesLeft).toBe(10);
  });
});

describe('removing a factor', () => {
  let app: App;

  beforeEach(async () => {
    ({ app } = await addApp(client));
    await forgetUsedCodes(bank.database);
  });

  it('requires a recent confirmation, is recorded, and is reported to the user by email [AUTH-56, AUTH-58]', async () => {
    await expireConfirmations(bank.database);
    const refused = await client.delete<Refused>(APP);
    expect([refused.status, refused.body.code, refused.body.factors]).toEqual([
      ...[403, 'FACTOR_REQUIRED', ['app', 'recovery']],
    ]);
    const confirm = (code: string) => client.post('/api/auth/confirm/code', { code });
    expect((await confirm(app.wrongCode())).status).toBe(400);
    expect((await confirm(app.code())).status).toBe(204);
    expect((await client.delete<Factors>(APP)).body).toMatchObject({
      ...{ authenticatorApp: null, recoveryCodesLeft: 0 },
    });
    expect((await client.delete(APP)).status).toBe(404);
    const actor = `user:${await userIdOf(client)}`;
    expect(await eventsOf(await userIdOf(client))).toEqual([
      { type: 'FactorAdded', actor, factor: 'authenticator_app' },
      { type: 'FactorRemoved', actor, factor: 'authenticator_app' },
    ]);
    await bank.mail.waitForMail(person.email, ({ subject }) => subject.includes('removed from your'));
    expect(await subjectsTo(person.email)).toContain(
      'An authenticator app was added to your Moniker account',
    );
    expect(await isSignedIn(await signedIn())).toBe(true);
  });

  it("is refused for another user's passkey [AUTH-58]", async () => {
    const { added } = await addPasskey(client);
    const id = added.body.passkeys[0]?.id ?? '';
    person = await verifiedUser(bank);
    const stranger = await signedIn();
    expect((await stranger.delete(`${PASSKEYS}/${id}`)).status).toBe(404);
    const left = await client.delete<Factors>(`${PASSKEYS}/${id}`);
    expect([left.status, left.body.passkeys, left.body.recoveryCodesLeft]).toEqual([200, [], 10]);
  });
});
