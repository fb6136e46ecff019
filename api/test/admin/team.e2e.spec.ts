import { expect, it } from '@jest/globals';
import { newAdmin } from '../kyc/kyc.fixtures.js';
import { withPage, useBank, useBrowser, expectSoon } from '../harness/index.js';
import { userIdOf } from '../payments/money.fixtures.js';
import { waitForToast } from '../web/bank.fixtures.js';
import { shareSession } from '../web/browser.fixtures.js';
import { openAdminTab, pickUser } from './admin.fixtures.js';
import { POLICY, PROPOSED, STRICT } from './approvals.fixtures.js';

const bank = useBank();
const browser = useBrowser();

const NO_ID = '0198f3a0-0000-7000-8000-000000000000';

it('adds, disables, restores and removes a member, with a reason each time [ADM-50]', async () => {
  await withPage(browser, 'team', async (page) => {
    await openAdminTab(page, bank, 'team');
    await page.getByRole('button', { name: 'Add Member' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Grant Role' }).click();
    await dialog.getByText('Select a role').last().waitFor();
    await pickUser(dialog, 'Bob');
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Support');
    await dialog.getByText('Can view payments and freeze accounts.').waitFor();
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Reviewer');
    await dialog.getByText('Can freeze accounts.').waitFor();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Joined the review desk');
    await dialog.getByRole('button', { name: 'Grant Role' }).click();
    await waitForToast(page, 'Reviewer role granted');
    const member = page.getByRole('table', { name: 'Members' }).getByRole('row', { name: /Bob/ });
    await member.getByText('Reviewer').waitFor();

    await member.getByRole('button', { name: "Change Bob Lindqvist's role" }).click();
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Payments');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Moved to the payments desk');
    await dialog.getByRole('button', { name: 'Change Role' }).click();
    await waitForToast(page, 'Role changed to Payments');
    await member.getByText('Payments').waitFor();

    await page.getByRole('button', { name: 'Add Member' }).click();
    await pickUser(dialog, 'Bob');
    await dialog.getByText('The new role replaces the Payments role.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    for (const [action, state] of [
      ['Disable', 'Disabled'],
      ['Restore', 'Active'],
    ] as const) {
      await member.getByRole('button', { name: `${action} Bob Lindqvist's access` }).click();
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('On leave');
      await dialog.getByRole('button', { name: `${action} Access`, exact: true }).click();
      await member.getByText(state).waitFor();
    }
    await member.getByRole('button', { name: 'Remove Bob Lindqvist' }).click();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Left the bank');
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await waitForToast(page, 'Member removed');
    await member.waitFor({ state: 'detached' });
    const changes = page.getByRole('table', { name: 'Team changes' });
    await changes.getByText('Left the bank').waitFor();
    await changes.getByText('Role set (Payments)').waitFor();
  });
});

it('shows the role of a disabled admin and offers no way to delete the admin [ADM-11]', async () => {
  const { admin, api, database } = bank;
  const member = await newAdmin(api.baseUrl, database, 'support');
  const { id, email } = (await member.get<{ id: string; email: string }>('/api/auth/user')).body;
  expect((await admin.post(`/api/admin/team/${id}/disable`, { reason: 'On leave' })).status).toBe(204);
  await withPage(browser, 'team: disabled', async (page) => {
    await shareSession(page.context(), admin);
    await page.goto(`${api.baseUrl}/admin?search=${encodeURIComponent(email)}`);
    await page.getByText('1 of 1').waitFor();
    await page.getByRole('cell').getByText('Admin (access disabled)').waitFor();
    await page.getByRole('button', { name: /^View / }).click();
    const details = page.getByRole('dialog', { name: 'User Details' });
    await details.getByText('Admin (access disabled)').waitFor();
    expect(await details.getByRole('button', { name: 'Delete User' }).count()).toBe(0);
  });
});

it('shows admins only what their role allows [ADM-51]', async () => {
  const auditor = await newAdmin(bank.api.baseUrl, bank.database, 'auditor');
  await withPage(browser, 'team: an auditor', async (page) => {
    await shareSession(page.context(), auditor);
    await page.goto(`${bank.api.baseUrl}/admin`);
    await page.getByRole('tab', { name: 'Event History' }).waitFor();
    await expectSoon(() =>
      page.getByRole('tablist', { name: 'Admin' }).getByRole('tab').allTextContents(),
    ).toEqual(['Event History']);
    for (const name of ['Approvals', 'Work Queue']) {
      expect(await page.getByRole('link', { name }).count()).toBe(0);
    }
    for (const path of ['/admin/approvals', `/admin/kyc/${NO_ID}`, `/dashboard-edit/${NO_ID}`]) {
      await page.goto(`${bank.api.baseUrl}${path}`);
      await page.getByText("Your role can't open this page.").waitFor();
    }
    await page.getByRole('link', { name: 'Admin Dashboard' }).click();
    await page.getByRole('tab', { name: 'Event History' }).waitFor();

    // For other admins, the Admin link leads to the work queue. An auditor has no work queue, so the link must lead to
    // the event history.
    await page.goto(`${bank.api.baseUrl}/dashboard`);
    const nav = page.getByRole('navigation', { name: 'Main' });
    await nav.getByRole('link', { name: 'Admin' }).first().click();
    await page.getByRole('tab', { name: 'Event History' }).waitFor();
  });
});

it('offers admins only the kinds of work that their role can decide on [ADM-51]', async () => {
  const support = await newAdmin(bank.api.baseUrl, bank.database, 'support');
  await withPage(browser, 'team: support', async (page) => {
    await shareSession(page.context(), support);
    await page.goto(`${bank.api.baseUrl}/admin/queue`);
    await expectSoon(() =>
      page.getByRole('combobox', { name: 'Type' }).getByRole('option').allTextContents(),
    ).toEqual([expect.stringMatching(/^All types/), expect.stringMatching(/^Chats/)]);
    await page.goto(`${bank.api.baseUrl}/admin/queue?item=proposal.${NO_ID}`);
    await page.getByText("Your role can't open this item.").waitFor();
    for (const [tab, description] of [
      ['outgoing', 'Pending amounts stay on hold until a decision is made.'],
      ['incoming', 'Customers get the money once a payment is completed.'],
      ['transactions', 'Every transaction, whatever its status.'],
    ] as const) {
      await page.goto(`${bank.api.baseUrl}/admin?tab=${tab}`);
      await page.getByText(description, { exact: true }).waitFor();
    }
  });
});

it("says how each waiting proposal would change an admin's access [APR-3]", async () => {
  const { admin, api, database } = bank;
  const userId = await userIdOf(await newAdmin(api.baseUrl, database, 'reviewer'));
  const { body } = await admin.get<{ version: number }>(POLICY);
  await admin.put(POLICY, { ...STRICT, expectedVersion: body.version });
  for (const action of ['revoke', 'disable']) {
    const change = await admin.post(`/api/admin/team/${userId}/${action}`, { reason: 'Left the bank' });
    expect(change).toMatchObject(PROPOSED);
  }
  await withPage(browser, 'team: proposals', async (page) => {
    await shareSession(page.context(), admin);
    await page.goto(`${api.baseUrl}/admin/approvals`);
    const waiting = page.getByRole('list', { name: 'Waiting proposals' }).getByRole('button');
    for (const change of ['Revoke role', 'Disable access'])
      await waiting.filter({ hasText: `Admin access change: ${change}` }).waitFor();
  });
});
