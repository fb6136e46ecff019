import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { waitUntilBlocked } from '../identity/gates.fixtures.js';
import { newCustomer, newApplicant } from '../kyc/kyc.fixtures.js';
import {
  type ApiErrorBody,
  countByStatus,
  headOf,
  requestAccount,
  requestTransfer,
  setAvailableBalance,
  summaryOf,
  userIdOf,
} from '../payments/money.fixtures.js';
import { holdHead, holdRow } from '../ops/graceful-stop.fixtures.js';
import {
  atEnd,
  expectSoundLedger,
  promoteDemoUser,
  type HttpResponse,
  use,
  useApi,
  useBank,
  useSession,
} from '../harness/index.js';

interface Decided extends ApiErrorBody {
  status: string;
  revision: number;
}

interface AdminUser extends ApiErrorBody {
  accountBalance: string;
  revision: number;
}

const bank = useBank();
const { admin, alice } = bank;
const otherAdmin = use(() => promoteDemoUser(bank, 'bob'));

atEnd(() => expectSoundLedger(bank));

/** Requests a transfer of $1 and returns its id. */
async function pendingTransfer(): Promise<string> {
  await setAvailableBalance(admin, alice, 300_000);
  const { status, body } = await requestTransfer(alice, { amount: 1 });
  expect(status).toBe(201);
  return body.id;
}

const decide = (
  id: string,
  body: Record<string, unknown>,
  by = admin,
  headers = {},
): Promise<HttpResponse<Decided>> => by.put(`/api/admin/transfer-requests/${id}`, body, { headers });

describe('approving or rejecting a transfer', () => {
  it('takes effect once, even without a revision [TRF-19, TRF-26]', async () => {
    for (const statuses of [['approved'], ['approved', 'rejected']]) {
      const id = await pendingTransfer();
      const head = await headOf(bank.database);
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          decide(id, { status: statuses[index % statuses.length] }, index % 3 === 0 ? otherAdmin : admin),
        ),
      );
      expect(countByStatus(responses)).toEqual({ 200: 1, 409: 19 });
      expect(await headOf(bank.database)).toBe(head + 1);
    }
  });

  it('is refused after an earlier decision, even one by the same admin, and the message says who decided what [TRF-26]', async () => {
    const id = await pendingTransfer();
    expect((await decide(id, { status: 'approved' })).body.status).toBe('completed');
    for (const status of ['approved', 'rejected']) {
      for (const by of [admin, otherAdmin]) {
        const { status: code, body } = await decide(id, { status }, by);
        expect({ code, reason: body.code }).toEqual({ code: 409, reason: 'ALREADY_DECIDED' });
        expect(body.message).toMatch(/^This was already decided by Ada Okafor on .*: completed$/);
      }
    }
  });

  it('returns the same answer if the request is repeated with the same idempotency key [LED-5, TRF-26]', async () => {
    const id = await pendingTransfer();
    const headers = { 'idempotency-key': randomUUID() };
    for (let repeat = 0; repeat < 2; repeat += 1) {
      const response = await decide(id, { status: 'approved' }, admin, headers);
      expect(response).toMatchObject({ status: 200, body: { status: 'completed' } });
    }
  });

  it('isn’t needed for the other statuses, which any admin can set in any order [TRF-17, TRF-26]', async () => {
    const id = await pendingTransfer();
    const statuses = ['processing', 'completed', 'completed', 'failed', 'pending', 'cancelled'];
    for (const [index, status] of statuses.entries()) {
      const response = await decide(id, { status }, index % 2 === 0 ? admin : otherAdmin);
      expect(response).toMatchObject({ status: 200, body: { status } });
    }
  });
});

