import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { findViolations } from '../contract/contract.fixtures.js';
import {
  newCustomer,
  newSsn,
  refuseEvents,
  uploadLicenseSides,
  type KycStatus,
} from '../kyc/kyc.fixtures.js';
import { headOf, KYC, requestAccount, userIdOf } from '../payments/money.fixtures.js';
import { holdRow } from '../ops/graceful-stop.fixtures.js';
import { logEntries, startApiWithOperationsPort } from '../ops/operations.fixtures.js';
import {
  atEnd,
  expectSoundLedger,
  query,
  type HttpClient,
  type HttpResponse,
  type RequestOptions,
  type TestDatabase,
  use,
  useDemoDatabase,
  useMailingBank,
  useSession,
  waitFor,
} from '../harness/index.js';
import { itNightly } from '../harness/nightly.js';
import { useDatabaseProxy } from '../harness/database-proxy.js';

// These tests cause faults between the API and its database, and check what the API's clients see.

const database = useDemoDatabase();
const proxy = useDatabaseProxy(database);
const api = use(
  () => startApiWithOperationsPort({ database: { ...database, appUrl: proxy.url } }),
  (api) => api.stop(),
);
const admin = useSession(api, 'admin');

atEnd(() => expectSoundLedger({ database }));

/** A response that tells the client to try again. */
const UNAVAILABLE = { status: 503, body: { code: 'UNAVAILABLE', retryAfterSeconds: 1 } };

function expectUnavailable(response: HttpResponse): void {
  expect(response).toMatchObject(UNAVAILABLE);
  expect(response.headers.get('retry-after')).toBe('1');
}

interface Applicant {
  readonly client: HttpClient;
  readonly userPath: string;
  readonly requestPath: string;
  readonly kycPath: string;
}

async function newApplicant(): Promise<Applicant> {
  const client = await newCustomer(api.baseUrl, database);
  const documents = await uploadLicenseSides(client);
  const { body } = await client.post<KycStatus>('/api/kyc/create', { ...KYC, ssn: newSsn(), ...documents });
  return {
    client,
    userPath: `/api/admin/users/${await userIdOf(client)}`,
    requestPath: `/api/admin/account-requests/${body.accountRequest?.id ?? ''}`,
    kycPath: `/api/admin/kyc/${body.kyc?.id ?? ''}`,
  };
}

/** Sends a change. With `isOther`, sends a different change on the same route. */
type Change = (options: RequestOptions, isOther?: boolean) => Promise<HttpResponse>;

const put =
  (path: string, body: object, other: object): Change =>
  (options, isOther) =>
    admin.put(path, isOther ? other : body, options);

const CHANGES: readonly (readonly [string, () => Promise<Change>])[] = [
  [
    'a decision on an account request',
    async () => {
      const { requestPath } = await newApplicant();
      return put(requestPath, { status: 'approved', expectedRevision: 1 }, { status: 'rejected' });
    },
  ],
  [
    'a note on an account request',
    async () => {
      const { requestPath } = await newApplicant();
      return put(requestPath, { status: 'pending', adminNotes: 'Call' }, { status: 'pending' });
    },
  ],
  [
    'an approval of an identity check',
    async () => put(`${(await newApplicant()).kycPath}/approve`, { expectedRevision: 1 }, {}),
  ],
  [
    'a rejection of an identity check',
    async () => put(`${(await newApplicant()).kycPath}/reject`, { notes: 'Blurred' }, { notes: 'Expired' }),
  ],
  [
    'a reset of an identity check',
    async () => {
      const { kycPath } = await newApplicant();
      await admin.put(`${kycPath}/reject`, { notes: 'Blurred' });
      return put(`${kycPath}/reset`, { expectedRevision: 2 }, {});
    },
  ],
  [
    'a deletion',
    async () => {
      const { userPath } = await newApplicant();
      return (options, isOther) =>
        admin.delete(isOther ? `${userPath}?expectedRevision=9` : userPath, undefined, options);
    },
  ],
  [
    'an application',
    async () => {
      const client = await newCustomer(api.baseUrl, database);
      const body = { ...KYC, ssn: newSsn(), ...(await uploadLicenseSides(client)) };
      return (options, isOther) =>
        client.post('/api/kyc/create', isOther ? { ...body, ssn: newSsn() } : body, options);
    },
  ],
];

describe('a change with an idempotency key', () => {
  it.each(CHANGES)(
    '(%s) is made only once if its commit gets no reply and the request is repeated [ADM-42]',
    async (_, prepare) => {
      const change = await prepare();
      const options = { headers: { 'idempotency-key': randomUUID() } };
      const before = await headOf(database);
      proxy.faults.push('reply lost');
      expectUnavailable(await change(options));
      expect(proxy.faults).toEqual([]);
      const after = await headOf(database);
      const repeated = await Promise.all([1, 2, 3].map(() => change(options)));
      expect(repeated.map(({ status }) => Math.floor(status / 100))).toEqual([2, 2, 2]);
      expect(repeated.map(({ headers }) => headers.get('idempotent-replay'))).toEqual([
        'true',
        'true',
        'true',
      ]);
      expect(await change(options, true)).toMatchObject({
        status: 422,
        body: { code: 'IDEMPOTENCY_KEY_REUSED' },
      });
      expect(await headOf(database)).toBe(after);
      expect(after - before).toBeLessThanOrEqual(2);
    },
  );

  it('does not use up the key if the change is refused [ADM-42, LED-7]', async () => {
    const { kycPath } = await newApplicant();
    const options = { headers: { 'idempotency-key': randomUUID() } };
    const stale = await admin.put(`${kycPath}/approve`, { expectedRevision: 9 }, options);
    expect(stale.status).toBe(409);
    const approved = await admin.put(`${kycPath}/approve`, { expectedRevision: 1 }, options);
    expect(approved.status).toBe(200);
    expect(approved.headers.get('idempotent-replay')).toBeNull();
  });
});

