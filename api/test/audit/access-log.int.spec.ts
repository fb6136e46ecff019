import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { KYC } from '../payments/money.fixtures.js';
import { newAdmin, newCustomer, newSsn, uploadLicenseSides } from '../kyc/kyc.fixtures.js';
import {
  HttpClient,
  programEnv,
  query,
  runCli,
  startWorker,
  temporaryFolder,
  waitFor,
  useBank,
} from '../harness/index.js';
import { NodeProcess } from '../harness/node-process.js';
import { accessesAfter, accessesOf, idOf, lastAccess } from './access-log.fixtures.js';

const PATH = '/api/admin/access-log';

interface Entry {
  position: number;
  action: string;
  actor: { id: string; name: string } | null;
  customer: { id: string; name: string } | null;
  count: number | null;
}

/** An entry as `ledger access --json` prints it. */
interface CliEntry {
  actor: string;
  subject: string | null;
  details: { people?: string[] };
}

interface EntryPage {
  items: Entry[];
  nextCursor: string | null;
  total?: number;
}

const bank = useBank();
const { admin } = bank;
let adminId: string;
let alice: string;
let bob: string;

beforeAll(async () => {
  [adminId, alice, bob] = [await idOf(admin), await idOf(bank.alice), await idOf(bank.bob)];
});

const entered = (work: () => Promise<unknown>) => accessesOf(bank.database, work);

describe('a read of personal data', () => {
  it('is recorded with the admin, the customer and the request [LOG-1]', async () => {
    let requestId: unknown;
    const entries = await entered(async () => {
      const { headers } = await admin.get(`/api/admin/users/${alice}`);
      requestId = headers.get('x-request-id');
    });

    expect(entries).toMatchObject([
      { actor: `user:${adminId}`, action: 'user', subject: alice, count: 1, correlation_id: requestId },
    ]);
  });

  it('in a list is recorded with the people that the list showed [LOG-1]', async () => {
    const entries = await entered(async () => {
      await admin.get('/api/admin/users');
      await admin.get('/api/admin/users?search=alice%40moniker.example&sort=name');
    });

    const people = [adminId, alice, bob].sort();
    expect(entries).toMatchObject([
      { action: 'user-list', subject: null, count: 3, details: JSON.stringify({ people }) },
      { action: 'user-list', subject: alice, count: 1, details: '{"filters":["search"]}' },
    ]);
  });

  it('in an identity check is recorded for the application, the document and the Social Security number [LOG-1]', async () => {
    const customer = await newCustomer(bank.api.baseUrl, bank.database);
    const subject = await idOf(customer);
    const documents = await uploadLicenseSides(customer);
    const created = await customer.post<{ kyc: { id: string } }>('/api/kyc/create', {
      ...{ ...KYC, ssn: newSsn(), ...documents },
    });
    const { id } = created.body.kyc;
    const documentId = documents.drivingLicenseFront.split('/').at(-1);

    const entries = await entered(async () => {
      await admin.get(`/api/admin/kyc/${id}`);
      await admin.get(documents.drivingLicenseFront);
      await admin.post(`/api/admin/kyc/${id}/ssn`);
      await admin.post(`/api/admin/kyc/${id}/ssn`);
      await customer.get(documents.drivingLicenseFront);
    });

    const of = (action: string, object: string | undefined) => ({
      ...{ actor: `user:${adminId}`, action, subject, details: JSON.stringify({ object }) },
    });
    expect(entries).toMatchObject([
      of('kyc-application', id),
      of('identity-document', documentId),
      of('ssn', id),
      of('ssn', id),
    ]);
  });

  it('in an export is recorded every time, with the customer or the names of the filters [LOG-1]', async () => {
    const entries = await entered(async () => {
      await admin.get('/api/admin/users.csv?search=alice');
      await admin.get(`/api/admin/event-history/events.csv?customer=${alice}`);
      await admin.get(`/api/admin/event-history/events.csv?customer=${alice}`);
    });

    expect(entries).toMatchObject([
      { action: 'user-export', subject: null, count: null, details: '{"filters":["search"]}' },
      { action: 'event-export', subject: alice, count: null },
      { action: 'event-export', subject: alice, count: null },
    ]);
  });

  it('is refused with 503 if it cannot be recorded [LOG-1]', async () => {
    const before = await lastAccess(bank.database);
    const blocker = new pg.Client({ connectionString: bank.database.superUrl });
    await blocker.connect();
    await blocker.query('begin; select from access_log_head for update');

    const [user, ssnExport] = await Promise.all([
      admin.get<Record<string, unknown>>(`/api/admin/users/${bob}`),
      admin.get('/api/admin/kyc-applications.csv'),
    ]);
    await blocker.end();

    expect([user.status, ssnExport.status]).toEqual([503, 503]);
    expect(user.body).not.toHaveProperty('email');
    expect(await accessesAfter(bank.database, before)).toEqual([]);
  });

  it('leaves no name, address or search text in the log [LOG-1]', async () => {
    await admin.get('/api/admin/users?search=Moreno');
    await admin.get('/api/admin/event-history/people?search=alice%40moniker');
    await admin.get(`/api/admin/users/${alice}?secret=Moreno`);
    const rows = await query<{ text: string }>(
      bank.database.superUrl,
      'select a::text as text from access_log a',
    );
    const isPersonal = ({ text }: { text: string }) => /moreno|alice|moniker\.example|secret/i.test(text);
    expect(rows.filter(isPersonal)).toEqual([]);
  });
});

