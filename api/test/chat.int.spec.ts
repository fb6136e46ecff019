import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { userIdOf, type ApiErrorBody } from './money.given.js';
import { startDemoBank, type DemoBank } from './support/index.js';

interface Message {
  message: string;
  isFromUser: boolean;
}

let bank: DemoBank;

beforeAll(async () => {
  bank = await startDemoBank();
});

afterAll(() => bank.stop());

describe('support chat', () => {
  it('keeps one conversation a customer, in order, seen by that customer and admins alone', async () => {
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
    expect((await admin.get<Message[]>(`/api/admin/chats/${aliceId}`)).body).toMatchObject(expected);
    expect((await bob.get<Message[]>('/api/chat/messages')).body).toEqual([]);
    expect((await bob.get(`/api/admin/chats/${aliceId}`)).status).toBe(403);
    expect((await bob.post(`/api/admin/chats/${aliceId}/reply`, { message: 'hello' })).status).toBe(403);
  });

  it.each(['', '   ', '\n'])('refuses the blank message %p', async (message) => {
    const answer = await bank.alice.post<ApiErrorBody>('/api/chat/send', { message });
    expect({ status: answer.status, message: answer.body.message }).toEqual({
      status: 400,
      message: 'Please enter a message',
    });
  });

  it('refuses too long a message and one for nobody', async () => {
    const { alice, admin } = bank;
    expect((await alice.post('/api/chat/send', { message: 'x'.repeat(4001) })).status).toBe(400);
    const nobody = `/api/admin/chats/${randomUUID()}`;
    expect((await admin.get(nobody)).status).toBe(404);
    expect((await admin.post(`${nobody}/reply`, { message: 'hello' })).status).toBe(404);
    expect((await admin.post(`${nobody}/read`)).status).toBe(404);
  });
});