describe('a database failure', () => {
  let restore = (): Promise<unknown> => Promise.resolve();

  afterEach(async () => {
    await restore();
    await waitFor(async () => (await admin.get('/api/auth/user')).status === 200, {
      what: 'the API to recover',
    });
  });

  const readiness = async (): Promise<string> =>
    (await (await fetch(`${api.operationsUrl}/readyz`)).text()).trim();

  const endSessions = (where: string): Promise<unknown> =>
    query(
      database.superUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and ${where}`,
    );

  /** Sends requests that use the connection pool or the ledger writer. */
  async function changes(): Promise<HttpResponse[]> {
    const credit = { userId: randomUUID(), type: 'credit', amount: 1, description: 'Refund' };
    return Promise.all([
      admin.get('/api/admin/users'),
      admin.post('/api/admin/transactions', credit),
      admin.post('/api/chat/send', { message: 'hello' }),
      admin.post('/api/auth/login', { email: 'alice@moniker.example', password: 'moniker-demo' }),
    ]);
  }

  it('(full disk) leads to a 503 and is named in the log and by /readyz [ERR-7]', async () => {
    const { userPath, requestPath } = await newApplicant();
    for (const [type, send] of [
      ['BalanceAdjusted', () => admin.put(`${userPath}/balance`, { accountBalance: 5 })],
      ['AccountRequestDecided', () => admin.put(requestPath, { status: 'approved' })],
    ] as const) {
      const head = await headOf(database);
      restore = await refuseEvents(database, type, '53100');
      const response = await send();
      expectUnavailable(response);
      expect(await readiness()).toBe('the database is refusing work (53100, disk full)');
      await restore();
      restore = () => Promise.resolve();
      const requestId = response.headers.get('x-request-id');
      const line = await waitFor(() => logEntries(api).find((one) => one['requestId'] === requestId), {
        what: 'the request to be logged',
      });
      expect(line).toMatchObject({ refused: 'UNAVAILABLE', failure: '53100', status: 503 });
      expect(await headOf(database)).toBe(head);
      expect((await send()).status).toBe(200);
    }
  });

  it('(connection terminated by an administrator) leads to a 503 for the request that is using the connection [ERR-7]', async () => {
    const customer = await newCustomer(api.baseUrl, database);
    const userId = await userIdOf(customer);
    const requestId = await requestAccount(database, userId);
    restore = await holdRow(database, 'app_user', userId);
    const response = admin.put(`/api/admin/account-requests/${requestId}`, { status: 'approved' });
    const blocked = "application_name = 'moniker' and wait_event_type = 'Lock'";
    await waitFor(
      async () =>
        (
          await query(
            database.superUrl,
            `select from pg_stat_activity where datname = current_database() and ${blocked}`,
          )
        ).length === 1,
      { what: 'the request to block on a lock' },
    );
    await endSessions(blocked);
    expectUnavailable(await response);
  });

  it('(no more connections accepted) leads to a 503 [ERR-7]', async () => {
    const limit = (count: number): Promise<unknown> =>
      query(database.superUrl, `alter database ${database.name} connection limit ${count}`);
    restore = () => limit(-1);
    await limit(0);
    // The connections that check who is signed in stay open, so requests fail only when they need another connection.
    await endSessions("usename = 'moniker_app' and application_name <> 'moniker-reads'");
    for (const response of await changes()) expectUnavailable(response);
    expect(await readiness()).toBe('the database is not responding (53300, too many connections)');
  });

  it('(server down) leads to a 503 [ERR-7]', async () => {
    restore = () => proxy.comeBack();
    await proxy.goDown();
    for (const response of [await admin.get('/api/account/summary'), ...(await changes())]) {
      expectUnavailable(response);
    }
    expect(await readiness()).toMatch(/^the database is not responding \(ECONN/);
  });
});

describe('a full disk', () => {
  const bank = useMailingBank();

  itNightly('makes every route respond with 503 or a refusal [ERR-7]', async () => {
    const size = { seed: 20_261_123, valid: 1, suspect: 0, otherRoles: 0 };
    const { violations } = await findViolations(bank, size, () => refuseWrites(bank.database));
    const statuses = violations.map(({ response }) => response.slice(0, 3));
    expect(violations.filter((_, index) => statuses[index] !== '503')).toEqual([]);
    expect(statuses.length).toBeGreaterThan(15);
  });

  /**
   * Makes writes to every table fail, except writes to `session`. Without a session, no request would reach the other
   * tables.
   */
  async function refuseWrites({ superUrl }: TestDatabase): Promise<void> {
    await query(
      superUrl,
      `create function disk_full() returns trigger language plpgsql as $$
         begin raise exception 'could not extend file' using errcode = '53100'; end $$;
       do $$ declare name text; begin
         for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'session' loop
           execute format('create trigger disk_full before insert or update or delete on %I
             for each row execute function disk_full()', name);
         end loop;
       end $$`,
    );
  }
});
