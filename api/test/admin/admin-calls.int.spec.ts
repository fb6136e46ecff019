import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from './pagination.fixtures.js';
import { submitApplication } from '../web/browser.fixtures.js';
import { newCustomer } from '../kyc/kyc.fixtures.js';
import { headOf, userIdOf, type ApiErrorBody } from '../payments/money.fixtures.js';
import { useBank } from '../harness/index.js';

const bank = useBank();
const { admin } = bank;
let aliceId: string;

beforeAll(async () => {
  aliceId = await userIdOf(bank.alice);
  await bank.alice.post('/api/chat/send', { message: 'Good morning' });
  await admin.post('/api/admin/incoming-payments', { userId: aliceId, amount: 5 });
  const applicant = await newCustomer(bank.api.baseUrl, bank.database);
  expect((await submitApplication(applicant, { lastName: 'Marigold' })).status).toBe(201);
});

const MONEY = expect.stringMatching(/^\$[\d,]+\.\d\d$/);
const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
const TEXT = expect.any(String);

/** Each entity's name, list, fields and expected values (ADM-24). */
const ENTITIES: readonly [string, string, readonly string[], object][] = [
  [
    'User',
    'users?search=alice@moniker.example',
    [
      ...['id', 'email', 'firstName', 'lastName', 'isAdmin', 'isEmailVerified', 'phoneNumber', 'status'],
      ...['accountBalance', 'availableBalance', 'pendingBalance', 'createdAt', 'moniker'],
    ],
    {
      isAdmin: false,
      isEmailVerified: true,
      phoneNumber: TEXT,
      accountBalance: MONEY,
      availableBalance: MONEY,
      pendingBalance: MONEY,
      createdAt: TIMESTAMP,
    },
  ],
  [
    'Account request',
    'account-requests?status=approved',
    [
      ...['id', 'user', 'accountType', 'status', 'statusMessage', 'adminNotes', 'accountNumber'],
      ...['routingNumber', 'approvedAt', 'createdAt'],
    ],
    {
      user: { email: TEXT, firstName: TEXT, lastName: TEXT },
      accountNumber: expect.stringMatching(/^\d{9}$/),
      routingNumber: '021000021',
      approvedAt: TIMESTAMP,
    },
  ],
  [
    'KYC application',
    'kyc-applications?search=marigold',
    [
      ...['id', 'userId', 'user', 'status', 'accountType', 'firstName', 'lastName', 'companyName'],
      ...['address', 'ssn', 'drivingLicenseFront', 'drivingLicenseBack', 'llcDocument', 'einDocument'],
      ...['adminNotes', 'submittedAt', 'reviewedAt', 'createdAt'],
    ],
    {
      status: 'pending',
      lastName: 'Marigold',
      ssn: expect.stringMatching(/^\*{3}-\*{2}-\d{4}$/),
      drivingLicenseFront: expect.stringMatching(/^\/objects\//),
      drivingLicenseBack: expect.stringMatching(/^\/objects\//),
      submittedAt: TIMESTAMP,
    },
  ],
  [
    'Transaction',
    'transactions?kind=transfer',
    [
      ...['id', 'description', 'amount', 'netAmount', 'fee', 'type', 'status', 'date', 'category'],
      ...['userId', 'user'],
    ],
    { type: 'debit', amount: MONEY, netAmount: MONEY, fee: MONEY, date: TIMESTAMP },
  ],
  [
    'Transfer request',
    'transfer-requests',
    [
      ...['id', 'user', 'amount', 'formattedAmount', 'recipientName', 'recipientAccount'],
      ...['recipientRouting', 'purpose', 'category', 'status', 'adminNotes', 'formattedDate', 'createdAt'],
    ],
    { amount: expect.any(Number), formattedAmount: MONEY, formattedDate: TEXT, createdAt: TIMESTAMP },
  ],
  [
    'Incoming payment',
    'incoming-payments',
    [
      ...['id', 'userId', 'user', 'amount', 'formattedAmount', 'description', 'paymentFor', 'fromAccount'],
      ...['fromRouting', 'toAccount', 'toRouting', 'recipientName', 'adminNotes', 'status', 'created_at'],
      'formattedDate',
    ],
    {
      formattedAmount: MONEY,
      toAccount: { accountNumber: expect.stringMatching(/^\d{9}$/), routingNumber: '021000021' },
      created_at: TIMESTAMP,
      formattedDate: TEXT,
    },
  ],
  [
    'Chat conversation',
    'chats',
    ['userId', 'user', 'lastMessage', 'unreadCount'],
    { lastMessage: { message: 'Good morning', isFromUser: true }, unreadCount: 1 },
  ],
];

describe('the admin API', () => {
  it.each(ENTITIES)(
    'returns every field of: %s [PAY-1, PAY-5, PAY-7, PAY-8, PAY-11, CHAT-10, ADM-8, ADM-12, ADM-13, ADM-15, ADM-24]',
    async (_name, path, fields, values) => {
      const { status, body } = await admin.get<Page<Record<string, unknown>>>(`/api/admin/${path}`);
      expect(status).toBe(200);
      expect(Object.keys(body.items[0] ?? {})).toEqual(expect.arrayContaining([...fields]));
      expect(body.items[0]).toMatchObject(values);
    },
  );

  it('returns every field of a chat message [ADM-24]', async () => {
    const { body } = await admin.get<Page<object>>(`/api/admin/chats/${aliceId}`);
    expect(body.items).toEqual([
      { id: TEXT, message: 'Good morning', isFromUser: true, createdAt: TIMESTAMP },
    ]);
  });

  it('returns the four figures of the dashboard [ADM-1, ADM-24]', async () => {
    expect((await admin.get('/api/admin/stats')).body).toMatchObject({
      totalUsers: expect.any(Number),
      activeAccounts: expect.any(Number),
      totalBalance: MONEY,
      transactions: expect.any(Number),
    });
  });

  it('returns a single user with the same content as in the list [ADM-8]', async () => {
    const { body } = await admin.get<Page<object>>('/api/admin/users?search=alice@moniker.example');
    expect((await admin.get(`/api/admin/users/${aliceId}`)).body).toEqual(body.items[0]);
  });
});

describe('an invalid admin request', () => {
  const UNKNOWN_ID = 'a0000000-0000-4000-8000-0000000000ff';
  const CREDIT = { userId: 'ALICE', type: 'credit', amount: 5, description: 'Goodwill' };
  const REQUIRED = 'Please fill in all required fields';
  const INCOMPLETE = 'Please select a user and enter payment amount';
  /** `ALICE` stands for Alice's id, which is not known until the bank is running. */
  const cases: readonly [string, 'post' | 'put', string, object, refusal: object][] = [
    [
      'an incoming payment without a user',
      'post',
      'incoming-payments',
      { amount: 5 },
      { fields: ['userId'], message: INCOMPLETE },
    ],
    [
      'an incoming payment without an amount',
      'post',
      'incoming-payments',
      { userId: 'ALICE' },
      { fields: ['amount'], message: INCOMPLETE },
    ],
    [
      'an incoming payment of less than a cent',
      'post',
      'incoming-payments',
      { userId: 'ALICE', amount: 0.001 },
      { fields: ['amount'] },
    ],
    [
      'a credit without a user',
      'post',
      'transactions',
      { ...CREDIT, userId: undefined },
      { fields: ['userId'], message: REQUIRED },
    ],
    [
      'a credit without an amount',
      'post',
      'transactions',
      { ...CREDIT, amount: undefined },
      { fields: ['amount'], message: REQUIRED },
    ],
    [
      'a credit without a description',
      'post',
      'transactions',
      { ...CREDIT, description: ' ' },
      { fields: ['description'], message: REQUIRED },
    ],
    ['a negative credit', 'post', 'transactions', { ...CREDIT, amount: -5 }, { fields: ['amount'] }],
    [
      'a debit instead of a credit',
      'post',
      'transactions',
      { ...CREDIT, type: 'debit' },
      { fields: ['type'] },
    ],
    [
      'an edit without a status',
      'put',
      `incoming-payments/${UNKNOWN_ID}`,
      { adminNotes: 'Arrived' },
      { fields: ['status'] },
    ],
    [
      'a transfer with an unknown status',
      'put',
      `transfer-requests/${UNKNOWN_ID}`,
      { status: 'sent' },
      { fields: ['status'] },
    ],
    [
      'an account request with an unknown status',
      'put',
      `account-requests/${UNKNOWN_ID}`,
      { status: 'open' },
      { fields: ['status'] },
    ],
    ['a balance edit without a balance', 'put', 'users/ALICE/balance', {}, { fields: ['accountBalance'] }],
    [
      'a negative balance',
      'put',
      'users/ALICE/balance',
      { accountBalance: -0.01 },
      { fields: ['accountBalance'] },
    ],
    [
      'a blank reply',
      'post',
      'chats/ALICE/reply',
      { message: ' \n ' },
      { fields: ['message'], message: 'Please enter a message' },
    ],
  ];

  it.each(cases)(
    "is refused with the field's name and records no event: %s [PAY-1, PAY-5, PAY-7, PAY-8, PAY-11, CHAT-10, ADM-8, ADM-12, ADM-13, ADM-15, ADM-24]",
    async (_name, method, path, body, refusal) => {
      const head = await headOf(bank.database);
      const withId = (text: string): string => text.replace('ALICE', aliceId);
      const sent: unknown = JSON.parse(withId(JSON.stringify(body)));
      const response = await admin[method]<ApiErrorBody>(`/api/admin/${withId(path)}`, sent);
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject(refusal);
      expect(await headOf(bank.database)).toBe(head);
    },
  );
});
