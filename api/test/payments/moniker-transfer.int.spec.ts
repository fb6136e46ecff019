import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { waitUntilBlocked } from '../identity/gates.fixtures.js';
import { customerWithNumber, newCustomer } from '../kyc/kyc.fixtures.js';
import { type HttpClient, query, signIn, startApi, useMailingBank } from '../harness/index.js';
import { textOfPdf } from './history.fixtures.js';
import {
  type ApiErrorBody,
  setAvailableBalance,
  summaryOf,
  type Transfer,
  userIdOf,
} from './money.fixtures.js';

const bank = useMailingBank();
const { admin, alice, bob, database } = bank;
let bobsAccount: string;

interface Found extends ApiErrorBody {
  readonly moniker: string;
  readonly name: string;
  readonly proof: string;
}

interface Recipient {
  readonly recipientMoniker: string | null;
  readonly recipientName: string;
  readonly recipientAccount: string;
  readonly recipientRouting: string;
}

const find = (client: HttpClient, recipientMoniker: string) =>
  client.post<Found>('/api/transfer/find-recipient', { recipientMoniker });

const send = (client: HttpClient, fields: object, key?: string) =>
  client.post<Transfer & ApiErrorBody>(
    '/api/transfer/request',
    { amount: 10, purpose: 'Bike repair', ...fields },
    { headers: key === undefined ? {} : { 'idempotency-key': key } },
  );

const setFindable = async (client: HttpClient, isFindable: boolean): Promise<void> => {
  const { status, body } = await client.put<{ isFindable: boolean }>('/api/user/findable', { isFindable });
  expect([status, body.isFindable]).toEqual([200, isFindable]);
};

const NOT_FOUND = {
  status: 404,
  body: {
    code: 'MONIKER_NOT_FOUND',
    message: "We can't find this moniker. Check it with the person, or use their account number.",
    fields: ['recipientMoniker'],
  },
};

/** The answer to a sender who has looked up or paid the customer before. */
const CANNOT_PAY = {
  status: 404,
  body: {
    code: 'MONIKER_NOT_FOUND',
    message: "We can't pay this person by moniker. Use their account and routing numbers instead.",
    fields: ['recipientMoniker'],
  },
};

/** The answer to a sender who has neither looked up nor paid the customer before. */
const LOOK_UP_FIRST = {
  status: 404,
  body: { ...CANNOT_PAY.body, message: 'Look up this person again. A lookup is valid for an hour.' },
};

beforeAll(async () => {
  const [numbers] = await query<{ account: string }>(
    database.superUrl,
    `select account_number as account from account_request where user_id = $1 and status = 'approved'`,
    [await userIdOf(bob)],
  );
  bobsAccount = numbers?.account ?? '';
  expect(bobsAccount).not.toBe('');
});

beforeEach(async () => {
  await setAvailableBalance(admin, alice, 1_000_00);
  await query(database.superUrl, 'delete from attempt');
});

