import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  codeOf,
  mailedCode,
  newPerson,
  otherCode,
  RESET_SUBJECT,
  verifiedUser,
  type Person,
  useEmptyBank,
} from './auth.fixtures.js';
import {
  allFailures,
  confirmCode,
  countedFailures,
  fromElsewhere,
  isSignedIn,
  sameBrowser,
  signedInAt,
  signInFromElsewhere,
  statusesOf,
  UNKNOWN_PASSKEY,
  type Refused,
} from './credential-gate.fixtures.js';
import { addApp, APP, forgetUsedCodes, PASSKEYS } from './second-factors.fixtures.js';
import { ROOT } from '../harness/paths.js';
import { HttpClient, query, waitFor, type HttpResponse, useApi } from '../harness/index.js';

const WRONG_PASSWORDS = /Too many wrong passwords/;
const WRONG_CODES = /Too many wrong codes/;
const WRONG = 'wrong password';

const bank = useEmptyBank();
/** Trusts forwarded addresses, as in production. */
const api = useApi(() => ({
  database: bank.database,
  env: {
    ...bank.store.env,
    MONIKER_PROFILE: 'production',
    TRUSTED_PROXIES: '127.0.0.1',
    CODE_MAILS_PER_HOUR: '0',
  },
}));

const confirmPassword = (client: HttpClient, currentPassword: string): Promise<HttpResponse<Refused>> =>
  client.post('/api/auth/confirm/password', { currentPassword }, fromElsewhere());

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error(`there is no item ${index}`);
  return item;
}

async function mailsTo(email: string, subject: RegExp): Promise<number> {
  const mails = await bank.mail.messages();
  return mails.filter(
    (mail) => mail.to.some(({ address }) => address === email) && subject.test(mail.subject),
  ).length;
}

/** Waits until the worker has sent all mail to the person. */
async function mailIsSent(email: string): Promise<void> {
  const waiting = `select 1 from outbox o join app_user u on u.id = o.user_id
    where u.email = $1 and o.sent_at is null`;
  await waitFor(async () => (await query(bank.database.superUrl, waiting, [email])).length === 0, {
    what: 'the mail to be sent',
  });
}

/** Creates a signed-in person with an authenticator app. */
async function withApp(): Promise<{
  person: Person;
  client: HttpClient;
  app: Awaited<ReturnType<typeof addApp>>;
}> {
  const person = await verifiedUser(bank);
  const client = await signedInAt(api, person);
  return { person, client, app: await addApp(client) };
}

const reset = (client: HttpClient, email: string, resetCode: string): Promise<HttpResponse> =>
  client.post(
    '/api/auth/reset-password',
    { email, resetCode, newPassword: 'a new password' },
    fromElsewhere(),
  );

/** Requests a reset code in each browser and returns the one code that all of them share. */
async function sharedCode(person: Person, browsers: readonly HttpClient[]): Promise<string> {
  for (const browser of browsers) {
    await browser.post('/api/auth/forgot-password', { email: person.email }, fromElsewhere());
  }
  await query(bank.database.superUrl, 'update outbox set not_before = now() where not_before is not null');
  return codeOf(
    await bank.mail.waitForMail(person.email, ({ subject }) => RESET_SUBJECT.test(subject), 20_000),
  );
}

