import { beforeAll, describe, expect, it } from '@jest/globals';
import { setAvailableBalance, requestTransfer, userIdOf, type Transfer } from '../payments/money.fixtures.js';
import { type HttpResponse, HttpClient, useBank } from '../harness/index.js';

const RECENT = '/api/transactions/recent';

const bank = useBank();
const { alice, bob, admin } = bank;

beforeAll(async () => {
  await setAvailableBalance(admin, alice, 1_000_00);
});

function recent(client: HttpClient, tag?: string): Promise<HttpResponse<Transfer[]>> {
  // Without our own `cache-control`, `fetch` adds `no-cache` to a conditional request, which disables the 304 response.
  return client.get(RECENT, { headers: { 'if-none-match': tag, 'cache-control': 'max-age=0' } });
}

function tagOf({ headers }: HttpResponse): string {
  const tag = headers.get('etag');
  if (tag === null) throw new Error('the response has no ETag');
  return tag;
}

describe('a conditional read of recent transactions', () => {
  it('gets a 304 without a body if the ETag is current, and the response forbids caching [UI-13]', async () => {
    const first = await recent(alice);
    expect(first.status).toBe(200);
    const again = await recent(alice, tagOf(first));
    expect(again).toMatchObject({ status: 304, body: '' });
    expect(tagOf(again)).toBe(tagOf(first));
    expect(again.headers.get('cache-control')).toBe('no-store');
  });

  it("gets a 200 if the ETag is another customer's", async () => {
    const alices = tagOf(await recent(alice));
    const bobs = tagOf(await recent(bob));
    expect((await recent(bob, alices)).status).toBe(200);
    expect((await recent(bob, bobs.replace(await userIdOf(bob), await userIdOf(alice)))).status).toBe(200);
    expect((await recent(bob, bobs)).status).toBe(304);
  });

  it('gets a 401 without a session, even if the ETag is current', async () => {
    const tag = tagOf(await recent(alice));
    expect((await recent(new HttpClient(alice.baseUrl), tag)).status).toBe(401);
  });

  /** Changes to Alice's transactions, ordered so that each is possible after the previous ones. */
  const CHANGES: [description: string, change: () => Promise<HttpResponse>][] = [
    ['a transfer is requested', () => requestTransfer(alice, { amount: 12 })],
    ['a transfer is moved to processing', () => decide('transfer-requests', { status: 'processing' })],
    ['a transfer is completed', () => decide('transfer-requests', { status: 'completed' })],
    ['a transfer is reversed', () => decide('transactions', { status: 'failed', adminNotes: 'Came back' })],
    ['a payment is received', async () => create({ amount: 7, status: 'completed' })],
    ['a credit is received', async () => create({ amount: 3, type: 'credit', description: 'Goodwill' })],
    ['the balance is edited', async () => edit({ accountBalance: 2_000 })],
  ];

  it.each(CHANGES)('gets the new list after %s', async (_description, change) => {
    const before = await recent(alice);
    const { status, body } = await change();
    if (status >= 300) throw new Error(`the change failed: ${JSON.stringify(body)}`);
    const after = await recent(alice, tagOf(before));
    expect(after.status).toBe(200);
    expect(after.body).not.toEqual(before.body);
    expect((await recent(alice, tagOf(after))).status).toBe(304);
  });
});

/** Changes Alice's newest transaction as an admin. */
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
