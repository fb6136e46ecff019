import { describe, expect, it } from '@jest/globals';
import { csvLinesOf, type Page, readPages } from './admin-lists.fixtures.js';
import { type ApiErrorBody, headOf, requestAccount, userIdOf } from '../payments/money.fixtures.js';
import { newCustomer, newestEvent, newApplicant } from '../kyc/kyc.fixtures.js';
import { type HttpResponse, query, signIn, useApi, useBank } from '../harness/index.js';

interface AccountRequest {
  id: string;
  status: string;
  revision: number;
  accountNumber: string | null;
  statusMessage?: string | null;
  routingNumber: string | null;
  approvedAt: string | null;
  decidedBy: string | null;
  decidedAt: string | null;
  user: { email: string; moniker: string };
}

const bank = useBank();
const { admin } = bank;

const list = async (filters: string): Promise<Page<AccountRequest>> =>
  (await admin.get<Page<AccountRequest>>(`/api/admin/account-requests?${filters}`)).body;

/** Creates a new customer with a pending account request and returns the request's id. */
async function pending(): Promise<string> {
  const customer = await newCustomer(bank.api.baseUrl, bank.database);
  return requestAccount(bank.database, await userIdOf(customer));
}

const decide = (
  id: string,
  body: Record<string, unknown>,
): Promise<HttpResponse<AccountRequest & ApiErrorBody>> =>
  admin.put(`/api/admin/account-requests/${id}`, body);

