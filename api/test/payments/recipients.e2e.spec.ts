import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { formatUsd } from '@moniker/common/money.js';
import { useBank, useBrowser, expectSoon, withPage } from '../harness/index.js';
import { waitForToast } from '../web/bank.fixtures.js';
import { requestTransfer, type Summary } from './money.fixtures.js';
import { button, field, heading, shareSession, toastRegion } from '../web/browser.fixtures.js';

const bank = useBank();
const browser = useBrowser();

it('fills in a chosen recipient, so only the amount has to be typed [TRF-80, TRF-83, TRF-84, TRF-25, TRF-151, TRF-136]', async () => {
  await withPage(browser, 'a known recipient', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.goto(`${bank.api.baseUrl}/send-money`);
    const chosen = page.getByRole('button', { name: /^Corner Greens/ });
    await chosen.click();
    await page.keyboard.type('25');
    await expectSoon(() => field(page, 'Amount').inputValue()).toBe('25');
    const recipient = page.getByRole('group', { name: 'Recipient' });
    await expectSoon(() => recipient.innerText()).toMatch(/Corner Greens\s+ending in 7825/);
    expect(await chosen.count()).toBe(0);
    expect(await field(page, 'Account number').count()).toBe(0);
    expect(await field(page, 'Purpose').inputValue()).not.toBe('');
    await expectSoon(() => page.getByRole('main').innerText()).toContain(' of $2,000.00 left today');
    await button(page, 'Review Transfer').click();
    await heading(page, 'Review your transfer').waitFor();
    await page.getByText('Corner Greens gets').waitFor();
    expect(await page.getByText('New recipient').count()).toBe(0);

    await button(page, 'Edit').click();
    await button(page, 'Change recipient').click();
    // The first recipient has focus, so Enter chooses it.
    await page.keyboard.press('Enter');
    await recipient.waitFor();
    await button(page, 'Change recipient').click();
    expect(await field(page, 'Purpose').inputValue()).toBe('');
    await field(page, 'Recipient name').fill('Ola Nilsen');
    expect(await field(page, 'Amount').inputValue()).toBe('25.00');
    // The fields stay, even if the customer types the numbers of a known recipient.
    await field(page, 'Routing number').fill('021000021');
    await field(page, 'Account number').fill('310447825');
    expect(await field(page, 'Account number').inputValue()).toBe('310447825');
    await field(page, 'Account number').fill('77-A');
    await field(page, 'Routing number').fill('0210');
    const unlikely = page.getByText("That doesn't look like an account number.");
    await unlikely.waitFor();
    const warning = page.getByText("This isn't a valid US routing number. Please check it.");
    // No warning while the customer is still typing the number.
    expect(await warning.count()).toBe(0);
    await field(page, 'Purpose').fill('Rent');
    await warning.waitFor();
    await field(page, 'Account number').fill('77 00 11');
    expect(await unlikely.count()).toBe(0);
    expect((await warning.boundingBox())?.y).toBeLessThan(
      (await field(page, 'Purpose').boundingBox())?.y ?? 0,
    );
    await button(page, 'Review Transfer').click();
    await heading(page, 'Review your transfer').waitFor();
    await page.getByText('New recipient').waitFor();
    await warning.waitFor();
  });
});

/** Whether the whole button is above a phone's bottom menu. */
async function isInView(page: Page, name: string): Promise<boolean> {
  const box = await button(page, name).boundingBox();
  const menu = await page.getByRole('link', { name: 'Statements' }).last().boundingBox();
  return (box?.y ?? Infinity) + (box?.height ?? 0) <= (menu?.y ?? 0);
}

