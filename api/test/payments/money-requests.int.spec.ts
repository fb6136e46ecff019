import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { dumpDatabase } from '../admin/admin-lists.fixtures.js';
import { createGates, waitUntilBlocked } from '../identity/gates.fixtures.js';
import { customerWithNumber, type CustomerWithNumber } from '../kyc/kyc.fixtures.js';
import { type HttpClient, query, useMailingBank } from '../harness/index.js';
import {
  type ApiErrorBody,
  countByStatus,
  setAvailableBalance,
  startDeletion,
  type Transfer,
} from './money.fixtures.js';

interface MoneyRequest extends ApiErrorBody {
  readonly id: string;
  readonly state: string;
  readonly amountCents: number;
  readonly note: string;
  readonly isOwn: boolean;
  readonly name: string | null;
  readonly moniker: string | null;
}

interface Block {
  readonly id: string;
  readonly name: string;
  readonly moniker: string;
}

const bank = useMailingBank();
const { admin, alice, bob, database } = bank;

/** Sends a money request, by default from Bob to Alice. */
const ask = async (fields: object = {}, asker: HttpClient = bob, moniker = 'alice') => {
  const found = await asker.post<{ proof: string }>('/api/transfer/find-recipient', {
    recipientMoniker: moniker,
  });
  expect(found.status).toBe(200);
  const to = { recipientMoniker: moniker, recipientProof: found.body.proof };
  return asker.post<MoneyRequest>('/api/money-requests', { amount: 24.5, note: 'Concert', ...to, ...fields });
};

const askByLink = (note = 'Concert') => bob.post<MoneyRequest>('/api/money-requests', { amount: 24.5, note });

const pay = (moneyRequestId: string, payer: HttpClient = alice, fields: object = {}, key?: string) =>
  payer.post<Transfer & ApiErrorBody>(
    '/api/transfer/request',
    { amount: 25, purpose: 'Concert', moneyRequestId, ...fields },
    { headers: key === undefined ? {} : { 'idempotency-key': key } },
  );

const stateOf = async (id: string, client: HttpClient = bob): Promise<string> =>
  (await client.get<MoneyRequest>(`/api/money-requests/${id}`)).body.state;

const CLOSED = {
  status: 409,
  body: { code: 'MONEY_REQUEST_CLOSED', message: 'This request for money is no longer open' },
};

let carol: CustomerWithNumber;

beforeAll(async () => {
  carol = await customerWithNumber(bank);
});

beforeEach(async () => {
  await query(database.superUrl, 'delete from attempt');
  await query(database.superUrl, 'delete from money_request; delete from money_request_block');
  await setAvailableBalance(admin, alice, 1_000_00);
});

it('sends a request for money to a customer, who sees the asker and pays with a transfer [TRF-110, TRF-111]', async () => {
  const asked = await ask();
  expect(asked).toMatchObject({
    status: 201,
    body: { state: 'open', isOwn: true, name: 'Alice M.', moniker: 'alice', amountCents: 2450 },
  });
  const { id } = asked.body;
  const { body: list } = await alice.get<MoneyRequest[]>('/api/money-requests');
  expect(list).toMatchObject([{ id, state: 'open', isOwn: false, name: 'Bob L.', note: 'Concert' }]);
  expect((await carol.client.get(`/api/money-requests/${id}`)).status).toBe(404);
  expect(await pay(id, alice, { amount: 30 })).toMatchObject({ status: 400, body: { fields: ['amount'] } });

  const key = randomUUID();
  const paid = await pay(id, alice, {}, key);
  expect(paid).toMatchObject({ status: 201, body: { id, recipientName: 'Bob L.', netAmountCents: 2450 } });
  expect((await pay(id, alice, {}, key)).body).toEqual(paid.body);
  expect([await stateOf(id), await stateOf(id, alice)]).toEqual(['in_review', 'in_review']);
  expect(await pay(id)).toMatchObject(CLOSED);
  const decided = await admin.put<{ recipientMoniker: string }>(`/api/admin/transfer-requests/${id}`, {
    status: 'approved',
  });
  expect(decided).toMatchObject({ status: 200, body: { recipientMoniker: 'bobs_bikes' } });
  expect([await stateOf(id), await stateOf(id, alice)]).toEqual(['paid', 'paid']);
});

