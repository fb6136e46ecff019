import { expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { waitForToast } from '../web/bank.fixtures.js';
import { openSignedIn, pointAtTime, shareSession } from '../web/browser.fixtures.js';
import { bankTimeText, NARROW_SPACE } from '../payments/history.fixtures.js';
import { withPage, useBank, useBrowser, expectSoon } from '../harness/index.js';

const bank = useBank();
const browser = useBrowser();

it('scrolls a long conversation within its card and keeps the message box above the tab bar on a phone', async () => {
  const { api } = bank;
  const messages = Array.from({ length: 60 }, (_, index) => ({
    id: `message-${index}`,
    message: `Message ${index}`,
    isFromUser: index % 2 === 0,
    createdAt: new Date().toISOString(),
  }));
  await withPage(browser, 'long chat', async (page) => {
    await page.setViewportSize({ width: 360, height: 740 });
    // The line about the support hours is longest on a Saturday evening.
    await page.clock.setFixedTime('2026-11-21T23:00:00Z');
    await page.route('**/api/chat/messages', (route) => route.fulfill({ json: messages }));
    await openSignedIn(page, api.baseUrl, 'bob@moniker.example', '/contact');
    await page.getByText('Message 59', { exact: true }).waitFor();
    const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(pageHeight).toBeLessThan(1_600);
    const [box, tabs] = await Promise.all([
      page.getByPlaceholder('Type your message...').boundingBox(),
      page.getByRole('navigation', { name: 'Main' }).boundingBox(),
    ]);
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(tabs?.y ?? 0);
  });
});

it("shows the support hours next to the “Online” badge, with a tooltip in the reader's time zone [CHAT-12, CHAT-5]", async () => {
  const scenario = async (page: Page, context: BrowserContext): Promise<void> => {
    await shareSession(context, bank.bob);
    await page.clock.setFixedTime(new Date('2026-11-20T17:00:00Z'));
    await page.goto(`${bank.api.baseUrl}/contact`);
    await page.getByText('Support is available until 6:00 PM EST').waitFor();
    await page.clock.setFixedTime(new Date('2026-11-21T22:00:00Z'));
    await page.reload();
    await page.getByText('Support is back on Monday at 9:00 AM EST').waitFor();
    await page.getByText('Online', { exact: true }).waitFor();
    await page.locator('time[datetime="2026-11-23T14:00:00.000Z"]').focus();
    await page.locator('[popover]').getByText('Your time: Nov 23, 2026, 11:00 PM GMT+9').waitFor();
  };
  await withPage(browser, 'support hours', scenario, { timezoneId: 'Asia/Tokyo' });
});

it("shows the time of a message in the reader's time zone, and the bank's time in its tooltip [CHAT-7, CHAT-13]", async () => {
  await bank.bob.post('/api/chat/send', { message: 'What time is it?' });
  const { body: messages } = await bank.bob.get<{ createdAt: string }[]>('/api/chat/messages');
  const sentAt = messages.at(-1)?.createdAt ?? '';
  const clock = new Date(sentAt).toLocaleTimeString('en-US', {
    ...{ timeZone: 'Asia/Tokyo', hour: 'numeric', minute: '2-digit' },
  });
  const scenario = async (page: Page, context: BrowserContext): Promise<void> => {
    await shareSession(context, bank.bob);
    await page.goto(`${bank.api.baseUrl}/contact`);
    const time = page.locator(`time[datetime="${sentAt}"]`);
    await time.getByText(clock.replaceAll(NARROW_SPACE, ' '), { exact: true }).waitFor();
    await (await pointAtTime(time)).getByText(bankTimeText(sentAt)).waitFor();
  };
  await withPage(browser, 'message times', scenario, { timezoneId: 'Asia/Tokyo' });
});

it('keeps a message that is too long, says by how much, and sends one that fits [CHAT-2]', async () => {
  await withPage(browser, 'long message', async (page, context) => {
    await shareSession(context, bank.bob);
    await page.goto(`${bank.api.baseUrl}/contact`);
    const box = page.getByPlaceholder('Type your message...');
    await box.fill('a'.repeat(6_000));
    await expectSoon(() => box.inputValue()).toHaveLength(6_000);
    await page.getByText('2,000 characters too many. The limit is 4,000.').waitFor();
    await expectSoon(() => page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    await box.press('Enter');
    await expectSoon(() => box.inputValue()).toHaveLength(6_000);
    await box.fill('b'.repeat(4_000));
    await box.press('Enter');
    await waitForToast(page, 'Message Sent');
  });
});