it('fits both the form (with or without a schedule) and the review on a phone screen [TRF-137]', async () => {
  await withPage(browser, 'a phone', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${bank.api.baseUrl}/send-money`);
    await page.getByRole('button', { name: /^Corner Greens/ }).click();
    await page.getByText(/Includes the 2% fee\. \$[\d,.]+ available\./).waitFor();
    expect(await isInView(page, 'Review Transfer')).toBe(true);
    await field(page, 'Amount').fill('1234.56');
    await field(page, 'When').selectOption('Every month');
    await field(page, 'Start date').waitFor();
    expect(await isInView(page, 'Review Transfer')).toBe(true);
    await field(page, 'When').selectOption('Now');
    await button(page, 'Review Transfer').click();
    await heading(page, 'Review your transfer').waitFor();
    expect(await isInView(page, 'Confirm and Send')).toBe(true);
  });
});

it("shows the detected category, doesn't cut off any option, and keeps the buttons of a long review in view [TRF-156]", async () => {
  await withPage(browser, 'a new recipient on a phone', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${bank.api.baseUrl}/send-money`);
    const category = page.getByRole('combobox', { name: /^Category/ });
    const chosen = () => category.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text);
    await expectSoon(chosen).toBe('Detect from purpose');
    await field(page, 'Amount').fill('5');
    await field(page, 'Recipient name').fill('Ola Nilsen');
    await field(page, 'Account number').fill('7');
    await field(page, 'Routing number').fill('1');
    await field(page, 'Purpose').fill('Uber');
    await expectSoon(chosen).toBe('Transportation (detected)');
    for (const choice of [category, field(page, 'When')]) {
      expect((await choice.boundingBox())?.width).toBeGreaterThan(250);
    }
    await button(page, 'Review Transfer').click();
    await page.getByText('Transportation (detected)').waitFor();
    await page.getByText('New recipient').waitFor();
    expect(await isInView(page, 'Confirm and Send')).toBe(true);
    expect(await isInView(page, 'Edit')).toBe(true);
    const warned = await page.getByText('New recipient').boundingBox();
    expect(warned?.y).toBeLessThan((await button(page, 'Confirm and Send').boundingBox())?.y ?? 0);
  });
});

it('shows the review as wide as the form, next to the limits [TRF-144]', async () => {
  await withPage(browser, 'a wide screen', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${bank.api.baseUrl}/send-money`);
    await page.getByRole('button', { name: /^Corner Greens/ }).click();
    await page.keyboard.type('25');
    const card = page.getByRole('main').locator('section');
    const form = await card.first().boundingBox();
    await button(page, 'Review Transfer').click();
    await heading(page, 'Review your transfer').waitFor();
    await heading(page, 'Limits and fee').waitFor();
    const review = await card.first().boundingBox();
    expect([review?.x, review?.width]).toEqual([form?.x, form?.width]);
  });
});

it('asks for bank account numbers or a moniker, never both, and remembers the choice [TRF-138]', async () => {
  await withPage(browser, 'one way to name a recipient', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${bank.api.baseUrl}/send-money`);
    const amount = field(page, 'Amount');
    await amount.waitFor();
    // The amount is below the recipients, but still above the bottom menu of the phone.
    expect((await amount.boundingBox())?.y).toBeLessThan(500);
    expect(await field(page, 'Moniker').count()).toBe(0);
    await amount.fill('25');
    await field(page, 'Account number').fill('77001');
    const moniker = page.getByRole('radio', { name: '$moniker' });
    await page.getByText('$moniker', { exact: true }).click();
    await field(page, 'Moniker').waitFor();
    expect(await field(page, 'Account number').isVisible()).toBe(false);
    expect(await button(page, 'Review Transfer').count()).toBe(0);
    await page.reload();
    await field(page, 'Moniker').waitFor();
    expect(await moniker.isChecked()).toBe(true);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowLeft');
    await field(page, 'Account number').waitFor();
    expect(await field(page, 'Moniker').count()).toBe(0);
  });
});

