import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ADMIN_ROLES } from '@moniker/common/admin-roles.js';
import { newAdmin, picture, uploadFile } from '../kyc/kyc.fixtures.js';
import { isPermitted, type Permission } from '../../src/http/permissions.js';
import { requestTransfer, TRANSFER } from '../payments/money.fixtures.js';
import {
  type DemoBank,
  type HttpResponse,
  HttpClient,
  query,
  programEnv,
  temporaryFolder,
  useBank,
} from '../harness/index.js';
import { NodeProcess } from '../harness/node-process.js';

// The access table says who is allowed to call each route. It consists of `PUBLIC`, `FOR_SIGNED_IN`, and
// `PERMISSION_OF`, which lists the admin routes with their permissions. Every new route must be listed in one of the
// three. The tests call every route of the router as a visitor, a customer and an admin of each role. They also call
// customer routes with the id of another customer's resource.

/** Routes that visitors may call. */
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
  'POST /api/auth/report-sign-in',
  'POST /api/auth/resend-verification',
  'POST /api/auth/reset-password',
  'POST /api/auth/verify-email',
];

/** Routes that every signed-in user may call. */
const FOR_SIGNED_IN = [
  'DELETE /api/money-requests/blocks/:id',
  'DELETE /api/recipients/:id',
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
  'GET /api/money-requests',
  'GET /api/money-requests/:id',
  'GET /api/money-requests/blocks',
  'GET /api/notifications',
  'GET /api/plans',
  'GET /api/recipients',
  'GET /api/statements',
  'GET /api/statements.csv',
  'GET /api/statements.pdf',
  'GET /api/transactions',
  'GET /api/transactions.csv',
  'GET /api/transactions/:id',
  'GET /api/transactions/:id/receipt',
  'GET /api/transactions/recent',
  'GET /api/transfer/usual-time',
  'GET /api/user/factors',
  'GET /api/user/sessions',
  'GET /objects/:id',
  'GET /objects/:id/pdf',
  'POST /api/auth/change-password',
  'POST /api/auth/confirm/code',
  'POST /api/auth/confirm/passkey',
  'POST /api/auth/confirm/passkey-options',
  'POST /api/auth/confirm/password',
  'POST /api/auth/send-password-otp',
  'POST /api/chat/send',
  'POST /api/kyc/create',
  'POST /api/kyc/upload-document',
  'POST /api/money-requests',
  'POST /api/money-requests/:id/cancel',
  'POST /api/money-requests/:id/decline',
  'POST /api/notifications/read',
  'POST /api/objects/upload',
  'POST /api/objects/upload/:id/confirm',
  'POST /api/plans',
  'POST /api/plans/:id/change',
  'POST /api/transfer/:id/cancel',
  'POST /api/transfer/find-recipient',
  'POST /api/transfer/request',
  'POST /api/user/factors/authenticator-app',
  'POST /api/user/factors/authenticator-app/secret',
  'POST /api/user/factors/passkeys',
  'POST /api/user/factors/passkeys/options',
  'POST /api/user/factors/recovery-codes',
  'PUT /api/recipients/:id',
  'PUT /api/transactions/:id/category',
  'PUT /api/user/findable',
  'PUT /api/user/phone',
  'PUT /objects/uploads/:id',
];

