import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { picture, uploadFile } from '../kyc/kyc.fixtures.js';
import { requestTransfer } from '../money/money.fixtures.js';
import {
  type DemoBank,
  type HttpResponse,
  HttpClient,
  query,
  programEnv,
  startDemoBank,
  temporaryFolder,
} from '../support/index.js';
import { NodeProcess } from '../support/node-process.js';

/**
 * Who may call each route: every route of the router, called as a visitor, a customer, another customer and an admin.
 * New routes must be listed here; routes under `/api/admin` are for admins and need no entry.
 */
const PUBLIC = [
  'GET /api/logout',
  'GET /healthz',
  'GET /readyz',
  'POST /api/auth/factor/code',
  'POST /api/auth/factor/passkey',
  'POST /api/auth/factor/passkey-options',
  'POST /api/auth/forgot-password',
  'POST /api/auth/login',
  'POST /api/auth/register',
  'POST /api/auth/resend-verification',
  'POST /api/auth/reset-password',
  'POST /api/auth/verify-email',
];

const FOR_SIGNED_IN = [
  'DELETE /api/user/factors/authenticator-app',
  'DELETE /api/user/factors/passkeys/:id',
  'DELETE /api/user/sessions',
  'DELETE /api/user/sessions/:id',
  'GET /api/account/activity',
  'GET /api/account/balance-history',
  'GET /api/account/explanation',
  'GET /api/account/summary',
  'GET /api/auth/confirm',
  'GET /api/auth/user',
  'GET /api/chat/messages',
  'GET /api/dashboard-content',
  'GET /api/kyc/rejected-application',
  'GET /api/kyc/status',
  'GET /api/notifications',
  'GET /api/statements',
  'GET /api/statements.csv',
  'GET /api/statements.pdf',
  'GET /api/transactions',
  'GET /api/transactions.csv',
  'GET /api/transactions/:id',
  'GET /api/transactions/:id/receipt',
  'GET /api/transactions/recent',
  'GET /api/user/factors',
  'GET /api/user/sessions',
  'GET /objects/:id',
  'POST /api/auth/change-password',
  'POST /api/auth/confirm/code',
  'POST /api/auth/confirm/passkey',
  'POST /api/auth/confirm/passkey-options',
  'POST /api/auth/confirm/password',
  'POST /api/auth/send-password-otp',
  'POST /api/chat/send',
  'POST /api/kyc/create',
  'POST /api/kyc/upload-document',
  'POST /api/notifications/read',
  'POST /api/objects/upload',
  'POST /api/objects/upload/:id/confirm',
  'POST /api/transfer/:id/cancel',
  'POST /api/transfer/request',
  'POST /api/user/factors/authenticator-app',
  'POST /api/user/factors/authenticator-app/secret',
  'POST /api/user/factors/passkeys',
  'POST /api/user/factors/passkeys/options',
  'POST /api/user/factors/recovery-codes',
  'PUT /api/user/phone',
  'PUT /objects/uploads/:id',
];

/** For each customer route that names one resource, a resource of Bob. It must not exist for Alice. */
const RESOURCES_OF_BOB: Record<string, (bank: DemoBank, bobId: string) => Promise<string>> = {
  'DELETE /api/user/factors/passkeys/:id': passkeyOf,
  'DELETE /api/user/sessions/:id': sessionOf,
  'GET /api/transactions/:id': transactionOf,
  'GET /api/transactions/:id/receipt': transactionOf,
  'GET /objects/:id': objectOf,
  'POST /api/objects/upload/:id/confirm': objectOf,
  'POST /api/transfer/:id/cancel': pendingTransferOf,
};

/** Routes that only check the signature of their link (objects.int.spec.ts). */
const SIGNED_ROUTES = ['PUT /objects/uploads/:id'];

const NOBODY = 'a0000000-0000-4000-8000-0000000000ff';

type Refusal = 'NOT_SIGNED_IN' | 'FORBIDDEN' | null;

let bank: DemoBank;
let routes: string[];
let bobId: string;

beforeAll(async () => {
  bank = await startDemoBank();
  routes = await routesOfRouter();
  const [bob] = await query<{ id: string }>(
    bank.database.superUrl,
    `select id from app_user where email = 'bob@moniker.example'`,
  );
  bobId = bob?.id ?? '';
});

afterAll(() => bank.stop());

async function routesOfRouter(): Promise<string[]> {
  const script = path.join(import.meta.dirname, 'list-routes.mjs');
  const node = NodeProcess.start(
    script,
    [],
    programEnv({ database: bank.database }, await temporaryFolder()),
  );
  await node.ended();
  return node.output().trim().split('\n');
}

