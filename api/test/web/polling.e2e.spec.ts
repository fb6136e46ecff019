import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { waitForVisible, openAccount, shareSession, stopClock, fillInTransfer } from './browser.fixtures.js';
import { trackCalls, type CallTracker } from './call-tracker.fixtures.js';
import { newAdmin } from '../kyc/kyc.fixtures.js';
import { userIdOf } from '../payments/money.fixtures.js';
import { withPage, useBank, useBrowser } from '../harness/index.js';

const TRANSACTIONS = '/api/transactions/recent';
const KYC_STATUS = '/api/kyc/status';
const CHAT = '/api/chat/messages';
const SUMMARY = '/api/account/summary';
const ADMIN_USERS = '/api/admin/users';
const ADMIN_STATS = '/api/admin/stats';

const NOTIFICATIONS = '/api/notifications';
const UNREAD_CHATS = '/api/admin/chats/unread';
const WORK_COUNTS = '/api/admin/work-queue/counts';

const SECOND_MS = 1_000;
/** Long enough for every poll to run once. */
const SETTLING_SECONDS = 11;

const bank = useBank();
const browser = useBrowser();

/** Advances the clock second by second. Returns how often each path was called in each second. */
async function callsPerSecond(
  page: Page,
  calls: CallTracker,
  count: number,
): Promise<Record<string, number>[]> {
  const taken: Record<string, number>[] = [];
  for (let second = 0; second < count; second += 1) {
    await page.clock.runFor(SECOND_MS);
    await calls.waitForIdle();
    taken.push(calls.takeCounts());
  }
  return taken;
}

/** The seconds between consecutive calls to each path, over half a minute of the page's clock. */
async function pollIntervals(page: Page, screen: string, paths: readonly string[]): Promise<number[][]> {
  await page.clock.install();
  const calls = trackCalls(page);
  await page.goto(bank.api.baseUrl + screen);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await calls.waitForIdle();
  await stopClock(page);
  await callsPerSecond(page, calls, SETTLING_SECONDS);
  const taken = await callsPerSecond(page, calls, 30);
  return paths.map((path) => {
    const calledAt = taken.flatMap((counts, second) => Array<number>(counts[path] ?? 0).fill(second));
    return calledAt.slice(1).map((second, index) => second - (calledAt[index] ?? 0));
  });
}

it('polls recent transactions, KYC status and chat at the specified intervals [UI-11]', async () => {
  await withPage(browser, 'polling', async (page, context) => {
    await shareSession(context, bank.alice);
    const [transactions, kyc] = await pollIntervals(page, '/dashboard', [TRANSACTIONS, KYC_STATUS]);
    expect({ transactions, kyc }).toEqual({ transactions: [5, 5, 5, 5, 5], kyc: [10, 10] });
  });
  await withPage(browser, 'chat polling', async (page, context) => {
    await shareSession(context, bank.alice);
    const [chat] = await pollIntervals(page, '/contact', [CHAT]);
    expect(chat).toEqual([5, 5, 5, 5, 5]);
  });
});

it('gets 304 while nothing changes, and shows a change at the next poll [UI-13]', async () => {
  const { admin, alice } = bank;
  await withPage(browser, 'unchanged polls', async (page, context) => {
    await shareSession(context, alice);
    await page.clock.install();
    const calls = trackCalls(page);
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (new URL(response.url()).pathname === TRANSACTIONS) statuses.push(response.status());
    });
    await page.goto(`${bank.api.baseUrl}/dashboard`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await calls.waitForIdle();
    await stopClock(page);
    const poll = async (responses: number): Promise<void> => {
      for (let second = 0; statuses.length < responses && second < 3 * SETTLING_SECONDS; second += 1)
        await callsPerSecond(page, calls, 1);
    };
    await poll(3);
    const credit = { userId: await userIdOf(alice), type: 'credit', amount: 8, description: 'Found money' };
    expect((await admin.post('/api/admin/transactions', credit)).status).toBe(201);
    await poll(5);
    expect(statuses).toEqual([200, 304, 304, 200, 304]);
    await page.getByText('Found money').first().waitFor();
  });
});

