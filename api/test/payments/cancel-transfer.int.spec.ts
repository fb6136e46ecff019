import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  requestTransfer,
  setAvailableBalance,
  summaryOf,
  type ApiErrorBody,
  type Transfer,
} from './money.fixtures.js';
import { expectSoundLedger, type HttpClient, type HttpResponse, useBank } from '../harness/index.js';

type Reply = HttpResponse<Transfer & ApiErrorBody>;

const bank = useBank();

beforeAll(async () => {
  await setAvailableBalance(bank.admin, bank.alice, 1_000_00);
});

async function newTransfer(amount = 10): Promise<string> {
  const { status, body } = await requestTransfer(bank.alice, { amount });
  expect(status).toBe(201);
  return body.id;
}

function cancel(client: HttpClient, id: string, key?: string): Promise<Reply> {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return client.post(`/api/transfer/${id}/cancel`, undefined, { headers });
}

function decide(id: string, status: string): Promise<Reply> {
  const body = { status, adminNotes: 'Checked by phone' };
  return bank.admin.put<Transfer & ApiErrorBody>(`/api/admin/transfer-requests/${id}`, body);
}

describe('a cancellation by the customer', () => {
  it("ends the hold at once, costs nothing and appears in the customer's and the admins' lists [DASH-10, TRF-27]", async () => {
    const before = await summaryOf(bank.alice);
    const id = await newTransfer(200);
    expect((await summaryOf(bank.alice)).availableBalanceCents).toBe(before.availableBalanceCents - 200_00);

    const canceled = await cancel(bank.alice, id);
    expect(canceled.status).toBe(200);
    const free = { status: 'cancelled', amount: '$200.00', fee: '$0.00', netAmount: '$200.00' };
    expect(canceled.body).toMatchObject({ ...free, id, amount: 200, amountCents: 200_00 });
    expect(await summaryOf(bank.alice)).toEqual(before);

    const own = await bank.alice.get<{ id: string; status: string }[]>('/api/transactions/recent');
    expect(own.body.find((one) => one.id === id)).toMatchObject(free);
    const all = await bank.admin.get('/api/admin/transfer-requests');
    expect(all.body).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ id, status: 'cancelled', canceledByCustomer: true, fee: '$4.00' }),
      ]),
    });
    const { body } = await bank.alice.get<{
      canCancel: boolean;
      timeline: { title: string; actor: string }[];
    }>(`/api/transactions/${id}`);
    expect(body.canCancel).toBe(false);
    expect(body.timeline.at(-1)).toMatchObject({ title: 'Transfer canceled', actor: 'you' });
  });

  it('is final: a decision is refused afterwards [TRF-28]', async () => {
    const id = await newTransfer();
    expect((await cancel(bank.alice, id)).status).toBe(200);
    expect((await cancel(bank.alice, id)).body.message).toBe('This transfer is already canceled');
    const refused = await decide(id, 'approved');
    expect(refused.status).toBe(409);
    expect(refused.body.message).toMatch(/customer canceled this transfer/i);
  });

  it('is refused after a decision [TRF-27]', async () => {
    const id = await newTransfer();
    expect((await decide(id, 'rejected')).status).toBe(200);
    const refused = await cancel(bank.alice, id);
    expect(refused).toMatchObject({ status: 409, body: { code: 'TRANSFER_NOT_PENDING' } });
    expect(refused.body.message).toBe('This transfer was already declined');
  });

  it('replays its response when the request is repeated with the same key [LED-5, TRF-27]', async () => {
    const id = await newTransfer();
    const key = randomUUID();
    const first = await cancel(bank.alice, id, key);
    const second = await cancel(bank.alice, id, key);
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect((await cancel(bank.alice, id)).status).toBe(409);
  });

  it('is answered with 404 if the transfer is missing or belongs to another customer [TRF-27]', async () => {
    const id = await newTransfer();
    expect((await cancel(bank.bob, id)).status).toBe(404);
    expect((await cancel(bank.admin, id)).status).toBe(404);
    expect((await cancel(bank.alice, randomUUID())).status).toBe(404);
    expect((await cancel(bank.alice, 'x')).status).toBe(404);
    expect((await cancel(bank.alice, id)).status).toBe(200);
  });

  it('or a concurrent decision succeeds, never both [TRF-27]', async () => {
    const before = await summaryOf(bank.alice);
    const ids = await Promise.all(Array.from({ length: 8 }, () => newTransfer(1)));
    const outcomes = await Promise.all(
      ids.map((id, index) =>
        index % 2 === 0
          ? Promise.all([cancel(bank.alice, id), decide(id, 'approved')])
          : Promise.all([decide(id, 'approved'), cancel(bank.alice, id)]),
      ),
    );
    for (const pair of outcomes) expect(pair.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const approved = outcomes.flat().filter(({ body }) => body.status === 'completed').length;
    expect(await summaryOf(bank.alice)).toMatchObject({
      totalBalanceCents: before.totalBalanceCents - approved * 100,
      pendingBalanceCents: before.pendingBalanceCents,
    });
  });

  it('causes no findings in verify [TRF-28]', async () => {
    await expectSoundLedger(bank);
  });
});
