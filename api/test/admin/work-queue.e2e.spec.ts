import { beforeAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { newCustomer, newSsn, type KycStatus } from '../kyc/kyc.fixtures.js';
import { requestTransfer, setAvailableBalance, userIdOf } from '../payments/money.fixtures.js';
import { query, waitFor, withPage, useBank, useBrowser, expectSoon } from '../harness/index.js';
import { signInOnPage, waitForToast } from '../web/bank.fixtures.js';
import { shareSession, submitApplication } from '../web/browser.fixtures.js';
import { DEMO_PASSWORD } from '../harness/demo.js';

const PHONE = { viewport: { width: 390, height: 844 } };

const bank = useBank();
const browser = useBrowser();

/** Ids of waiting applications, oldest first. */
const applications: string[] = [];

beforeAll(async () => {
  const { api, database, admin, alice, bob } = bank;
  for (const [index, lastName] of ['Lindqvist', 'Ito', 'Okoro'].entries()) {
    const applicant = await newCustomer(api.baseUrl, database);
    await query(database.superUrl, `update app_user set first_name = 'Maya', last_name = $1 where id = $2`, [
      lastName,
      await userIdOf(applicant),
    ]);
    const { kyc } = (await submitApplication(applicant)).body as KycStatus & { kyc: { id: string } };
    await query(
      database.superUrl,
      `update kyc_application set created_at = now() - make_interval(days => $1) where id = $2`,
      [9 - index, kyc.id],
    );
    applications.push(kyc.id);
  }
  await setAvailableBalance(admin, alice, 50_000);
  await bob.post('/api/chat/send', { message: 'Where is my transfer?' });
});

const queue = (page: Page): Locator => page.getByRole('list', { name: 'Waiting items' });
const rows = (page: Page): Locator => queue(page).getByRole('link');
const nav = (page: Page): Locator =>
  page.getByRole('link', { name: /^Admin( \d+ waiting)?$/ }).filter({ visible: true });
const pathOf = (page: Page): string => page.url().slice(bank.api.baseUrl.length);

async function openAsAdmin(page: Page, path: string): Promise<void> {
  await shareSession(page.context(), bank.admin);
  await page.goto(bank.api.baseUrl + path);
}

async function waitForFocus(target: Locator): Promise<void> {
  await target.and(target.page().locator(':focus')).waitFor();
}

/** Records the requests that change something. */
function trackChanges(page: Page): string[] {
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') changes.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return changes;
}

it('shows the number of waiting items in the Admin link, which opens the queue; signing in opens the dashboard [ADM-31, ADM-32, AUTH-2]', async () => {
  await withPage(browser, 'admin tab', async (page) => {
    await signInOnPage(page, bank.api.baseUrl, 'admin@moniker.example', DEMO_PASSWORD);
    await expectSoon(() => pathOf(page)).toBe('/dashboard');
    // Three applications with their account requests, two transfers and a chat.
    await nav(page).filter({ hasText: '9' }).click();
    await page.getByText('9 waiting, oldest 9 days').waitFor();
    await rows(page).nth(8).waitFor();
    await expectSoon(() => rows(page).count()).toBe(9);
    await expectSoon(() => rows(page).first().textContent()).toMatch(
      /Maya Lindqvist.*KYC application.*9 days/,
    );
    await page.getByLabel('Type').selectOption('Outgoing transfers (2)');
    await page.getByText(/^2 waiting, oldest/).waitFor();
    await rows(page).nth(2).waitFor({ state: 'detached' });
    expect(await rows(page).allTextContents()).toEqual([
      expect.stringMatching(/Alice Moreno.*Corner Greens.*\$75\.25/),
      expect.stringMatching(/Bob Lindqvist.*Northwheel Parts.*\$1,500\.00/),
    ]);
    await page.getByLabel('Type').selectOption('Credits (0)');
    await page.getByText('None waiting, 9 of other types').waitFor();
    await page.getByRole('link', { name: 'Show all types' }).click();
    await page.getByText('9 waiting, oldest 9 days').waitFor();
    await page.getByLabel('Type').selectOption('Outgoing transfers (2)');
    await bank.alice.post('/api/chat/send', { message: 'Hello' });
    await page.reload();
    await nav(page).filter({ hasText: '10' }).waitFor();
    await rows(page).nth(1).waitFor();
    await expectSoon(() => rows(page).count()).toBe(2);
    await bank.admin.post(`/api/admin/chats/${await userIdOf(bank.alice)}/reply`, { message: 'Hi' });
  });
});

it('moves through the queue by keyboard; the A and R keys only open a dialog [ADM-33, ADM-34]', async () => {
  const { body: transfer } = await requestTransfer(bank.alice, { amount: 20, recipientName: 'Harbor Light' });
  await withPage(browser, 'queue by keyboard', async (page) => {
    const changes = trackChanges(page);
    await openAsAdmin(page, '/admin/queue?kind=transfer');
    await rows(page).nth(2).waitFor();
    for (const [key, index] of [
      ['j', 0],
      ['k', 0],
      ['j', 1],
      ['J', 2],
      ['j', 2],
      ['k', 1],
      ['j', 2],
    ] as const) {
      await page.keyboard.press(key);
      await waitForFocus(rows(page).nth(index));
    }
    await page.keyboard.press('a');
    const approval = page.getByRole('dialog', { name: 'Approve Transfer Request' });
    await approval.getByText('Harbor Light').waitFor();
    await expectSoon(() => pathOf(page)).toBe(
      `/admin/queue?kind=transfer&item=transfer.${transfer.id}&decide=approve`,
    );
    await page.keyboard.press('Escape');
    await waitForFocus(rows(page).nth(2));
    await expectSoon(() => pathOf(page)).toBe('/admin/queue?kind=transfer');
    await page.keyboard.press('r');
    const rejection = page.getByRole('dialog', { name: 'Reject Transfer Request' });
    await rejection.getByLabel('Reason').waitFor();
    expect(changes.filter((change) => !change.endsWith('/preview'))).toEqual([]);

    await rejection.getByLabel('Reason').fill('No jobs and racks');
    await rejection.getByRole('button', { name: 'Reject Transfer' }).click();
    await waitForToast(page, 'Transfer request updated successfully');
    await rows(page).nth(2).waitFor({ state: 'detached' });
    await waitForFocus(rows(page).nth(1));
    await page.getByText(/^2 waiting, oldest/).waitFor();
    expect(changes.filter((change) => change.startsWith('PUT'))).toEqual([
      `PUT /api/admin/transfer-requests/${transfer.id}`,
    ]);
  });
});

it('opens an item at its URL, or says that it does not exist [ADM-33]', async () => {
  const [request] = (await bank.admin.get<{ items: { id: string }[] }>('/api/admin/account-requests')).body
    .items;
  await withPage(browser, 'address of an item', async (page) => {
    await openAsAdmin(page, `/admin/queue?item=account_request.${request?.id}&decide=reject`);
    const dialog = page.getByRole('dialog', { name: 'Manage Account Request' });
    await expectSoon(() => dialog.getByLabel('Status', { exact: true }).inputValue()).toBe('rejected');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expectSoon(() => pathOf(page)).toBe('/admin/queue');
    await page.goto(`${bank.api.baseUrl}/admin/queue?item=transfer.${request?.id}`);
    await page.getByText('This item no longer exists.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
    await rows(page).first().waitFor();
  });
});

it('shows an application’s documents next to its data, and keeps the decision buttons in view [KYC-36, KYC-37, ADM-34]', async () => {
  await withPage(browser, 'kyc review page', async (page) => {
    const changes = trackChanges(page);
    await openAsAdmin(page, '/admin/queue?kind=kyc');
    await rows(page).nth(2).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByText("Maya Ito's personal application").waitFor();
    await expectSoon(() => pathOf(page)).toBe(`/admin/kyc/${applications[1]}`);
    await page.getByRole('button', { name: "View Driver's license, back" }).click();
    await page.getByRole('img', { name: "Driver's license, back" }).waitFor();
    const documents = await page.getByRole('region', { name: 'Documents' }).boundingBox();
    const data = await page.getByRole('region', { name: 'Applicant details' }).boundingBox();
    expect((documents?.x ?? 0) + (documents?.width ?? 0)).toBeLessThan(data?.x ?? 0);
    await expectSoon(() => seesDecision(page)).toBe(true);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expectSoon(() => seesDecision(page)).toBe(true);

    await page.keyboard.press('j');
    await page.getByText("Maya Okoro's personal application").waitFor();
    await page.keyboard.press('k');
    await page.getByText("Maya Ito's personal application").waitFor();
    await page.getByText('2 of 3').waitFor();
    await page.goBack();
    await expectSoon(() => pathOf(page)).toBe('/admin/queue?kind=kyc');
    await waitForFocus(rows(page).nth(1));

    await page.goto(`${bank.api.baseUrl}/admin/kyc/${applications[0]}`);
    await page.getByText('1 of 3').waitFor();
    await page.getByRole('group', { name: 'Decision' }).waitFor();
    await page.keyboard.press('a');
    const approval = page.getByRole('dialog', { name: 'Approve KYC Application' });
    await approval.getByText("You haven't opened any of this application's documents.").waitFor();
    await page.keyboard.press('Escape');
    await approval.waitFor({ state: 'hidden' });
    await page.keyboard.press('r');
    const rejection = page.getByRole('dialog', { name: 'Reject KYC Application' });
    await rejection.getByLabel('Reason').waitFor();
    expect(changes).toEqual([]);
    await rejection.getByLabel('Reason').fill('The photo is blurred');
    await rejection.getByRole('button', { name: 'Reject Application' }).click();
    await page.getByText(/^Rejected by Ada Okafor/).waitFor();
    await page.getByRole('link', { name: 'Next Item' }).click();
    await page.getByText("Maya Ito's personal application").waitFor();
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await page.getByRole('heading', { name: 'Work Queue' }).waitFor();
  });
});

it('returns to the queue from a review opened in a new tab, even if a dialog was opened and closed there [KYC-36]', async () => {
  await withPage(browser, 'kyc review in a new tab', async (page, context) => {
    await openAsAdmin(page, '/admin/queue');
    const tab = await context.newPage();
    await tab.goto(`${bank.api.baseUrl}/admin/kyc/${applications[1]}`);
    await tab.getByRole('group', { name: 'Decision' }).waitFor();
    await tab.keyboard.press('r');
    await tab.getByRole('dialog', { name: 'Reject KYC Application' }).getByLabel('Reason').waitFor();
    await tab.keyboard.press('Escape');
    await tab.getByRole('button', { name: 'Back to the list' }).click();
    await tab.getByRole('heading', { name: 'Work Queue' }).waitFor();
  });
});

const seesDecision = (page: Page): Promise<boolean> =>
  page.getByRole('group', { name: 'Decision' }).evaluate((bar) => {
    const { bottom, top } = bar.getBoundingClientRect();
    const topmost = document.elementFromPoint(window.innerWidth - 100, (bottom + top) / 2);
    return top >= 0 && bottom <= window.innerHeight && topmost !== null && bar.contains(topmost);
  });

it('lists the keyboard shortcuts, ignores them in fields, and lets the admin turn them off in the current browser [ADM-35, SEC-7]', async () => {
  await withPage(browser, 'shortcuts', async (page) => {
    await openAsAdmin(page, '/admin/queue');
    await rows(page).first().waitFor();
    await page.getByLabel('Type').focus();
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await rows(page).first().focus();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    for (const effect of [
      'Next item',
      'Previous item',
      'Open the dialog to approve',
      'Open the dialog to reject',
    ])
      await help.getByText(effect).waitFor();
    await help.getByLabel('Use keyboard shortcuts in this browser').uncheck();
    await page.keyboard.press('Escape');
    await waitForFocus(rows(page).first());
    await page.keyboard.press('j');
    await page.keyboard.press('?');
    await waitForFocus(rows(page).first());
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('moniker.shortcuts'))).toBe('off');

    await page.reload();
    await rows(page).first().focus();
    await page.keyboard.press('j');
    await waitForFocus(rows(page).first());
    const openHelp = page.getByRole('button', { name: 'Keyboard shortcuts' });
    await openHelp.click();
    await help.getByLabel('Use keyboard shortcuts in this browser').check();
    await page.keyboard.press('Escape');
    // When the dialog closes, it returns the focus to the button that opened it.
    await waitForFocus(openHelp);
    await rows(page).first().focus();
    await page.keyboard.press('j');
    await waitForFocus(rows(page).nth(1));
  });
});

