import { beforeEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { waitForToast } from '../web/bank.fixtures.js';
import { setAvailableBalance, requestTransfer, summaryOf } from '../payments/money.fixtures.js';
import {
  promoteDemoUser,
  query,
  waitFor,
  withPage,
  use,
  useBank,
  useBrowser,
  expectSoon,
} from '../harness/index.js';
import { openAdminTab } from './admin.fixtures.js';

const bank = useBank();
const browser = useBrowser();
const otherAdmin = use(() => promoteDemoUser(bank, 'bob'));

beforeEach(() => setAvailableBalance(bank.admin, bank.alice, 100_000));

const row = (page: Page, amount: string) => page.getByRole('row').filter({ hasText: amount });
const dialog = (page: Page) => page.getByRole('dialog');
const effect = (page: Page) => dialog(page).getByLabel('What this does');

/** Opens the review dialog, selects a status and fills in the reason if given. */
async function review(page: Page, amount: string, status: string, reason?: string): Promise<void> {
  await page.getByRole('button', { name: `Review ${amount} from Alice Moreno` }).click();
  await dialog(page).getByLabel('Status').selectOption({ label: status });
  if (reason !== undefined) await dialog(page).getByLabel('Reason').fill(reason);
}

async function confirm(page: Page, amount: string, status: string): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Update Transfer' }).click();
  await waitForToast(page, 'Transfer request updated successfully');
  await row(page, amount).filter({ hasText: status }).waitFor();
}

it("keeps a decision's buttons in place when the preview of its effect loads [UI-17]", async () => {
  const { alice } = bank;
  await requestTransfer(alice, { amount: 55 });
  await withPage(browser, 'late effect', async (page) => {
    await page.setViewportSize({ width: 1280, height: 1_200 });
    let answer = (): void => undefined;
    const isAsked = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/admin/transactions/decisions/preview', async (route) => {
      await isAsked;
      await route.continue();
    });
    await openAdminTab(page, bank, 'outgoing');
    await page.getByRole('button', { name: 'Approve $55.00 from Alice Moreno' }).click();
    const cancel = dialog(page).getByRole('button', { name: 'Cancel' });
    await dialog(page).evaluate((element) => Promise.all(element.getAnimations().map((one) => one.finished)));
    const before = await cancel.boundingBox();
    answer();
    await effect(page).getByText('Fee income').waitFor();
    const after = await cancel.boundingBox();
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? Infinity))).toBeLessThan(12);
  });
});

type Box = { readonly y: number; readonly height: number } | null;

const bottomOf = (box: Box): number => (box === null ? Infinity : box.y + box.height);

it("shows a decision's buttons on a short screen without scrolling [UI-17]", async () => {
  const { alice } = bank;
  await requestTransfer(alice, { amount: 56 });
  await withPage(browser, 'short screen', async (page) => {
    await openAdminTab(page, bank, 'outgoing');
    await review(page, '$56.00', 'Completed');
    await effect(page).getByText('Fee income').waitFor();
    const update = dialog(page).getByRole('button', { name: 'Update Transfer' });
    const notes = dialog(page).getByLabel('Admin notes');
    for (const [width, height] of [
      [1280, 700],
      [390, 664],
    ] as const) {
      await page.setViewportSize({ width, height });
      await waitFor(async () => bottomOf(await update.boundingBox()) <= height, {
        what: `the button on a screen ${height} pixels high`,
      });
      await dialog(page).getByLabel('Status').focus();
      await page.keyboard.press('Tab');
      // The dialog still moves briefly after the window is resized.
      const isAboveButton = async (): Promise<boolean> => {
        const [field, button] = [await notes.boundingBox(), await update.boundingBox()];
        return bottomOf(field) <= (button?.y ?? 0) && bottomOf(button) <= height;
      };
      await waitFor(isAboveButton, { what: 'the focused field above the button' });
    }
  });
});