describe('repeated reads', () => {
  it('make one entry per admin, URL and set of people [LOG-3]', async () => {
    const other = await newAdmin(bank.api.baseUrl, bank.database);
    const entries = await entered(async () => {
      for (const limit of [7, 7, 8, 7]) await admin.get(`/api/admin/users?limit=${limit}`);
      await Promise.all([1, 2, 3].map(() => other.get('/api/admin/users?limit=7')));
    });
    const otherId = await idOf(other);
    expect(entries.map(({ actor }) => actor)).toEqual([
      ...[`user:${adminId}`, `user:${adminId}`, `user:${otherId}`],
    ]);
  });

  it('are recorded again as soon as they show someone else [LOG-3]', async () => {
    const read = () => admin.get('/api/admin/users?limit=9');
    await read();
    await newCustomer(bank.api.baseUrl, bank.database);
    expect(await entered(read)).toMatchObject([{ action: 'user-list' }]);
  });
});

describe('admin routes', () => {
  it('declare what the access log records when they are called [LOG-2]', async () => {
    const script = path.join(import.meta.dirname, '../identity/list-access-rules.mjs');
    const env = programEnv({ database: bank.database }, await temporaryFolder());
    const node = NodeProcess.start(script, [], env);
    await node.ended();
    expect(node.output().trim().split('\n')).toEqual(DECLARED.trim().split('\n'));
  });
});

describe('failed sign-ins', () => {
  const fail = (email: string) =>
    new HttpClient(bank.api.baseUrl).post('/api/auth/login', { email, password: 'wrong' });
  const counters = () =>
    query<{ account: string; failures: number }>(
      bank.database.superUrl,
      'select account, sum(failures)::int as failures from failed_sign_in group by account order by account = $1',
      ['unknown'],
    );

  it('become one entry per account and hour, once the hour is over [LOG-4]', async () => {
    const before = await lastAccess(bank.database);
    await Promise.all([1, 2, 3].map(() => fail('bob@moniker.example')));
    await Promise.all([1, 2].map(() => fail(`${randomUUID()}@nobody.example`)));
    expect(await counters()).toEqual([
      { account: bob, failures: 3 },
      { account: 'unknown', failures: 2 },
    ]);
    const hour = new Date(Date.UTC(2026, 0, 31, 9));
    await query(bank.database.superUrl, 'delete from failed_sign_in');
    await query(bank.database.superUrl, `insert into failed_sign_in values ($1, $2, 3), ('unknown', $2, 2)`, [
      bob,
      hour,
    ]);
    await fail('bob@moniker.example');
    // Moves the counter of the current hour one hour ahead. Otherwise this hour could be over when the worker starts.
    await query(
      bank.database.superUrl,
      `update failed_sign_in set hour = hour + interval '1 hour' where hour > $1`,
      [hour],
    );

    const worker = await startWorker({ database: bank.database });
    await waitFor(async () => (await counters()).length === 1, { what: 'the entries' });
    await worker.stop();

    const details = JSON.stringify({ hour: hour.toISOString() });
    const entries = await accessesAfter(bank.database, before);
    const byCount = entries.toSorted((one, other) => Number(other.count) - Number(one.count));
    expect(byCount).toMatchObject([
      { actor: 'system', action: 'failed-sign-ins', subject: bob, count: 3, details },
      { actor: 'system', action: 'failed-sign-ins', subject: null, count: 2, details },
    ]);
    expect(await counters()).toEqual([{ account: bob, failures: 1 }]);
  });
});

