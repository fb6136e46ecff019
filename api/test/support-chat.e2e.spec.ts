import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { seeToast, signInThere } from './bank.given.js';
import { userIdOf } from './money.given.js';
import { DEMO_PASSWORD, launchBrowser, startDemoBank, withPage, type DemoBank } from './support/index.js';

let bank: DemoBank;
let browser: Browser;

beforeAll(async () => {
  [bank, browser] = await Promise.all([startDemoBank(), launchBrowser()]);
}, 60_000);

afterAll(async () => {
  await browser.close();
  await bank.stop();
});

it('a customer writes to support, and the answer arrives without a reload', async () => {
  const { api, admin, alice } = bank;
  const aliceId = await userIdOf(alice);
  await withPage(browser, 'support chat', async (page) => {
    await signInThere(page, api.baseUrl, 'alice@moniker.example', DEMO_PASSWORD);
    await page.goto(`${api.baseUrl}/contact`);
    await page.getByText('Start a conversation').waitFor();
    const box = page.getByPlaceholder('Type your message...');
    await box.press('Enter');
    await seeToast(page, 'Message Required');
    await box.fill('  Where is my salary?  ');
    await box.press('Enter');
    await seeToast(page, 'Message Sent');
    await page.getByText('Where is my salary?').waitFor();
    expect(await box.inputValue()).toBe('');

    const chats = await admin.get<unknown[]>('/api/admin/chats');
    expect(chats.body).toMatchObject([
      { userId: aliceId, unreadCount: 1, lastMessage: { message: 'Where is my salary?', isFromUser: true } },
    ]);
    expect((await admin.post(`/api/admin/chats/${aliceId}/read`)).status).toBe(204);
    await admin.post(`/api/admin/chats/${aliceId}/reply`, { message: 'It arrived on Wednesday.' });
    await page.getByText('It arrived on Wednesday.').waitFor();
    expect((await admin.get<unknown[]>('/api/admin/chats')).body).toMatchObject([{ unreadCount: 0 }]);
  });
}, 60_000);