/** Gives the admin an account number and money, so the admin sees every kind of data. */
async function openAdminAccount(): Promise<void> {
  const { admin, api, database } = bank;
  const otherAdmin = await newAdmin(api.baseUrl, database);
  await openAccount(database, otherAdmin, admin);
  const credit = { userId: await userIdOf(admin), type: 'credit', amount: 100, description: 'Gift' };
  expect((await otherAdmin.post('/api/admin/transactions', credit)).status).toBe(201);
}

/**
 * Lets a minute pass, then fires the events for returning to the tab and going online. Returns the paths requested
 * during the minute and after the events.
 */
async function callsWhileAway(page: Page, calls: CallTracker): Promise<string[]> {
  await calls.waitForIdle();
  calls.takeCounts();
  await stopClock(page);
  const minute = await callsPerSecond(page, calls, 60);
  await page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    window.dispatchEvent(new Event('focus'));
    window.dispatchEvent(new Event('online'));
  });
  await calls.waitForIdle();
  await page.clock.resume();
  return [...new Set([...minute, calls.takeCounts()].flatMap((counts) => Object.keys(counts)))];
}

/** Follows a link, and returns the paths that the next screen requests. */
async function followLink(page: Page, calls: CallTracker, link: string, heading: string): Promise<string[]> {
  await calls.waitForIdle();
  calls.takeCounts();
  await page.getByRole('link', { name: link, exact: true }).filter({ visible: true }).first().click();
  await page.getByRole('heading', { name: heading }).waitFor();
  await calls.waitForIdle();
  return Object.keys(calls.takeCounts());
}

/** Sends money, and returns the paths requested until the confirmation shows. */
async function sendMoney(page: Page, calls: CallTracker): Promise<string[]> {
  await fillInTransfer(page);
  await page.getByRole('button', { name: 'Review Transfer' }).click();
  await stopClock(page);
  calls.takeCounts();
  await page.getByRole('button', { name: 'Confirm and Send' }).click();
  await waitForVisible(page, page.getByRole('heading', { name: 'Transfer request submitted' }));
  await calls.waitForIdle();
  const requested = Object.keys(calls.takeCounts());
  await page.clock.resume();
  return requested;
}

it('refetches unpolled data only after a mutation, except the account summary [UI-12]', async () => {
  await openAdminAccount();
  await withPage(browser, 'freshness', async (page, context) => {
    await shareSession(context, bank.admin);
    await page.clock.install();
    const calls = trackCalls(page);
    await page.goto(`${bank.api.baseUrl}/admin`);
    await page.getByRole('button', { name: /^View Alice/ }).waitFor();
    expect(Object.keys(calls.takeCounts())).toEqual(expect.arrayContaining([ADMIN_USERS, ADMIN_STATS]));
    expect((await callsWhileAway(page, calls)).sort()).toEqual([UNREAD_CHATS, WORK_COUNTS, NOTIFICATIONS]);

    const dashboard = ['Back to Dashboard', 'Welcome back!'] as const;
    expect(await followLink(page, calls, ...dashboard)).toContain(SUMMARY);
    const unchanged = await followLink(page, calls, 'Admin Panel', 'Admin Dashboard');
    // The numbers on the tabs are polled; the lists are not refetched.
    const isPolled = (path: string) => path === UNREAD_CHATS || path === WORK_COUNTS;
    expect(unchanged.filter((path) => path.startsWith('/api/admin') && !isPolled(path))).toEqual([]);
    // Only the summary is refetched by every screen that shows it.
    expect(await followLink(page, calls, ...dashboard)).toContain(SUMMARY);
    expect(await followLink(page, calls, 'Send Money', 'Send Money')).toContain(SUMMARY);

    expect(await sendMoney(page, calls)).toEqual(
      expect.arrayContaining(['/api/transfer/request', SUMMARY, NOTIFICATIONS]),
    );
    expect(await followLink(page, calls, 'Dashboard', 'Welcome back!')).toContain(TRANSACTIONS);
    await page.getByText('Transfer to Corner Greens').first().waitFor();
    const refreshed = await followLink(page, calls, 'Admin Panel', 'Admin Dashboard');
    expect(refreshed).toEqual(expect.arrayContaining([ADMIN_USERS, ADMIN_STATS]));
  });
});