describe('the access-log list', () => {
  const list = async (search: string, client = admin) =>
    (await client.get<EntryPage>(`${PATH}?${search}`)).body;

  it('filters by admin, customer, action and day, and shows the newest first [LOG-8]', async () => {
    const other = await newAdmin(bank.api.baseUrl, bank.database);
    const otherId = await idOf(other);
    await other.get(`/api/admin/users/${alice}`);
    await other.get(`/api/admin/users/${bob}`);
    await other.get('/api/admin/transactions');

    const { items, total } = await list(`actor=${otherId}`);
    expect(items.map(({ action, customer }) => [action, customer?.name])).toEqual([
      ['transaction-list', undefined],
      ['user', 'Bob Lindqvist'],
      ['user', 'Alice Moreno'],
    ]);
    expect(total).toBe(3);
    // Two entries, because the list of transactions also showed Bob.
    expect((await list(`actor=${otherId}&customer=${bob}`)).items).toHaveLength(2);
    expect((await list(`actor=${otherId}&action=transaction-list`)).items).toHaveLength(1);
    expect((await list(`actor=${otherId}&to=2020-01-01`)).items).toEqual([]);
    expect((await list(`actor=${otherId}&from=2020-01-01`)).items).toHaveLength(3);
  });

  it('finds a customer even in entries for lists of several people [LOG-8]', async () => {
    const other = await newAdmin(bank.api.baseUrl, bank.database);
    const newcomer = await newCustomer(bank.api.baseUrl, bank.database);
    const [actor, customer] = [await idOf(other), await idOf(newcomer)];
    await other.get('/api/admin/users?sort=name');
    await other.get(`/api/admin/users/${customer}`);
    await other.get(`/api/admin/users/${alice}`);

    const actionsOf = async (id: string) =>
      (await list(`actor=${actor}&customer=${id}`)).items.map(({ action }) => action);
    expect(await actionsOf(customer)).toEqual(['user', 'user-list']);
    expect(await actionsOf(customer.toUpperCase())).toEqual(['user', 'user-list']);
    expect(await actionsOf(actor)).toEqual(['user-list']);
    expect(await actionsOf(randomUUID())).toEqual([]);
  });

  it('is read page by page, without gaps [LOG-8]', async () => {
    const last = await lastAccess(bank.database);
    const found: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: EntryPage = await list(`limit=4${cursor === '' ? '' : `&cursor=${cursor}`}`);
      found.push(...page.items.map(({ position }) => position));
      cursor = page.nextCursor;
    }
    expect(found).toEqual(Array.from({ length: last }, (_, index) => last - index));
  });

  it('is for owners and auditors only [LOG-8]', async () => {
    const statuses = (['auditor', 'reviewer', 'payments', 'support'] as const).map(async (role) => {
      const client = await newAdmin(bank.api.baseUrl, bank.database, role);
      return (await client.get(PATH)).status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 403, 403, 403]);
  });

  it('is printed by `ledger access` with ids instead of names [LOG-8]', async () => {
    const args = ['access', '--admin', adminId, '--customer', alice, '--since', '2020-01-01'];
    const json = await runCli([...args, '--json'], { database: bank.database });
    const { entries } = JSON.parse(json.stdout) as { entries: CliEntry[] };
    expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set([`user:${adminId}`]));
    const showsAlice = ({ subject, details }: CliEntry) =>
      subject === alice || details.people?.includes(alice) === true;
    expect(entries.filter((entry) => !showsAlice(entry))).toEqual([]);
    expect(new Set(entries.map(({ subject }) => subject))).toEqual(new Set([alice, null]));
    const { stdout, code } = await runCli(args, { database: bank.database });
    expect(stdout).toContain('event-export');
    expect([code, stdout.includes('"people"'), /Moreno/.test(stdout)]).toEqual([0, false, false]);
    const newest = await runCli([...args, '--limit', '1'], { database: bank.database });
    expect(newest.stdout).toContain("Older entries aren't shown; use a higher --limit to see them.");
    expect(stdout).not.toContain('Older entries');
  });
});