describe('concurrent decisions without a revision', () => {
  const other = useApi({ database: bank.database });
  const viaOther = useSession(other, 'admin');
  /** Lets the held-back decisions continue. */
  let release = (): Promise<void> => Promise.resolve();

  afterEach(() => release());

  /** Sends each decision through a different API. Calls `release` as soon as both decisions are blocked. */
  async function decideAtOnce(path: string, statuses: readonly string[]): Promise<HttpResponse<Decided>[]> {
    const responses = [otherAdmin, viaOther].map((by, index) =>
      by.put<Decided>(path, { status: statuses[index] }),
    );
    await waitUntilBlocked(bank.database, responses);
    await release();
    return Promise.all(responses);
  }

  it.each([
    ['transfer-requests', ['completed', 'failed']],
    ['transactions', ['completed', 'in_review']],
  ])('on %s: only one takes effect [ADM-41]', async (list, statuses) => {
    const id = await pendingTransfer();
    const head = await headOf(bank.database);
    release = await holdHead(bank.database);
    const responses = await decideAtOnce(`/api/admin/${list}/${id}`, statuses);
    expect(countByStatus(responses)).toEqual({ 200: 1, 409: 1 });
    const refused = responses.find(({ status }) => status === 409)?.body;
    expect(refused).toMatchObject({ code: 'ALREADY_DECIDED' });
    expect(refused?.message).toMatch(/^This was already decided by /);
    expect(await headOf(bank.database)).toBe(head + 1);
  });

  it('on an account request: only one takes effect [ADM-41]', async () => {
    const customer = await newCustomer(bank.api.baseUrl, bank.database);
    const userId = await userIdOf(customer);
    const id = await requestAccount(bank.database, userId);
    release = await holdRow(bank.database, 'app_user', userId);
    const responses = await decideAtOnce(`/api/admin/account-requests/${id}`, ['approved', 'rejected']);
    expect(countByStatus(responses)).toEqual({ 200: 1, 409: 1 });
  });
});

describe('a balance edit', () => {
  let path: string;

  beforeAll(async () => {
    path = `/api/admin/users/${await userIdOf(alice)}`;
  });

  const read = async (): Promise<AdminUser> => (await admin.get<AdminUser>(path)).body;
  const edit = (body: Record<string, unknown>): Promise<HttpResponse<AdminUser>> =>
    admin.put(`${path}/balance`, body);

  it('is refused if the account has changed, and the response has the current balance [ACC-16]', async () => {
    await edit({ accountBalance: 2100 });
    const { revision } = await read();
    const credit = { userId: await userIdOf(alice), type: 'credit', amount: 500, description: 'Salary' };
    expect((await admin.post('/api/admin/transactions', credit)).status).toBe(201);
    const head = await headOf(bank.database);
    expect(await edit({ accountBalance: 2110, expectedRevision: revision })).toMatchObject({
      status: 409,
      body: {
        code: 'ACCOUNT_CHANGED',
        accountBalance: '$2,600.00',
        message: 'This account has changed since you opened it. Its balance is now $2,600.00',
      },
    });
    expect(await headOf(bank.database)).toBe(head);
    const seen = await read();
    const edited = await edit({ accountBalance: 2610, expectedRevision: seen.revision });
    expect(edited).toMatchObject({ status: 200, body: { accountBalance: '$2,610.00' } });
    expect(edited.body.revision).toBe(seen.revision + 1);
    expect((await edit({ accountBalance: 2620 })).status).toBe(200);
  });

  it('succeeds for only one of several requests based on the same revision [ACC-16]', async () => {
    const { revision } = await read();
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        edit({ accountBalance: 3000 + index, expectedRevision: revision }),
      ),
    );
    expect(countByStatus(responses)).toEqual({ 200: 1, 409: 9 });
  });

  it('is refused if its revision is invalid', async () => {
    for (const expectedRevision of [0, 1.5, '7', -1]) {
      expect(await edit({ accountBalance: 1, expectedRevision })).toMatchObject({
        status: 400,
        body: { fields: ['expectedRevision'] },
      });
    }
  });
});

