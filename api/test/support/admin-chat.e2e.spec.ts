import { expect, it } from '@jest/globals';
import { waitForToast } from '../web/bank.fixtures.js';
import { openSignedIn } from '../web/browser.fixtures.js';
import { withPage, useBank, useBrowser, expectSoon } from '../harness/index.js';
import { openAdminTab } from '../admin/admin.fixtures.js';

const bank = useBank();
const browser = useBrowser();

it('delivers messages in both directions without a reload [CHAT-2, CHAT-3, CHAT-8, ADM-3, ADM-19]', async () => {
  const { api } = bank;
  await withPage(browser, 'customer chat', (alice) =>
    withPage(browser, 'admin chat', async (admin) => {
      await openAdminTab(admin, bank, 'chats');
      await admin.getByText('No conversations yet').waitFor();
      await openSignedIn(alice, api.baseUrl, 'alice@moniker.example', '/contact');
      await alice.getByText('Start a conversation').waitFor();
      const box = alice.getByPlaceholder('Type your message...');
      await box.press('Enter');
      await waitForToast(alice, 'Message Required');
      await box.fill('  Where is my salary? It should have come on Monday. ');
      await box.press('Enter');
      await waitForToast(alice, 'Message Sent');
      await alice.getByText('Where is my salary? It should have come on Monday.', { exact: true }).waitFor();
      await expectSoon(() => box.inputValue()).toBe('');

      const row = admin.getByRole('list', { name: 'Conversations' }).getByRole('button');
      await row.filter({ hasText: 'Alice Moreno' }).filter({ hasText: '1 unread' }).waitFor();
      // The first 30 characters (CHAT-8).
      await row.getByText('Where is my salary? It should …', { exact: true }).waitFor();
      await admin.getByRole('tab', { name: 'User Chats 1 unread' }).waitFor();
      await row.click();
      await admin.getByRole('log').getByText('Where is my salary? It should have come on Monday.').waitFor();
      await admin.getByRole('tab', { name: 'User Chats', exact: true }).waitFor();
      const reply = admin.getByLabel('Reply');
      await reply.fill('It arrived just now.');
      await reply.press('Enter');
      await waitForToast(admin, 'Reply sent successfully');
      await expectSoon(() => reply.inputValue()).toBe('');

      await alice.getByRole('log').getByText('It arrived just now.').waitFor();
      await box.fill('Thank you!');
      await box.press('Enter');
      await admin.getByRole('log').getByText('Thank you!').waitFor();
      await row.filter({ hasText: 'Thank you!' }).waitFor();
      await row.getByText('unread').waitFor({ state: 'hidden' });
    }),
  );
});

it('shows either the list or a conversation on a phone, and loads earlier messages [CHAT-11]', async () => {
  const { bob } = bank;
  for (let count = 1; count <= 30; count += 1)
    await bob.post('/api/chat/send', { message: `Question ${count}.` });
  const phone = { viewport: { width: 360, height: 740 } };
  await withPage(
    browser,
    'admin chat on a phone',
    async (page) => {
      await openAdminTab(page, bank, 'chats');
      await page.getByLabel('Search customers').fill('lindqvist');
      const list = page.getByRole('list', { name: 'Conversations' });
      await list.getByRole('button', { name: /Bob Lindqvist/ }).click();
      const log = page.getByRole('log');
      await log.getByText('Question 30.').waitFor();
      await list.waitFor({ state: 'hidden' });
      // The panel's figures make room for the conversation.
      const figures = page.getByText('Total Users');
      await figures.waitFor({ state: 'hidden' });
      const levels = await page
        .getByRole('heading')
        .evaluateAll((headings) => headings.map(({ tagName }) => tagName));
      expect(levels).toEqual(['H1', 'H2', 'H3']);
      expect(await log.getByText('Question 1.', { exact: true }).count()).toBe(0);
      await page.getByRole('button', { name: 'Load earlier' }).click();
      await log.getByText('Question 1.', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Back to conversations' }).click();
      await list.waitFor();
      await figures.waitFor();
      await expectSoon(() => page.evaluate(() => document.activeElement?.textContent)).toContain(
        'Bob Lindqvist',
      );
    },
    phone,
  );
});