describe('a stolen session with its browser cookie', () => {
  it('ends with the fifth wrong code, even if each code is sent from a new network address [AUTH-70, AUTH-75, LOG-4]', async () => {
    const { person, client, app } = await withApp();
    const statuses = await statusesOf(8, () => confirmCode(client, app.app.wrongCode()));
    expect(statuses).toEqual([400, 400, 400, 400, 400, 401, 401, 401]);
    expect(await countedFailures(bank, person)).toBe(5);
    await bank.mail.waitForMail(person.email, ({ subject }) => WRONG_CODES.test(subject));
  });

  it('has one limit on wrong tries for app codes, recovery codes and passkeys together [AUTH-70]', async () => {
    const { client, app } = await withApp();
    const wrong = [
      () => confirmCode(client, app.app.wrongCode()),
      () => confirmCode(client, 'AAAAA-AAAAA'),
      () => client.post('/api/auth/confirm/passkey', UNKNOWN_PASSKEY, fromElsewhere()),
      () => confirmCode(client, 'AAAAA-AAAAB'),
      () => client.post('/api/auth/confirm/passkey', UNKNOWN_PASSKEY, fromElsewhere()),
    ];
    for (const call of wrong) expect((await call()).status).toBe(400);
    expect(await isSignedIn(client)).toBe(false);
  });

  it('allows at most five parallel tries [AUTH-70]', async () => {
    const { person, client, app } = await withApp();
    const wrong = app.app.wrongCode();
    const answers = await Promise.all(Array.from({ length: 40 }, () => confirmCode(client, wrong)));
    expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(5);
    expect(await countedFailures(bank, person)).toBeLessThanOrEqual(5);
  });

  it('does not end after correct codes, because only wrong codes are counted [AUTH-70]', async () => {
    const { person, client, app } = await withApp();
    for (let n = 0; n < 6; n += 1) {
      await forgetUsedCodes(bank.database);
      expect((await confirmCode(client, app.app.code())).status).toBe(204);
    }
    expect(await countedFailures(bank, person)).toBe(0);
    expect(await isSignedIn(client)).toBe(true);
  });

  it('gets no more tries by entering a correct code for another account [AUTH-70]', async () => {
    const { client, app } = await withApp();
    const thief = await verifiedUser(bank);
    const wrong = app.app.wrongCode();
    expect(await statusesOf(4, () => confirmCode(client, wrong))).toEqual([400, 400, 400, 400]);
    const own = await sharedCode(thief, [client]);
    expect((await reset(client, thief.email, own)).status).toBe(200);
    expect((await confirmCode(client, wrong)).status).toBe(400);
    expect(await isSignedIn(client)).toBe(false);
  });

  it('ends with the tenth wrong password, counted across all routes [AUTH-71, LOG-4]', async () => {
    const person = await verifiedUser(bank);
    const client = await signedInAt(api, person);
    const otpCode = '000000';
    const routes = [
      () => confirmPassword(client, WRONG),
      () => client.post('/api/auth/send-password-otp', { currentPassword: WRONG }, fromElsewhere()),
      () =>
        client.post(
          '/api/auth/change-password',
          { currentPassword: WRONG, newPassword: 'another password', otpCode },
          fromElsewhere(),
        ),
    ];
    const statuses = await statusesOf(12, (n) => at(routes, n % 3)());
    expect(statuses).toEqual([...Array<number>(10).fill(400), 401, 401]);
    expect(await countedFailures(bank, person)).toBe(10);
    await bank.mail.waitForMail(person.email, ({ subject }) => WRONG_PASSWORDS.test(subject));
  });

  it("shares the account's sign-in limit once its browser is no longer known [AUTH-31, AUTH-71]", async () => {
    const person = await verifiedUser(bank);
    const client = await signedInAt(api, person);
    await query(
      bank.database.superUrl,
      'delete from known_browser where user_id = (select id from app_user where email = $1)',
      [person.email],
    );
    for (let n = 0; n < 20; n += 1)
      await signInFromElsewhere(new HttpClient(api.baseUrl), { ...person, password: WRONG });
    await signInFromElsewhere(new HttpClient(api.baseUrl), { ...person, password: WRONG });
    expect((await confirmPassword(client, person.password)).status).toBe(429);
  });
});

describe('a sign-in that waits for a second factor', () => {
  it('ends with the fifth wrong code, even if each code is sent from a new network address [AUTH-70, AUTH-54]', async () => {
    const { person, app } = await withApp();
    const visitor = new HttpClient(api.baseUrl);
    expect((await signInFromElsewhere(visitor, person)).status).toBe(403);
    const enter = (code: string) => visitor.post<Refused>('/api/auth/factor/code', { code }, fromElsewhere());
    expect(await statusesOf(5, () => enter(app.app.wrongCode()))).toEqual([400, 400, 400, 400, 400]);
    expect((await enter(app.app.code())).body.code).toBe('SIGN_IN_EXPIRED');
    await bank.mail.waitForMail(person.email, ({ subject }) => WRONG_CODES.test(subject));
  });
});