it('warns next to the amount, while the customer types, that the amount is too high [TRF-140]', async () => {
  await withPage(browser, 'too much', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.goto(`${bank.api.baseUrl}/send-money`);
    await field(page, 'Amount').pressSequentially('99999');
    const poor = page.getByText(/^You don't have enough money\. Available balance: \$[\d,.]+$/);
    await poor.waitFor();
    await expectSoon(() => field(page, 'Amount').getAttribute('aria-invalid')).toBe('true');
    await field(page, 'Amount').fill('2001');
    await page.getByText(/^Daily withdrawal limit exceeded\. .*; \$[\d,.]+ is left today\.$/).waitFor();
    await field(page, 'Amount').fill('20');
    await expectSoon(() => field(page, 'Amount').getAttribute('aria-invalid')).toBe(null);
    expect(await poor.count()).toBe(0);
  });
});

it('reports an error as soon as the user leaves a field, and marks the account field if it has the sender’s own number [TRF-153]', async () => {
  const { body } = await bank.alice.get<{ accountRequest: { accountNumber: string; routingNumber: string } }>(
    '/api/account/summary',
  );
  await withPage(browser, 'errors of fields', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.goto(`${bank.api.baseUrl}/send-money`);
    await field(page, 'Amount').fill('0');
    const error = page.getByText('Amount must be greater than $0');
    expect(await error.count()).toBe(0);
    await page.keyboard.press('Tab');
    await error.waitFor();
    await field(page, 'Amount').fill('25');
    expect(await error.count()).toBe(0);
    await field(page, 'Recipient name').fill('Me');
    await field(page, 'Account number').fill(body.accountRequest.accountNumber);
    await field(page, 'Routing number').fill(body.accountRequest.routingNumber);
    await field(page, 'Purpose').fill('Savings');
    await button(page, 'Review Transfer').click();
    await page.getByText("You can't send money to your own account").waitFor();
    await expectSoon(() => field(page, 'Account number').getAttribute('aria-invalid')).toBe('true');
    await field(page, 'Account number').fill('77001');
    await button(page, 'Review Transfer').click();
    await button(page, 'Confirm and Send').waitFor();
  });
});

it('refuses to send more than is left of the daily limit, offers what is left, and reloads the limit [TRF-150, TRF-10, TRF-159]', async () => {
  await withPage(browser, 'over the limit', async (page, context) => {
    await shareSession(context, bank.alice);
    const leftToday = async () =>
      (await bank.alice.get<Summary>('/api/account/summary')).body.leftToSendTodayCents;

    await page.goto(`${bank.api.baseUrl}/send-money`);
    await page.getByRole('button', { name: /^Corner Greens/ }).click();
    const atFirst = formatUsd(await leftToday());
    // Another tab sends money, and this tab doesn't know that.
    const { body } = await requestTransfer(bank.alice, { amount: 40 });
    const left = formatUsd(await leftToday());
    const limit = page.getByRole('alert').filter({ hasText: 'Daily Withdrawal Limit Exceeded' });
    await field(page, 'Amount').fill(atFirst);
    await button(page, 'Review Transfer').click();
    await button(page, 'Confirm and Send').click();
    await limit.getByText(`${left} is left today.`).waitFor();
    const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? NaN;
    expect(await topOf(limit)).toBeGreaterThan(await topOf(field(page, 'Net amount')));
    expect(await topOf(limit)).toBeLessThan(await topOf(field(page, 'Purpose')));
    await limit.getByRole('button', { name: `Use ${left}` }).click();
    await expectSoon(() => field(page, 'Amount').inputValue()).toBe(left.replace(/[$,]/g, ''));
    await expectSoon(() => field(page, 'Amount').evaluate((input) => input === document.activeElement)).toBe(
      true,
    );
    expect(await limit.count()).toBe(0);

    expect((await bank.alice.post(`/api/transfer/${body.id}/cancel`)).status).toBe(200);
    await field(page, 'Amount').fill(atFirst);
    await button(page, `Use ${left}`).waitFor();
    await button(page, 'Review Transfer').click();
    // The refusal was based on old limits. It disappears when the tab has loaded the current ones.
    await expectSoon(() => limit.count()).toBe(0);
    await button(page, 'Review Transfer').click();
    await button(page, 'Confirm and Send').waitFor();
  });
});

