import { beforeAll, expect, it } from '@jest/globals';
import { useBank, useBrowser, expectSoon, withPage } from '../harness/index.js';
import { waitForToast } from '../web/bank.fixtures.js';
import { button, field, heading, shareSession } from '../web/browser.fixtures.js';
import { setAvailableBalance } from './money.fixtures.js';

const bank = useBank();
const browser = useBrowser();

/** The id of the transfer that the first test sends. */
async function bikeRepair(): Promise<string> {
  const path = '/api/transactions?search=bike%20repair';
  const { body } = await bank.alice.get<{ items: { id: string }[] }>(path);
  return body.items[0]?.id ?? '';
}

beforeAll(() => setAvailableBalance(bank.admin, bank.alice, 1_000_00));

it('finds a customer by moniker and sends them money, and keeps the purpose if the first try fails [TRF-106, TRF-83, TRF-162]', async () => {
  await withPage(browser, 'send to a moniker', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.goto(`${bank.api.baseUrl}/send-money`);
    await page.getByText('$moniker', { exact: true }).click();
    await page.keyboard.type('nobody_here');
    await page.keyboard.press('Enter');
    await page
      .getByText("We can't find this moniker. Check it with the person, or use their account number.")
      .waitFor();
    await field(page, 'Moniker').fill('$Bobs_Bikes');
    await page.keyboard.press('Enter');
    const recipient = page.getByRole('group', { name: 'Recipient' });
    await recipient.waitFor();
    await expectSoon(() => recipient.innerText()).toMatch(/Bob L\.\s+\$bobs_bikes/);
    await page.keyboard.type('25');
    await expectSoon(() => field(page, 'Amount').inputValue()).toBe('25');
    expect(await field(page, 'Account number').count()).toBe(0);
    await page.getByText('The recipient will see this purpose.').waitFor();
    await field(page, 'Purpose').fill('Bike repair');
    await button(page, 'Review Transfer').click();
    await heading(page, 'Review your transfer').waitFor();
    await page.getByText('Bob L. gets').waitFor();
    await page.getByText('Check that this is the person you want to pay.').waitFor();
    expect(await page.getByText('Routing number').count()).toBe(0);

    await bank.bob.put('/api/user/findable', { isFindable: false });
    await button(page, 'Confirm and Send').click();
    await waitForToast(page, 'Transfer Failed');
    await waitForToast(
      page,
      "We can't pay this person by moniker. Use their account and routing numbers instead.",
    );
    await bank.bob.put('/api/user/findable', { isFindable: true });
    await field(page, 'Moniker').fill('bobs_bikes');
    await page.keyboard.press('Enter');
    await recipient.waitFor();
    expect(await field(page, 'Purpose').inputValue()).toBe('Bike repair');
    await button(page, 'Review Transfer').click();
    await button(page, 'Confirm and Send').click();
    await heading(page, 'Transfer request submitted').waitFor();
  });
});

it('shows the recipient what the payment is for [TRF-162]', async () => {
  const id = await bikeRepair();
  expect((await bank.admin.put(`/api/admin/transfer-requests/${id}`, { status: 'approved' })).status).toBe(
    200,
  );
  await withPage(browser, 'what the payment is for', async (page, context) => {
    await shareSession(context, bank.bob);
    await page.goto(`${bank.api.baseUrl}/history?search=alice`);
    await page
      .getByRole('link', { name: /Payment from \$alice/ })
      .first()
      .click();
    await page.getByRole('dialog').getByText('Payment for').waitFor();
    await page.getByRole('dialog').getByText('Bike repair').waitFor();
  });
});

