import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { signedInClient, verifiedUser, useEmptyBank } from './auth.fixtures.js';
import { requestAccount, userIdOf, type ApiErrorBody } from '../payments/money.fixtures.js';
import { HttpClient, query, startApi, type HttpResponse, use } from '../harness/index.js';

const JSON_TYPE = { headers: { 'content-type': 'application/json' } };
const SURROGATE = '\ud800';
/** The longest time a refusal may take, generous even for a busy machine. */
const QUICK_MS = 5_000;

interface JsonRoute {
  readonly method: string;
  readonly path: string;
  /** Text fields of the route's body. */
  readonly textFields: readonly string[];
}

interface OpenApi {
  readonly paths: Record<string, Record<string, { requestBody?: { content: Record<string, Content> } }>>;
  readonly components: {
    readonly schemas: Record<string, { properties?: Record<string, { type?: string }> }>;
  };
}

interface Content {
  readonly schema: { readonly $ref?: string };
}

const ROUTES = readJsonRoutes();

/** Returns every route with a JSON body, so that new routes are tested automatically. */
function readJsonRoutes(): JsonRoute[] {
  const file = path.join(import.meta.dirname, '../../openapi.json');
  const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as OpenApi;
  return Object.entries(paths).flatMap(([route, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1);
      if (schema === undefined) return [];
      const properties = Object.entries(components.schemas[schema]?.properties ?? {});
      const textFields = properties.filter(([, { type }]) => type === 'string').map(([name]) => name);
      return [{ method: method.toUpperCase(), path: route, textFields }];
    }),
  );
}

const bank = useEmptyBank();
const admin = use(() => signedInAdmin());
let customer: HttpClient;
let customerId: string;

beforeAll(async () => {
  customer = await signedInClient(bank, await verifiedUser(bank));
  customerId = await userIdOf(customer);
});

const browser = (): HttpClient => new HttpClient(bank.api.baseUrl);

async function signedInAdmin(): Promise<HttpClient> {
  const person = await verifiedUser(bank);
  await query(
    bank.database.superUrl,
    `update app_user set is_admin = true, admin_role = 'owner' where email = $1`,
    [person.email],
  );
  return signedInClient(bank, person);
}

const send = (client: HttpClient, { method, path: route }: JsonRoute, body: unknown) =>
  client.send<ApiErrorBody>(method, route.replaceAll(/\{\w+\}/g, randomUUID()), body, JSON_TYPE);

/** Sends a body to every route and returns the unexpected responses. */
async function unexpected(body: string, isExpected: (response: HttpResponse<ApiErrorBody>) => boolean) {
  const found: unknown[] = [];
  for (const route of ROUTES) {
    const start = performance.now();
    const response = await send(admin, route, body);
    const ms = performance.now() - start;
    const { status, body: answer } = response;
    if (!isExpected(response) || ms > QUICK_MS) found.push({ path: route.path, status, answer, ms });
  }
  return found;
}