it('removes the toast for an earlier error, and shows no message twice [TRF-160]', async () => {
  await withPage(browser, 'one error after another', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.goto(`${bank.api.baseUrl}/send-money`);
    await field(page, 'Routing number').fill('0210000210');
    const tooLong = page.getByText('Routing numbers have up to 9 digits');
    await tooLong.waitFor();
    await button(page, 'Review Transfer').click();
    const stale = toastRegion(page).getByText('Missing information');
    await stale.waitFor();
    await expectSoon(() => field(page, 'Routing number').getAttribute('aria-invalid')).toBe('true');
    expect(await tooLong.count()).toBe(1);
    await field(page, 'Recipient name').fill('Ola Nilsen');
    await field(page, 'Account number').fill('770011');
    await field(page, 'Routing number').fill('021000021');
    await field(page, 'Purpose').fill('Rent');
    await field(page, 'Amount').fill('2001');
    await button(page, 'Review Transfer').click();
    await page.getByRole('alert').filter({ hasText: 'Daily Withdrawal Limit Exceeded' }).waitFor();
    await expectSoon(() => stale.count()).toBe(0);
  });
});

it('works without the list of recipients, and keeps the entered values when the list is loaded again [TRF-80]', async () => {
  await withPage(browser, 'no recipients', async (page, context) => {
    await shareSession(context, bank.alice);
    let calls = 0;
    await page.route('**/api/recipients', (call) => {
      calls += 1;
      return call.fulfill({ status: 503, json: {} });
    });
    await page.goto(`${bank.api.baseUrl}/send-money`);
    await page.getByText("We couldn't load your recipients.").waitFor();
    await field(page, 'Amount').fill('25');
    expect(calls).toBe(1);
    await page.unroute('**/api/recipients');
    await button(page, 'Try again').click();
    await page.getByRole('button', { name: /^Corner Greens/ }).click();
    expect(await field(page, 'Amount').inputValue()).toBe('25.00');
  });
});

it('after a transfer, the dashboard offers to view it or to send another [TRF-145, TRF-11]', async () => {
  await withPage(browser, 'after a transfer', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.setViewportSize({ width: 390, height: 844 });
    const send = async (amount: string): Promise<void> => {
      await page.getByRole('button', { name: /^Corner Greens/ }).click();
      await field(page, 'Amount').fill(amount);
      await button(page, 'Review Transfer').click();
      await button(page, 'Confirm and Send').click();
      await page.waitForURL('**/dashboard');
      await waitForToast(page, 'Transfer request submitted');
      await toastRegion(page)
        .getByText(/^Corner Greens will get \$\d\.\d\d once we've approved it\.$/)
        .waitFor();
    };
    await page.goto(`${bank.api.baseUrl}/send-money`);
    await send('3');
    const toast = await toastRegion(page).getByRole('listitem').boundingBox();
    const title = await heading(page, 'Welcome back!').boundingBox();
    expect(toast?.y ?? 0).toBeGreaterThanOrEqual((title?.y ?? Infinity) + (title?.height ?? 0));
    await button(page, 'Send Another').click();
    await page.waitForURL('**/send-money');
    expect(await field(page, 'Amount').inputValue()).toBe('');
    await send('4');
    await button(page, 'View Transfer').click();
    await page.getByRole('dialog').getByText('$4.00').first().waitFor();
    await expectSoon(() => toastRegion(page).getByText('Transfer request submitted').count()).toBe(0);

    await page.goto(`${bank.api.baseUrl}/send-money`);
    await page.getByRole('button', { name: /^Corner Greens/ }).click();
    await field(page, 'Amount').fill('6');
    await button(page, 'Review Transfer').click();
    await button(page, 'Confirm and Send').click();
    await page.getByRole('link', { name: 'View Transfer' }).click();
    await page.getByRole('dialog').getByText('$6.00').first().waitFor();
  });
});