it('finds a customer by their full moniker and pays them, without revealing their account number [TRF-100, TRF-101, TRF-162]', async () => {
  const { status, body: found } = await find(alice, '$Bobs_Bikes');
  expect(status).toBe(200);
  expect(found).toEqual({ moniker: 'bobs_bikes', name: 'Bob L.', proof: expect.any(String) });
  expect(await find(alice, 'bobs_bike')).toMatchObject(NOT_FOUND);

  const before = await summaryOf(bob);
  const key = randomUUID();
  const fields = { amount: 100, recipientMoniker: 'bobs_bikes', recipientProof: found.proof };
  const sent = await send(alice, fields, key);
  const masked = `••••${bobsAccount.slice(-4)}`;
  expect(sent).toMatchObject({
    status: 201,
    body: { recipientName: 'Bob L.', recipientAccount: masked, recipientRouting: '' },
  });
  expect((await send(alice, fields, key)).body).toEqual(sent.body);
  const { id } = sent.body;
  const decided = await admin.put<Recipient>(`/api/admin/transfer-requests/${id}`, { status: 'approved' });
  expect(decided).toMatchObject({
    status: 200,
    body: { recipientMoniker: 'bobs_bikes', recipientName: 'Bob L.', recipientAccount: bobsAccount },
  });
  expect((await summaryOf(bob)).availableBalanceCents).toBe(before.availableBalanceCents + 98_00);

  const { body: bobs } = await bob.get<{ items: { id: string }[] }>('/api/transactions?search=alice');
  const purposes = [alice, bob].map(async (one, index) => {
    const { body } = await one.get<object>(`/api/transactions/${[id, bobs.items[0]?.id][index]}`);
    return body;
  });
  expect(await Promise.all(purposes)).toMatchObject([
    { purpose: 'Bike repair', paymentFor: null },
    { purpose: null, paymentFor: 'Bike repair' },
  ]);

  const second = await send(alice, fields);
  const canceled = await alice.post(`/api/transfer/${second.body.id}/cancel`);
  const list = await alice.get<Recipient[]>('/api/recipients');
  expect(list.body[0]).toMatchObject({ recipientMoniker: 'bobs_bikes', recipientAccount: masked });
  const seen: unknown[] = [sent.body, canceled.body, list.body];
  for (const path of [
    ...[`/api/transactions/${id}`, '/api/transactions', '/api/transactions/recent', '/api/notifications'],
    ...['/api/transactions.csv', `/api/statements.csv?month=${new Date().toISOString().slice(0, 7)}`],
    ...['/api/account/explanation', '/api/account/activity', '/api/transactions?search=bob'],
  ]) {
    const answer = await alice.get(path);
    expect([path, answer.status]).toEqual([path, 200]);
    seen.push(answer.body);
  }
  expect(seen[3]).toMatchObject({
    recipientAccount: masked,
    recipientRouting: null,
    toAccount: '$bobs_bikes',
  });
  const receipt = await fetch(`${bank.api.baseUrl}/api/transactions/${id}/receipt`, {
    headers: { cookie: alice.cookieHeader() },
  });
  const paper = textOfPdf(Buffer.from(await receipt.arrayBuffer()))
    .flat()
    .join('\n');
  expect(paper).toContain(masked);
  seen.push(
    paper,
    await bank.mail.waitForMail('alice@moniker.example', ({ text }) => text.includes('Bob L.')),
  );
  expect(JSON.stringify(seen)).not.toContain(bobsAccount);
});

it("gives the same response for every moniker that cannot be paid, except the sender's own [TRF-102, SET-13]", async () => {
  const [hidden, gone] = [await customerWithNumber(bank), await customerWithNumber(bank)];
  const withoutAccount = await newCustomer(bank.api.baseUrl, database);
  const { body: user } = await withoutAccount.get<{ moniker: string }>('/api/auth/user');
  expect((await find(alice, hidden.moniker)).status).toBe(200);
  await setFindable(hidden.client, false);
  expect((await admin.delete(`/api/admin/users/${gone.id}`)).status).toBe(204);
  const answers = await Promise.all(
    ['nobody_here', hidden.moniker, gone.moniker, user.moniker].map((one) => find(alice, one)),
  );
  expect(answers[0]).toMatchObject(NOT_FOUND);
  const different = new Set(answers.map(({ status, body }) => JSON.stringify({ status, body })));
  expect(different.size).toBe(1);
  await setFindable(hidden.client, true);
  expect((await find(alice, hidden.moniker)).status).toBe(200);

  const own = await find(alice, 'alice');
  expect([own.status, own.body.message]).toEqual([422, "You can't send money to your own account"]);
  expect((await send(alice, { recipientMoniker: 'alice' })).body.code).toBe('OWN_RECIPIENT');
  // Customers can look up recipients only if they are allowed to send money.
  expect((await find(withoutAccount, 'alice')).body.code).toBe('ACCOUNT_NUMBER_MISSING');
});

it('allows ten lookups an hour, whatever they find [SEC-76]', async () => {
  const results = await Promise.all(
    Array.from({ length: 14 }, (_, index) => find(alice, index % 2 ? 'bobs_bikes' : `nobody_${index}`)),
  );
  const refused = results.filter(({ status }) => status === 429);
  expect(refused.length).toBe(4);
  expect(refused[0]?.body.message).toBe("You've looked up 10 monikers in the last hour. Try again later.");
  expect((await find(bob, 'alice')).status).toBe(200);
  await query(database.superUrl, `update attempt set last_at = last_at - interval '1 hour'`);
  expect((await find(alice, 'bobs_bikes')).status).toBe(200);
});