it('refuses a request for more than a payer can send in a day [TRF-110]', async () => {
  const message = 'You can ask for up to $1,960.00';
  expect(await ask({ amount: 1_960.01 })).toMatchObject({
    status: 400,
    body: { message, fields: ['amount'] },
  });
  const payer = await customerWithNumber(bank);
  const { id } = (await ask({ amount: 1_960 }, bob, payer.moniker)).body;
  await setAvailableBalance(admin, payer.client, 2_000_00);
  expect((await pay(id, payer.client, { amount: 2_000 })).status).toBe(201);
});

it('creates only one money request if the call is repeated [TRF-110, LED-5]', async () => {
  const key = randomUUID();
  const send = (note = 'Concert') =>
    bob.post<MoneyRequest>(
      '/api/money-requests',
      { amount: 24.5, note },
      { headers: { 'idempotency-key': key } },
    );
  const [one, other] = await Promise.all([send(), send()]);
  const again = await send();
  expect([one.status, other.status, again.status]).toEqual([201, 201, 201]);
  expect([other.body, again.body]).toEqual([one.body, one.body]);
  expect(again.headers.get('idempotent-replay')).toBe('true');
  expect(await send('Gift')).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  expect((await bob.get<MoneyRequest[]>('/api/money-requests')).body).toHaveLength(1);
});

it('lets a request be paid at most once, and not after it is closed [TRF-112]', async () => {
  const { id } = (await askByLink()).body;
  const [mine, other] = [alice, carol.client];
  await setAvailableBalance(admin, other, 100_00);
  const outcomes = await Promise.all([mine, other, mine, other].map((payer) => pay(id, payer)));
  expect(countByStatus(outcomes)).toEqual({ 201: 1, 409: 3 });
  expect(await bob.post(`/api/money-requests/${id}/cancel`)).toMatchObject(CLOSED);

  const canceled = (await ask()).body.id;
  expect((await alice.post(`/api/money-requests/${canceled}/cancel`)).status).toBe(404);
  expect((await bob.post<MoneyRequest>(`/api/money-requests/${canceled}/cancel`)).body.state).toBe(
    'canceled',
  );
  const declined = (await ask()).body.id;
  const decline = { blocksAsker: false };
  expect((await bob.post(`/api/money-requests/${declined}/decline`, decline)).status).toBe(404);
  expect(
    (await alice.post<MoneyRequest>(`/api/money-requests/${declined}/decline`, decline)).body.state,
  ).toBe('declined');
  const expired = (await ask()).body.id;
  await query(database.superUrl, `update money_request set expires_at = now() where id = $1`, [expired]);
  expect(await stateOf(expired)).toBe('expired');
  for (const one of [canceled, declined, expired]) expect(await pay(one)).toMatchObject(CLOSED);

  const back = (await ask()).body.id;
  await pay(back);
  expect((await alice.post(`/api/transfer/${back}/cancel`)).status).toBe(200);
  expect(await stateOf(back)).toBe('not_paid');
  expect(await pay(back)).toMatchObject(CLOSED);
});

it('creates a request by link, which any customer but the asker can pay [TRF-113]', async () => {
  const { body } = await askByLink();
  expect(body).toMatchObject({ isLink: true, name: null, moniker: null, state: 'open' });
  expect((await alice.get<MoneyRequest>(`/api/money-requests/${body.id}`)).body.name).toBe('Bob L.');
  expect((await bob.get<MoneyRequest[]>('/api/money-requests')).body.map(({ id }) => id)).toEqual([body.id]);
  expect((await alice.get<MoneyRequest[]>('/api/money-requests')).body).toEqual([]);
  expect((await pay(body.id, bob)).body.code).toBe('OWN_RECIPIENT');
  expect((await alice.post(`/api/money-requests/${body.id}/decline`, { blocksAsker: true })).status).toBe(
    404,
  );
});

