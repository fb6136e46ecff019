import { expect, it } from '@jest/globals';
import pg from 'pg';
import { accessibilityViolations, EXTREME_VIEWPORTS } from '../web/axe.fixtures.js';
import { waitForToast } from '../web/bank.fixtures.js';
import { openSignedIn } from '../web/browser.fixtures.js';
import { type Chain, PATH } from './event-history.fixtures.js';
import { requestTransfer } from '../payments/money.fixtures.js';
import { startWorker, waitFor, withPage, useBank, useBrowser, expectSoon } from '../harness/index.js';

const bank = useBank();
const browser = useBrowser();

it('event history shows an admin the events of a transfer [HIST-3]', async () => {
  const { api, admin, alice } = bank;
  const { body: transfer } = await requestTransfer(alice, { amount: 123.45 });
  await admin.put(`/api/admin/transfer-requests/${transfer.id}`, { status: 'approved' });
  await withPage(browser, 'event history', async (page) => {
    await openSignedIn(page, api.baseUrl, 'admin@moniker.example', '/admin');
    await page.getByRole('tab', { name: 'Event History' }).click();

    // Enter selects the first person found for the current text. It must not select a person found for an earlier text.
    const customer = page.getByRole('combobox', { name: 'Customer', exact: true });
    await customer.fill('alice');
    await page.getByRole('option', { name: 'Alice Moreno' }).waitFor();
    await customer.fill('someone else');
    await customer.press('Enter');
    await page.getByText('No matches').first().waitFor();
    await customer.fill('alice');
    await page.getByRole('option', { name: 'Alice Moreno' }).waitFor();
    await customer.press('Enter');
    await page.getByRole('button', { name: 'Remove filter Customer: Alice Moreno' }).waitFor();
    expect(await accessibilityViolations(page, EXTREME_VIEWPORTS)).toEqual([]);

    const completed =
      "Moved Alice Moreno's $123.45 transfer from pending to completed: hold released, money left the account";
    await page.getByRole('link', { name: completed }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('We just recalculated it, and it matches.').waitFor();
    await dialog.getByText('−$123.45, $123.45 released from hold').waitFor();
    await dialog.getByText('Ada Okafor, as admin').waitFor();
    expect(await accessibilityViolations(page, EXTREME_VIEWPORTS)).toEqual([]);

    await dialog.getByRole('link', { name: /^Previous in its stream/ }).click();
    await dialog.getByText("Held $123.45 for Alice Moreno's transfer").waitFor();
    await page.reload();
    await dialog.getByRole('link', { name: transfer.id }).click();
    await page.getByText('2 of 2').waitFor();
    await expectSoon(() => page.getByRole('row').count()).toBe(3);

    await page.getByRole('link', { name: completed }).click();
    await dialog.getByRole('link', { name: 'Alice Moreno' }).first().click();
    await page.getByText('Last entry:').waitFor();
    const balance = page.getByRole('region', { name: 'Balance at a point in time' });
    const figure = (label: string) => balance.locator('dl > div', { hasText: label }).first().innerText();
    expect(await figure('On hold')).toContain('$75.25');
    await balance.getByRole('slider', { name: 'Entry' }).press('ArrowLeft');
    await waitFor(async () => (await figure('On hold')).includes('$198.70'), { what: 'the previous hold' });
    expect(await accessibilityViolations(page, EXTREME_VIEWPORTS)).toEqual([]);
  });
});

it('event history shows new events when it is opened again [HIST-3]', async () => {
  const { api, alice } = bank;
  await withPage(browser, 'event history: new events', async (page) => {
    await openSignedIn(page, api.baseUrl, 'admin@moniker.example', '/admin?tab=history');
    await page.getByRole('row').nth(1).waitFor();
    await page.getByRole('tab', { name: 'User Management' }).click();
    await requestTransfer(alice, { amount: 77.77 });
    await page.getByRole('tab', { name: 'Event History' }).click();
    await page.getByText("Held $77.77 for Alice Moreno's transfer").waitFor();
  });
});

it('event history shows an invalid day from the URL as a filter that can be removed [HIST-3]', async () => {
  await withPage(browser, 'event history: bad day', async (page) => {
    await openSignedIn(page, bank.api.baseUrl, 'admin@moniker.example', '/admin?tab=history&from=abc');
    await page.getByRole('button', { name: 'Remove filter From: abc' }).click();
    await page.getByRole('row').nth(1).waitFor();
  });
});

it('event history shows the progress and result of a requested verification [HIST-6]', async () => {
  const { api, admin, database } = bank;
  const worker = await startWorker({ database });
  const chain = async () => (await admin.get<Chain>(`${PATH}/chain`)).body;
  await waitFor(async () => (await chain()).lastResult, { what: 'the scheduled verification' });
  await withPage(browser, 'verify now', async (page) => {
    await openSignedIn(page, api.baseUrl, 'admin@moniker.example', '/admin?tab=history');
    await page.getByText('started automatically').waitFor();

    // The verification waits for the lock on this table.
    const blocker = new pg.Client({ connectionString: database.superUrl });
    await blocker.connect();
    await blocker.query('begin; lock table ledger_account in access exclusive mode');
    await page.getByRole('button', { name: 'Verify Now' }).click();
    await page.getByText('Comparing every balance with the log').waitFor();
    await expectSoon(() => page.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100');
    await expectSoon(() => page.getByRole('button', { name: 'Verify Now' }).isDisabled()).toBe(true);
    await blocker.query('rollback');
    await blocker.end();

    await page.getByText(/up to position \d+, .*, requested by Ada Okafor/).waitFor();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    await page.getByText('Sound', { exact: true }).waitFor();

    await page.getByRole('tab', { name: 'Checkpoints' }).click();
    const takeCheckpoint = page.getByRole('button', { name: 'Take Checkpoint Now' });
    await takeCheckpoint.click();
    await waitForToast(page, 'at position');
    await takeCheckpoint.click();
    await waitForToast(page, "There's already a checkpoint at position");
  });
  await worker.stop();
});

it('the access log shows who read what, and can be filtered by customer and kind [LOG-8]', async () => {
  const { api, admin, alice } = bank;
  const { id } = (await alice.get<{ id: string }>('/api/auth/user')).body;
  await admin.get(`/api/admin/users/${id}`);
  await admin.get('/api/admin/users?search=moreno&sort=oldest');
  await withPage(browser, 'access log', async (page) => {
    await openSignedIn(page, api.baseUrl, 'admin@moniker.example', '/admin?tab=history');
    await page.getByRole('tab', { name: 'Access log' }).click();
    const log = page.getByRole('region', { name: 'Access log' });
    await log.getByText('Filtered by search').first().waitFor();

    const customer = log.getByRole('combobox', { name: 'Customer', exact: true });
    await customer.fill('alice');
    await log.getByRole('option', { name: 'Alice Moreno' }).waitFor();
    await customer.press('Enter');
    await log.getByLabel('What was viewed').selectOption({ label: 'User' });
    await log.getByText('1 of 1', { exact: true }).waitFor();
    const row = log.getByRole('row').nth(1);
    await expectSoon(() => row.innerText()).toMatch(/^User\s+Ada Okafor[^]+Alice Moreno/);
    expect(await accessibilityViolations(page, EXTREME_VIEWPORTS)).toEqual([]);

    await page.reload();
    await log.getByRole('button', { name: 'Remove filter Customer: Alice Moreno' }).click();
    await log.getByLabel('What was viewed').selectOption({ label: 'Chat' });
    await log.getByText('No entries match your filters').waitFor();
    await log.getByRole('button', { name: 'Clear filters' }).click();
    await log.getByText('Filtered by search').first().waitFor();
  });
});
