import { describe, expect, it } from '@jest/globals';
import { headOf, KYC, setAvailableBalance, requestTransfer, userIdOf } from '../payments/money.fixtures.js';
import { HttpClient, query, useBank } from '../harness/index.js';

interface Notifications {
  items: { id: number; at: string; title: string; text: string; href: string; isRead: boolean }[];
  unreadCount: number;
}

const bank = useBank();
const { database, alice, bob, admin } = bank;

async function list(client: HttpClient): Promise<Notifications> {
  const { status, body } = await client.get<Notifications>('/api/notifications');
  expect(status).toBe(200);
  return body;
}

async function read(client: HttpClient, upTo: number): Promise<Notifications> {
  const { status, body } = await client.post<Notifications>('/api/notifications/read', { upTo });
  expect(status).toBe(200);
  return body;
}

const titlesOf = ({ items }: Notifications) => items.map(({ title }) => title);

describe('notifications', () => {
  it('include actions by others, newest first, but not the customer’s own [NTF-1]', async () => {
    const own = await list(alice);
    expect(titlesOf(own)).toEqual([
      'Payment received',
      'Transfer completed',
      'Transfer completed',
      'Payment received',
      'Transfer declined',
      'Transfer completed',
      'Transfer completed',
      'Transfer completed',
      'Payment received',
      'Credit added',
      'Checking account approved',
      'Identity verified',
    ]);
    expect(own.unreadCount).toBe(12);
    expect(own.items[0]).toMatchObject({
      text: '$2,450.00 arrived from Brightwater Studio and was added to your account.',
      href: expect.stringMatching(/^\/dashboard\?transaction=[\da-f-]{36}$/) as unknown,
      isRead: false,
    });
    const positions = own.items.map(({ id }) => id);
    expect(positions).toEqual([...positions].sort((a, b) => b - a));
  });

  it('can be marked as read up to a given one, and the mark never moves back [NTF-3]', async () => {
    const { items } = await list(alice);
    const third = items[2]?.id ?? 0;
    expect((await read(alice, third)).unreadCount).toBe(2);
    expect((await list(alice)).items.map(({ isRead }) => isRead)).toEqual([
      ...[false, false],
      ...Array<boolean>(10).fill(true),
    ]);
    expect((await read(alice, 0)).unreadCount).toBe(2);
    expect((await read(alice, items[0]?.id ?? 0)).unreadCount).toBe(0);
    expect((await read(alice, 1)).unreadCount).toBe(0);
    expect((await list(bob)).unreadCount).toBe(6);
  });

  it("that arrive after a mark-as-read request are unread, even if the request's mark is beyond the end of the log [NTF-3]", async () => {
    const head = await headOf(database);
    expect((await read(alice, Number.MAX_SAFE_INTEGER)).unreadCount).toBe(0);
    const marks = await query<{ up_to: string }>(
      database.superUrl,
      'select up_to from notification_read where user_id = $1',
      [await userIdOf(alice)],
    );
    expect(Number(marks[0]?.up_to)).toBe(head);
    await setAvailableBalance(admin, alice, 400_000);
    expect((await list(alice)).unreadCount).toBe(1);
  });

  it('include open requests for money, each with a link to the form that pays it [NTF-4]', async () => {
    await read(alice, Number.MAX_SAFE_INTEGER);
    const found = await bob.post<{ proof: string }>('/api/transfer/find-recipient', {
      recipientMoniker: 'alice',
    });
    const asked = await bob.post<{ id: string }>('/api/money-requests', {
      ...{ amount: 25, note: 'Dinner', recipientMoniker: 'alice', recipientProof: found.body.proof },
    });
    const own = await list(alice);
    expect(own.unreadCount).toBe(1);
    expect(own.items[0]).toMatchObject({
      title: 'Request for money',
      text: 'Bob L. asked for $25.00: Dinner',
      href: `/send-money?request=${asked.body.id}`,
      isRead: false,
    });
    expect((await list(bob)).items.map(({ title }) => title)).not.toContain('Request for money');
    const afterwards = await read(alice, own.items[1]?.id ?? 0);
    expect(afterwards.items[0]).toMatchObject({ title: 'Request for money', isRead: true });
    await bob.post(`/api/money-requests/${asked.body.id}/cancel`);
    expect(titlesOf(await list(alice))).not.toContain('Request for money');
  });

  it('are created for decisions and reversals [NTF-2]', async () => {
    await setAvailableBalance(admin, alice, 300_000);
    await read(alice, Number.MAX_SAFE_INTEGER);
    const { body: transfer } = await requestTransfer(alice, { amount: 50 });
    expect((await list(alice)).unreadCount).toBe(0);
    const review = (status: string) => admin.put(`/api/admin/transfer-requests/${transfer.id}`, { status });
    await review('processing');
    expect((await list(alice)).unreadCount).toBe(0);
    await review('completed');
    await review('cancelled');
    const { items, unreadCount } = await list(alice);
    expect(unreadCount).toBe(2);
    expect(items.slice(0, 2)).toMatchObject([
      {
        title: 'Transfer reversed',
        text: 'We reversed your transfer to Corner Greens. $50.00 is back in your account, including the $1.00 fee.',
        href: `/dashboard?transaction=${transfer.id}`,
      },
      { title: 'Transfer completed' },
    ]);
  });

  it('are not created for a payment that never arrived [NTF-2]', async () => {
    await read(alice, Number.MAX_SAFE_INTEGER);
    const userId = await userIdOf(alice);
    const { body } = await admin.post<{ id: string }>('/api/admin/incoming-payments', { userId, amount: 5 });
    await admin.put(`/api/admin/incoming-payments/${body.id}`, { status: 'failed' });
    expect((await list(alice)).unreadCount).toBe(0);
  });

  it('tell only the applicant about decisions on an application [NTF-2]', async () => {
    const requestOf = async (client: HttpClient) => {
      const userId = await userIdOf(client);
      const { body } = await admin.get<{ items: { id: string; user: { id: string } }[] }>(
        '/api/admin/account-requests',
      );
      return body.items.find(({ user }) => user.id === userId)?.id;
    };
    await read(bob, Number.MAX_SAFE_INTEGER);
    await admin.put(`/api/admin/account-requests/${await requestOf(bob)}`, { status: 'in_review' });
    await admin.put(`/api/admin/account-requests/${await requestOf(bob)}`, { status: 'approved' });
    const { items, unreadCount } = await list(bob);
    expect(unreadCount).toBe(2);
    expect(items.slice(0, 2)).toMatchObject([
      { title: 'Checking account approved', href: '/dashboard', isRead: false },
      { title: 'Account request in review', href: '/dashboard', isRead: false },
    ]);

    await admin.post('/api/kyc/create', KYC);
    await admin.put(`/api/admin/account-requests/${await requestOf(admin)}`, { status: 'approved' });
    expect(await list(admin)).toEqual({ items: [], unreadCount: 0 });
  });

  it('are limited to the newest 50 [NTF-1]', async () => {
    const userId = await userIdOf(bob);
    await setAvailableBalance(admin, bob, 100_000);
    for (let count = 0; count < 52; count += 1) {
      const credit = { userId, type: 'credit', amount: 1, description: `Credit ${count}` };
      expect((await admin.post('/api/admin/transactions', credit)).status).toBe(201);
    }
    const { items, unreadCount } = await list(bob);
    expect([items.length, unreadCount]).toEqual([50, 50]);
    expect(items[0]?.text).toBe('We added a credit of $1.00 to your account (Credit 51).');
  });
});
