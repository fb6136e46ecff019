import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { newAdmin } from '../kyc/kyc.fixtures.js';
import { requestTransfer, setAvailableBalance, summaryOf, userIdOf } from '../payments/money.fixtures.js';
import {
  type HttpClient,
  waitFor,
  withPage,
  use,
  useBank,
  useBrowser,
  expectSoon,
} from '../harness/index.js';
import { shareSession, loseAnswer } from '../web/browser.fixtures.js';
import { waitForToast } from '../web/bank.fixtures.js';
import { ALONE, close, credit, newestProposal, pendingProposals, POLICY } from './approvals.fixtures.js';
import { pickUser } from './admin.fixtures.js';

const bank = useBank();
const browser = useBrowser();
const otherAdmin = use(() => newAdmin(bank.api.baseUrl, bank.database));

async function openApprovals(page: Page, as: HttpClient): Promise<void> {
  await shareSession(page.context(), as);
  await page.goto(`${bank.api.baseUrl}/admin/approvals`);
}

const waiting = (page: Page) => page.getByRole('list', { name: 'Waiting proposals' }).getByRole('button');

/** Changes the policy so that these actions need a second admin. */
async function requireApproval(...actions: string[]): Promise<void> {
  const { body } = await bank.admin.get<{ version: number }>(POLICY);
  const rules = { ...ALONE, ...Object.fromEntries(actions.map((action) => [action, 'approval'])) };
  const policy = { rules, dailyLimit: 500, expectedVersion: body.version };
  expect((await bank.admin.put(POLICY, policy)).status).toBe(200);
}

