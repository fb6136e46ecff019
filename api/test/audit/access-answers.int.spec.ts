import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { requestTransfer } from '../payments/money.fixtures.js';
import { existingIds, kindOfIds } from '../contract/contract.fixtures.js';
import { OpenApi, type Route } from '../contract/openapi.fixtures.js';
import { RequestGenerator } from '../contract/requests.fixtures.js';
import {
  query,
  type DemoBank,
  type HttpClient,
  type HttpResponse,
  useBank,
  useMailingBank,
} from '../harness/index.js';
import { accessesOf, idOf } from './access-log.fixtures.js';

const bank = useBank();
const { admin } = bank;
let adminId: string;
let alice: string;
let bob: string;

beforeAll(async () => {
  [adminId, alice, bob] = [await idOf(admin), await idOf(bank.alice), await idOf(bank.bob)];
});

const entered = (work: () => Promise<unknown>) => accessesOf(bank.database, work);

interface User {
  accountBalanceCents: number;
  revision: number;
}

async function readAlice(): Promise<User> {
  return (await admin.get<User>(`/api/admin/users/${alice}`)).body;
}

const setBalance = (body: object) => admin.put<object>(`/api/admin/users/${alice}/balance`, body);
const freeze = (key: string) =>
  admin.post<object>(
    `/api/admin/users/${alice}/freeze`,
    { reason: 'suspicious_activity', allowsSignIn: true },
    { headers: { 'idempotency-key': key } },
  );

describe("showing a customer's data in the response to a change", () => {
  it('is recorded if the request added no event about that customer [LOG-20]', async () => {
    const key = randomUUID();
    const changed = await entered(async () => expect(await freeze(key)).toMatchObject({ status: 200 }));
    expect(changed).toEqual([]);

    let requestId: unknown;
    const repeated = await entered(async () => {
      const { status, headers, body } = await freeze(key);
      expect([status, headers.get('idempotent-replay')]).toEqual([200, 'true']);
      expect(body).toHaveProperty('email');
      requestId = headers.get('x-request-id');
    });
    expect(repeated).toMatchObject([
      ...[{ actor: `user:${adminId}`, action: 'change-answer', subject: alice, correlation_id: requestId }],
    ]);
    await admin.post(`/api/admin/users/${alice}/unfreeze`, { reason: 'resolved' });
  });

  it('is recorded every time if the request changes nothing [LOG-20]', async () => {
    const { accountBalanceCents } = await readAlice();
    const same = { accountBalance: accountBalanceCents / 100 };
    const entries = await entered(async () => {
      expect(await setBalance(same)).toMatchObject({ status: 200, body: { email: 'alice@moniker.example' } });
      expect(await setBalance(same)).toMatchObject({ status: 200 });
    });
    const entry = { action: 'change-answer', subject: alice, count: 1 };
    expect(entries).toMatchObject([entry, entry]);
  });

  it('is refused with 503 if it cannot be recorded [LOG-20]', async () => {
    const { accountBalanceCents } = await readAlice();
    const blocker = new pg.Client({ connectionString: bank.database.superUrl });
    await blocker.connect();
    await blocker.query('begin; select from access_log_head for update');
    const [unchanged, conflict] = await Promise.all([
      setBalance({ accountBalance: accountBalanceCents / 100 }),
      setBalance({ accountBalance: 1, expectedRevision: 1 }),
    ]);
    await blocker.end();
    expect([unchanged.status, conflict.status]).toEqual([503, 503]);
    expect(JSON.stringify([unchanged.body, conflict.body])).not.toMatch(/moniker\.example|\$/);
  });
});

describe('a refusal that reveals a balance or the deciding admin', () => {
  it('is recorded each time [LOG-21]', async () => {
    const entries = await entered(async () => {
      for (let time = 0; time < 2; time += 1) {
        const { status, body } = await setBalance({ accountBalance: 1, expectedRevision: 1 });
        expect(status).toBe(409);
        expect(body).toMatchObject({ code: 'ACCOUNT_CHANGED', accountBalance: expect.stringMatching(/^\$/) });
      }
    });
    const entry = { actor: `user:${adminId}`, action: 'refused-change', subject: alice, count: 1 };
    expect(entries).toMatchObject([entry, entry]);
  });

  it("is recorded for the transaction's customer, whether the decision was made individually or in a batch [LOG-21]", async () => {
    const requested = await requestTransfer(bank.bob, { amount: 5 });
    expect(requested).toMatchObject({ status: 201 });
    const { id } = requested.body;
    const decide = () =>
      admin.put(`/api/admin/transfer-requests/${id}`, { status: 'approved', expectedRevision: 1 });
    await decide();
    const entries = await entered(async () => {
      expect(await decide()).toMatchObject({ status: 409, body: { code: 'ALREADY_DECIDED' } });
      const items = [{ id, expectedRevision: 1 }];
      const several = await admin.post('/api/admin/transactions/decisions', { status: 'completed', items });
      expect(several).toMatchObject({ status: 200, body: { doneCount: 0 } });
    });
    expect(entries).toMatchObject([
      { action: 'refused-change', subject: bob, details: JSON.stringify({ object: id }) },
      { action: 'change-answer', subject: bob },
    ]);
  });
});

