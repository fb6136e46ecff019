import { beforeAll, describe, expect, it } from '@jest/globals';
import { newAdmin, newCustomer, newSsn, uploadLicenseSides } from '../kyc/kyc.fixtures.js';
import {
  type ApiErrorBody,
  headOf,
  KYC,
  requestAccount,
  requestTransfer,
  setAvailableBalance,
  summaryOf,
  userIdOf,
} from '../payments/money.fixtures.js';
import { type HttpClient, type HttpResponse, use, useBank } from '../harness/index.js';

/** The customer records of an admin who is also a customer. */
interface OwnRecords {
  readonly userId: string;
  readonly request: string;
  readonly kyc: string;
  readonly transfer: string;
  readonly payment: string;
  readonly credit: string;
}

type Call = (own: OwnRecords) => readonly [method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object];

const OWN_ACCOUNT = {
  status: 422,
  body: { code: 'OWN_ACCOUNT', message: "You can't do this to your own account" },
};
const OWN_TRANSFER = {
  status: 422,
  body: { code: 'OWN_TRANSFER', message: "You can't decide on a transfer from your own account" },
};
const NOT_DELETED = { status: 403, body: { code: 'FORBIDDEN', message: "Admins can't be deleted" } };

const CREDIT = { type: 'credit', amount: 100, description: 'Gift' };
const AMENDMENT = { status: 'completed', adminNotes: 'Fine' };

const COMMANDS: readonly (readonly [string, Call, object])[] = [
  ['a credit', ({ userId }) => ['POST', 'transactions', { ...CREDIT, userId }], OWN_ACCOUNT],
  ['a balance edit', ({ userId }) => ['PUT', `users/${userId}/balance`, { accountBalance: 9 }], OWN_ACCOUNT],
  [
    'a freeze',
    ({ userId }) => ['POST', `users/${userId}/freeze`, { reason: 'other', allowsSignIn: true }],
    OWN_ACCOUNT,
  ],
  ['an unfreeze', ({ userId }) => ['POST', `users/${userId}/unfreeze`, { reason: 'other' }], OWN_ACCOUNT],
  ['an incoming payment', ({ userId }) => ['POST', 'incoming-payments', { userId, amount: 5 }], OWN_ACCOUNT],
  [
    'an update of an incoming payment',
    ({ payment }) => ['PUT', `incoming-payments/${payment}`, { status: 'completed' }],
    OWN_ACCOUNT,
  ],
  [
    'a status change of a transaction',
    ({ payment }) => ['PUT', `transactions/${payment}`, { status: 'completed' }],
    OWN_ACCOUNT,
  ],
  ['an amendment', ({ credit }) => ['PUT', `transactions/${credit}`, AMENDMENT], OWN_ACCOUNT],
  [
    'a transfer review',
    ({ transfer }) => ['PUT', `transfer-requests/${transfer}`, { status: 'approved' }],
    OWN_TRANSFER,
  ],
  [
    'a status change of a transfer',
    ({ transfer }) => ['PUT', `transactions/${transfer}`, { status: 'failed', adminNotes: 'No' }],
    OWN_TRANSFER,
  ],
  [
    'an approval of a request',
    ({ request }) => ['PUT', `account-requests/${request}`, { status: 'approved' }],
    OWN_ACCOUNT,
  ],
  [
    'a rejection of a request',
    ({ request }) => ['PUT', `account-requests/${request}`, { status: 'rejected' }],
    OWN_ACCOUNT,
  ],
  ['an approval of an application', ({ kyc }) => ['PUT', `kyc/${kyc}/approve`, {}], OWN_ACCOUNT],
  [
    'a rejection of an application',
    ({ kyc }) => ['PUT', `kyc/${kyc}/reject`, { notes: 'Blurred' }],
    OWN_ACCOUNT,
  ],
  ['a reset of an application', ({ kyc }) => ['PUT', `kyc/${kyc}/reset`], OWN_ACCOUNT],
  ['a look at the SSN', ({ kyc }) => ['POST', `kyc/${kyc}/ssn`], OWN_ACCOUNT],
  ['a deletion', ({ userId }) => ['DELETE', `users/${userId}`], NOT_DELETED],
];