it('lets a customer pay a moniker again, from the list of recipients or from the details of a transfer [TRF-106, TRF-80, TRF-82]', async () => {
  const id = await bikeRepair();
  await withPage(browser, 'a recipient with a moniker', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.goto(`${bank.api.baseUrl}/send-money`);
    await page.getByRole('button', { name: /^Bob L\. \$bobs_bikes, ending in \d{4}$/ }).click();
    await page.keyboard.type('5');
    await expectSoon(() => field(page, 'Amount').inputValue()).toBe('5');
    expect(await field(page, 'Purpose').inputValue()).toBe('Bike repair');
    await button(page, 'Review Transfer').click();
    await heading(page, 'Review your transfer').waitFor();
    expect(await page.getByText('New recipient').count()).toBe(0);
    await button(page, 'Confirm and Send').click();
    await heading(page, 'Transfer request submitted').waitFor();

    await page.goto(`${bank.api.baseUrl}/history?transaction=${id}`);
    const details = page.getByRole('dialog');
    await details.getByText(/^••••\d{4}$/).waitFor();
    await details.getByRole('link', { name: 'Send Again' }).click();
    await page.getByRole('group', { name: 'Recipient' }).waitFor();
    await expectSoon(() => field(page, 'Amount').inputValue()).toBe('25.00');
  });
});

it('offers to pay someone who has asked for money but was never paid [TRF-152]', async () => {
  const found = await bank.alice.post<{ proof: string }>('/api/transfer/find-recipient', {
    recipientMoniker: 'bobs_bikes',
  });
  const asked = { recipientMoniker: 'bobs_bikes', recipientProof: found.body.proof };
  await bank.alice.post('/api/money-requests', { amount: 5, note: 'Lunch', ...asked });
  await withPage(browser, 'pay someone who asked', async (page, context) => {
    await shareSession(context, bank.bob);
    await page.goto(`${bank.api.baseUrl}/send-money`);
    await page.getByRole('button', { name: /^Alice M\.\s*\$alice$/ }).click();
    await expectSoon(() => page.getByRole('group', { name: 'Recipient' }).innerText()).toContain('$alice');
    await page.keyboard.type('5');
    await expectSoon(() => field(page, 'Amount').inputValue()).toBe('5');
    expect(await field(page, 'Purpose').inputValue()).toBe('Payment to Alice M.');
  });
});

it('suggests known people while a moniker is being typed, without looking up the moniker [TRF-139]', async () => {
  await withPage(browser, 'suggest people', async (page, context) => {
    const lookUps: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/find-recipient')) lookUps.push(request.postData() ?? '');
    });
    await shareSession(context, bank.alice);
    await page.goto(`${bank.api.baseUrl}/send-money`);
    await page.getByText('$moniker', { exact: true }).click();
    const box = page.getByRole('combobox', { name: 'Moniker' });
    // Strangers are not suggested.
    await box.fill('admin');
    expect(await page.getByRole('option').count()).toBe(0);
    await box.fill(' $BOB');
    await page.getByRole('option', { name: '$bobs_bikes Bob L.' }).waitFor();
    await expectSoon(() => box.inputValue()).toBe('bob');
    await page.keyboard.press('Escape');
    await expectSoon(() => box.getAttribute('aria-expanded')).toBe('false');
    await box.fill('https://moniker.example/$Bobs');
    await page.keyboard.press('ArrowDown');
    const option = page.getByRole('option', { selected: true });
    await expectSoon(() => option.getAttribute('id')).toBe(await box.getAttribute('aria-activedescendant'));
    await page.keyboard.press('Enter');
    await page.getByRole('group', { name: 'Recipient' }).waitFor();
    expect(await field(page, 'Purpose').inputValue()).toBe('Bike repair');
    expect(lookUps).toEqual([]);
  });
});

it('lets a customer hide from a search by moniker [SET-13]', async () => {
  await withPage(browser, 'hide', async (page, context) => {
    await shareSession(context, bank.bob);
    await page.goto(`${bank.api.baseUrl}/settings`);
    const box = page.getByLabel('Let other customers find me by my $moniker');
    await box.click();
    await waitForToast(page, 'Others can no longer find you by your $moniker');
    await page.reload();
    await expectSoon(() => box.isChecked()).toBe(false);
    await page.getByText("Others can't find you by $bobs_bikes.").waitFor();
    await box.click();
    await waitForToast(page, 'Others can find you by your $moniker');
  });
});
