import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setAvailableBalance, requestTransfer, userIdOf, type Transfer } from '../money/money.fixtures.js';
import { type DemoBank, type HttpResponse, HttpClient, startDemoBank } from '../support/index.js';

const RECENT = '/api/transactions/recent';

let bank: DemoBank;
let alice: HttpClient;
let bob: HttpClient;
let admin: HttpClient;

beforeAll(async () => {
  bank = await startDemoBank();
  ({ alice, bob, admin } = bank);
  await setAvailableBalance(admin, alice, 1_000_00);
});

afterAll(() => bank.stop());

function recent(client: HttpClient, tag?: string): Promise<HttpResponse<Transfer[]>> {
  // `fetch` would put `no-cache` beside a tag, and that asks for the whole answer.
  return client.get(RECENT, { headers: { 'if-none-match': tag, 'cache-control': 'max-age=0' } });
}

function tagOf({ headers }: HttpResponse): string {
  const tag = headers.get('etag');
  if (tag === null) throw new Error('the answer has no tag');
  return tag;
}

it('answers 304 and nothing else to the tag of its last answer, which no cache may keep [UI-13]', async () => {
  const first = await recent(alice);
  expect(first.status).toBe(200);
  const again = await recent(alice, tagOf(first));
  expect(again).toMatchObject({ status: 304, body: '' });
  expect(tagOf(again)).toBe(tagOf(first));
  expect(again.headers.get('cache-control')).toBe('no-store');
});

it('has something to say to the tag of somebody else, whatever that is', async () => {
  const alices = tagOf(await recent(alice));
  const bobs = tagOf(await recent(bob));
  expect((await recent(bob, alices)).status).toBe(200);
  expect((await recent(bob, bobs.replace(await userIdOf(bob), await userIdOf(alice)))).status).toBe(200);
  expect((await recent(bob, bobs)).status).toBe(304);
});

it('asks who it is before anything else', async () => {
  const tag = tagOf(await recent(alice));
  expect((await recent(new HttpClient(alice.baseUrl), tag)).status).toBe(401);
});

/** Everything that changes a customer's list, in the order in which it can happen to one transaction. */
const CHANGES: [what: string, change: () => Promise<HttpResponse>][] = [
  ['sends money', () => requestTransfer(alice, { amount: 12 })],
  ['is asked to wait', () => decide('transfer-requests', { status: 'processing' })],
  ['has a transfer completed', () => decide('transfer-requests', { status: 'approved' })],
  ['has it reversed', () => decide('transactions', { status: 'failed', adminNotes: 'Came back' })],
  ['is paid', async () => create({ amount: 7, status: 'completed' })],
  [
    'has a payment dated back',
    () => decide('incoming-payments', { status: 'completed', created_at: '2026-01-02T15:00:00.000Z' }),
  ],
  ['is given a credit', async () => create({ amount: 3, type: 'credit', description: 'Goodwill' })],
  ['has the balance edited', async () => edit({ accountBalance: 2_000 })],
];

it.each(CHANGES)('sends a customer who %s the new list', async (_what, change) => {
  const before = await recent(alice);
  const { status, body } = await change();
  if (status >= 300) throw new Error(`nothing was changed: ${JSON.stringify(body)}`);
  const after = await recent(alice, tagOf(before));
  expect(after.status).toBe(200);
  expect(after.body).not.toEqual(before.body);
  expect((await recent(alice, tagOf(after))).status).toBe(304);
});

/** An admin changes the newest transaction of Alice. */
async function decide(list: string, body: object): Promise<HttpResponse> {
  const [newest] = (await recent(alice)).body;
  return admin.put(`/api/admin/${list}/${newest?.id ?? ''}`, body);
}

async function create(fields: { type?: 'credit' } & Record<string, unknown>): Promise<HttpResponse> {
  const list = fields.type === 'credit' ? 'transactions' : 'incoming-payments';
  return admin.post(`/api/admin/${list}`, { userId: await userIdOf(alice), ...fields });
}

async function edit(body: object): Promise<HttpResponse> {
  return admin.put(`/api/admin/users/${await userIdOf(alice)}/balance`, body);
}