const bank = useBank();
const { admin } = bank;
const otherAdmin = use(() => newAdmin(bank.api.baseUrl, bank.database));
let own: OwnRecords;

beforeAll(async () => {
  own = await createOwnRecords();
});

/** Creates customer records that belong to the first admin. The other admin makes the decisions. */
async function createOwnRecords(): Promise<OwnRecords> {
  const userId = await userIdOf(admin);
  const application = { ...KYC, ...(await uploadLicenseSides(admin)), ssn: newSsn() };
  const applied = await admin.post<{ kyc: { id: string } }>('/api/kyc/create', application);
  const approved = await requestAccount(bank.database, userId);
  await otherAdmin.put(`/api/admin/account-requests/${approved}`, { status: 'approved' });
  await setAvailableBalance(otherAdmin, admin, 10_000);
  const transfer = await requestTransfer(admin, { amount: 5 });
  const payment = await create('incoming-payments', { userId, amount: 5 });
  const credit = await create('transactions', { ...CREDIT, userId });
  const request = await requestAccount(bank.database, userId);
  return { userId, request, kyc: applied.body.kyc.id, transfer: transfer.body.id, payment, credit };
}

async function create(path: string, body: object): Promise<string> {
  const { status, body: created } = await otherAdmin.post<{ id: string }>(`/api/admin/${path}`, body);
  expect(status).toBe(201);
  return created.id;
}

function send(client: HttpClient, call: Call): Promise<HttpResponse<ApiErrorBody>> {
  const [method, path, body] = call(own);
  const url = `/api/admin/${path}`;
  if (method === 'DELETE') return client.delete(url);
  return method === 'PUT' ? client.put(url, body) : client.post(url, body);
}

describe('a command by an admin', () => {
  it.each(COMMANDS)(
    "is refused for the admin's own account: %s [ADM-27, ADM-11, TRF-20]",
    async (_, call, refusal) => {
      const [head, balances] = [await headOf(bank.database), await summaryOf(admin)];
      expect(await send(admin, call)).toMatchObject(refusal);
      expect(await headOf(bank.database)).toBe(head);
      expect(await summaryOf(admin)).toEqual(balances);
    },
  );

  it("on several transactions is refused only for the admin's own items [ADM-27, TRF-21]", async () => {
    const customer = await newCustomer(bank.api.baseUrl, bank.database);
    const payment = await create('incoming-payments', { userId: await userIdOf(customer), amount: 7 });
    const items = [own.payment, own.transfer, payment].map((id) => ({ id, expectedRevision: 1 }));
    const decision = { status: 'completed', items };
    const reasons = [OWN_ACCOUNT.body.message, OWN_TRANSFER.body.message, null];
    const balances = await summaryOf(admin);
    const url = '/api/admin/transactions/decisions';
    const preview = await admin.post<{ items: { reason: string | null }[] }>(`${url}/preview`, decision);
    expect(preview.body.items.map(({ reason }) => reason)).toEqual(reasons);
    const { body } = await admin.post<{ items: { result: string; message: string | null }[] }>(url, decision);
    expect(body.items.map(({ message }) => message)).toEqual(reasons);
    expect(body.items.map(({ result }) => result)).toEqual(['refused', 'refused', 'done']);
    expect(await summaryOf(admin)).toEqual(balances);
    expect(await summaryOf(customer)).toMatchObject({ totalBalanceCents: 700 });
  });

  it("is accepted for another admin's account [ADM-27]", async () => {
    for (const [what, call] of COMMANDS.filter(([, , refusal]) => refusal === OWN_ACCOUNT)) {
      const { status } = await send(otherAdmin, call);
      expect({ what, refused: status === 422 }).toEqual({ what, refused: false });
    }
  });
});