it('moves a transfer through every status, including a reversal [TRF-16, TRF-17, TRF-18, ADM-3, ADM-19, ADM-23]', async () => {
  const { alice } = bank;
  const before = await summaryOf(alice);
  await requestTransfer(alice, { amount: 40 });
  await withPage(browser, 'outgoing pay', async (page) => {
    await openAdminTab(page, bank, 'outgoing');
    await review(page, '$40.00', 'Processing');
    await effect(page).getByText('The amount stays on hold.').waitFor();
    await confirm(page, '$40.00', 'Processing');

    await review(page, '$40.00', 'Completed');
    await effect(page)
      .filter({ hasText: /Released from hold\s*\$40\.00/ })
      .waitFor();
    await effect(page)
      .filter({ hasText: /Alice Moreno\s*−\$40\.00.*Settlement\s*\+\$39\.20.*Fee income\s*\+\$0\.80/s })
      .waitFor();
    await confirm(page, '$40.00', 'Completed');
    expect(await summaryOf(alice)).toMatchObject({ totalBalanceCents: before.totalBalanceCents - 4_000 });

    await review(page, '$40.00', 'Cancelled');
    await effect(page).getByText('New entries reverse the payment.').waitFor();
    await effect(page)
      .filter({ hasText: /Alice Moreno\s*\+\$40\.00/ })
      .waitFor();
    await dialog(page).getByRole('button', { name: 'Update Transfer' }).click();
    await dialog(page).getByText('Add a reason').waitFor();
    await dialog(page).getByLabel('Reason').fill('Sent back by the recipient’s bank');
    await confirm(page, '$40.00', 'Cancelled');
    expect(await summaryOf(alice)).toEqual(before);

    await review(page, '$40.00', 'Failed', 'Never arrived');
    await effect(page).getByText('No money moves.').waitFor();
    await confirm(page, '$40.00', 'Failed');
    await review(page, '$40.00', 'Pending');
    await effect(page)
      .filter({ hasText: /Put on hold\s*\$40\.00/ })
      .waitFor();
    await confirm(page, '$40.00', 'Pending');

    await page.getByRole('button', { name: 'Approve $40.00 from Alice Moreno' }).click();
    await dialog(page).getByRole('button', { name: 'Approve transfer' }).click();
    await row(page, '$40.00').filter({ hasText: 'Completed' }).waitFor();
  });
});