describe('a known browser', () => {
  it('is forgotten after the tenth wrong try in an hour, and only its own sessions end [AUTH-72]', async () => {
    const person = await verifiedUser(bank);
    const [client, elsewhere] = [await signedInAt(api, person), await signedInAt(api, person)];
    const thief = await sameBrowser(api, client);
    const guess = () => signInFromElsewhere(thief, { ...person, password: WRONG });
    expect(await statusesOf(9, guess)).toEqual(Array(9).fill(401));
    expect(await isSignedIn(client)).toBe(true);
    expect((await guess()).status).toBe(401);
    expect([await isSignedIn(client), await isSignedIn(elsewhere)]).toEqual([false, true]);
    // The thief's browser is no longer known, so the thief now shares the limit of strangers.
    const [known] = await query<{ count: number }>(
      bank.database.superUrl,
      `select count(*)::int as count from known_browser b join app_user u on u.id = b.user_id where u.email = $1`,
      [person.email],
    );
    expect(known?.count).toBe(1);
    await bank.mail.waitForMail(person.email, ({ subject }) => WRONG_PASSWORDS.test(subject));
    // When the owner signs in again, the count of wrong tries starts over.
    expect((await signInFromElsewhere(client, person)).status).toBe(200);
    expect((await confirmPassword(client, person.password)).status).toBe(204);
  });

  it('allows at most ten parallel wrong tries [AUTH-72]', async () => {
    const person = await verifiedUser(bank);
    const client = await signedInAt(api, person);
    const thief = await sameBrowser(api, client);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => signInFromElsewhere(thief, { ...person, password: WRONG })),
    );
    // Once the browser is forgotten, further requests share the limit of strangers (20).
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(30);
    expect(await isSignedIn(client)).toBe(false);
  });

  it('counts wrong codes across all its sign-ins [AUTH-72]', async () => {
    const { person, client, app } = await withApp();
    const thief = await sameBrowser(api, client);
    const code = app.app.wrongCode();
    for (let signIn = 0; signIn < 2; signIn += 1) {
      expect((await signInFromElsewhere(thief, person)).status).toBe(403);
      const enter = () => thief.post('/api/auth/factor/code', { code }, fromElsewhere());
      expect(await statusesOf(5, enter)).toEqual([400, 400, 400, 400, 400]);
    }
    expect(await isSignedIn(client)).toBe(false);
  });

  it('is not locked out by strangers, and one email reports all their tries [AUTH-24, AUTH-72, AUTH-75]', async () => {
    const person = await verifiedUser(bank);
    const client = await signedInAt(api, person);
    const stranger = () => signInFromElsewhere(new HttpClient(api.baseUrl), { ...person, password: WRONG });
    expect(await statusesOf(24, stranger)).toContain(429);
    expect((await confirmPassword(client, person.password)).status).toBe(204);
    expect((await signInFromElsewhere(await sameBrowser(api, client), person)).status).toBe(200);
    await bank.mail.waitForMail(person.email, ({ subject }) => WRONG_PASSWORDS.test(subject));
    await mailIsSent(person.email);
    expect(await mailsTo(person.email, WRONG_PASSWORDS)).toBe(1);
  });
});

describe('a reset code', () => {
  it('shared by several browsers stops working after five wrong tries in total [AUTH-73]', async () => {
    const person = await verifiedUser(bank);
    const browsers = Array.from({ length: 18 }, () => new HttpClient(api.baseUrl));
    const code = await sharedCode(person, browsers);
    for (const browser of browsers.slice(0, 4)) {
      expect((await reset(browser, person.email, otherCode(code))).status).toBe(400);
    }
    expect((await reset(new HttpClient(api.baseUrl), person.email, otherCode(code))).status).toBe(400);
    for (const browser of [at(browsers, 17), at(browsers, 0), new HttpClient(api.baseUrl)]) {
      expect((await reset(browser, person.email, code)).status).toBe(400);
    }
  });

  it('shared by several browsers works in any of them [AUTH-73]', async () => {
    const person = await verifiedUser(bank);
    const browsers = Array.from({ length: 6 }, () => new HttpClient(api.baseUrl));
    const code = await sharedCode(person, browsers);
    expect((await reset(at(browsers, 3), person.email, code)).status).toBe(200);
  });

  it('for a known browser is separate from the one that strangers share [AUTH-28, AUTH-29, AUTH-73]', async () => {
    const person = await verifiedUser(bank);
    const owner = await sameBrowser(api, await signedInAt(api, person));
    const strangers = Array.from({ length: 5 }, () => new HttpClient(api.baseUrl));
    for (const stranger of strangers) {
      await stranger.post('/api/auth/forgot-password', { email: person.email }, fromElsewhere());
    }
    await owner.post('/api/auth/forgot-password', { email: person.email }, fromElsewhere());
    // The owner's code is emailed at once, unlike the code that strangers share.
    const code = await mailedCode(bank, person.email, RESET_SUBJECT);
    for (const stranger of strangers) await reset(stranger, person.email, otherCode(code));
    expect((await reset(owner, person.email, code)).status).toBe(200);
  });
});

/** A route that checks a credential, and a call that sends a wrong one. */
interface WrongCall {
  readonly route: string;
  readonly call: () => Promise<HttpResponse>;
}