/** The permission that each admin route requires (docs/security.md). */
const PERMISSION_OF: Readonly<Record<string, Permission>> = {
  'DELETE /api/admin/saved-filters/:id': 'panel:open',
  'DELETE /api/admin/users/:id': 'customers:delete',
  'GET /api/admin/access-log': 'access-log:read',
  'GET /api/admin/account-requests': 'requests:read',
  'GET /api/admin/account-requests.csv': 'requests:read',
  'GET /api/admin/account-requests/:id': 'requests:read',
  'GET /api/admin/approval-policy': 'policy:edit',
  'GET /api/admin/chats': 'support:chat',
  'GET /api/admin/chats/:userId': 'support:chat',
  'GET /api/admin/chats/unread': 'support:chat',
  'GET /api/admin/checkpoints': 'events:read',
  'GET /api/admin/checkpoints/:position/file': 'events:read',
  'GET /api/admin/dashboard-content/:userId': 'support:dashboards',
  'GET /api/admin/event-history/accounts/:account/balance': 'events:read',
  'GET /api/admin/event-history/chain': 'events:read',
  'GET /api/admin/event-history/events': 'events:read',
  'GET /api/admin/event-history/events.csv': 'events:read',
  'GET /api/admin/event-history/events.ndjson': 'events:read',
  'GET /api/admin/event-history/events/:position': 'events:read',
  'GET /api/admin/event-history/people': 'events:read',
  'GET /api/admin/incoming-payments': 'payments:read',
  'GET /api/admin/incoming-payments.csv': 'payments:read',
  'GET /api/admin/kyc-applications': 'kyc:read',
  'GET /api/admin/kyc-applications.csv': 'kyc:read',
  'GET /api/admin/kyc/:id': 'kyc:read',
  'GET /api/admin/kyc/:id/reads': 'kyc:read',
  'GET /api/admin/mail': 'mail:manage',
  'GET /api/admin/proposals': 'proposals:decide',
  'GET /api/admin/proposals/:id': 'proposals:decide',
  'GET /api/admin/saved-filters': 'panel:open',
  'GET /api/admin/stats': 'panel:open',
  'GET /api/admin/team': 'team:manage',
  'GET /api/admin/transactions': 'payments:read',
  'GET /api/admin/transactions.csv': 'payments:read',
  'GET /api/admin/transfer-requests': 'payments:read',
  'GET /api/admin/transfer-requests.csv': 'payments:read',
  'GET /api/admin/users': 'customers:read',
  'GET /api/admin/users.csv': 'customers:read',
  'GET /api/admin/users/:id': 'customers:read',
  'GET /api/admin/work-queue': 'panel:open',
  'GET /api/admin/work-queue/counts': 'panel:open',
  'POST /api/admin/chats/:userId/read': 'support:chat',
  'POST /api/admin/chats/:userId/reply': 'support:chat',
  'POST /api/admin/checkpoints': 'events:verify',
  'POST /api/admin/event-history/verifications': 'events:verify',
  'POST /api/admin/incoming-payments': 'payments:decide',
  'POST /api/admin/kyc/:id/ssn': 'kyc:decide',
  'POST /api/admin/mail/:id/retry': 'mail:manage',
  'POST /api/admin/mail/retry': 'mail:manage',
  'POST /api/admin/proposals/:id/approve': 'proposals:decide',
  'POST /api/admin/proposals/:id/reject': 'proposals:decide',
  'POST /api/admin/proposals/:id/withdraw': 'proposals:decide',
  'POST /api/admin/saved-filters': 'panel:open',
  'POST /api/admin/team/:userId/disable': 'team:manage',
  'POST /api/admin/team/:userId/enable': 'team:manage',
  'POST /api/admin/team/:userId/revoke': 'team:manage',
  'POST /api/admin/test-email': 'mail:manage',
  'POST /api/admin/transactions': 'payments:decide',
  'POST /api/admin/transactions/decisions': 'payments:decide',
  'POST /api/admin/transactions/decisions/preview': 'payments:decide',
  'POST /api/admin/users/:id/freeze': 'customers:freeze',
  'POST /api/admin/users/:id/unfreeze': 'customers:freeze',
  'PUT /api/admin/account-requests/:id': 'requests:decide',
  'PUT /api/admin/approval-policy': 'policy:edit',
  'PUT /api/admin/dashboard-content/:userId': 'support:dashboards',
  'PUT /api/admin/incoming-payments/:id': 'payments:decide',
  'PUT /api/admin/kyc/:id/approve': 'kyc:decide',
  'PUT /api/admin/kyc/:id/reject': 'kyc:decide',
  'PUT /api/admin/kyc/:id/reset': 'kyc:decide',
  'PUT /api/admin/team/:userId': 'team:manage',
  'PUT /api/admin/transactions/:id': 'payments:decide',
  'PUT /api/admin/transfer-requests/:id': 'payments:decide',
  'PUT /api/admin/users/:id/balance': 'balances:edit',
};

/**
 * For each customer route with an id, one of Bob's resources. Alice must get a 404, as for a resource that does not
 * exist.
 */
const RESOURCES_OF_BOB: Record<string, (bank: DemoBank, bobId: string) => Promise<string>> = {
  // Comes first, because once Bob has a passkey, he must confirm plans with it (TRF-125).
  'POST /api/plans/:id/change': planOf,
  'DELETE /api/money-requests/blocks/:id': blockOf,
  'DELETE /api/recipients/:id': completedTransferOf,
  'DELETE /api/user/factors/passkeys/:id': passkeyOf,
  'DELETE /api/user/sessions/:id': sessionOf,
  'GET /api/money-requests/:id': moneyRequestOf,
  'GET /api/transactions/:id': transactionOf,
  'GET /api/transactions/:id/receipt': transactionOf,
  'GET /objects/:id': objectOf,
  'GET /objects/:id/pdf': objectOf,
  'POST /api/money-requests/:id/cancel': moneyRequestOf,
  'POST /api/money-requests/:id/decline': moneyRequestOf,
  'POST /api/objects/upload/:id/confirm': objectOf,
  'POST /api/transfer/:id/cancel': pendingTransferOf,
  'PUT /api/recipients/:id': completedTransferOf,
  'PUT /api/transactions/:id/category': completedTransferOf,
};

