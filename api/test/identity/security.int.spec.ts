import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  mailedCode,
  register,
  signedInClient,
  newPerson,
  verifiedUser,
  VERIFY_SUBJECT,
  useEmptyBank,
} from './auth.fixtures.js';
import { uploadLicenseSides, uploadFile, picture, type AdminKyc } from '../kyc/kyc.fixtures.js';
import {
  headOf,
  KYC,
  requestAccount,
  requestTransfer,
  userIdOf,
  type ApiErrorBody,
} from '../payments/money.fixtures.js';
import { HttpClient, query, waitFor, type HttpResponse, use } from '../harness/index.js';

/** A route in the OpenAPI document. Routes are read from there, so new ones are tested automatically. */
interface Route {
  readonly method: string;
  readonly path: string;
  readonly takesJson: boolean;
  readonly isForAdmins: boolean;
}

const ROUTES = readRoutes();
const UNSAFE = ROUTES.filter(({ method }) => method !== 'GET');
const READS = ROUTES.filter((route) => route.method === 'GET' && route.path !== '/api/logout');
const named = (routes: readonly Route[]) =>
  routes.map((route) => [`${route.method} ${route.path}`, route] as const);

function readRoutes(): Route[] {
  const file = path.join(import.meta.dirname, '../../openapi.json');
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    paths: Record<string, Record<string, { requestBody?: { content: Record<string, unknown> } }>>;
  };
  return Object.entries(paths).flatMap(([route, methods]) =>
    Object.entries(methods).map(([method, { requestBody }]) => ({
      method: method.toUpperCase(),
      path: route,
      takesJson: requestBody !== undefined && 'application/json' in requestBody.content,
      isForAdmins: route.startsWith('/api/admin/'),
    })),
  );
}

const bank = useEmptyBank();
const admin = use(() => signedInAdmin());
let alice: HttpClient;
let bob: HttpClient;
/** Ids of Alice's user, account request, transfer, document and session. */
let idsOfAlice: string[];

beforeAll(async () => {
  alice = await signedInClient(bank, await verifiedUser(bank, { firstName: 'Alice' }));
  bob = await signedInClient(bank, await verifiedUser(bank, { firstName: 'Bob' }));
  idsOfAlice = await createAliceData(alice);
  // A request updates its session's `last_seen_at` at most once a minute. Such an update would look like a change made
  // by a route. With a time in the future, there are no updates during the test.
  await sql(`update session set last_seen_at = now() + interval '1 hour'`);
});

const sql = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  query<Row>(bank.database.superUrl, text, values);
const at = (route: Pick<Route, 'path'>, id: string): string => route.path.replaceAll(/\{\w+\}/g, id);
const clientFor = (route: Route): HttpClient => (route.isForAdmins ? admin : alice);

async function signedInAdmin(): Promise<HttpClient> {
  const person = await verifiedUser(bank, { firstName: 'Grace' });
  await sql(`update app_user set is_admin = true, admin_role = 'owner' where email = $1`, [person.email]);
  return signedInClient(bank, person);
}

/** Creates an account with money, a transfer, a message and a document. Returns the ids for `idsOfAlice`. */
async function createAliceData(client: HttpClient): Promise<string[]> {
  const userId = await userIdOf(client);
  const requestId = await requestAccount(bank.database, userId);
  await admin.put(`/api/admin/account-requests/${requestId}`, { status: 'approved' });
  await admin.put(`/api/admin/users/${userId}/balance`, { accountBalance: 5000 });
  const transfer = await requestTransfer(client, {});
  expect(transfer.status).toBe(201);
  await client.post('/api/chat/send', { message: 'Hello' });
  const document = await uploadFile(client, picture());
  const [session] = await sql<{ id: string }>('select id from session where user_id = $1', [userId]);
  return [userId, requestId, transfer.body.id, path.basename(document), session?.id ?? ''];
}

/** Tables that the worker updates asynchronously from the log. */
const WORKER_TABLES = [
  'ledger_checkpoint',
  'ledger_checkpoint_halt',
  'ledger_event_index',
  'ledger_follower',
  'ledger_merkle_subtree',
  'ledger_verification',
];
/** Tables that change whenever an admin reads data (LOG-1). */
const ACCESS_TABLES = ['access_log', 'access_log_head'];
const UNSENT = 'select from outbox where sent_at is null and failed_at is null';