it('tells a stranger with the link only whether the request is open, closed or paid [TRF-173]', async () => {
  const [paid, canceled, unpaid] = [
    (await askByLink()).body.id,
    (await askByLink()).body.id,
    (await askByLink()).body.id,
  ];
  const statesOf = (id: string) =>
    Promise.all([bob, alice, carol.client].map((client) => stateOf(id, client)));
  expect(await statesOf(paid)).toEqual(['open', 'open', 'open']);
  expect((await pay(paid)).status).toBe(201);
  expect(await statesOf(paid)).toEqual(['in_review', 'in_review', 'closed']);
  await admin.put(`/api/admin/transfer-requests/${paid}`, { status: 'completed' });
  expect(await statesOf(paid)).toEqual(['paid', 'paid', 'paid']);
  await bob.post(`/api/money-requests/${canceled}/cancel`);
  expect(await statesOf(canceled)).toEqual(['canceled', 'closed', 'closed']);
  await pay(unpaid);
  await admin.put(`/api/admin/transfer-requests/${unpaid}`, { status: 'failed' });
  expect(await statesOf(unpaid)).toEqual(['not_paid', 'not_paid', 'closed']);
});

it('keeps a request open for 30 days, and allows ten open requests per asker [TRF-114]', async () => {
  const asked = await Promise.all(Array.from({ length: 12 }, () => askByLink()));
  expect(countByStatus(asked)).toEqual({ 201: 10, 409: 2 });
  expect(asked.find(({ status }) => status === 409)?.body.message).toBe(
    'You have ten open requests, the most we allow. Cancel one, or wait until one is paid or closed.',
  );
  const [row] = await query<{ days: string }>(
    database.superUrl,
    `select extract(day from expires_at - created_at)::text as days from money_request limit 1`,
  );
  expect(row?.days).toBe('30');
  const first = asked.find(({ status }) => status === 201)?.body.id ?? '';
  await bob.post(`/api/money-requests/${first}/cancel`);
  expect((await askByLink()).status).toBe(201);
});

it('refuses every request from a blocked asker [TRF-115]', async () => {
  const [one, other] = [(await ask({}, carol.client)).body.id, (await ask({}, carol.client)).body.id];
  const declined = await alice.post(`/api/money-requests/${one}/decline`, { blocksAsker: true });
  expect(declined.status).toBe(200);
  expect(await stateOf(other, alice)).toBe('declined');
  const found = await carol.client.post<{ proof: string }>('/api/transfer/find-recipient', {
    recipientMoniker: 'alice',
  });
  const to = { recipientMoniker: 'alice', recipientProof: found.body.proof };
  const askAgain = () => carol.client.post('/api/money-requests', { amount: 1, note: 'Again', ...to });
  const refused = await askAgain();
  expect(refused).toMatchObject({
    status: 404,
    body: { code: 'MONIKER_NOT_FOUND', fields: ['recipientMoniker'] },
  });
  // The asker gets the same answer whether the payer has blocked them or can't be found by moniker.
  await alice.put('/api/user/findable', { isFindable: false });
  const hidden = await askAgain();
  await alice.put('/api/user/findable', { isFindable: true });
  const { message } = refused.body as ApiErrorBody;
  expect(hidden).toMatchObject({ status: 404, body: { message, code: 'MONIKER_NOT_FOUND' } });
  expect((await ask()).status).toBe(201);
});