describe('every route that checks a credential', () => {
  it('counts wrong credentials [AUTH-74, LOG-4]', async () => {
    const person = await verifiedUser(bank);
    const [client, other] = [await signedInAt(api, person), await verifiedUser(bank)];
    const { app } = await addApp(client);
    const wrongCode = app.wrongCode();
    const half = async (): Promise<HttpClient> => {
      const visitor = new HttpClient(api.baseUrl);
      expect((await signInFromElsewhere(visitor, person)).status).toBe(403);
      return visitor;
    };
    const { email } = person;
    const newcomer = await signedInAt(api, other);
    expect((await confirmPassword(newcomer, other.password)).status).toBe(204);
    const { password } = other;
    const post = (from: HttpClient, to: string, body: object) => from.post(to, body, fromElsewhere());
    const calls: WrongCall[] = [
      [
        '/api/auth/login',
        async () => post(new HttpClient(api.baseUrl), '/api/auth/login', { email, password }),
      ],
      [
        '/api/auth/verify-email',
        async () =>
          post(new HttpClient(api.baseUrl), '/api/auth/verify-email', {
            email: newPerson().email,
            otp: '000000',
          }),
      ],
      [
        '/api/auth/reset-password',
        async () =>
          post(new HttpClient(api.baseUrl), '/api/auth/reset-password', {
            ...{ email, resetCode: '000000', newPassword: 'a new password' },
          }),
      ],
      [
        '/api/auth/report-sign-in',
        async () => post(new HttpClient(api.baseUrl), '/api/auth/report-sign-in', { token: 'A'.repeat(43) }),
      ],
      ['/api/auth/factor/code', async () => post(await half(), '/api/auth/factor/code', { code: wrongCode })],
      [
        '/api/auth/factor/passkey',
        async () => post(await half(), '/api/auth/factor/passkey', UNKNOWN_PASSKEY),
      ],
      ['/api/auth/confirm/code', () => post(client, '/api/auth/confirm/code', { code: wrongCode })],
      ['/api/auth/confirm/passkey', () => post(client, '/api/auth/confirm/passkey', UNKNOWN_PASSKEY)],
      ['/api/auth/confirm/password', () => confirmPassword(client, WRONG)],
      [
        '/api/auth/send-password-otp',
        () => post(client, '/api/auth/send-password-otp', { currentPassword: WRONG }),
      ],
      [
        '/api/auth/change-password',
        () =>
          post(newcomer, '/api/auth/change-password', {
            ...{ currentPassword: password, newPassword: 'another password', otpCode: '000000' },
          }),
      ],
      [
        APP,
        async () => {
          await newcomer.post(`${APP}/secret`);
          return post(newcomer, APP, { code: '000000' });
        },
      ],
      [
        PASSKEYS,
        () =>
          post(newcomer, PASSKEYS, {
            name: 'Key',
            id: 'AAAA',
            clientDataJSON: 'AAAA',
            attestationObject: 'AAAA',
          }),
      ],
    ].map(([route, call]) => ({ route: route as string, call: call as () => Promise<HttpResponse> }));

    const uncounted: object[] = [];
    for (const { route, call } of calls) {
      const before = await allFailures(bank);
      const { status, body } = await call();
      const counted = (await allFailures(bank)) - before;
      if (counted !== 1) uncounted.push({ route, status, body, counted });
    }
    expect(uncounted).toEqual([]);
    expect([...calls.map(({ route }) => route), APPROVAL].sort()).toEqual(credentialRoutes());
  });
});

/**
 * A route that takes a signature if approvals have to be signed. `admin/approval-signatures` tests that wrong
 * signatures are counted.
 */
const APPROVAL = '/api/admin/proposals/{id}/approve';
/** Fields that are named like a credential, but set a new one. */
const SET = ['newPassword'];
const CREDENTIAL = /password|code$|^otp|token|signature|clientData/i;

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, { readonly properties?: object }>> };
}

interface Operation {
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { $ref?: string } }>>;
  };
}

/** The routes in `openapi.json` that have a field whose name looks like a credential. */
function credentialRoutes(): string[] {
  const { paths, components } = JSON.parse(
    readFileSync(path.join(ROOT, 'api/openapi.json'), 'utf8'),
  ) as Document;
  // A registration sets a new password, and a ZIP code isn't a credential.
  const others = new Set(['/api/auth/register', '/api/kyc/create']);
  const fieldsOf = ({ requestBody }: Operation): string[] => {
    const name = requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1) ?? '';
    return Object.keys(components.schemas[name]?.properties ?? {});
  };
  return Object.entries(paths)
    .filter(([route, operations]) => {
      const fields = Object.values(operations).flatMap(fieldsOf);
      return !others.has(route) && fields.some((field) => CREDENTIAL.test(field) && !SET.includes(field));
    })
    .map(([route]) => route)
    .sort();
}