const isForAdmins = (route: string) => route.split(' ')[1]?.startsWith('/api/admin/') === true;

function call(client: HttpClient, route: string, id = NOBODY): Promise<HttpResponse<{ code?: string }>> {
  const [method = '', pattern = ''] = route.split(' ');
  const address = pattern.replace(':position', '1').replace(/:\w+/g, id);
  return client.send(method, address, method === 'GET' ? undefined : {});
}

/** Returns why access is denied; other errors of the call do not count. */
async function refusalOf(client: HttpClient, route: string): Promise<Refusal> {
  const { status, body } = await call(client, route);
  if (status === 401 && body.code === 'NOT_SIGNED_IN') return 'NOT_SIGNED_IN';
  return status === 403 && body.code === 'FORBIDDEN' ? 'FORBIDDEN' : null;
}

async function refusals(client: HttpClient): Promise<Record<string, Refusal>> {
  const found: Record<string, Refusal> = {};
  // Logout would end the session for the remaining routes.
  for (const route of routes.filter((one) => one !== 'GET /api/logout'))
    found[route] = await refusalOf(client, route);
  return found;
}

const expected = (refusalFor: (route: string) => Refusal): Record<string, Refusal> =>
  Object.fromEntries(
    routes.filter((one) => one !== 'GET /api/logout').map((route) => [route, refusalFor(route)]),
  );

describe('every route', () => {
  it('is listed in this table, which has no other entries [SEC-1]', () => {
    const declared = [...PUBLIC, ...FOR_SIGNED_IN, ...routes.filter(isForAdmins)];
    expect(routes).toEqual([...new Set(declared)].sort());
    expect(routes.filter(isForAdmins).length).toBeGreaterThan(15);
  });

  it('admits visitors only if it is public [SEC-1]', async () => {
    const visitor = new HttpClient(bank.api.baseUrl);
    expect(await refusals(visitor)).toEqual(
      expected((route) => (PUBLIC.includes(route) ? null : 'NOT_SIGNED_IN')),
    );
  });

  it('admits customers unless it is for admins [ADM-4]', async () => {
    expect(await refusals(bank.alice)).toEqual(
      expected((route) => (isForAdmins(route) ? 'FORBIDDEN' : null)),
    );
  });

  it('admits admins [ADM-4]', async () => {
    expect(await refusals(bank.admin)).toEqual(expected(() => null));
  });

  it('hides the resource of one customer from another [SEC-2]', async () => {
    const naming = FOR_SIGNED_IN.filter((route) => route.includes(':') && !SIGNED_ROUTES.includes(route));
    expect(Object.keys(RESOURCES_OF_BOB).sort()).toEqual(naming);
    for (const [route, find] of Object.entries(RESOURCES_OF_BOB)) {
      const id = await find(bank, bobId);
      expect([route, (await call(bank.alice, route, id)).status]).toEqual([route, 404]);
    }
  });

  it('redirects to / only at logout', async () => {
    expect((await call(new HttpClient(bank.api.baseUrl), 'GET /api/logout')).status).toBe(302);
  });
});

async function transactionOf({ database, bob }: DemoBank, userId: string): Promise<string> {
  const [row] = await query<{ id: string }>(
    database.superUrl,
    'select transaction_id as id from ledger_transaction where account_id = $1 and visible_at is not null limit 1',
    [userId],
  );
  const id = row?.id ?? '';
  expect((await call(bob, 'GET /api/transactions/:id', id)).status).toBe(200);
  return id;
}

async function passkeyOf({ database }: DemoBank, userId: string): Promise<string> {
  const id = randomUUID();
  await query(
    database.superUrl,
    `insert into passkey (id, user_id, credential_id, public_key, counter, transports, name, created_at)
     values ($1, $2, 'credential', '', 0, '{}', 'Laptop', now())`,
    [id, userId],
  );
  return id;
}

async function pendingTransferOf({ bob }: DemoBank): Promise<string> {
  const { status, body } = await requestTransfer(bob, { amount: 5 });
  expect([status, body.status]).toEqual([201, 'pending']);
  return body.id;
}

async function objectOf({ bob }: DemoBank): Promise<string> {
  const objectPath = await uploadFile(bob, picture());
  const id = objectPath.split('/').at(-1) ?? '';
  expect((await call(bob, 'GET /objects/:id', id)).status).toBe(200);
  return id;
}

async function sessionOf({ bob }: DemoBank): Promise<string> {
  const { body } = await bob.get<{ id: string }[]>('/api/user/sessions');
  return body[0]?.id ?? '';
}