/** Routes with an id that accept only a signed link (objects.int.spec.ts). */
const SIGNED_ROUTES = ['PUT /objects/uploads/:id'];

const NOBODY = 'a0000000-0000-4000-8000-0000000000ff';

type Refusal = 'NOT_SIGNED_IN' | 'FORBIDDEN' | null;

const bank = useBank();
let routes: string[];
let bobId: string;

beforeAll(async () => {
  routes = await routesOfRouter();
  const [bob] = await query<{ id: string }>(
    bank.database.superUrl,
    `select id from app_user where email = 'bob@moniker.example'`,
  );
  bobId = bob?.id ?? '';
});

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

/** Bodies for routes that would refuse an empty body before they look for their resource. */
const BODIES: Readonly<Record<string, object>> = {
  'POST /api/money-requests/:id/decline': { blocksAsker: false },
  'POST /api/plans/:id/change': { change: 'end' },
  'PUT /api/recipients/:id': { name: 'Corner Greens' },
  'PUT /api/transactions/:id/category': { category: 'bills' },
};

const isForAdmins = (route: string) => route.split(' ')[1]?.startsWith('/api/admin/') === true;

function call(client: HttpClient, route: string, id = NOBODY): Promise<HttpResponse<{ code?: string }>> {
  const [method = '', pattern = ''] = route.split(' ');
  const address = pattern.replace(':position', '1').replace(/:\w+/g, id);
  return client.send(method, address, method === 'GET' ? undefined : (BODIES[route] ?? {}));
}

/** Returns why access is denied. Returns null for any other response. */
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
  it('is listed in the access table, which lists nothing else [SEC-1]', () => {
    expect(routes).toEqual([...PUBLIC, ...FOR_SIGNED_IN, ...Object.keys(PERMISSION_OF)].sort());
    expect(routes.filter(isForAdmins)).toEqual(Object.keys(PERMISSION_OF));
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

  it('admits admins with the role of owner [ADM-4]', async () => {
    expect(await refusals(bank.admin)).toEqual(expected(() => null));
  });

  it.each(ADMIN_ROLES)('admits admins only as their role permits: %s [SEC-40]', async (role) => {
    const admin = await newAdmin(bank.api.baseUrl, bank.database, role);
    const isAllowed = (route: string) => isPermitted(role, PERMISSION_OF[route] ?? 'team:manage');
    expect(await refusals(admin)).toEqual(
      expected((route) => (isForAdmins(route) && !isAllowed(route) ? 'FORBIDDEN' : null)),
    );
  });

  it('admits a disabled admin as a customer [SEC-42]', async () => {
    const disabled = await newAdmin(bank.api.baseUrl, bank.database);
    const { id } = (await disabled.get<{ id: string }>('/api/auth/user')).body;
    await query(bank.database.superUrl, 'update app_user set is_admin = false where id = $1', [id]);
    expect(await refusals(disabled)).toEqual(expected((route) => (isForAdmins(route) ? 'FORBIDDEN' : null)));
  });

  it("hides one customer's resources from another [SEC-2]", async () => {
    const naming = FOR_SIGNED_IN.filter((route) => route.includes(':') && !SIGNED_ROUTES.includes(route));
    expect(Object.keys(RESOURCES_OF_BOB).sort()).toEqual(naming);
    for (const [route, find] of Object.entries(RESOURCES_OF_BOB)) {
      const id = await find(bank, bobId);
      expect([route, (await call(bank.alice, route, id)).status]).toEqual([route, 404]);
    }
  });

  it('redirects visitors if it is the sign-out route', async () => {
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

async function planOf({ bob }: DemoBank): Promise<string> {
  const firstDay = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const body = { ...TRANSFER, schedule: 'once', firstDay };
  const made = await bob.post<{ id: string }>('/api/plans', body);
  expect(made.status).toBe(201);
  return made.body.id;
}

/** Inserts a money request from Bob to himself, so Alice has no part in it. */
async function moneyRequestOf({ database }: DemoBank, userId: string): Promise<string> {
  const id = randomUUID();
  await query(
    database.superUrl,
    `insert into money_request select $1, $2, $2, 100, 'Concert', 'open', now(), now() + interval '1 day'`,
    [id, userId],
  );
  return id;
}

async function blockOf({ database }: DemoBank, userId: string): Promise<string> {
  const [block] = await query<{ id: string }>(
    database.superUrl,
    'insert into money_request_block (user_id, asker_id) values ($1, $1) returning id',
    [userId],
  );
  return block?.id ?? '';
}

async function completedTransferOf(bank: DemoBank): Promise<string> {
  const id = await pendingTransferOf(bank);
  const { status } = await bank.admin.put(`/api/admin/transfer-requests/${id}`, { status: 'approved' });
  expect(status).toBe(200);
  return id;
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