/** The three requests for each change: with an idempotency key, with the same key again, and without a key. */
const WAYS = ['first', 'replay', 'again'] as const;

/** Routes whose answers show an admin only what that admin sent, or only data about that admin. */
const OF_THE_ADMIN = /saved-filters|test-email|approval-policy/;

interface SentAnswer {
  readonly route: string;
  readonly isRead: boolean;
  readonly outcome: string;
  readonly requestId: string;
  readonly text: string;
}

describe("every admin response that reveals a customer's data", () => {
  const demo = useMailingBank();

  it('is covered by an access-log entry or a ledger event [LOG-20, LOG-21]', async () => {
    const ids = await existingIds(demo, 3);
    const customers = await query<Customer>(
      demo.database.superUrl,
      'select id, email, moniker from app_user where not is_admin',
    );
    const answers = await sendToAdminRoutes(demo.admin, (route) => ids[kindOfIds(route)]);
    const hasTrace = await readTraces(demo);
    const unrecorded = answers.flatMap((answer) =>
      customers
        .filter((customer) => isShownBy(answer, customer) && !hasTrace(answer, customer.id))
        .map(({ id }) => `${answer.route} (${answer.outcome}) shows ${id}`),
    );
    expect(unrecorded).toEqual([]);

    const shown = answers.filter((answer) => customers.some((customer) => isShownBy(answer, customer)));
    const routesWith = (outcome: string) =>
      new Set(shown.filter((one) => one.outcome === outcome && !one.isRead).map(({ route }) => route)).size;
    expect(routesWith('success')).toBeGreaterThan(4);
    expect(routesWith('replay')).toBeGreaterThan(2);
    expect(answers.filter(({ outcome }) => outcome === 'conflict').length).toBeGreaterThan(4);
  });
});

async function sendToAdminRoutes(
  admin: HttpClient,
  idsFor: (route: Route) => readonly string[],
): Promise<SentAnswer[]> {
  const api = new OpenApi();
  const generator = new RequestGenerator(api, { seed: 20_261_125, valid: 1, suspect: 0, idsFor });
  const routes = api.routes
    .filter(({ path }) => path.startsWith('/api/admin/') && !OF_THE_ADMIN.test(path))
    .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
  const answers: SentAnswer[] = [];
  for (const { route, address, body, headers } of routes.flatMap((each) => generator.requestsFor(each))) {
    const isRead = route.method === 'GET';
    const key = randomUUID();
    for (const way of isRead ? WAYS.slice(0, 1) : WAYS) {
      const keyed = way === 'first' || way === 'replay' ? { 'idempotency-key': key } : {};
      const answer = await admin.send(route.method, address, body, { headers: { ...headers, ...keyed } });
      answers.push({
        ...{ route: route.name, isRead, outcome: outcomeOf(answer) },
        requestId: answer.headers.get('x-request-id') ?? '',
        text: typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? null),
      });
    }
  }
  return answers;
}

function outcomeOf({ status, headers }: HttpResponse): string {
  if (headers.get('idempotent-replay') === 'true') return 'replay';
  if (status === 409 || status === 422) return 'conflict';
  return status < 400 ? 'success' : 'other';
}

interface Customer {
  readonly id: string;
  readonly email: string;
  readonly moniker: string;
}

const isShownBy = ({ text }: SentAnswer, { id, email, moniker }: Customer): boolean =>
  text.includes(id) || text.includes(email) || text.includes(`"${moniker}"`);

/**
 * Returns a function that tells whether the access log or the ledger records that a request concerned a customer. For a
 * read, the entry of an earlier read is enough (LOG-3). The entry of an export is enough for every customer.
 */
async function readTraces({
  database,
}: DemoBank): Promise<(answer: SentAnswer, customerId: string) => boolean> {
  const rows = await query<{ request: string; text: string; isExport: boolean; isEvent: boolean }>(
    database.superUrl,
    `select correlation_id as request, coalesce(subject::text, '') || details as text, count is null as "isExport",
       false as "isEvent" from access_log
     union all
     select correlation_id, stream || payload, false, true from ledger_event`,
  );
  const accesses = rows.filter(({ isEvent }) => !isEvent);
  return ({ requestId, isRead }, id) =>
    (isRead ? accesses : rows.filter(({ request }) => request === requestId)).some(
      ({ text, isExport }) => isExport || text.includes(id),
    );
}