it('shows the second admin which admin decided first [TRF-19, ADM-18]', async () => {
  const { alice } = bank;
  await requestTransfer(alice, { amount: 41 });
  await withPage(browser, 'first admin', (ada) =>
    withPage(browser, 'second admin', async (bob) => {
      await openAdminTab(ada, bank, 'outgoing');
      await openAdminTab(bob, { api: bank.api, admin: otherAdmin }, 'outgoing');
      await ada.getByRole('button', { name: 'Approve $41.00 from Alice Moreno' }).click();
      await bob.getByRole('button', { name: 'Reject $41.00 from Alice Moreno' }).click();
      await effect(bob).filter({ hasText: 'Available to Alice Moreno' }).waitFor();
      await ada.getByRole('button', { name: 'Approve transfer' }).click();
      await waitForToast(ada, 'Transfer request updated successfully');

      await dialog(bob).getByLabel('Reason').fill('Looks odd');
      await dialog(bob).getByRole('button', { name: 'Reject transfer' }).click();
      await dialog(bob)
        .getByText(/^This was already decided by Ada Okafor on .*: completed$/)
        .waitFor();
      await bob.getByText(/^Failed to update transfer request/).waitFor();
      const refusal = await dialog(bob).getByRole('alert').boundingBox();
      const button = await dialog(bob).getByRole('button', { name: 'Reject transfer' }).boundingBox();
      expect((refusal?.y ?? Infinity) + (refusal?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
      await dialog(bob).getByRole('button', { name: 'Show latest' }).click();
      await dialog(bob).getByRole('heading', { name: 'Review Transfer Request' }).waitFor();
      await expectSoon(() => dialog(bob).getByLabel('Status').inputValue()).toBe('completed');
      await dialog(bob).getByRole('button', { name: 'Cancel' }).click();
      await row(bob, '$41.00').filter({ hasText: 'Completed' }).waitFor();
    }),
  );
});

it('approves several transfers together, except one that another admin has already decided [TRF-21]', async () => {
  const { alice, admin } = bank;
  const before = await summaryOf(alice);
  for (const amount of [51, 52, 53]) await requestTransfer(alice, { amount });
  await withPage(browser, 'several together', async (page) => {
    await openAdminTab(page, bank, 'outgoing');
    await page.getByLabel('Customer, amount or ID').fill('Moreno');
    await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Pending' });
    await row(page, '$51.00').waitFor();
    await page.waitForURL(/search=Moreno.*status=pending|status=pending.*search=Moreno/);
    for (const amount of [51, 52, 53]) {
      await page.getByLabel(`Select $${amount}.00 from Alice Moreno`).check();
    }
    // Another admin first decides on one of the selected transfers.
    const { body } = await admin.get<{ items: { id: string }[] }>('/api/admin/transfer-requests?search=52');
    await otherAdmin.put(`/api/admin/transfer-requests/${body.items[0]?.id ?? ''}`, { status: 'completed' });

    const chosen = page.getByRole('region', { name: 'Selected rows' });
    await chosen.getByText('3 selected, $156.00').waitFor();
    await chosen.getByRole('button', { name: 'Approve' }).click();
    await effect(page).getByText('2 transfers, $104.00').waitFor();
    await effect(page).getByText("1 can't be updated").waitFor();
    await dialog(page).getByRole('button', { name: 'Mark 3 Transfers as Completed' }).click();
    const results = dialog(page).getByRole('list', { name: 'Results' });
    await results.getByRole('listitem').filter({ hasText: '$51.00' }).getByText('Done').waitFor();
    await results
      .getByRole('listitem')
      .filter({ hasText: '$52.00' })
      .getByText(/already decided by Bob Lindqvist/)
      .waitFor();
    await results.getByRole('listitem').filter({ hasText: '$53.00' }).getByText('Done').waitFor();
    await dialog(page).getByRole('button', { name: 'Close' }).last().click();
    await row(page, '$51.00').waitFor({ state: 'detached' });
  });
  expect((await summaryOf(alice)).totalBalanceCents).toBe(before.totalBalanceCents - 15_600);
});

it('names the customer whom a transfer pays, and warns if no customer has the account number [TRF-66, TRF-69]', async () => {
  const { alice, database } = bank;
  const [bob] = await query<{ account: string; routing: string }>(
    database.superUrl,
    `select account_number as account, routing_number as routing from account_request
      join app_user u on u.id = user_id where u.moniker = 'bobs_bikes'`,
  );
  await requestTransfer(alice, {
    amount: 71,
    recipientAccount: bob?.account,
    recipientRouting: bob?.routing,
  });
  await requestTransfer(alice, { amount: 72, recipientAccount: '999999998', recipientRouting: '021000021' });
  await withPage(browser, 'recipients', async (page) => {
    await openAdminTab(page, bank, 'outgoing');
    await review(page, '$72.00', 'Completed');
    await dialog(page).getByText('Our routing number, but no such account').waitFor();
    await page.keyboard.press('Escape');
    await review(page, '$71.00', 'Completed');
    await dialog(page).getByText('$bobs_bikes').waitFor();
    await effect(page).getByText('Recipient', { exact: true }).waitFor();
    await confirm(page, '$71.00', 'Completed');
    // The recipient's incoming payment has no buttons, because only its transfer can be changed.
    for (const tab of ['incoming', 'transactions']) {
      await openAdminTab(page, bank, tab);
      const payment = row(page, '$69.58').filter({ hasText: 'Payment from $alice' });
      await payment.waitFor();
      expect([tab, await payment.getByRole('button').count()]).toEqual([tab, 0]);
    }
  });
});

it("tells the customer why a transfer was declined, in a standard sentence or the admin's own words [TRF-86]", async () => {
  const { alice } = bank;
  const ids = [];
  for (const amount of [417, 418]) ids.push((await requestTransfer(alice, { amount })).body.id);
  await withPage(browser, 'customer reason', async (page) => {
    await openAdminTab(page, bank, 'outgoing');
    const message = dialog(page).getByLabel('Message to the customer');
    await page.getByRole('button', { name: 'Reject $417.00 from Alice Moreno' }).click();
    await dialog(page).getByLabel('Reason').fill('Mule account');
    await message.selectOption({ label: 'Unusual payment' });
    await dialog(page).getByText('This payment looked unusual').waitFor();
    await dialog(page).getByRole('button', { name: 'Reject transfer' }).click();
    await row(page, '$417.00').filter({ hasText: 'Failed' }).waitFor();
    await review(page, '$417.00', 'Failed');
    await dialog(page).getByText('This payment looked unusual').waitFor();
    expect(await message.count()).toBe(0);
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();

    await review(page, '$418.00', 'Completed');
    expect(await message.count()).toBe(0);
    await dialog(page).getByLabel('Status').selectOption({ label: 'Failed' });
    await dialog(page).getByLabel('Reason').fill('No invoice');
    await message.selectOption({ label: 'Write your own' });
    await dialog(page).getByRole('button', { name: 'Update Transfer' }).click();
    await dialog(page).getByText('Write a message, or select “No message”').waitFor();
    await dialog(page).getByLabel('Your message').fill("We didn't get the invoice.");
    await confirm(page, '$418.00', 'Failed');
  });
  const reasons = ids.map(async (id) => {
    const { body } = await alice.get<{ customerReason: string }>(`/api/transactions/${id}`);
    return body.customerReason;
  });
  expect(await Promise.all(reasons)).toEqual([
    expect.stringContaining('This payment looked unusual'),
    "We didn't get the invoice.",
  ]);
});
