import { verifiedUser } from '../identity/auth.fixtures.js';
import { requestAccount, userIdOf } from '../payments/money.fixtures.js';
import { HttpClient, query, type DemoBank, type MailingBank } from '../harness/index.js';
import { OpenApi, type Route } from './openapi.fixtures.js';
import { RequestGenerator, type GeneratedRequest, type GeneratorOptions } from './requests.fixtures.js';
import { check, type Violation } from './violations.fixtures.js';

/** Routes that are not tested, with the reason. */
const EXCLUDED: Readonly<Record<string, string>> = {
  'GET /api/logout': 'ends the session that the remaining requests use',
  'PUT /api/admin/approval-policy': 'changes what the remaining requests may do',
};

/** Routes that are allowed to refuse all generated requests, and what an accepted request would need. */
export const NEEDS_MORE: Readonly<Record<string, string>> = {
  'POST /api/plans': 'a day from tomorrow to one year from now',
  'POST /api/plans/{id}/change': 'a plan',
  'PUT /api/user/phone': 'a customer without a phone number',
  'POST /api/auth/login': 'a password',
  'POST /api/auth/verify-email': 'an emailed code',
  'POST /api/auth/reset-password': 'an emailed code',
  'POST /api/auth/change-password': 'an emailed code',
  'POST /api/auth/report-sign-in': 'a token from an email',
  'POST /api/auth/factor/passkey-options': 'a sign-in that is waiting for its second factor',
  'POST /api/auth/factor/passkey': 'a sign-in that is waiting for its second factor',
  'POST /api/auth/factor/code': 'a sign-in that is waiting for its second factor',
  'POST /api/auth/confirm/passkey-options': 'a passkey',
  'POST /api/auth/confirm/passkey': 'a passkey',
  'POST /api/auth/confirm/code': 'a second factor',
  'POST /api/auth/confirm/password': 'a password',
  'POST /api/user/factors/passkeys': 'a passkey',
  'DELETE /api/user/factors/passkeys/{id}': 'a passkey',
  'POST /api/user/factors/authenticator-app': 'a code from an authenticator app',
  'DELETE /api/user/factors/authenticator-app': 'an authenticator app',
  'POST /api/user/factors/recovery-codes': 'a second factor',
  'DELETE /api/money-requests/blocks/{id}': 'a blocked customer',
  'GET /api/money-requests/{id}': 'a request for money',
  'POST /api/money-requests/{id}/cancel': 'an open request from the customer',
  'POST /api/money-requests/{id}/decline': 'an open request to the customer',
  'POST /api/transfer/find-recipient': 'the moniker of a customer',
  'PUT /api/recipients/{id}': 'a completed transfer by the customer',
  'DELETE /api/recipients/{id}': 'a completed transfer by the customer',
  'DELETE /api/user/sessions/{id}': 'another session of the customer',
  'POST /api/objects/upload/{id}/confirm': 'object storage',
  'PUT /objects/uploads/{id}': 'a signed link',
  'GET /objects/{id}': 'an uploaded file',
  'GET /objects/{id}/pdf': 'an uploaded file',
  'POST /api/kyc/create': 'uploaded files',
  'GET /api/kyc/rejected-application': 'a rejected application by the caller',
  'POST /api/kyc/upload-document': 'uploaded files',
  'PUT /api/admin/kyc/{id}/approve': 'an open application',
  'PUT /api/admin/kyc/{id}/reject': 'an open application',
  'PUT /api/admin/kyc/{id}/reset': 'the newest application of a customer',
  'PUT /api/admin/incoming-payments/{id}': 'a payment whose status is allowed to change to the given one',
  'PUT /api/admin/transfer-requests/{id}': 'a transfer whose status is allowed to change to the given one',
  'POST /api/transfer/{id}/cancel': 'a pending transfer by the caller',
  'PUT /api/admin/transactions/{id}': 'a transaction whose status is allowed to change to the given one',
  'GET /api/statements': 'a period, given by two of three parameters',
  'GET /api/statements.pdf': 'a period, given by two of three parameters',
  'GET /api/statements.csv': 'a period, given by two of three parameters',
  'GET /api/admin/checkpoints/{position}/file': 'a checkpoint at this position',
  'POST /api/admin/users/{id}/unfreeze': 'a frozen customer',
  'POST /api/admin/mail/{id}/retry': 'a failed email',
  'POST /api/admin/team/{userId}/disable': 'another admin',
  'POST /api/admin/team/{userId}/enable': 'a disabled admin',
  'GET /api/admin/proposals/{id}': 'a proposal',
  'POST /api/admin/proposals/{id}/approve': 'a proposal by another admin',
  'POST /api/admin/proposals/{id}/reject': 'a proposal by another admin',
  'POST /api/admin/proposals/{id}/withdraw': 'a proposal by the admin',
  'DELETE /api/admin/saved-filters/{id}': 'a saved filter of the admin',
};

/** Number of customers to create, so that the generated requests can change, block and delete them. */
const THROW_AWAY_CUSTOMERS = 6;

const ROLES = ['visitor', 'customer', 'admin'] as const;
type Role = (typeof ROLES)[number];

interface Size extends Pick<GeneratorOptions, 'seed' | 'valid' | 'suspect'> {
  /** Number of requests that each role sends to a route for another role. Few, because most are refused. */
  readonly otherRoles: number;
}