it('accepts a moniker only from customers who have looked it up or paid it before [TRF-103]', async () => {
  const carol = await customerWithNumber(bank);
  const dora = await customerWithNumber(bank);
  await setAvailableBalance(admin, carol.client, 100_00);
  const { proof } = (await find(alice, carol.moniker)).body;
  const other = (await find(alice, dora.moniker)).body.proof;
  const to = { recipientMoniker: carol.moniker };
  for (const fields of [{}, { recipientProof: 'made-up' }, { recipientProof: other }]) {
    expect(await send(alice, { ...to, ...fields })).toMatchObject(LOOK_UP_FIRST);
  }
  expect(await send(bob, { ...to, recipientProof: proof })).toMatchObject(LOOK_UP_FIRST);
  expect(await send(alice, { recipientMoniker: 'nobody_here' })).toMatchObject(LOOK_UP_FIRST);
  expect((await send(alice, { ...to, recipientProof: proof })).status).toBe(201);
  expect((await send(alice, to)).status).toBe(201);
  const both = await send(alice, { ...to, recipientName: 'Carol' });
  expect(both).toMatchObject({ status: 400, body: { fields: ['recipientName'] } });
});

it('refuses a moniker once its owner can no longer be found by it, but still answers repeated requests [TRF-104, LED-5]', async () => {
  const { client, id, moniker } = await customerWithNumber(bank);
  const { proof } = (await find(alice, moniker)).body;
  const to = { recipientMoniker: moniker, recipientProof: proof };
  const key = randomUUID();
  const first = await send(alice, to, key);
  expect(first.status).toBe(201);
  await setFindable(client, false);
  expect(await send(alice, to)).toMatchObject(CANNOT_PAY);
  expect(await send(alice, to, randomUUID())).toMatchObject(CANNOT_PAY);
  expect((await send(alice, to, key)).body).toEqual(first.body);
  await setFindable(client, true);
  await query(database.superUrl, `update app_user set moniker = 'renamed_one' where id = $1`, [id]);
  expect(await send(alice, to)).toMatchObject(CANNOT_PAY);
  // The proof is not valid for another customer who now has the moniker.
  await query(database.superUrl, `update app_user set moniker = $1 where moniker = 'bobs_bikes'`, [moniker]);
  expect(await send(alice, to)).toMatchObject(CANNOT_PAY);
  await query(database.superUrl, `update app_user set moniker = 'bobs_bikes' where moniker = $1`, [moniker]);
  expect((await find(alice, 'renamed_one')).status).toBe(200);
  expect((await admin.delete(`/api/admin/users/${id}`)).status).toBe(204);
  expect(await send(alice, { ...to, recipientMoniker: 'renamed_one' })).toMatchObject(LOOK_UP_FIRST);
});

it('does not pay a customer whose account is closed during the request [TRF-104]', async () => {
  const { client, id, moniker } = await customerWithNumber(bank);
  await setAvailableBalance(admin, client, 1_00);
  const { proof } = (await find(alice, moniker)).body;
  const other = await startApi({ database });
  const texts = new pg.Client({ connectionString: database.superUrl });
  await texts.connect();
  try {
    const sender = await signIn(other.baseUrl, 'alice');
    // Locks the texts of the recipient's transactions. The deletion closes the account and waits for that lock, and the
    // transfer waits for the deletion.
    await texts.query('begin');
    await texts.query(
      `select from ledger_transaction_text join ledger_transaction using (transaction_id)
         where account_id = $1 for update of ledger_transaction_text`,
      [id],
    );
    const deleted = admin.delete(`/api/admin/users/${id}`);
    await waitUntilBlocked(database, [deleted]);
    const sent = send(sender, { recipientMoniker: moniker, recipientProof: proof });
    await waitUntilBlocked(database, [deleted, sent]);
    await texts.query('commit');
    expect((await deleted).status).toBe(204);
    expect(await sent).toMatchObject(CANNOT_PAY);
  } finally {
    await texts.end();
    await other.stop();
  }
});

it('refuses monikers while CUSTOMER_TRANSFERS is off [TRF-105]', async () => {
  const before = await startApi({ database, env: { CUSTOMER_TRANSFERS: 'off' } });
  try {
    const sender = await signIn(before.baseUrl, 'alice');
    const off = { status: 422, body: { message: "Sending money to a moniker isn't available right now" } };
    expect(await find(sender, 'bobs_bikes')).toMatchObject(off);
    expect(await send(sender, { recipientMoniker: 'bobs_bikes' })).toMatchObject(off);
    const { body: user } = await sender.get('/api/auth/user');
    expect(user).toMatchObject({ canPayMonikers: false });
  } finally {
    await before.stop();
  }
});
