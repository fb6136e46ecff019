import { beforeAll, expect, it } from '@jest/globals';
import { useBank, useBrowser, expectSoon, withPage } from '../harness/index.js';
import { waitForToast } from '../web/bank.fixtures.js';
import { button, field, heading, loseAnswer, shareSession } from '../web/browser.fixtures.js';
import { setAvailableBalance } from './money.fixtures.js';

const bank = useBank();
const browser = useBrowser();

beforeAll(() => setAvailableBalance(bank.admin, bank.alice, 1_000_00));

async function askAlice(note: string): Promise<void> {
  const found = await bank.bob.post<{ proof: string }>('/api/transfer/find-recipient', {
    recipientMoniker: 'alice',
  });
  const to = { recipientMoniker: 'alice', recipientProof: found.body.proof };
  const { status } = await bank.bob.post('/api/money-requests', { amount: 24.5, note, ...to });
  expect(status).toBe(201);
}

it('asks by a moniker and by a link with a QR code, and cancels [TRF-117]', async () => {
  await withPage(browser, 'ask for money', async (page, context) => {
    await shareSession(context, bank.bob);
    await page.goto(`${bank.api.baseUrl}/send-money`);
    await page.getByRole('link', { name: 'Ask for Money' }).click();
    await heading(page, 'Ask for Money').waitFor();
    await page.getByText('No requests yet').waitFor();
    await field(page, 'Moniker').fill('alice');
    await page.keyboard.press('Enter');
    await page.getByRole('group', { name: 'Recipient' }).waitFor();
    await field(page, 'Amount').fill('24.50');
    await field(page, 'Note').fill('Concert');
    await button(page, 'Send Request').click();
    await waitForToast(page, 'Request sent');
    const list = page.getByRole('list', { name: 'Your requests' });
    await expectSoon(() => list.innerText()).toMatch(/\$24\.50\s+from\s+Alice M\.\s+Open/);

    await field(page, 'Who should pay?').selectOption('link');
    await field(page, 'Amount').fill('10');
    await field(page, 'Note').fill('Gift');
    await button(page, 'Create Link').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: 'QR code of the link' }).waitFor();
    await expectSoon(() => dialog.innerText()).toContain('/send-money?request=');
    await button(page, 'Done').click();
    await list
      .getByRole('listitem')
      .filter({ hasText: 'Gift' })
      .getByRole('button', { name: 'Cancel Request' })
      .click();
    await waitForToast(page, 'Request canceled');
    await expectSoon(() => list.innerText()).toContain('Canceled');
  });
});

it('asks for no more than a payer can send in a day [TRF-110]', async () => {
  await withPage(browser, 'ask for too much', async (page, context) => {
    await shareSession(context, bank.bob);
    await page.goto(`${bank.api.baseUrl}/send-money`);
    await page.getByRole('link', { name: 'Ask for Money' }).click();
    await field(page, 'Who should pay?').selectOption('link');
    await field(page, 'Amount').fill('1960.01');
    await field(page, 'Note').fill('Rent');
    await button(page, 'Create Link').click();
    await page.getByText('You can ask for up to $1,960.00').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

it('asks once if the answer to the first attempt was lost [TRF-110]', async () => {
  await withPage(browser, 'ask again after a lost answer', async (page, context) => {
    await shareSession(context, bank.bob);
    await page.goto(`${bank.api.baseUrl}/send-money`);
    await page.getByRole('link', { name: 'Ask for Money' }).click();
    await field(page, 'Who should pay?').selectOption('link');
    await field(page, 'Amount').fill('11');
    await field(page, 'Note').fill('Lost and found');
    await loseAnswer(page, '**/api/money-requests');
    await button(page, 'Create Link').click();
    await waitForToast(page, 'The bank did not answer.');
    await button(page, 'Create Link').click();
    await page.getByRole('dialog').getByRole('img', { name: 'QR code of the link' }).waitFor();
  });
  const { body } = await bank.bob.get<{ note: string }[]>('/api/money-requests');
  expect(body.filter(({ note }) => note === 'Lost and found')).toHaveLength(1);
});

it('pays a request from the dashboard, with its amount [TRF-117]', async () => {
  await withPage(browser, 'pay a request', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.goto(`${bank.api.baseUrl}/dashboard`);
    await page.getByRole('link', { name: 'Pay Bob L.' }).click();
    await page.getByText('Bob L. asks for $24.50').waitFor();
    expect(await field(page, 'Amount').inputValue()).toBe('25.00');
    expect(await field(page, 'Amount').isEditable()).toBe(false);
    expect(await field(page, 'Purpose').inputValue()).toBe('Concert');
    await button(page, 'Review Transfer').click();
    await page.getByText('Bob L. gets').waitFor();
    await button(page, 'Confirm and Send').click();
    await heading(page, 'Transfer request submitted').waitFor();
    expect(await page.getByText("This request can't be paid").count()).toBe(0);
    const answer = page.waitForResponse('**/api/money-requests');
    await page.goto(`${bank.api.baseUrl}/dashboard`);
    await answer;
    await expectSoon(() => page.getByRole('link', { name: 'Pay Bob L.' }).count()).toBe(0);
  });
});

it('declines a request and blocks its asker [TRF-117, TRF-115]', async () => {
  await askAlice('Again');
  await withPage(browser, 'decline a request', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.goto(`${bank.api.baseUrl}/dashboard`);
    await button(page, 'Decline Bob L.').click();
    await page.getByLabel("Don't let Bob L. ask me again").check();
    await button(page, 'Decline Request').click();
    await waitForToast(page, 'Request declined');
    await expectSoon(() => page.getByRole('link', { name: 'Pay Bob L.' }).count()).toBe(0);
  });
  const found = await bank.bob.post<{ proof: string }>('/api/transfer/find-recipient', {
    recipientMoniker: 'alice',
  });
  const to = { recipientMoniker: 'alice', recipientProof: found.body.proof };
  const { status } = await bank.bob.post('/api/money-requests', { amount: 1, note: 'Once more', ...to });
  expect(status).toBe(404);
});