it('offers to send an earlier transfer again, from its details or its row, and says so if that transfer is not found [TRF-82]', async () => {
  await withPage(browser, 'send again', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.goto(`${bank.api.baseUrl}/history?type=outgoing&status=completed&search=corner`);
    await page.getByRole('link', { name: /^Transfer to Corner Greens/ }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Send Again' }).click();
    await expectSoon(() => field(page, 'Amount').inputValue()).toBe('86.40');
    await expectSoon(() => page.getByRole('group', { name: 'Recipient' }).innerText()).toContain(
      'Corner Greens',
    );
    expect(await field(page, 'Purpose').inputValue()).not.toBe('');
    await page.goto(`${bank.api.baseUrl}/history?type=outgoing&status=completed&search=corner`);
    const again = page.getByRole('link', { name: /^Send Again .*Corner Greens/ });
    const opacity = () => again.evaluate((element) => getComputedStyle(element).opacity);
    const hasMouse = await page.evaluate(() => matchMedia('(hover: hover)').matches);
    expect(await opacity()).toBe(hasMouse ? '0' : '1');
    await page.keyboard.press('j');
    await expectSoon(opacity).toBe('1');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expectSoon(() => field(page, 'Amount').inputValue()).toBe('86.40');
    expect(await page.getByText("We couldn't find that transfer").count()).toBe(0);
    // Nothing was typed, so the browser does not ask before leaving.
    await page.getByRole('link', { name: 'Settings' }).first().click();
    await page.waitForURL('**/settings');
    const { body } = await bank.alice.get<{ items: { id: string }[] }>('/api/transactions?type=incoming');
    for (const id of [body.items[0]?.id, 'a0000000-0000-4000-8000-000000000009', 'none']) {
      await page.goto(`${bank.api.baseUrl}/send-money?again=${id}`);
      await page.getByText("We couldn't find that transfer").waitFor();
      expect(await field(page, 'Amount').inputValue()).toBe('');
    }
  });
});

it('says that a transfer is being sent, and how long it usually takes [TRF-155, TRF-85]', async () => {
  await withPage(browser, 'a slow network', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.goto(`${bank.api.baseUrl}/send-money`);
    const usual = page.getByText(/We review every transfer, usually within one business day \(by \w+day, /);
    await usual.waitFor();
    await page.getByRole('button', { name: /^Corner Greens/ }).click();
    await field(page, 'Amount').fill('5');
    await button(page, 'Review Transfer').click();
    await usual.first().waitFor();
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/transfer/request', async (route) => {
      await answered;
      await route.continue();
    });
    await button(page, 'Confirm and Send').click();
    expect(await button(page, 'Sending...').isEnabled()).toBe(false);
    answer();
    await heading(page, 'Transfer request submitted').waitFor();
    await page.getByText("We're holding").waitFor();
  });
});

