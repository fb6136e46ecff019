import { beforeAll, expect, it } from '@jest/globals';
import { dumpDatabase } from '../admin/admin-lists.fixtures.js';
import { waitUntilBlocked } from '../identity/gates.fixtures.js';
import { customerWithNumber, newCustomer } from '../kyc/kyc.fixtures.js';
import { query, type HttpClient, useBank } from '../harness/index.js';
import {
  requestTransfer,
  setAvailableBalance,
  startDeletion,
  summaryOf,
  TRANSFER,
  userIdOf,
} from './money.fixtures.js';

interface Recipient {
  readonly id: string;
  readonly recipientName: string;
  readonly recipientAccount: string;
  readonly recipientRouting: string;
  readonly purpose: string;
  readonly category: string;
}

const bank = useBank();

beforeAll(async () => {
  await setAvailableBalance(bank.admin, bank.alice, 10_000_00);
});

async function pay(recipientAccount: string, fields: object = {}, client = bank.alice): Promise<string> {
  const { status, body } = await requestTransfer(client, { amount: 1, recipientAccount, ...fields });
  expect(status).toBe(201);
  const decided = await bank.admin.put(`/api/admin/transfer-requests/${body.id}`, { status: 'approved' });
  expect(decided.status).toBe(200);
  return body.id;
}

async function recipientsOf(client: HttpClient): Promise<Recipient[]> {
  const { status, body } = await client.get<Recipient[]>('/api/recipients');
  expect(status).toBe(200);
  return body;
}

const namesOf = (recipients: readonly Recipient[], account: string): string[] =>
  recipients.filter((one) => one.recipientAccount === account).map((one) => one.recipientName);

it('lists each recipient once, latest first, with the name, purpose and category used last [TRF-80]', async () => {
  await pay('5550001');
  await pay('5550002', { recipientName: 'Ola Nilsen' });
  const latest = await pay('5550001', { recipientName: 'Greens & Co', purpose: 'Box 2', category: 'food' });
  const pending = await requestTransfer(bank.alice, { amount: 1, recipientAccount: '5550003' });
  expect(pending.status).toBe(201);
  const [first, second, ...older] = await recipientsOf(bank.alice);
  expect(first).toMatchObject({
    ...{ id: latest, recipientName: 'Greens & Co', recipientAccount: '5550001', purpose: 'Box 2' },
    ...{ recipientRouting: TRANSFER.recipientRouting, category: 'food' },
  });
  expect(second).toMatchObject({ recipientName: 'Ola Nilsen', purpose: TRANSFER.purpose });
  expect(older.map((one) => one.recipientAccount)).not.toEqual(expect.arrayContaining(['5550003']));
  expect(namesOf(await recipientsOf(bank.bob), '5550001')).toEqual([]);
});

it('keeps the name that a customer gave a recipient [TRF-81]', async () => {
  const id = await pay('5550010');
  const renamed = await bank.alice.put<Recipient[]>(`/api/recipients/${id}`, { name: ' Greens ' });
  expect(namesOf(renamed.body, '5550010')).toEqual(['Greens']);
  await pay('5550010', { recipientName: 'Corner Greens Inc' });
  expect(namesOf(await recipientsOf(bank.alice), '5550010')).toEqual(['Greens']);
  const blank = await bank.alice.put(`/api/recipients/${id}`, { name: ' ' });
  expect(blank).toMatchObject({ status: 400, body: { fields: ['name'] } });
});

it('removes a recipient until a later transfer to them completes [TRF-81]', async () => {
  const id = await pay('5550020');
  await bank.alice.put(`/api/recipients/${id}`, { name: 'Greens' });
  const removed = await bank.alice.delete<Recipient[]>(`/api/recipients/${id}`);
  expect([removed.status, namesOf(removed.body, '5550020')]).toEqual([200, []]);
  await pay('5550020');
  expect(namesOf(await recipientsOf(bank.alice), '5550020')).toEqual([TRANSFER.recipientName]);
});

it('does not rename or remove the recipient of a transfer that is not completed [TRF-81]', async () => {
  const { body } = await requestTransfer(bank.alice, { amount: 1, recipientAccount: '5550030' });
  expect((await bank.alice.put(`/api/recipients/${body.id}`, { name: 'Greens' })).status).toBe(404);
  expect((await bank.alice.delete(`/api/recipients/${body.id}`)).status).toBe(404);
});

it("erases a customer's recipients when the customer is deleted [TRF-81, ADM-10]", async () => {
  const customer = await newCustomer(bank.api.baseUrl, bank.database);
  const userId = await userIdOf(customer);
  await query(
    bank.database.superUrl,
    `insert into recipient (user_id, account, routing, name) values ($1, '5550040', '021000021', 'Harpsichords')`,
    [userId],
  );
  expect((await bank.admin.delete(`/api/admin/users/${userId}`)).status).toBe(204);
  expect(await dumpDatabase(bank.database)).not.toContain('Harpsichords');
});

it('does not rename a recipient while the customer is being deleted [TRF-81, ADM-10]', async () => {
  const { client, id: userId } = await customerWithNumber(bank);
  await setAvailableBalance(bank.admin, client, 100_00);
  const id = await pay('5550041', {}, client);
  const deletion = await startDeletion(bank.database, userId);
  const renamed = client.put(`/api/recipients/${id}`, { name: 'Harpsichords' });
  await waitUntilBlocked(bank.database, [renamed]);
  await deletion.commit();
  expect((await renamed).status).toBe(404);
  expect(await query(bank.database.superUrl, 'select from recipient where user_id = $1', [userId])).toEqual(
    [],
  );
});

it('returns how much the customer can still send today [TRF-84, TRF-8, TRF-9]', async () => {
  const left = async () => (await summaryOf(bank.bob)).leftToSendTodayCents;
  await setAvailableBalance(bank.admin, bank.bob, 3_000_00);
  const before = await left();
  const { body } = await requestTransfer(bank.bob, { amount: 259.75 });
  expect(await left()).toBe(before - 259_75);
  await bank.bob.post(`/api/transfer/${body.id}/cancel`);
  expect(await left()).toBe(before);
});

it('once 20 transfers are completed, returns how long transfers usually take [TRF-85]', async () => {
  const usual = async () => (await bank.alice.get('/api/transfer/usual-time')).body;
  const age = (where: string) =>
    query(
      bank.database.superUrl,
      `update ledger_transaction set created_at = ${where} where kind = 'transfer'`,
    );
  await age(`now() - interval '31 days'`);
  expect(await usual()).toEqual({ businessDays: null });
  const ids: string[] = [];
  for (let count = 0; count < 20; count += 1) ids.push(await pay('5550050'));
  expect(await usual()).toEqual({ businessDays: 1 });
  await age(`now() - interval '14 days'`);
  expect(await usual()).toEqual({ businessDays: 10 });
  // Notes that an admin writes weeks later don't make the transfers look slower.
  for (const id of ids) {
    const notes = { status: 'completed', adminNotes: 'Filed' };
    expect((await bank.admin.put(`/api/admin/transfer-requests/${id}`, notes)).status).toBe(200);
  }
  await query(
    bank.database.superUrl,
    `update ledger_transaction set changed_at = now() + interval '20 days' where kind = 'transfer'`,
  );
  expect(await usual()).toEqual({ businessDays: 10 });
});