describe('the request log', () => {
  it("contains the user's id in the line for a signed-in user's request [LOG-9]", async () => {
    await admin.get(`/api/admin/users/${alice}`);
    await new HttpClient(bank.api.baseUrl).get('/api/auth/user');
    const lines = () =>
      bank.api
        .output()
        .split('\n')
        .filter((line) => line.includes('"route":"/api/admin/users/:id"'));
    await waitFor(() => lines().length > 0, { what: 'the line for the request' });
    expect(lines().every((line) => line.includes(`"userId":"`))).toBe(true);
    expect(lines().some((line) => line.includes(`"userId":"${adminId}"`))).toBe(true);
  });
});

/**
 * Every admin GET, and the other routes that declare what they record: method, path, kind of rule, and the action in
 * the access log. `by-handler` means that the route's own code records the read. `nobody` means that the route shows
 * nobody else's personal data, so the read is not recorded. Instead of an action, a `nobody` line ends with what the
 * route shows. Add new routes here.
 */
const DECLARED = `
GET /api/admin/access-log read access-list
GET /api/admin/account-requests read request-list
GET /api/admin/account-requests.csv export request-export
GET /api/admin/account-requests/:id read request
GET /api/admin/approval-policy nobody rules and a limit
GET /api/admin/chats read chat-list
GET /api/admin/chats/:userId read chat
GET /api/admin/chats/unread nobody a number
GET /api/admin/checkpoints nobody hashes and totals
GET /api/admin/checkpoints/:position/file nobody hashes and totals
GET /api/admin/dashboard-content/:userId read dashboard-texts
GET /api/admin/event-history/accounts/:account/balance read balance
GET /api/admin/event-history/chain read chain-status
GET /api/admin/event-history/events read event-list
GET /api/admin/event-history/events.csv export event-export
GET /api/admin/event-history/events.ndjson export event-export
GET /api/admin/event-history/events/:position read event
GET /api/admin/event-history/people read people-search
GET /api/admin/incoming-payments read payment-list
GET /api/admin/incoming-payments.csv export payment-export
GET /api/admin/kyc-applications read kyc-list
GET /api/admin/kyc-applications.csv export kyc-export
GET /api/admin/kyc/:id read kyc-application
GET /api/admin/kyc/:id/reads read kyc-reads
GET /api/admin/mail nobody emails without their recipients
GET /api/admin/proposals read proposal-list
GET /api/admin/proposals/:id read proposal
GET /api/admin/saved-filters nobody what the admin has saved
GET /api/admin/stats nobody totals only
GET /api/admin/team read team
GET /api/admin/transactions read transaction-list
GET /api/admin/transactions.csv export transaction-export
GET /api/admin/transfer-requests read transfer-list
GET /api/admin/transfer-requests.csv export transfer-export
GET /api/admin/users read user-list
GET /api/admin/users.csv export user-export
GET /api/admin/users/:id read user
GET /api/admin/work-queue read work-queue
GET /api/admin/work-queue/counts nobody numbers
GET /objects/:id by-handler identity-document
GET /objects/:id/pdf by-handler identity-document
POST /api/admin/kyc/:id/ssn by-handler ssn
POST /api/admin/mail/:id/retry nobody a number
POST /api/admin/transactions/decisions/preview by-handler decision-preview
`;