describe('a body that is expensive to check', () => {
  const nested = (depth: number): string => `{"email":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const listOf = (count: number): string => `{"email":[${Array(count).fill('{}').join()}]}`;

  it.each([
    ['40,000 nested arrays', nested(40_000)],
    ['30,000 empty objects', listOf(30_000)],
    ['nine levels', nested(8)],
    ['a thousand values', listOf(999)],
  ])('is refused quickly by every route: %s [SEC-13]', async (_name, body) => {
    const isRefused = ({ status, body: { code } }: HttpResponse<ApiErrorBody>): boolean =>
      (status === 400 && code === 'BODY_TOO_COMPLEX') || (status === 413 && code === 'PAYLOAD_TOO_LARGE');
    expect(await unexpected(body, isRefused)).toEqual([]);
  });

  it("is refused before the visitor's session is looked up [SEC-13]", async () => {
    for (const body of [nested(40_000), listOf(30_000)]) {
      const { status } = await browser().post('/api/auth/login', body, JSON_TYPE);
      expect(status).toBe(413);
      expect(await browser().post('/api/transfer/request', body, JSON_TYPE)).toMatchObject({
        status: 400,
        body: { code: 'BODY_TOO_COMPLEX' },
      });
    }
  });

  it('is limited to 8 kB by auth routes, but not by other routes [SEC-13]', async () => {
    const tooLong = { email: 'x'.repeat(8_200), password: 'x' };
    expect(await browser().post('/api/auth/login', tooLong)).toMatchObject({
      status: 413,
      body: { code: 'PAYLOAD_TOO_LARGE' },
    });
    expect(await browser().post('/api/auth/login', { ...tooLong, email: 'x'.repeat(8_000) })).toMatchObject({
      status: 400,
      body: { fields: ['email'] },
    });
    expect(await customer.post('/api/chat/send', { message: 'x'.repeat(9_000) })).toMatchObject({
      status: 400,
      body: { fields: ['message'] },
    });
  });

  it('is accepted if it has the most decisions or the longest texts that its route allows', async () => {
    const items = Array.from({ length: 100 }, () => ({ id: randomUUID(), expectedRevision: 1 }));
    const decisions = { status: 'failed', items, adminNotes: 'é'.repeat(2000) };
    expect((await admin.post('/api/admin/transactions/decisions', decisions)).status).toBe(200);
    const message = 'é'.repeat(300);
    const texts = { welcomeMessage: message, statusMessage: message, welcomeTitle: 'é'.repeat(60) };
    expect((await admin.put(`/api/admin/dashboard-content/${customerId}`, texts)).status).toBe(200);
  });

  it('is refused above the limits that the settings define [SEC-13]', async () => {
    const env = { MAX_AUTH_BODY_BYTES: '100', MAX_BODY_DEPTH: '2', MAX_BODY_VALUES: '3' };
    const api = await startApi({ database: bank.database, env });
    const post = (body: string) => new HttpClient(api.baseUrl).post('/api/auth/login', body, JSON_TYPE);
    try {
      expect((await post(JSON.stringify({ email: 'x'.repeat(90) }))).status).toBe(413);
      const tooComplex = { status: 400, body: { code: 'BODY_TOO_COMPLEX' } };
      expect(await post('{"email":[[]]}')).toMatchObject(tooComplex);
      expect(await post('{"email":[1,2]}')).toMatchObject(tooComplex);
      expect(await post('{"email":[1]}')).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    } finally {
      await api.stop();
    }
  });
});

describe('text that is not valid Unicode', () => {
  it.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'is refused, and the error names its field: %s [SEC-14]',
    async (_name, route) => {
      for (const field of route.textFields) {
        const response = await send(admin, route, { [field]: `a${SURROGATE}` });
        expect(response).toMatchObject({
          status: 400,
          body: { code: 'VALIDATION_FAILED', message: `${field} is not valid Unicode`, fields: [field] },
        });
      }
    },
  );

  it('is refused in field names, lists and paths, but replaced in query parameters [SEC-14]', async () => {
    expect(await browser().post('/api/auth/login', { [SURROGATE]: 1 })).toMatchObject({
      status: 400,
      body: { fields: ['\ufffd'] },
    });
    const items = [{ id: SURROGATE, expectedRevision: 1 }];
    const body = { status: 'failed', items };
    expect(await admin.post('/api/admin/transactions/decisions', body)).toMatchObject({
      status: 400,
      body: { fields: ['id'] },
    });
    // A percent-encoded surrogate becomes a replacement character in a query, but makes a path malformed.
    expect((await admin.get('/api/admin/users?search=%ED%A0%80')).status).toBe(200);
    expect((await admin.get('/api/admin/users/%ED%A0%80')).status).toBe(400);
  });

  it('is refused in otherwise valid requests [SEC-14]', async () => {
    const person = await verifiedUser(bank);
    const email = person.email.replace('@', `${SURROGATE}@`);
    expect((await browser().post('/api/auth/login', { ...person, email })).status).toBe(400);
    expect((await browser().post('/api/auth/forgot-password', { email })).status).toBe(400);
    const texts = { welcomeTitle: SURROGATE };
    expect(await admin.put(`/api/admin/dashboard-content/${customerId}`, texts)).toMatchObject({
      status: 400,
      body: { fields: ['welcomeTitle'] },
    });
    const balance = { accountBalance: 10, reason: SURROGATE };
    expect((await admin.put(`/api/admin/users/${customerId}/balance`, balance)).status).toBe(400);
  });
});

describe('names of built-in properties', () => {
  it.each(['__proto__', 'constructor'])('are refused as fields of every route: %s [SEC-3]', async (name) => {
    const isRefused = ({ status, body }: HttpResponse<ApiErrorBody>): boolean =>
      status === 400 && body.code === 'VALIDATION_FAILED' && body.fields?.join() === name;
    expect(await unexpected(`{"${name}":{"isAdmin":true}}`, isRefused)).toEqual([]);
    expect(await unexpected(`{"items":[{"${name}":1}]}`, isRefused)).toEqual([]);
  });

  it.each(Object.getOwnPropertyNames(Object.prototype))(
    'are refused as query parameters: %s [SEC-3]',
    async (name) => {
      expect(await customer.get(`/api/transactions?${name}=1`)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED', fields: [name] },
      });
    },
  );
});

describe('a timestamp', () => {
  const INVALID = [
    ...['2026-W48-1', '2026-W48', '2026-327', '20261120T100000Z'],
    ...['0691-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '9999-12-31', '+012026-01-01T00:00:00Z'],
    null,
  ];

  it.each(INVALID)(
    'that is invalid is refused as the time of an incoming payment: %s [SEC-15]',
    async (created_at) => {
      const created = await admin.post<{ id: string }>('/api/admin/incoming-payments', {
        userId: customerId,
        amount: 10,
      });
      const body = { status: 'pending', created_at };
      expect(await admin.put(`/api/admin/incoming-payments/${created.body.id}`, body)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED', fields: ['created_at'] },
      });
    },
  );

  it.each(INVALID)(
    'that is invalid is refused as the time of an approval: %s [SEC-15]',
    async (approvedAt) => {
      const requestId = await requestAccount(bank.database, customerId);
      const body = { status: 'approved', approvedAt };
      expect(await admin.put(`/api/admin/account-requests/${requestId}`, body)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED', fields: ['approvedAt'] },
      });
    },
  );

  it.each(['2026-11-20', '2026-11-20T10:00', '2026-11-20T10:00:00.123Z', '1999-11-20T10:00:00-05:00'])(
    'is accepted: %s',
    async (created_at) => {
      const created = await admin.post<{ id: string }>('/api/admin/incoming-payments', {
        userId: customerId,
        amount: 10,
      });
      const body = { status: 'pending', created_at };
      const { status } = await admin.put(`/api/admin/incoming-payments/${created.body.id}`, body);
      expect(status).toBe(200);
    },
  );
});

it('dashboard content with a null user id is refused, and the error names the field [ERR-2]', async () => {
  const response = await admin.put(`/api/admin/dashboard-content/${customerId}`, { userId: null });
  expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', fields: ['userId'] } });
});
