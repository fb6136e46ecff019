import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { newAdmin } from '../kyc/kyc.fixtures.js';
import { summaryOf } from '../money/money.fixtures.js';
import { type DemoBank, type HttpClient, launchBrowser, startDemoBank, withPage } from '../support/index.js';
import { shareSession } from '../web/browser.fixtures.js';
import { waitForToast } from '../web/bank.fixtures.js';
import { pendingProposals, POLICY } from './approvals.fixtures.js';
import { openAdminTab, pickUser } from './admin.fixtures.js';

let bank: DemoBank;
let browser: Browser;
let otherAdmin: HttpClient;

beforeAll(async () => {
  [bank, browser] = await Promise.all([startDemoBank(), launchBrowser()]);
  otherAdmin = await newAdmin(bank.api.baseUrl, bank.database);
});

afterAll(async () => {
  await browser.close();
  await bank.stop();
});

async function openApprovals(page: Page, as: HttpClient): Promise<void> {
  await shareSession(page.context(), as);
  await page.goto(`${bank.api.baseUrl}/admin/approvals`);
}

const waiting = (page: Page) => page.getByRole('list', { name: 'Waiting proposals' }).getByRole('button');

it('changes the policy, proposes a credit and has another admin approve it [APR-1, APR-2, APR-3]', async () => {
  await withPage(browser, 'approvals: proposing', async (page) => {
    await openApprovals(page, bank.admin);
    await page.getByText('Nothing waits for approval').waitFor();
    await page.getByRole('combobox', { name: 'Credits' }).selectOption('Two admins');
    await page.getByRole('spinbutton', { name: 'Daily limit of one admin' }).fill('250');
    await page.getByRole('button', { name: 'Change Policy' }).click();
    await waitForToast(page, 'Approval policy changed');
    expect((await bank.admin.get(POLICY)).body).toMatchObject({ rules: { credit: 'approval' }, version: 1 });

    await page.getByRole('link', { name: 'Admin Dashboard' }).click();
    await openAdminTab(page, bank.api.baseUrl, 'Transactions');
    await page.getByRole('button', { name: 'Create Transaction' }).click();
    const dialog = page.getByRole('dialog');
    await pickUser(dialog, 'Alice');
    await dialog.getByRole('spinbutton', { name: 'Amount' }).fill('75');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Goodwill');
    await dialog.getByRole('button', { name: 'Create Transaction' }).click();
    await waitForToast(page, 'Sent for approval');
    expect(page.url()).toMatch(/\/admin\/approvals$/);
    await waiting(page).click();
    const own = page.getByRole('dialog', { name: 'Credit' });
    await own.getByText('Another admin must approve this. Nothing has changed yet.').waitFor();
    expect(await own.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  });
  const before = (await summaryOf(bank.alice)).totalBalanceCents;
  await withPage(browser, 'approvals: deciding', async (page) => {
    await openApprovals(page, otherAdmin);
    await waiting(page).filter({ hasText: '$75.00' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Credit' });
    await dialog.getByText('Goodwill').waitFor();
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await waitForToast(page, 'Proposal approved and carried out');
    const decided = page.getByRole('list', { name: 'Decided proposals' }).getByRole('button');
    await decided.filter({ hasText: 'Approved' }).waitFor();
  });
  expect((await summaryOf(bank.alice)).totalBalanceCents).toBe(before + 7_500);
  expect(await pendingProposals(otherAdmin)).toEqual([]);
});