it('accepts requests again once the customer has lifted the block [TRF-118]', async () => {
  const blocks = async (client: HttpClient) => (await client.get<Block[]>('/api/money-requests/blocks')).body;
  const { id } = (await ask({}, carol.client)).body;
  expect(await blocks(alice)).toEqual([]);
  await alice.post(`/api/money-requests/${id}/decline`, { blocksAsker: true });
  const [block, ...others] = await blocks(alice);
  expect([block, others]).toEqual([{ id: expect.any(String), name: 'Grace H.', moniker: carol.moniker }, []]);
  expect([block?.id === carol.id, await blocks(bob)]).toEqual([false, []]);
  const path = `/api/money-requests/blocks/${block?.id}`;
  expect((await bob.delete(path)).status).toBe(404);
  expect((await ask({}, carol.client)).status).toBe(404);
  expect(await alice.delete(path)).toMatchObject({ status: 200, body: [] });
  expect((await alice.delete(path)).status).toBe(404);
  expect((await ask({}, carol.client)).status).toBe(201);
});

it.each(['asker', 'payer'])('ends a block once its %s is deleted [TRF-118, ADM-10]', async (deleted) => {
  const [asker, payer] = [await customerWithNumber(bank), await customerWithNumber(bank)];
  await query(database.superUrl, 'insert into money_request_block (user_id, asker_id) values ($1, $2)', [
    payer.id,
    asker.id,
  ]);
  expect((await admin.delete(`/api/admin/users/${deleted === 'asker' ? asker.id : payer.id}`)).status).toBe(
    204,
  );
  expect(await query(database.superUrl, 'select from money_request_block')).toEqual([]);
});

it('lists at most 100 blocked askers [TRF-118]', async () => {
  await query(
    database.superUrl,
    `with asker as (
        insert into app_user (id, email, first_name, last_name, moniker, phone_number, password_hash, is_admin,
            is_email_verified, created_at)
          select gen_random_uuid(), 'b' || n || '@mail.example', 'A', 'B', 'blocked_' || n, null, '', false, true, now()
            from generate_series(101, 201) n returning id)
      insert into money_request_block (user_id, asker_id)
        select u.id, asker.id from asker, app_user u where u.moniker = 'alice'`,
  );
  const { body } = await alice.get<Block[]>('/api/money-requests/blocks');
  expect(body.map(({ moniker }) => moniker)).toEqual(
    Array.from({ length: 100 }, (_, index) => `blocked_${index + 101}`),
  );
});

it('blocks an asker who has already canceled the request [TRF-115]', async () => {
  const { id } = (await ask({}, carol.client)).body;
  await carol.client.post(`/api/money-requests/${id}/cancel`);
  expect(await alice.post(`/api/money-requests/${id}/decline`, { blocksAsker: false })).toMatchObject(CLOSED);
  expect(await alice.post(`/api/money-requests/${id}/decline`, { blocksAsker: true })).toMatchObject({
    status: 200,
    body: { state: 'canceled' },
  });
  expect((await ask({}, carol.client)).status).toBe(404);
});

it('keeps an open request on the list however many others are canceled or declined [TRF-114]', async () => {
  const { id } = (await ask()).body;
  const bobsLink = (await askByLink()).body.id;
  const copy = (count: number, fields: string) =>
    query(
      database.superUrl,
      `insert into money_request
        select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'created_at', now(), ${fields}))).*
          from money_request m, generate_series(1, $2) where m.id = $1`,
      [id, count],
    );
  await copy(150, `'status', 'canceled'`);
  expect((await alice.get<MoneyRequest[]>('/api/money-requests')).body.map((one) => one.id)).toEqual([id]);
  await copy(150, `'status', 'declined'`);
  const listOf = async (client: HttpClient) => (await client.get<MoneyRequest[]>('/api/money-requests')).body;
  const [toAlice, ofBob] = [await listOf(alice), await listOf(bob)];
  expect([toAlice.length, ofBob.length]).toEqual([100, 100]);
  expect(toAlice[0]).toMatchObject({ id, state: 'open' });
  expect(ofBob.slice(0, 2).map((one) => one.id)).toEqual([bobsLink, id]);
});

