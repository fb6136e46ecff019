import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { readAllPages, type Page } from '../admin/pagination.fixtures.js';
import { waitUntilBlocked } from '../identity/gates.fixtures.js';
import { userIdOf, type ApiErrorBody } from '../payments/money.fixtures.js';
import { query, useBank } from '../harness/index.js';

interface Message {
  id: string;
  message: string;
  isFromUser: boolean;
}

interface Conversation {
  userId: string;
  lastMessage: Message;
  unreadCount: number;
}

/** Runs work on a separate database connection. */
async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const bank = useBank();

describe('support chat', () => {
  it('keeps one conversation per customer, in order, visible only to that customer and to admins [CHAT-1]', async () => {
    const { alice, bob, admin } = bank;
    const aliceId = await userIdOf(alice);
    await alice.post('/api/chat/send', { message: '  first  ' });
    await admin.post(`/api/admin/chats/${aliceId}/reply`, { message: 'second' });
    await alice.post('/api/chat/send', { message: 'third\nwith a second line' });
    const expected = [
      { message: 'first', isFromUser: true },
      { message: 'second', isFromUser: false },
      { message: 'third\nwith a second line', isFromUser: true },
    ];
    expect((await alice.get<Message[]>('/api/chat/messages')).body).toMatchObject(expected);
    const seen = await admin.get<Page<Message>>(`/api/admin/chats/${aliceId}`);
    expect(seen.body.items.reverse()).toMatchObject(expected);
    expect((await bob.get<Message[]>('/api/chat/messages')).body).toEqual([]);
    expect((await bob.get(`/api/admin/chats/${aliceId}`)).status).toBe(403);
    expect((await bob.post(`/api/admin/chats/${aliceId}/reply`, { message: 'hello' })).status).toBe(403);
  });

  it.each(['', '   ', '\n'])('refuses the blank message %p [CHAT-2]', async (message) => {
    const response = await bank.alice.post<ApiErrorBody>('/api/chat/send', { message });
    expect({ status: response.status, message: response.body.message }).toEqual({
      status: 400,
      message: 'Please enter a message',
    });
  });

  it('refuses a message that is too long or sent to an unknown customer [CHAT-2]', async () => {
    const { alice, admin } = bank;
    expect((await alice.post('/api/chat/send', { message: 'x'.repeat(4001) })).status).toBe(400);
    const unknownChat = `/api/admin/chats/${randomUUID()}`;
    expect((await admin.get(unknownChat)).status).toBe(404);
    expect((await admin.post(`${unknownChat}/reply`, { message: 'hello' })).status).toBe(404);
    expect((await admin.post(`${unknownChat}/read`)).status).toBe(404);
  });
});

describe('the conversation list', () => {
  const conversationOf = async (userId: string): Promise<Conversation | undefined> => {
    const page = await bank.admin.get<Page<Conversation>>('/api/admin/chats');
    return page.body.items.find((conversation) => conversation.userId === userId);
  };
  const unread = async () => (await bank.admin.get<{ unreadCount: number }>('/api/admin/chats/unread')).body;

  it('is sorted newest first, counts unread messages and marks messages as read up to a given one [CHAT-8]', async () => {
    const { alice, bob, admin } = bank;
    const [aliceId, bobId] = [await userIdOf(alice), await userIdOf(bob)];
    await admin.post(`/api/admin/chats/${aliceId}/read`);
    const { body: first } = await bob.post<Message>('/api/chat/send', { message: 'one' });
    await bob.post('/api/chat/send', { message: 'two' });
    const { body: page } = await admin.get<Page<Conversation>>('/api/admin/chats');
    expect(page.total).toBe(2);
    expect(page.items[0]).toMatchObject({
      userId: bobId,
      unreadCount: 2,
      lastMessage: { message: 'two', isFromUser: true },
    });
    expect(await unread()).toEqual({ unreadCount: 2 });

    await admin.post(`/api/admin/chats/${bobId}/read`, { upTo: first.id });
    expect(await conversationOf(bobId)).toMatchObject({ unreadCount: 1 });
    await admin.post(`/api/admin/chats/${bobId}/reply`, { message: 'three' });
    expect(await conversationOf(bobId)).toMatchObject({ unreadCount: 1, lastMessage: { message: 'three' } });
    await admin.post(`/api/admin/chats/${bobId}/read`);
    expect(await unread()).toEqual({ unreadCount: 0 });
    expect((await admin.post(`/api/admin/chats/${bobId}/read`, { upTo: 'now' })).status).toBe(400);
  });

  it('keeps a message unread if it is stored while earlier ones are being marked as read [CHAT-9]', async () => {
    const { alice, admin, database } = bank;
    const aliceId = await userIdOf(alice);
    const { body: seen } = await alice.post<Message>('/api/chat/send', { message: 'seen' });
    const reading = await withClient(database.superUrl, async (storing) => {
      await storing.query('begin');
      await storing.query(
        `with added as (
           insert into chat_message (id, user_id, is_from_user, message, created_at)
           values ('ffffffff-0000-7000-8000-000000000000', $1, true, 'unseen', now()) returning id)
         update chat_conversation set unread_count = unread_count + 1 where user_id = $1`,
        [aliceId],
      );
      const waiting = admin.post(`/api/admin/chats/${aliceId}/read`, { upTo: seen.id });
      await waitUntilBlocked(database, [waiting]);
      await storing.query('commit');
      return waiting;
    });
    expect(reading.status).toBe(204);
    expect(await conversationOf(aliceId)).toMatchObject({ unreadCount: 1 });
  });

  it('counts unread messages correctly while messages are sent and marked as read concurrently [CHAT-9]', async () => {
    const { bob, admin, database } = bank;
    const bobId = await userIdOf(bob);
    const calls = Array.from({ length: 40 }, (_, index) =>
      index % 4 === 0
        ? admin.post(`/api/admin/chats/${bobId}/read`)
        : bob.post('/api/chat/send', { message: `message ${index}` }),
    );
    await Promise.all(calls);
    const [counted] = await query<{ unread: string; last: string }>(
      database.superUrl,
      `select count(*) filter (where is_from_user and read_at is null) as unread,
         (array_agg(id order by id desc))[1] as last from chat_message where user_id = $1`,
      [bobId],
    );
    expect(await conversationOf(bobId)).toMatchObject({
      unreadCount: Number(counted?.unread),
      lastMessage: { id: counted?.last },
    });
  });

  it('finds a conversation by the customer’s name, and pages back through that conversation to the first message [CHAT-11]', async () => {
    const { bob, admin } = bank;
    const bobId = await userIdOf(bob);
    const found = await admin.get<Page<Conversation>>('/api/admin/chats?search=lindQVIST');
    expect(found.body.items.map(({ userId }) => userId)).toEqual([bobId]);
    expect((await admin.get<Page<Conversation>>('/api/admin/chats?search=nobody')).body.items).toEqual([]);

    const pages = await readAllPages<Message>(admin, `/api/admin/chats/${bobId}?limit=7`, async () => {
      await bob.post('/api/chat/send', { message: 'meanwhile' });
    });
    const before = pages.flatMap(({ items }) => items);
    expect(before.length).toBe(pages[0]?.total);
    expect(new Set(before.map(({ id }) => id)).size).toBe(before.length);
    expect(before.at(-1)).toMatchObject({ message: 'one' });
  });
});