interface Findings {
  readonly violations: readonly Violation[];
  readonly requests: number;
  /** Routes that accepted none of their requests, so they are barely tested. */
  readonly neverAccepted: readonly string[];
}

/**
 * Sends generated requests to every route that is not excluded, as each role. Calls `prepare` before the first
 * request, after creating the resources that the requests need.
 */
export async function findViolations(
  bank: MailingBank,
  size: Size,
  prepare: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Findings> {
  const api = new OpenApi();
  const ids = await existingIds(bank);
  const generator = new RequestGenerator(api, { ...size, idsFor: (route) => ids[kindOfIds(route)] });
  // Deletions come last, so the other routes still find their resources.
  const routes = api.routes
    .filter(({ name }) => EXCLUDED[name] === undefined)
    .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
  const generated = routes.map((route) => [route, generator.requestsFor(route)] as const);
  await prepare();
  const clients = { visitor: new HttpClient(bank.api.baseUrl), customer: bank.alice, admin: bank.admin };
  // Roles run concurrently, because some routes respond slowly; each role sends one request at a time.
  const violations: Violation[] = [];
  const accepting = new Set<Route>();
  const send = async (role: Role): Promise<number> => {
    const requests = generated.flatMap(([route, all]) =>
      role === mainRoleOf(route) ? all : spread(all, size.otherRoles),
    );
    for (const request of requests) {
      if (CHECKS_CREDENTIALS.test(request.route.path)) await forgetAttempts(bank);
      const result = await check(api, clients[role], request);
      violations.push(...result.violations);
      if (result.isAccepted) accepting.add(request.route);
    }
    return requests.length;
  };
  const counts = await Promise.all(ROLES.map(send));
  await assertSignedIn(clients);
  return {
    violations,
    requests: counts.reduce((sum, count) => sum + count),
    neverAccepted: routes.filter((route) => !accepting.has(route)).map(({ name }) => name),
  };
}

/**
 * Routes that can check credentials. Too many wrong credentials would end the session that the remaining requests use
 * (AUTH-70, AUTH-71), so attempts are forgotten before each request.
 */
const CHECKS_CREDENTIALS = /^\/api\/(auth|user\/factors)\//;

const forgetAttempts = ({ database }: DemoBank): Promise<unknown> =>
  query(database.superUrl, 'delete from attempt');

/** Returns at most `count` of the requests, picked at even intervals, starting with the first one, which is valid. */
function spread(requests: readonly GeneratedRequest[], count: number): GeneratedRequest[] {
  const step = Math.max(1, Math.floor(requests.length / count));
  return requests.filter((_, index) => index % step === 0).slice(0, count);
}

function mainRoleOf({ path, isPublic }: Route): Role {
  if (path.startsWith('/api/admin/')) return 'admin';
  return isPublic ? 'visitor' : 'customer';
}

/** Throws if a session has ended early. All requests after that were refused, so they tested little. */
async function assertSignedIn({ customer, admin }: Record<Role, HttpClient>): Promise<void> {
  for (const client of [customer, admin]) {
    const { status } = await client.get('/api/auth/user');
    if (status !== 200) throw new Error('a generated request ended the session that the other requests use');
  }
}

type IdKind = keyof Awaited<ReturnType<typeof existingIds>>;

/** The kind of id in a route's path. Routes that are not listed have a customer's id. */
const KINDS: readonly (readonly [route: RegExp, kind: IdKind])[] = [
  [/^(POST|GET) \/api\/admin\/\w+(-\w+)*$/, 'customers'],
  [/\/sessions\//, 'sessions'],
  [/\/account-requests\//, 'accountRequests'],
  [/\/kyc\//, 'applications'],
  [/\/admin\/transactions/, 'credits'],
  [/\/transactions/, 'transactionsOfAlice'],
  [/transfer-requests/, 'transfers'],
  [/incoming-payments/, 'payments'],
  [/objects/, 'objects'],
];

/** Returns the kind of the ids in a route's path and body. */
export function kindOfIds({ name }: Route): IdKind {
  return KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? 'customers';
}

/** Creates customers with account requests. Returns the ids of the bank's resources, by kind. */
export async function existingIds(
  { database, api, alice, mail }: MailingBank,
  newCustomers = THROW_AWAY_CUSTOMERS,
) {
  const persons = Array.from({ length: newCustomers }, () => verifiedUser({ api, mail }));
  const emails = (await Promise.all(persons)).map(({ email }) => email);
  const select = async (text: string, ...values: unknown[]): Promise<string[]> =>
    (await query<{ id: string }>(database.superUrl, text, values)).map(({ id }) => id);
  const customers = await select('select id from app_user where email = any($1)', emails);
  const aliceId = await userIdOf(alice);
  for (const id of customers) await requestAccount(database, id);
  const ofKind = (kind: string) =>
    select('select transaction_id as id from ledger_transaction where kind = $1 order by created_at', kind);
  return {
    customers,
    accountRequests: await select(`select id from account_request where status = 'pending'`),
    applications: await select('select id from kyc_application where user_id = $1', aliceId),
    sessions: await select('select public_id as id from session where user_id = $1', aliceId),
    objects: await select('select id from stored_object where user_id = $1', aliceId),
    transactionsOfAlice: await select(
      `select transaction_id as id from ledger_transaction where account_id = $1 and status = 'completed'`,
      aliceId,
    ),
    credits: await ofKind('credit'),
    transfers: await ofKind('transfer'),
    payments: await ofKind('incoming_payment'),
  };
}