describe('the list of account requests', () => {
  it('filters, searches, sorts and paginates, and exports the same rows as CSV [ADM-12]', async () => {
    const ids = [await pending(), await pending(), await pending()];
    const { items, sizes } = await readPages<AccountRequest>(
      admin,
      '/api/admin/account-requests?status=pending&sort=oldest',
      2,
    );
    expect(items.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual(ids);
    expect(items.every(({ status }) => status === 'pending')).toBe(true);
    expect(sizes.length).toBe(Math.ceil(items.length / 2));
    const { moniker = '' } = items.at(-1)?.user ?? {};
    expect((await list(`search=${moniker}`)).items.map(({ id }) => id)).toEqual(ids.slice(-1));
    const lines = await csvLinesOf(admin, '/api/admin/account-requests.csv?status=pending');
    expect(lines).toHaveLength(items.length);
    expect((await bank.alice.get('/api/admin/account-requests.csv')).status).toBe(403);
  });

  it('shows the status of the identity check [ACC-15]', async () => {
    const id = await pending();
    const found = await list('status=pending&sort=newest');
    expect(found.items.find((request) => request.id === id)).toMatchObject({ kycStatus: null });
    expect((await list('status=approved')).items).toContainEqual(
      expect.objectContaining({ kycStatus: 'approved' }),
    );
  });
});

describe('a decision on an account request', () => {
  it('assigns an account number on approval and records who decided [ACC-4, ACC-6]', async () => {
    const id = await pending();
    const response = await decide(id, { status: 'approved', expectedRevision: 1 });
    expect(response).toMatchObject({
      status: 200,
      body: { status: 'approved', routingNumber: '021000021', revision: 2, decidedBy: expect.any(String) },
    });
    expect(response.body.accountNumber).toMatch(/^[1-9]\d{8}$/);
    expect(Date.parse(response.body.approvedAt ?? '')).not.toBeNaN();
    expect(await newestEvent(bank.database)).toMatchObject({
      type: 'AccountRequestDecided',
      payload: { accountRequestId: id, status: 'approved' },
    });
    const found = await list(`search=${response.body.accountNumber ?? ''}`);
    expect(found.items.map((request) => request.id)).toEqual([id]);

    const file = async () => (await admin.get<string>('/api/admin/account-requests.csv')).body;
    expect(await file()).toContain('First approved (UTC)');
    expect(await file()).toContain(String(response.body.accountNumber));
    await decide(id, { status: 'rejected' });
    expect(await file()).not.toContain(String(response.body.accountNumber));
  });

  it('is refused for a stale revision, with a message that says who decided what and when [ACC-3, ACC-6]', async () => {
    const id = await pending();
    const first = await decide(id, { status: 'rejected', expectedRevision: 1 });
    const head = await headOf(bank.database);
    const second = await decide(id, { status: 'approved', expectedRevision: 1 });
    expect(second).toMatchObject({ status: 409, body: { code: 'ALREADY_DECIDED' } });
    expect(second.body.message).toBe(
      `This account request was already decided: rejected by ${first.body.decidedBy ?? ''} on ${first.body.decidedAt ?? ''}`,
    );
    expect(await headOf(bank.database)).toBe(head);
    expect((await decide(id, { status: 'in_review', expectedRevision: 2 })).status).toBe(200);
    expect((await decide(id, { status: 'pending' })).status).toBe(200);
  });

  it('is refused once the customer has submitted a newer request [KYC-12]', async () => {
    const id = await pending();
    await decide(id, { status: 'rejected' });
    const [request] = await query<{ user_id: string }>(
      bank.database.superUrl,
      'select user_id from account_request where id = $1',
      [id],
    );
    const newer = await requestAccount(bank.database, request?.user_id ?? '');
    expect(await decide(id, { status: 'approved' })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', message: 'This customer has submitted a newer application' },
    });
    expect((await decide(newer, { status: 'approved' })).status).toBe(200);
  });

  it('is refused if a parallel decision takes effect first [ACC-6]', async () => {
    const id = await pending();
    const responses = await Promise.all(
      ['approved', 'rejected', 'in_review'].map((status) => decide(id, { status, expectedRevision: 1 })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('is refused if the account number is taken or malformed [ACC-5]', async () => {
    const [{ accountNumber } = { accountNumber: null }] = (await list('status=approved')).items;
    const id = await pending();
    expect(await decide(id, { status: 'approved', accountNumber })).toMatchObject({
      status: 409,
      body: { code: 'ACCOUNT_NUMBER_TAKEN', fields: ['accountNumber'] },
    });
    expect(await decide(id, { status: 'approved', accountNumber: '012345678' })).toMatchObject({
      status: 400,
      body: { fields: ['accountNumber'] },
    });
    expect((await list('status=pending')).items.map((request) => request.id)).toContain(id);
  });

  it('cannot change the numbers of an account that stays approved [ACC-14]', async () => {
    const id = await pending();
    const approved = await decide(id, { status: 'approved', accountNumber: '482915307' });
    const head = await headOf(bank.database);
    const { approvedAt } = approved.body;
    for (const changed of [{ accountNumber: '482915308' }, { routingNumber: '011401533' }]) {
      expect(await decide(id, { status: 'approved', ...changed })).toMatchObject({
        status: 409,
        body: { code: 'ACCOUNT_NUMBER_ASSIGNED', fields: Object.keys(changed) },
      });
    }
    // The body that the panel sends to change only the message.
    const again = {
      accountNumber: '482915307',
      routingNumber: '021000021',
      approvedAt: '2026-01-05T00:00:00Z',
    };
    expect(await decide(id, { status: 'approved', statusMessage: 'Welcome', ...again })).toMatchObject({
      status: 200,
      body: { statusMessage: 'Welcome', accountNumber: '482915307', approvedAt },
    });
    expect(await headOf(bank.database)).toBe(head);
    await decide(id, { status: 'in_review' });
    const corrected = await decide(id, { status: 'approved', accountNumber: '482915308' });
    expect(corrected).toMatchObject({ status: 200, body: { accountNumber: '482915308' } });
    expect(await headOf(bank.database)).toBe(head + 3);
  });
});

describe('an account request from a customer whose identity is not verified', () => {
  const strict = useApi({ database: bank.database, env: { KYC_BEFORE_ACCOUNT: 'required' } });

  it('cannot be approved with KYC_BEFORE_ACCOUNT=required [ACC-15]', async () => {
    const strictAdmin = await signIn(strict.baseUrl, 'admin');
    const { id, requestId } = await newApplicant({ api: strict, database: bank.database });
    const path = `/api/admin/account-requests/${requestId}`;
    const head = await headOf(bank.database);
    expect(await strictAdmin.put(path, { status: 'approved' })).toMatchObject({
      status: 422,
      body: { code: 'KYC_NOT_APPROVED' },
    });
    expect(await headOf(bank.database)).toBe(head);
    expect((await strictAdmin.put(path, { status: 'in_review' })).status).toBe(200);
    await strictAdmin.put(`/api/admin/kyc/${id}/approve`, {});
    expect((await strictAdmin.put(path, { status: 'approved' })).status).toBe(200);
  });

  it('can be approved without KYC_BEFORE_ACCOUNT=required [ACC-15]', async () => {
    expect((await decide(await pending(), { status: 'approved' })).status).toBe(200);
  });
});
