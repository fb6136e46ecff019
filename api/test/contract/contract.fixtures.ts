import { newPerson, register } from '../auth/auth.fixtures.js';
import { requestAccount } from '../money/money.fixtures.js';
import { HttpClient, query, startDemoBank, type DemoBank } from '../support/index.js';
import { OpenApi, type Route } from './openapi.fixtures.js';
import { RequestGenerator, type GeneratedRequest, type GeneratorOptions } from './requests.fixtures.js';
import { violationsOf, type Violation } from './violations.fixtures.js';

/** Routes that are left out, with the reason. */
const EXCLUDED: Readonly<Record<string, string>> = {
  'GET /api/logout': 'ends the session of the remaining requests',
};

/** Requests of a role that the route does not admit: the refusal does not depend on the input. */
const NOT_ADMITTED = 3;

/** Customers that requests may change, block and delete. */
const THROW_AWAY_CUSTOMERS = 6;

const ROLES = ['visitor', 'customer', 'admin'] as const;
type Role = (typeof ROLES)[number];

/** Sends generated requests to every route, as each role. */
export async function findViolations(
  size: Pick<GeneratorOptions, 'seed' | 'valid' | 'suspect'>,
): Promise<{ violations: Violation[]; requests: number }> {
  const api = new OpenApi();
  const bank = await startDemoBank();
  try {
    const ids = await existingIds(bank);
    const generator = new RequestGenerator(api, { ...size, idsFor: (route) => ids[kindOfIds(route)] });
    const routes = api.routes.filter(({ name }) => EXCLUDED[name] === undefined);
    const generated = routes.map((route) => [route, generator.requestsFor(route)] as const);
    const clients = { visitor: new HttpClient(bank.api.baseUrl), customer: bank.alice, admin: bank.admin };
    // The roles act side by side, because some routes answer late; each sends one request after the other.
    const results = await Promise.all(
      ROLES.map(async (role) => {
        const requests = generated.flatMap(([route, all]) =>
          role === mainRoleOf(route) ? all : spread(all, NOT_ADMITTED),
        );
        const violations: Violation[] = [];
        for (const request of requests) violations.push(...(await violationsOf(api, clients[role], request)));
        return { violations, requests: requests.length };
      }),
    );
    await assertSignedIn(clients);
    return {
      violations: results.flatMap(({ violations }) => violations),
      requests: results.reduce((sum, { requests }) => sum + requests, 0),
    };
  } finally {
    await bank.stop();
  }
}

/** Every n-th request, so that valid and suspect ones are among them. */
function spread(requests: readonly GeneratedRequest[], count: number): GeneratedRequest[] {
  const step = Math.max(1, Math.floor(requests.length / count));
  return requests.filter((_, index) => index % step === 0).slice(0, count);
}

function mainRoleOf({ path, isPublic }: Route): Role {
  if (path.startsWith('/api/admin/')) return 'admin';
  return isPublic ? 'visitor' : 'customer';
}

/** A session that ended early would turn all later checks into checks of one refusal. */
async function assertSignedIn({ customer, admin }: Record<Role, HttpClient>): Promise<void> {
  for (const client of [customer, admin]) {
    const { status } = await client.get('/api/auth/user');
    if (status !== 200) throw new Error('a generated request ended the session of the other requests');
  }
}

type IdKind = keyof Awaited<ReturnType<typeof existingIds>>;

const KINDS: readonly (readonly [pattern: RegExp, kind: IdKind])[] = [
  [/\/sessions\//, 'sessions'],
  [/\/account-requests\//, 'accountRequests'],
  [/\/kyc\//, 'kyc'],
  [/transactions|transfer-requests|incoming-payments\//, 'transactions'],
];

/** Which ids a route names; most name customers. */
function kindOfIds({ path, method }: Route): IdKind {
  if (method === 'POST' && /\/(transactions|incoming-payments)$/.test(path)) return 'customers';
  return KINDS.find(([pattern]) => pattern.test(path))?.[1] ?? 'customers';
}

async function existingIds({ database, api }: DemoBank) {
  for (let count = 0; count < THROW_AWAY_CUSTOMERS; count += 1) {
    await register(new HttpClient(api.baseUrl), newPerson());
  }
  const select = async (text: string): Promise<string[]> =>
    (await query<{ id: string }>(database.superUrl, text)).map(({ id }) => id);
  const customers = await select(
    `select id from app_user where email like 'p%@mail.example' order by created_at`,
  );
  for (const id of customers) await requestAccount(database, id);
  return {
    customers,
    transactions: await select('select transaction_id as id from ledger_transaction order by created_at'),
    accountRequests: await select('select id from account_request order by created_at desc limit 5'),
    kyc: await select('select id from kyc_application order by created_at'),
    sessions: await select('select public_id as id from session'),
  };
}