describe('a deletion', () => {
  it('is refused if the account has changed, and erases nothing [ACC-16]', async () => {
    const customer = await newCustomer(bank.api.baseUrl, bank.database);
    const path = `/api/admin/users/${await userIdOf(customer)}`;
    const { revision } = (await admin.get<AdminUser>(path)).body;
    await admin.put(`${path}/balance`, { accountBalance: 5 });
    expect(await admin.delete(`${path}?expectedRevision=${revision}`)).toMatchObject({
      status: 409,
      body: { code: 'ACCOUNT_CHANGED', accountBalance: '$5.00' },
    });
    expect((await summaryOf(customer)).totalBalanceCents).toBe(500);
    expect((await admin.delete(`${path}?expectedRevision=${revision + 1}`)).status).toBe(204);
  });
});

describe('with ADMIN_REVISIONS=required', () => {
  const strict = useApi({ database: bank.database, env: { ADMIN_REVISIONS: 'required' } });
  const strictAdmin = useSession(strict, 'admin');

  it('changes are refused without a revision and succeed with the current revision [ADM-28]', async () => {
    const { client, id, requestId } = await newApplicant({ api: strict, database: bank.database });
    const kyc = `/api/admin/kyc/${id}`;
    const userPath = `/api/admin/users/${await userIdOf(client)}`;
    const transfer = `/api/admin/transfer-requests/${await pendingTransfer()}`;
    const calls: readonly [string, Record<string, unknown>][] = [
      [transfer, { status: 'approved' }],
      [`/api/admin/account-requests/${requestId}`, { status: 'in_review' }],
      [`${kyc}/reject`, { notes: 'Blurred' }],
      [`${kyc}/reset`, {}],
      [`${kyc}/approve`, {}],
      [`${userPath}/balance`, { accountBalance: 1 }],
    ];
    const revisions = [1, 1, 1, 2, 3, (await admin.get<AdminUser>(userPath)).body.revision];
    const refused = { status: 400, body: { code: 'REVISION_REQUIRED', fields: ['expectedRevision'] } };
    for (const [index, [path, body]] of calls.entries()) {
      expect(await strictAdmin.put(path, body)).toMatchObject(refused);
      expect(await strictAdmin.put(path, { ...body, expectedRevision: null })).toMatchObject(refused);
      const accepted = await strictAdmin.put(path, { ...body, expectedRevision: revisions[index] });
      expect({ path, status: accepted.status }).toEqual({ path, status: 200 });
    }
    expect(await strictAdmin.put(`${kyc}/reset`)).toMatchObject(refused);
    for (const path of ['incoming-payments', 'transactions']) {
      expect(
        await strictAdmin.put(`/api/admin/${path}/${randomUUID()}`, { status: 'completed' }),
      ).toMatchObject(refused);
    }
    expect(await strictAdmin.delete(userPath)).toMatchObject(refused);
    const { revision } = (await admin.get<AdminUser>(userPath)).body;
    expect((await strictAdmin.delete(`${userPath}?expectedRevision=${revision}`)).status).toBe(204);
  });

  it('a reset of an application that has changed is refused [KYC-21, ADM-18]', async () => {
    const { id } = await newApplicant({ api: strict, database: bank.database });
    const path = `/api/admin/kyc/${id}`;
    await strictAdmin.put(`${path}/reject`, { notes: 'Blurred', expectedRevision: 1 });
    expect(await strictAdmin.put(`${path}/reset`, { expectedRevision: 1 })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    });
    expect((await strictAdmin.put(`${path}/reset`, { expectedRevision: 2 })).status).toBe(200);
  });

  it('customers still get 403 [ADM-4]', async () => {
    const path = `/api/admin/transfer-requests/${randomUUID()}`;
    const customer = await newCustomer(strict.baseUrl, bank.database);
    expect((await customer.put(path, { status: 'approved' })).status).toBe(403);
  });
});