it('lets an admin change the policy and propose a credit, and another admin approve it in the queue [ADM-31, APR-1, APR-2, APR-3]', async () => {
  await withPage(browser, 'approvals: proposing', async (page) => {
    await openApprovals(page, bank.admin);
    await page.getByText('Nothing to approve').waitFor();
    await page.getByRole('combobox', { name: 'Credits' }).selectOption('Two admins');
    await page.getByRole('spinbutton', { name: 'Daily limit per admin' }).fill('250');
    await page.getByRole('button', { name: 'Change Policy' }).click();
    await waitForToast(page, 'Approval policy changed');
    expect((await bank.admin.get(POLICY)).body).toMatchObject({ rules: { credit: 'approval' }, version: 1 });

    await page.getByRole('link', { name: 'Admin Dashboard' }).click();
    await page.getByRole('tab', { name: 'Transactions' }).click();
    await page.getByRole('button', { name: 'Create Transaction' }).click();
    const dialog = page.getByRole('dialog');
    await pickUser(dialog, 'Alice');
    await dialog.getByRole('spinbutton', { name: 'Amount' }).fill('75');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Goodwill');
    await dialog.getByRole('button', { name: 'Create Transaction' }).click();
    await waitForToast(page, 'Sent for approval');
    await expectSoon(() => page.url()).toMatch(/\/admin\/approvals$/);
    await waiting(page).click();
    const own = page.getByRole('dialog', { name: 'Credit' });
    await own.getByText('Waiting for another admin. Nothing has changed yet.').waitFor();
    expect(await own.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  });
  const before = (await summaryOf(bank.alice)).totalBalanceCents;
  await withPage(browser, 'approvals: deciding', async (page) => {
    await shareSession(page.context(), otherAdmin);
    await page.goto(`${bank.api.baseUrl}/admin/queue`);
    const item = page.getByRole('link', { name: /Proposal · Credit/ });
    await item.filter({ hasText: '$75.00' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Credit' });
    await dialog.getByText('Goodwill').waitFor();
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await waitForToast(page, 'Proposal approved and applied');
    await item.waitFor({ state: 'detached' });
    await page.goto(`${bank.api.baseUrl}/admin/approvals`);
    const decided = page.getByRole('list', { name: 'Decided proposals' }).getByRole('button');
    await decided.filter({ hasText: 'proposed by Ada Okafor, approved by Grace Hopper' }).waitFor();
  });
  expect((await summaryOf(bank.alice)).totalBalanceCents).toBe(before + 7_500);
  expect(await pendingProposals(otherAdmin)).toEqual([]);
});

it.each([
  ['Approve', 'approve', 'Proposal approved and applied', 7_500],
  ['Reject', 'reject', 'Proposal rejected', 0],
] as const)(
  'shows success if the admin repeats “%s” after the response was lost [APR-10]',
  async (button, decision, message, cents) => {
    await requireApproval('credit');
    expect((await credit(bank.admin, await userIdOf(bank.alice), 75)).status).toBe(202);
    const before = (await summaryOf(bank.alice)).totalBalanceCents;
    await withPage(browser, `approvals: lost answer, ${decision}`, async (page) => {
      await openApprovals(page, otherAdmin);
      await waiting(page).click();
      await loseAnswer(page, `**/api/admin/proposals/*/${decision}`);
      const dialog = page.getByRole('dialog', { name: 'Credit' });
      await dialog.getByRole('button', { name: button }).click();
      await waitForToast(page, "We didn't get a response.");
      await dialog.getByRole('button', { name: button }).click();
      await waitForToast(page, message);
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('Nothing to approve').waitFor();
    });
    expect((await summaryOf(bank.alice)).totalBalanceCents).toBe(before + cents);
  },
);

it('says who withdrew a proposal [APR-3]', async () => {
  await requireApproval('credit');
  expect((await credit(bank.admin, await userIdOf(bank.alice), 76)).status).toBe(202);
  expect((await close(bank.admin, await newestProposal(bank.admin), 'withdraw')).status).toBe(200);
  await withPage(browser, 'approvals: withdrawn', async (page) => {
    await openApprovals(page, bank.admin);
    const decided = page.getByRole('list', { name: 'Decided proposals' }).getByRole('button');
    await decided.filter({ hasText: 'withdrawn' }).click();
    const dialog = page.getByRole('dialog', { name: 'Credit' });
    await dialog.getByText('Withdrawn by').waitFor();
    expect(await dialog.getByText('Decided').count()).toBe(0);
  });
});

it('shows who is paid, and why the bank closed a proposal [APR-22, APR-25]', async () => {
  await requireApproval('decision');
  await setAvailableBalance(bank.admin, bank.alice, 100_000);
  const proposer = await newAdmin(bank.api.baseUrl, bank.database);
  const transfer = await requestTransfer(bank.alice, { amount: 640, recipientAccount: '310440019' });
  const decision = { status: 'approved', expectedRevision: 1 };
  const path = `/api/admin/transfer-requests/${transfer.body.id}`;
  expect((await proposer.put(path, decision)).status).toBe(202);
  await withPage(browser, 'approvals: payee', async (page) => {
    await openApprovals(page, otherAdmin);
    await waiting(page).filter({ hasText: 'Payment decision: Pending to completed' }).click();
    const dialog = page.getByRole('dialog', { name: 'Payment decision' });
    for (const text of [
      '$640.00, outgoing',
      'Corner Greens',
      '310440019',
      'Grocery box',
      'Not paid before',
    ]) {
      await dialog.getByText(text, { exact: true }).waitFor();
    }
    await dialog.getByRole('button', { name: 'Close' }).click();
    const reason = { reason: 'Left the bank' };
    const proposerId = await userIdOf(proposer);
    expect((await bank.admin.post(`/api/admin/team/${proposerId}/revoke`, reason)).status).toBe(204);
    await waitFor(async () => (await pendingProposals(bank.admin)).length === 0, {
      what: 'the bank to close the proposal',
    });
    await page.reload();
    const closed = page.getByRole('list', { name: 'Decided proposals' }).getByRole('button');
    await closed.filter({ hasText: "the proposer's role changed" }).click();
    await dialog.getByText("The proposer's role changed").waitFor();
    expect(await dialog.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  });
});

it('offers admins only what their role permits [ADM-51, SEC-40]', async () => {
  await requireApproval('credit');
  expect((await credit(bank.admin, await userIdOf(bank.alice), 5)).status).toBe(202);
  const { baseUrl } = bank.api;
  const reviewer = await newAdmin(baseUrl, bank.database, 'reviewer');
  await withPage(browser, 'approvals of a reviewer', async (page) => {
    await openApprovals(page, reviewer);
    await waiting(page).click();
    const dialog = page.getByRole('dialog', { name: 'Credit' });
    await dialog
      .getByText(
        "Your role doesn't allow this, or it's about you or your money. Another admin has to decide.",
      )
      .waitFor();
    expect(await dialog.getByRole('button', { name: /Approve|Reject/ }).count()).toBe(0);
    expect(await page.getByRole('region', { name: 'Policy' }).count()).toBe(0);
  });
  const support = await newAdmin(baseUrl, bank.database, 'support');
  await withPage(browser, 'payments of support', async (page) => {
    await shareSession(page.context(), support);
    await page.goto(`${baseUrl}/admin?tab=incoming`);
    await page.getByRole('row').nth(1).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Actions' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^(Create|Edit|Complete)/ }).count()).toBe(0);
    expect(await page.getByRole('checkbox').count()).toBe(0);
  });
});

// The last test of this file, because from then on the policy can only change with an approval.
it('shows the policy in force while a change to it waits for approval [APR-1, APR-5]', async () => {
  await requireApproval('policy');
  await withPage(browser, 'approvals: proposed policy', async (page) => {
    await openApprovals(page, bank.admin);
    const credits = page.getByRole('combobox', { name: 'Credits' });
    await credits.selectOption('Two admins');
    await page.getByRole('button', { name: 'Change Policy' }).click();
    await waitForToast(page, 'Sent for approval');
    await expectSoon(() => credits.inputValue()).toBe('alone');
  });
});