/** Waits until all mail is sent. Returns the checksums of all tables that a read must not change. */
async function tableChecksums(): Promise<Record<string, string>> {
  await waitFor(async () => (await sql(UNSENT)).length === 0, { what: 'the mail to be sent' });
  const tables = await sql<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1)`,
    [[...WORKER_TABLES, ...ACCESS_TABLES]],
  );
  const sums = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await sql<{ sum: string }>(
        `select md5(coalesce(string_agg(one::text, '|' order by one::text), '')) as sum from ${name} as one`,
      );
      return [name, row?.sum ?? ''] as const;
    }),
  );
  return Object.fromEntries(sums);
}

describe('a verification code', () => {
  it('is rejected for another address [AUTH-8]', async () => {
    const [person, other] = [newPerson(), newPerson()];
    const client = new HttpClient(bank.api.baseUrl);
    await register(client, person);
    await register(client, other);
    const otp = await mailedCode(bank, person.email, VERIFY_SUBJECT);
    const verify = (email: string): Promise<HttpResponse> =>
      client.post('/api/auth/verify-email', { email, otp });
    expect((await verify(other.email)).status).toBe(400);
    expect((await verify(person.email)).status).toBe(200);
  });
});

describe("another customer's resources", () => {
  it('cannot be accessed through a user id in the body [TRF-22, SEC-4]', async () => {
    const userId = await userIdOf(alice);
    const before = await tableChecksums();
    expect((await requestTransfer(bob, { userId })).status).toBe(400);
    expect((await bob.post('/api/chat/send', { message: 'I am Alice', userId })).status).toBe(400);
    expect(await tableChecksums()).toEqual(before);
  });
});

describe('unknown and privileged fields', () => {
  const PRIVILEGED = {
    isAdmin: true,
    is_admin: true,
    role: 'admin',
    createdAt: '2020-01-01',
    id: 'x',
  };

  it.each(named(UNSAFE.filter(({ takesJson }) => takesJson)))(
    'are rejected with an error that names them: %s [SEC-3]',
    async (_name, route) => {
      const head = await headOf(bank.database);
      const response = await admin.send<ApiErrorBody>(route.method, at(route, randomUUID()), PRIVILEGED);
      expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
      // A request body that contains a passkey's answer has its own `id` field.
      const { id, ...others } = PRIVILEGED;
      const rejected = route.path.includes('/passkey') ? others : { id, ...others };
      expect(response.body.fields).toEqual(expect.arrayContaining(Object.keys(rejected)));
      expect(await headOf(bank.database)).toBe(head);
    },
  );
});

describe('a transfer', () => {
  it('is refused without an account number and after a KYC rejection [KYC-22, TRF-12]', async () => {
    const client = await signedInClient(bank, await verifiedUser(bank));
    const head = await headOf(bank.database);
    expect(await requestTransfer(client, {})).toMatchObject({
      status: 422,
      body: { code: 'ACCOUNT_NUMBER_MISSING', message: 'Complete account setup to send money' },
    });
    const application = { ...KYC, ssn: '219-33-4001', ...(await uploadLicenseSides(client)) };
    const applied = await client.post<{ kyc: AdminKyc }>('/api/kyc/create', application);
    expect(applied.status).toBe(201);
    await admin.put(`/api/admin/kyc/${applied.body.kyc.id}/reject`, { notes: 'The photo is blurred' });
    expect(await requestTransfer(client, {})).toMatchObject({ status: 422, body: { code: 'KYC_REJECTED' } });
    const moved = await sql('select 1 from ledger_event where position > $1 and type = $2', [
      head,
      'TransferRequested',
    ]);
    expect(moved).toEqual([]);
  });
});

describe('every route', () => {
  it('refuses changes from another site [SEC-5]', async () => {
    await waitForMailSent();
    const before = await tableChecksums();
    const accepted: string[] = [];
    for (const foreign of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      for (const route of UNSAFE) {
        const body = route.takesJson ? {} : undefined;
        const response = await clientFor(route).send<ApiErrorBody>(
          route.method,
          at(route, idsOfAlice[2] ?? ''),
          body,
          {
            headers: foreign,
          },
        );
        if (response.status !== 403 || response.body.code !== 'ORIGIN_FOREIGN') accepted.push(route.path);
      }
    }
    expect(accepted).toEqual([]);
    expect(await tableChecksums()).toEqual(before);
  });

  it('changes nothing on GET, except logout [SEC-5]', async () => {
    await waitForMailSent();
    const before = await tableChecksums();
    const failed: string[] = [];
    for (const route of READS) {
      for (const id of route.path.includes('{') ? idsOfAlice : ['']) {
        const { status } = await clientFor(route).get(at(route, id));
        if (status >= 500) failed.push(`${status} ${route.path}`);
      }
    }
    expect(failed).toEqual([]);
    expect(await tableChecksums()).toEqual(before);
  });

  it('forbids caching of its responses [SEC-6]', async () => {
    const cacheable: string[] = [];
    const visitor = new HttpClient(bank.api.baseUrl);
    for (const route of [...ROUTES, { method: 'GET', path: '/api/no-such-route', isForAdmins: false }]) {
      if (!route.path.startsWith('/api/')) continue;
      const address = at(route, idsOfAlice[2] ?? '');
      const responses = [await visitor.send(route.method, address, undefined)];
      if (route.method === 'GET' && address !== '/api/logout') {
        responses.push(await (route.isForAdmins ? admin : alice).get(address));
      }
      if (responses.some(({ headers }) => headers.get('cache-control') !== 'no-store'))
        cacheable.push(route.path);
    }
    expect(cacheable).toEqual([]);
  });
});

describe('malformed input', () => {
  const JSON_TYPE = { 'content-type': 'application/json' };
  const INPUTS: readonly (readonly [name: string, body: string, headers: Record<string, string>])[] = [
    ['truncated JSON', '{"amount": ', JSON_TYPE],
    ['an array', '[]', JSON_TYPE],
    ['a string', '"10"', JSON_TYPE],
    ['null', 'null', JSON_TYPE],
    ['deep nesting', `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`, JSON_TYPE],
    ['more than 100 KB', JSON.stringify({ message: 'x'.repeat(110_000) }), JSON_TYPE],
    ['a form', 'amount=10&isAdmin=true', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['an unknown charset', '{}', { 'content-type': 'application/json; charset=utf-99' }],
    ['a wrong content encoding', '{"a":1}', { ...JSON_TYPE, 'content-encoding': 'gzip' }],
  ];

  it.each(INPUTS)('is rejected by every route without revealing internals: %s [ERR-1]', async (...input) => {
    const [, body, headers] = input;
    const head = await headOf(bank.database);
    const violations: unknown[] = [];
    for (const route of UNSAFE.filter(({ takesJson }) => takesJson)) {
      const response = await admin.send(route.method, at(route, randomUUID()), body, { headers });
      if (!isCleanRefusal(response))
        violations.push({ route: route.path, status: response.status, body: response.body });
    }
    expect(violations).toEqual([]);
    expect(await headOf(bank.database)).toBe(head);
  });

  it.each([
    '/api/%',
    '/api/%00',
    "/api/transactions/'%20or%201=1--",
    '/api/transactions/%00',
    '/api/transactions?cursor=%00',
    '/api/statements?from=yesterday&to=__proto__',
    '/api/no-such-route',
    '/objects/%c0%ae%c0%ae',
  ])('is rejected in a URL: %s [ERR-1]', async (address) => {
    const response = await alice.get(address);
    expect({ response, isClean: isCleanRefusal(response) }).toMatchObject({ isClean: true });
  });
});

/** Whether a response is a regular error with a code and a message, and reveals nothing internal. */
function isCleanRefusal({ status, headers, body }: HttpResponse): boolean {
  const { statusCode, code, message, fields: _, ...more } = body as Partial<ApiErrorBody>;
  const text = `${JSON.stringify(body)}${JSON.stringify([...headers])}`;
  return (
    status >= 400 &&
    status < 500 &&
    statusCode === status &&
    /^[A-Z_]+$/.test(code ?? '') &&
    typeof message === 'string' &&
    Object.keys(more).length === 0 &&
    !/node_modules|\.js\b|\bat \w+|select .* from|insert into|syntax|postgres|typeorm|nest|express|stack/i.test(
      text,
    )
  );
}

describe('every response', () => {
  it.each([
    '/',
    '/dashboard',
    '/assets/none.js',
    '/api/no-such-route',
    '/api/auth/user',
    '/objects/x',
    '/healthz',
  ])('has a unique request id and names no software: %s [ERR-5]', async (address) => {
    const responses = [await bob.get(address), await bob.get(address)];
    const ids = responses.map(({ headers }) => headers.get('x-request-id'));
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    expect(ids[0]).not.toBe(ids[1]);
    for (const { headers } of responses) {
      expect([headers.get('x-powered-by'), headers.get('server')]).toEqual([null, null]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('has a new request id even if the client sent one [ERR-5]', async () => {
    const { headers } = await bob.get('/api/auth/user', { headers: { 'x-request-id': 'mine' } });
    expect(headers.get('x-request-id')).not.toBe('mine');
  });
});

describe("the API's log", () => {
  it('contains each refusal once, with its request id, and no line forged by a client [SEC-10]', async () => {
    const person = await verifiedUser(bank);
    const wrong = { email: person.email, password: 'line\r\n[Nest] FORGED LINE' };
    const refusals: [string, HttpResponse][] = [
      ['CREDENTIALS_INVALID', await bob.post('/api/auth/login', wrong)],
      ['FORBIDDEN', await bob.get('/api/admin/users/%0d%0a[Nest]%20FORGED%20LINE')],
      ['NOT_SIGNED_IN', await new HttpClient(bank.api.baseUrl).get('/api/account/summary')],
      [
        'ORIGIN_FOREIGN',
        await bob.post('/api/chat/send', { message: 'x' }, { headers: { origin: 'https://evil.example' } }),
      ],
    ];
    for (const [code, { headers }] of refusals) {
      const id = headers.get('x-request-id') ?? 'none';
      await waitFor(() => bank.api.output().includes(id), { what: `the refusal ${code} in the log` });
      const [, after = '', ...again] = bank.api.output().split(id);
      expect(again).toEqual([]);
      expect(after.slice(0, 200)).toContain(code);
    }
    expect(bank.api.output()).not.toContain('FORGED LINE');
  });
});

describe('personal data of a customer', () => {
  it('appears in no log, job or event [SEC-9]', async () => {
    const CANARY = {
      email: 'canary.quill@mail.example',
      firstName: 'Canarya',
      lastName: 'Quillfeather',
      moniker: 'canary_quill',
      phoneNumber: '+1 415 555 0177',
    };
    const ssn = '537-41-9286';
    const client = await signedInClient(bank, await verifiedUser(bank, CANARY));
    const application = { ...KYC, firstName: CANARY.firstName, lastName: CANARY.lastName, ssn };
    const applied = await client.post<{ kyc: AdminKyc; accountRequest: { id: string } }>('/api/kyc/create', {
      ...application,
      ...(await uploadLicenseSides(client)),
    });
    expect(applied.status).toBe(201);
    const { kyc, accountRequest } = applied.body;
    const decided = [
      await admin.put(`/api/admin/kyc/${kyc.id}/approve`, {}),
      await admin.put(`/api/admin/account-requests/${accountRequest.id}`, { status: 'approved' }),
      await admin.put(`/api/admin/users/${await userIdOf(client)}/balance`, { accountBalance: 100 }),
      await admin.post(`/api/admin/kyc/${kyc.id}/ssn`),
    ];
    expect(decided.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await requestTransfer(client, { recipientName: CANARY.lastName })).status).toBe(201);
    await client.post('/api/chat/send', { message: `I am ${CANARY.firstName}` });
    await client.post('/api/auth/login', { email: CANARY.email, password: 'wrong one' });
    await client.post('/api/auth/forgot-password', { email: CANARY.email });
    await bank.mail.waitForMail(CANARY.email, ({ subject }) => /reset code/.test(subject));

    const rows = async (name: string): Promise<string[]> =>
      (await sql<{ line: string }>(`select one::text as line from ${name} as one`)).map(({ line }) => line);
    const jobs = await sql<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_schema = 'bullmq' and table_type = 'BASE TABLE'`,
    );
    const records = [
      bank.api.output(),
      bank.worker.output(),
      ...(await rows('ledger_event')),
      ...(await Promise.all(jobs.map(({ name }) => rows(name)))).flat(),
    ].join('\n');
    expect(records).toContain(kyc.id);
    const secrets = [...Object.values(CANARY), ssn, ssn.replaceAll('-', ''), '5550177'];
    expect(secrets.filter((secret) => records.toLowerCase().includes(secret.toLowerCase()))).toEqual([]);
    // Hashes, ids and times can contain the SSN's last four digits by chance. The digits are a leak only if they are
    // a separate value or word.
    expect(records).not.toMatch(new RegExp(`["'* ]-?${ssn.slice(-4)}(?![\\w-])`));
  });
});

/** Waits until all mail is sent, so only the test changes the database. */
async function waitForMailSent(): Promise<void> {
  await waitFor(
    async () =>
      (await sql('select 1 from outbox where sent_at is null or secret_ciphertext is not null')).length === 0,
    { what: 'all mail to be sent' },
  );
}
