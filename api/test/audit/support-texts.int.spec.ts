import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { withAuditConnection } from '../../src/ledger/log/audit-connection.js';
import { verifyLedger } from '../../src/ledger/verify/verify-ledger.js';
import { newCustomer } from '../kyc/kyc.fixtures.js';
import { query, useBank } from '../harness/index.js';
import { idOf } from './access-log.fixtures.js';
import { executeWithoutTriggers } from './tamper.fixtures.js';

const bank = useBank();
const { admin } = bank;
let [adminId, alice] = ['', ''];

beforeAll(async () => {
  [adminId, alice] = [await idOf(admin), await idOf(bank.alice)];
});

const reply = (userId: string, message: string) =>
  admin.post<{ id: string }>(`/api/admin/chats/${userId}/reply`, { message });
const setTexts = (userId: string, texts: object) =>
  admin.put(`/api/admin/dashboard-content/${userId}`, texts);
const verify = () => withAuditConnection(bank.database.auditorUrl, (sql) => verifyLedger(sql, {}));

const eventsOf = (type: string) =>
  query<{ actor: string; payload: string }>(
    bank.database.superUrl,
    'select actor, payload from ledger_event where type = $1 order by position',
    [type],
  );

describe('a reply in a chat', () => {
  it('is recorded as an event with its author and a salted digest [CHAT-20]', async () => {
    const one = await reply(alice, 'Your account is fine');
    const two = await reply(alice, 'Your account is fine');
    expect([one.status, two.status]).toEqual([201, 201]);
    const events = await eventsOf('ChatReplySent');
    expect(events.map(({ actor }) => actor)).toEqual([`user:${adminId}`, `user:${adminId}`]);
    const payloads = events.map(({ payload }) => JSON.parse(payload) as Record<string, string>);
    expect(payloads).toMatchObject([one, two].map(({ body }) => ({ userId: alice, messageId: body.id })));
    expect(new Set(payloads.map(({ messageDigest }) => messageDigest)).size).toBe(2);
    expect(events.every(({ payload }) => !payload.includes('fine'))).toBe(true);
  });

  it("is not sent to the admin's own account [ADM-27]", async () => {
    expect(await reply(adminId, 'Hello me')).toMatchObject({ status: 422, body: { code: 'OWN_ACCOUNT' } });
  });
});

describe('setting dashboard texts', () => {
  it('is recorded as an event with its author and a salted digest, unless nothing changes [DASH-31]', async () => {
    const before = (await eventsOf('DashboardTextsChanged')).length;
    for (const welcomeTitle of ['Hello', 'Hello', 'Good morning', '']) {
      expect(await setTexts(alice, { welcomeTitle })).toMatchObject({ status: 200 });
    }
    const events = (await eventsOf('DashboardTextsChanged')).slice(before);
    expect(events.map(({ actor }) => actor)).toEqual(Array(3).fill(`user:${adminId}`));
    for (const { payload } of events) {
      expect(JSON.parse(payload)).toEqual({
        userId: alice,
        contentDigest: expect.stringMatching(/^[\w-]{43}$/),
      });
    }
  });
});

describe('verification of dashboard texts and replies', () => {
  let replyId = '';
  beforeAll(async () => {
    replyId = (await reply(alice, 'Call us any time: "24/7" — ¡olé! \u2028')).body.id;
    await setTexts(alice, { welcomeTitle: 'Hello "Alice" \\ ü', statusMessage: 'Two\nlines' });
    const tables = ['chat_message', 'dashboard_content'];
    const copies = tables.map((table) => `create table saved.${table} as table public.${table}`);
    await query(bank.database.superUrl, `create schema saved; ${copies.join('; ')}`);
  });

  const withoutTriggers = (sql: string) => executeWithoutTriggers(bank.database, sql);
  afterEach(() =>
    withoutTriggers(`delete from chat_message; insert into chat_message table saved.chat_message;
      delete from dashboard_content; insert into dashboard_content table saved.dashboard_content`),
  );

  it('finds nothing wrong with texts that admins wrote, even after some of them were erased because their customer was deleted [AUD-50, LED-8]', async () => {
    const customer = await newCustomer(bank.api.baseUrl, bank.database);
    const id = await idOf(customer);
    await reply(id, 'Bye');
    await setTexts(id, { welcomeTitle: 'Bye' });
    expect((await admin.delete(`/api/admin/users/${id}`)).status).toBe(204);
    const [left] = await query<{ count: number }>(
      bank.database.superUrl,
      `select (select count(*) from chat_message where user_id = $1)::int
         + (select count(*) from dashboard_content where user_id = $1)::int as count`,
      [id],
    );
    expect(left?.count).toBe(0);
    expect(await verify()).toMatchObject({ findings: [], warnings: [] });
  });

  it.each([
    [
      'a changed reply',
      () => `update chat_message set message = 'Pay here' where id = '${replyId}'`,
      () => `the reply ${replyId} in a chat differs from the event that recorded it`,
    ],
    [
      'a reply without its salt',
      () => `update chat_message set salt = null where id = '${replyId}'`,
      () => `the reply ${replyId} in a chat differs from the event that recorded it`,
    ],
    [
      'a deleted reply',
      () => `delete from chat_message where id = '${replyId}'`,
      () => `the reply ${replyId} in a chat is missing, but an event recorded it`,
    ],
    [
      'a reply moved to another chat',
      () => `update chat_message set user_id = '${adminId}' where id = '${replyId}'`,
      () => `the reply ${replyId} in a chat differs from the event that recorded it`,
    ],
    [
      'an added reply',
      () => `insert into chat_message (id, user_id, is_from_user, message, created_at, salt)
        values ('a0000000-0000-4000-8000-0000000000f9', '${alice}', false, 'Pay here', now(), 'salt')`,
      () =>
        'the reply a0000000-0000-4000-8000-0000000000f9 in a chat is in the table, but no event recorded it',
    ],
    [
      'a changed text',
      () => `update dashboard_content set texts = '{"welcomeTitle":"Pay here"}' where user_id = '${alice}'`,
      () => `the text on the dashboard of user ${alice} differs from the event that recorded it`,
    ],
    [
      'a deleted text',
      () => `delete from dashboard_content where user_id = '${alice}'`,
      () => `the text on the dashboard of user ${alice} is missing, but an event recorded it`,
    ],
  ])('finds %s [AUD-50]', async (_, statement, message) => {
    await withoutTriggers(statement());
    const { findings } = await verify();
    expect(findings.map((finding) => finding.message)).toEqual([message()]);
  });

  it('reports that the function that reads the texts and replies was replaced [AUD-50]', async () => {
    await query(
      bank.database.superUrl,
      `create or replace function ledger_support_texts() returns table (kind text, id uuid, user_id uuid, digest text)
         language sql stable security definer set search_path = public, pg_temp as
         'select null::text, null::uuid, null::uuid, null::text where false'`,
    );
    expect((await verify()).findings.map(({ message }) => message)).toEqual([
      'the function that reads dashboard texts and replies was changed',
      // The schema check reports the changed function too (AUD-82).
      expect.stringMatching(/^the function ledger_support_texts\(\) is /),
    ]);
  });
});