it('shows the first item on a phone without scrolling, and the decision buttons above the navigation [ADM-37, KYC-36]', async () => {
  const scenario = async (page: Page): Promise<void> => {
    await openAsAdmin(page, '/admin/queue');
    for (const [width, height] of [
      [390, 844],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      const row = await rows(page).first().boundingBox();
      const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
      expect((row?.y ?? height) + (row?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
      await expectSoon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await page.setViewportSize(PHONE.viewport);
    await page.getByRole('link', { name: 'Next Item' }).click();
    await page.getByText("'s personal application").waitFor();
    await page.getByRole('button', { name: "View Driver's license, back" }).click();
    await page.getByRole('img', { name: "Driver's license, back" }).waitFor();
    await expectSoon(() => seesDecision(page)).toBe(true);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('button', { name: 'Approve Application' }).click();
    await waitForToast(page, 'KYC status updated successfully');
    await page.goBack();
    await rows(page).first().waitFor();
    await page.getByText(/^7 waiting, oldest/).waitFor();
    // The page refetches the list after the counts.
    const applicationRows = rows(page).filter({ hasText: 'KYC application' });
    await applicationRows.nth(1).waitFor({ state: 'detached' });
    await expectSoon(() => applicationRows.count()).toBe(1);
  };
  await withPage(browser, 'queue on a phone', scenario, PHONE);
});

it('saves the filters of a list and applies them again [ADM-36]', async () => {
  await withPage(browser, 'saved filters', async (page) => {
    await openAsAdmin(page, '/admin?tab=outgoing&status=completed&search=alice');
    await page.getByRole('button', { name: 'Saved Filters' }).click();
    const dialog = page.getByRole('dialog', { name: 'Saved Filters' });
    await dialog.getByText('No saved filters yet.').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Please enter a name').waitFor();
    await dialog.getByLabel('Name this filter').fill('Paid by Alice');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: /^Paid by Alice/ }).waitFor();

    await page.goto(`${bank.api.baseUrl}/admin?tab=outgoing&from=2026-01-01`);
    await page.getByRole('button', { name: 'Saved Filters' }).click();
    await dialog.getByRole('button', { name: /^Paid by Alice/ }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expectSoon(() => new URL(page.url()).search).toBe('?tab=outgoing&search=alice&status=completed');
    const search = page.getByLabel('Customer, amount or ID');
    await waitFor(async () => (await search.inputValue()) === 'alice', { what: 'the saved search' });
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toMatch(/alice/i);

    await page.getByRole('button', { name: 'Saved Filters' }).click();
    await dialog.getByRole('button', { name: 'Delete Paid by Alice' }).click();
    await dialog.getByText('No saved filters yet.').waitFor();
  });
});

it('marks a request that the customer has replaced, and offers no decision on it [KYC-60]', async () => {
  const { api, database, admin } = bank;
  const customer = await newCustomer(api.baseUrl, database);
  const ssn = newSsn();
  const { kyc } = (await submitApplication(customer, { ssn })).body as KycStatus & { kyc: { id: string } };
  await admin.put(`/api/admin/kyc/${kyc.id}/reject`, { notes: 'Unreadable' });
  await submitApplication(customer, { ssn });
  const { email } = (await customer.get<{ email: string }>('/api/auth/user')).body;
  await withPage(browser, 'replaced request', async (page) => {
    await openAsAdmin(page, `/admin?tab=requests&search=${encodeURIComponent(email)}`);
    const requests = page.getByRole('table', { name: 'Account requests' }).getByRole('row');
    const replaced = requests.filter({ hasText: 'Replaced' });
    await replaced.getByRole('button', { name: /^Manage .*'s request$/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Manage Account Request' });
    await dialog.getByText('The customer has submitted a newer request').waitFor();
    expect(await dialog.getByRole('button', { name: 'Update Request' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await requests.filter({ hasText: 'Pending' }).waitFor();

    await page.goto(`${api.baseUrl}/admin/kyc/${kyc.id}`);
    await page.getByText('The customer has submitted a newer application').waitFor();
    const decision = page.getByRole('group', { name: 'Decision' });
    expect((await decision.innerText()).trim()).toBe('Next Item');
  });
});