it('warns in the review that the same amount was just sent, and keeps the buttons in view [TRF-186]', async () => {
  const { body } = await requestTransfer(bank.alice, {
    ...{ recipientName: 'Ola Nilsen', recipientAccount: '77002', amount: 12.34 },
  });
  await withPage(browser, 'the same payment twice', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${bank.api.baseUrl}/send-money?again=${body.id}`);
    await button(page, 'Review Transfer').click();
    await page.getByText('Is this a duplicate?').waitFor();
    await page.getByText(/^You already have a transfer of \$12\.34 to Ola Nilsen, dated \w{3} /).waitFor();
    await page.getByText('New recipient').waitFor();
    const { y = Infinity, height = 0 } = (await button(page, 'Confirm and Send').boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(800);
    await button(page, 'Edit').click();
    await field(page, 'Amount').fill('12.35');
    await button(page, 'Review Transfer').click();
    await page.getByText('New recipient').waitFor();
    expect(await page.getByText('Is this a duplicate?').count()).toBe(0);
  });
});

it('warns in the review if a known name has a different account number [TRF-187]', async () => {
  await withPage(browser, 'a known name', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.goto(`${bank.api.baseUrl}/send-money`);
    await field(page, 'Amount').fill('5');
    await field(page, 'Recipient name').fill('corner greens');
    await field(page, 'Account number').fill('550011');
    await field(page, 'Routing number').fill('021000021');
    await field(page, 'Purpose').fill('Invoice');
    await button(page, 'Review Transfer').click();
    await page.getByText('Different account from before').waitFor();
    await page.getByText(/the account ending in \d{4}\./).waitFor();
    expect(await page.getByText('New recipient').count()).toBe(0);
  });
});

it("doesn't ask for account numbers when a pending transfer to a new recipient is sent again [TRF-82, TRF-136]", async () => {
  const { body } = await requestTransfer(bank.alice, {
    recipientName: 'Ola Nilsen',
    recipientAccount: '77001',
  });
  await withPage(browser, 'send a pending one again', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.goto(`${bank.api.baseUrl}/send-money?again=${body.id}`);
    const recipient = page.getByRole('group', { name: 'Recipient' });
    await expectSoon(() => recipient.innerText()).toMatch(/Ola Nilsen\s+ending in 7001/);
    await button(page, 'Review Transfer').click();
    await page.getByText('New recipient').waitFor();
    await button(page, 'Edit').click();
    await recipient.waitFor();
    expect(await field(page, 'Account number').count()).toBe(0);
    await bank.admin.put(`/api/admin/transfer-requests/${body.id}`, {
      status: 'failed',
      adminNotes: 'Wrong',
    });
    await page.goto(`${bank.api.baseUrl}/send-money?again=${body.id}`);
    await expectSoon(() => field(page, 'Account number').inputValue()).toBe('77001');
  });
});

it("changes the category of a payment, or of all payments to its recipient, in the payment's details [TRF-87]", async () => {
  await withPage(browser, 'change a category', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.goto(`${bank.api.baseUrl}/history?category=business`);
    await page.getByText('No transactions found matching your filters').waitFor();
    await page.goto(`${bank.api.baseUrl}/history?search=cinema`);
    await page.getByRole('link', { name: /^Transfer to Lumen Cinema/ }).click();
    const sheet = page.getByRole('dialog');
    const category = sheet.getByLabel('Category');
    expect(await sheet.getByRole('button', { name: /^Always for/ }).count()).toBe(0);
    await category.selectOption({ label: 'Business' });
    await waitForToast(page, 'Category changed');
    await expectSoon(() => category.inputValue()).toBe('business');
    await sheet.getByRole('button', { name: /^Always for/ }).click();
    await waitForToast(page, 'Category changed for all transfers');
    await expectSoon(() => sheet.getByRole('button', { name: /^Always for/ }).count()).toBe(0);
    await page.goto(`${bank.api.baseUrl}/history?category=business`);
    await page.getByRole('link', { name: /^Transfer to Lumen Cinema/ }).waitFor();
    await page.goto(`${bank.api.baseUrl}/analytics`);
    await page.getByText('Business').first().waitFor();
  });
});

it('renames and removes a recipient in the settings [TRF-81]', async () => {
  await withPage(browser, 'recipients in the settings', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.goto(`${bank.api.baseUrl}/settings`);
    await button(page, 'Rename Corner Greens').click();
    await field(page, 'Recipient name').fill('');
    await button(page, 'Save').click();
    await page.getByText("Enter the recipient's name").waitFor();
    await field(page, 'Recipient name').fill('My Greens');
    await button(page, 'Save').click();
    await waitForToast(page, 'Recipient renamed');
    await button(page, 'Remove My Greens').click();
    await button(page, 'Remove').click();
    await waitForToast(page, 'Recipient removed');
    await expectSoon(() => page.getByRole('button', { name: 'Remove My Greens' }).count()).toBe(0);
  });
});