it('declines a request that arrives while its asker is being blocked [TRF-115]', async () => {
  const { id } = (await ask({}, carol.client)).body;
  const gates = await createGates(database);
  const gate = await gates.hold('money_request');
  const racing = ask({}, carol.client);
  await gates.waitUntilBlocked([racing]);
  const block = alice.post(`/api/money-requests/${id}/decline`, { blocksAsker: true });
  await gates.waitUntilBlocked([racing, block]);
  await gate.open();
  const asked = await racing;
  expect([asked.status, (await block).status]).toEqual([201, 200]);
  expect(await stateOf(asked.body.id, alice)).toBe('declined');
  await gates.close();
});

it('keeps a request open if blocking its asker fails [TRF-115]', async () => {
  const { id } = (await ask({}, carol.client)).body;
  const change = (sql: string) => query(database.superUrl, `alter table money_request_block ${sql}`);
  await change('add constraint refused check (false)');
  const declined = await alice.post(`/api/money-requests/${id}/decline`, { blocksAsker: true });
  await change('drop constraint refused');
  expect([declined.status, await stateOf(id, alice)]).toEqual([500, 'open']);
});

it.each(['asker', 'payer'])('refuses a request while its %s is being deleted [TRF-116]', async (deleted) => {
  const dora = await customerWithNumber(bank);
  const deletion = await startDeletion(database, dora.id);
  const asked = deleted === 'asker' ? ask({}, dora.client) : ask({}, bob, dora.moniker);
  await waitUntilBlocked(database, [asked]);
  await deletion.commit();
  expect((await asked).status).toBe(404);
  expect(await query(database.superUrl, 'select from money_request')).toEqual([]);
});

it('erases a request when its asker or its payer is deleted [TRF-116, ADM-10]', async () => {
  const dora = await customerWithNumber(bank);
  await ask({ note: 'Harpsichords' }, dora.client);
  await ask({ note: 'Clavichords' }, bob, dora.moniker);
  expect((await admin.delete(`/api/admin/users/${dora.id}`)).status).toBe(204);
  const dump = await dumpDatabase(database);
  expect(dump).not.toContain('Harpsichords');
  expect(dump).not.toContain('Clavichords');
});

it('emails the payer at most once a day per asker, without the note, and emails the asker when a request is declined [TRF-175]', async () => {
  await query(database.superUrl, "delete from outbox where template = 'money-requested'");
  const { body: first } = await ask({ amount: 31 });
  const asked = await bank.mail.waitForMail('alice@moniker.example', ({ text }) => text.includes('$31.00'));
  expect(asked.subject).toBe('You have a request for money on Moniker');
  expect(asked.text).toContain('Bob L. ($bobs_bikes) asked you for $31.00.');
  expect(asked.text).not.toContain('Concert');
  expect((await bob.post(`/api/money-requests/${first.id}/cancel`)).status).toBe(200);
  const { body: second } = await ask({ amount: 32 });
  expect((await alice.post(`/api/money-requests/${second.id}/decline`, { blocksAsker: false })).status).toBe(
    200,
  );
  const declined = await bank.mail.waitForMail('bob@moniker.example', ({ text }) => text.includes('$32.00'));
  expect(declined.text).toContain('Alice M. ($alice) declined your request for $32.00.');
  const queued = async () =>
    (await query(database.superUrl, "select from outbox where template = 'money-requested'")).length;
  expect(await queued()).toBe(1);
  await query(database.superUrl, `update money_request set created_at = ${END_OF_YESTERDAY}`);
  await ask({ amount: 33 });
  expect(await queued()).toBe(2);
});

const END_OF_YESTERDAY = `date_trunc('day', now(), 'America/New_York') - interval '1 minute'`;
