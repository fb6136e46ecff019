import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import {
  DEMO_PASSWORD,
  HttpClient,
  query,
  useBank,
  useBrowser,
  expectSoon,
  withPage,
} from '../harness/index.js';
import { waitForToast } from '../web/bank.fixtures.js';
import { button, field, heading, loseAnswer, shareSession, submitSignIn } from '../web/browser.fixtures.js';
import { setAvailableBalance } from './money.fixtures.js';

const bank = useBank();
const browser = useBrowser();

beforeAll(() => setAvailableBalance(bank.admin, bank.alice, 1_000_00));

// Resets the count of lookups, because together the tests look Alice up more often than the hourly limit allows.
beforeEach(() => query(bank.database.superUrl, 'delete from attempt'));

async function askAlice(note: string): Promise<string> {
  const found = await bank.bob.post<{ proof: string }>('/api/transfer/find-recipient', {
    recipientMoniker: 'alice',
  });
  const to = { recipientMoniker: 'alice', recipientProof: found.body.proof };
  const { status, body } = await bank.bob.post<{ id: string }>('/api/money-requests', {
    ...{ amount: 24.5, note },
    ...to,
  });
  expect(status).toBe(201);
  return body.id;
}

const cancel = async (id: string): Promise<void> =>
  expect((await bank.bob.post(`/api/money-requests/${id}/cancel`)).status).toBe(200);

const note = (page: Page): Locator => page.getByRole('textbox', { name: /^Note/ });

const chooseLink = (page: Page): Promise<void> => page.getByText('Payment link', { exact: true }).click();

it('asks for money by moniker and by link, shows a QR code, shares the link, and updates another tab when a request is canceled [TRF-117, TRF-163, UI-12]', async () => {
  await withPage(browser, 'ask for money', async (page, context) => {
    const shared: unknown[] = [];
    await context.exposeFunction('share', (data: unknown) => shared.push(data));
    const devTools = await context.newCDPSession(page);
    await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    // Defined here, because Chromium has `navigator.share` only on phones and some desktops.
    await context.addInitScript('navigator.share = async (data) => share(data)');
    await shareSession(context, bank.bob);
    await page.goto(`${bank.api.baseUrl}/send-money`);
    await page.getByRole('link', { name: 'Ask for Money' }).click();
    await heading(page, 'Ask for Money').waitFor();
    await page.getByText('No requests yet').waitFor();
    await field(page, 'Moniker').fill('alice');
    await page.keyboard.press('Enter');
    await page.getByRole('group', { name: 'Recipient' }).waitFor();
    await page.keyboard.type('24.50');
    await expectSoon(() => field(page, 'Amount').inputValue()).toBe('24.50');
    await note(page).fill('Concert');
    await button(page, 'Send Request').click();
    await waitForToast(page, 'Request sent');
    const list = page.getByRole('list', { name: 'Your requests' });
    await expectSoon(() => list.innerText()).toMatch(/\$24\.50\s+from\s+Alice M\.\s+Open/);

    await chooseLink(page);
    await field(page, 'Amount').fill('10');
    await note(page).fill('Gift');
    await button(page, 'Create Link').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: 'QR code of the link' }).waitFor();
    await expectSoon(() => dialog.innerText()).toContain('/send-money?request=');
    await button(page, 'Share').click();
    await expectSoon(() => shared).toEqual([
      { url: expect.stringContaining(`${bank.api.baseUrl}/send-money?request=`) },
    ]);
    await button(page, 'Done').click();
    await list
      .getByRole('listitem')
      .filter({ hasText: 'Gift' })
      .getByRole('button', { name: 'Cancel Request' })
      .click();
    const otherTab = await context.newPage();
    await otherTab.goto(page.url());
    const seenThere = otherTab.getByRole('list', { name: 'Your requests' });
    await seenThere.getByText('Gift').waitFor();
    const question = page.getByRole('dialog', { name: 'Cancel this request?' });
    await expectSoon(() => question.innerText()).toContain('$10.00 from anyone with the link');
    await question.getByRole('button', { name: 'Keep Request' }).click();
    expect(await list.innerText()).not.toContain('Canceled');
    await list.getByRole('listitem').filter({ hasText: 'Gift' }).getByText('Cancel Request').click();
    await question.getByRole('button', { name: 'Cancel Request' }).click();
    await waitForToast(page, 'Request canceled');
    await expectSoon(() => list.innerText()).toContain('Canceled');
    await seenThere.getByText('Canceled').waitFor();
  });
});

it('selects a known person with one click, and creates a link from an amount alone [TRF-141, TRF-142]', async () => {
  await withPage(browser, 'ask a known person', async (page, context) => {
    await shareSession(context, bank.bob);
    await page.goto(`${bank.api.baseUrl}/send-money?ask`);
    await page.getByRole('button', { name: /^Alice M\.\s*\$alice$/ }).click();
    await page.getByRole('group', { name: 'Recipient' }).waitFor();
    await page.keyboard.type('3');
    await expectSoon(() => field(page, 'Amount').inputValue()).toBe('3');
    expect(await note(page).inputValue()).toBe('');
    await button(page, 'Send Request').click();
    await waitForToast(page, 'Request sent');

    await chooseLink(page);
    expect(await field(page, 'Moniker').count()).toBe(0);
    await page.keyboard.type('4');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Share this link' });
    await dialog.getByRole('img', { name: 'QR code of the link' }).waitFor();
    // The Share button is missing, because this device has no touch screen.
    expect(await button(page, 'Share').count()).toBe(0);
    await button(page, 'Copy Link').click();
    await button(page, 'Copied').waitFor();
    await button(page, 'Done').click();
  });
  const { body } = await bank.bob.get<{ id: string; note: string }[]>('/api/money-requests');
  const made = body.filter(({ note }) => note === 'Money request');
  expect(made).toHaveLength(2);
  for (const { id } of made) await cancel(id);
});

it('refuses requests for more than a payer can send in a day [TRF-110]', async () => {
  await withPage(browser, 'ask for too much', async (page, context) => {
    await shareSession(context, bank.bob);
    await page.goto(`${bank.api.baseUrl}/send-money`);
    await page.getByRole('link', { name: 'Ask for Money' }).click();
    await chooseLink(page);
    await field(page, 'Amount').fill('1960.01');
    await note(page).fill('Rent');
    await button(page, 'Create Link').click();
    await page.getByText('You can ask for up to $1,960.00').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

it('creates only one request if the response to the first attempt is lost [TRF-110]', async () => {
  await withPage(browser, 'ask again after a lost answer', async (page, context) => {
    await shareSession(context, bank.bob);
    await page.goto(`${bank.api.baseUrl}/send-money`);
    await page.getByRole('link', { name: 'Ask for Money' }).click();
    await chooseLink(page);
    await field(page, 'Amount').fill('11');
    await note(page).fill('Lost and found');
    await loseAnswer(page, '**/api/money-requests');
    await button(page, 'Create Link').click();
    await waitForToast(page, "We didn't get a response.");
    await button(page, 'Create Link').click();
    await page.getByRole('dialog').getByRole('img', { name: 'QR code of the link' }).waitFor();
  });
  const { body } = await bank.bob.get<{ note: string }[]>('/api/money-requests');
  expect(body.filter(({ note }) => note === 'Lost and found')).toHaveLength(1);
});

it('requires a new lookup of a customer who can no longer be asked for money, and keeps the amount and the note [TRF-117]', async () => {
  await withPage(browser, 'ask someone who can no longer be found', async (page, context) => {
    await shareSession(context, bank.bob);
    await page.goto(`${bank.api.baseUrl}/send-money?ask`);
    const notFound = "We can't find this moniker. Check it with the person, or create a link.";
    await field(page, 'Moniker').fill('nobody_here');
    await page.keyboard.press('Enter');
    await page.getByText(notFound).waitFor();
    await field(page, 'Moniker').fill('bobs_bikes');
    await page.keyboard.press('Enter');
    await page.getByText("You can't ask yourself for money").waitFor();
    await field(page, 'Moniker').fill('alice');
    await page.keyboard.press('Enter');
    await field(page, 'Amount').fill('12');
    await note(page).fill('Lunch');
    await bank.alice.put('/api/user/findable', { isFindable: false });
    await button(page, 'Send Request').click();
    await waitForToast(page, 'You can create a link instead and send it to them.');
    await bank.alice.put('/api/user/findable', { isFindable: true });
    await field(page, 'Moniker').fill('alice');
    await page.keyboard.press('Enter');
    await page.getByRole('group', { name: 'Recipient' }).waitFor();
    expect(await field(page, 'Amount').inputValue()).toBe('12');
    expect(await note(page).inputValue()).toBe('Lunch');
  });
});

it('pays a request from the dashboard, with a fixed amount [TRF-117, TRF-144, TRF-154]', async () => {
  await withPage(browser, 'pay a request', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.goto(`${bank.api.baseUrl}/dashboard`);
    await page.getByRole('link', { name: 'Pay Bob L.' }).click();
    // Waits for this page, because the dashboard shows the same text.
    await heading(page, 'Send Money').waitFor();
    await page.getByText('Bob L. asked for $24.50').waitFor();
    expect(await page.getByRole('main').getByText('Bob L.').count()).toBe(1);
    await expectSoon(() => page.getByRole('main').innerText()).toContain(
      'The recipient gets $24.50 · You pay $25.00, including the 2% fee',
    );
    expect(await field(page, 'Amount').count()).toBe(0);
    expect(await field(page, 'Purpose').inputValue()).toBe('Concert');
    await button(page, 'Review Transfer').click();
    await page.getByText('Bob L. gets').waitFor();
    expect(await page.getByText('wrong account').count()).toBe(0);
    await button(page, 'Confirm and Send').click();
    await heading(page, 'Transfer request submitted').waitFor();
    expect(
      await page.getByText(/^(This request|We're reviewing your transfer for this request)/).count(),
    ).toBe(0);
    const answer = page.waitForResponse('**/api/money-requests');
    await page.waitForURL('**/dashboard');
    await answer;
    await expectSoon(() => page.getByRole('link', { name: 'Pay Bob L.' }).count()).toBe(0);
  });
});

it('shows a new request on the open dashboard and in the bell [NTF-4]', async () => {
  await withPage(browser, 'a new request', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.goto(`${bank.api.baseUrl}/dashboard`);
    await page.getByText('Payments History').waitFor();
    const id = await askAlice('Museum');
    await page.getByText('$bobs_bikes · Museum').waitFor();
    await page.getByRole('button', { name: /^Notifications, \d+\+? unread/ }).click();
    await page.getByRole('dialog').getByText('Bob L. asked for $24.50: Museum').waitFor();
    await cancel(id);
  });
});

it('offers to retry if a request fails to load, instead of saying that it was not found [TRF-117]', async () => {
  const id = await askAlice('Tickets');
  await withPage(browser, 'a request that fails to load', async (page, context) => {
    await shareSession(context, bank.alice);
    let isDown = true;
    await page.route(`**/api/money-requests/${id}`, (route) =>
      isDown ? route.fulfill({ status: 503, json: { message: 'Try again later' } }) : route.fallback(),
    );
    await page.goto(`${bank.api.baseUrl}/send-money?request=${id}`);
    await page.getByText("We couldn't load the request.").waitFor();
    expect(await page.getByText("We couldn't find this request").count()).toBe(0);
    expect(await button(page, 'Review Transfer').count()).toBe(0);
    isDown = false;
    await button(page, 'Try again').click();
    await page.getByText('Bob L. asked for $24.50').waitFor();
    await page.goto(`${bank.api.baseUrl}/send-money?request=${randomUUID()}`);
    await page.getByText("We couldn't find this request").waitFor();
    expect(await field(page, 'Amount').count()).toBe(0);
  });
  await cancel(id);
});

it('after a new sign-in, restores the entered payment only if its money request is still open [TRF-117, AUTH-36]', async () => {
  const id = await askAlice('Tickets');
  const email = 'alice@moniker.example';
  const client = new HttpClient(bank.api.baseUrl);
  expect((await client.post('/api/auth/login', { email, password: DEMO_PASSWORD })).status).toBe(200);
  await withPage(browser, 'a request and two sessions', async (page, context) => {
    await shareSession(context, client);
    await page.goto(`${bank.api.baseUrl}/send-money?request=${id}`);
    const confirmTooLate = async (endSession: () => Promise<unknown>): Promise<void> => {
      await button(page, 'Review Transfer').click();
      await heading(page, 'Review your transfer').waitFor();
      await endSession();
      await button(page, 'Confirm and Send').click();
      await page.waitForURL('**/auth');
    };
    await field(page, 'Purpose').fill('Front row');
    await confirmTooLate(() => client.get('/api/logout'));
    await submitSignIn(page, email);
    await page.getByText('We kept what you entered').waitFor();
    await page.getByText('Bob L. asked for $24.50').waitFor();
    expect(await field(page, 'Purpose').inputValue()).toBe('Front row');

    await confirmTooLate(() => context.request.get(`${bank.api.baseUrl}/api/logout`));
    await cancel(id);
    await submitSignIn(page, email);
    await page.getByText('This request was canceled').waitFor();
    await page.getByRole('link', { name: 'Send Money to Someone' }).click();
    await field(page, 'Recipient name').waitFor();
    expect(await field(page, 'Amount').isEditable()).toBe(true);
    expect(await field(page, 'Purpose').inputValue()).toBe('');
  });
});

it('declines a request and blocks the person who asked until the payer unblocks them in the settings [TRF-117, TRF-115, TRF-118]', async () => {
  await askAlice('Again');
  await withPage(browser, 'decline a request', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.goto(`${bank.api.baseUrl}/dashboard`);
    await button(page, 'Decline Bob L.').click();
    const question = page.getByRole('dialog', { name: "Decline Bob L.'s request?" });
    await question.getByText('$24.50').waitFor();
    await page.getByText('will see that you declined. No money will be sent.').waitFor();
    await page.getByLabel("Don't let Bob L. ask me again").check();
    await page
      .getByText('will see that you declined all their open requests. No money will be sent.')
      .waitFor();
    await button(page, 'Decline Request').click();
    await waitForToast(page, 'Customer blocked');
    await expectSoon(() => page.getByRole('link', { name: 'Pay Bob L.' }).count()).toBe(0);
  });
  const found = await bank.bob.post<{ proof: string }>('/api/transfer/find-recipient', {
    recipientMoniker: 'alice',
  });
  const to = { recipientMoniker: 'alice', recipientProof: found.body.proof };
  const askAgain = () => bank.bob.post('/api/money-requests', { amount: 1, note: 'Once more', ...to });
  expect((await askAgain()).status).toBe(404);
  await withPage(browser, 'lift a block', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.goto(`${bank.api.baseUrl}/settings`);
    const list = page.getByRole('list', { name: 'Blocked customers' });
    await expectSoon(() => list.innerText()).toMatch(/Bob L\.\s+\$bobs_bikes/);
    await button(page, 'Unblock Bob L.').click();
    await waitForToast(page, 'Customer unblocked');
    await expectSoon(() => page.getByText('Blocked Customers').count()).toBe(0);
  });
  expect((await askAgain()).status).toBe(201);
});

it('says why a request cannot be paid, but not why a payment link was closed [TRF-173]', async () => {
  const ask = await bank.bob.post<{ id: string }>('/api/money-requests', { amount: 5, note: 'Secret gift' });
  const path = `/send-money?request=${ask.body.id}`;
  const asked = await askAlice('Dinner');
  const unpaid = await askAlice('Cinema');
  await withPage(browser, 'own request', async (page, context) => {
    await shareSession(context, bank.bob);
    await page.goto(bank.api.baseUrl + path);
    await page.getByText('This is your own request').waitFor();
    await page.getByRole('link', { name: 'See Your Requests' }).click();
    await page.getByRole('list', { name: 'Your requests' }).getByText('Secret gift').waitFor();
  });
  await cancel(ask.body.id);
  await withPage(browser, 'closed requests', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.goto(bank.api.baseUrl + path);
    await page.getByText('This request is no longer open').waitFor();
    await page.getByText('It may have been paid, canceled or expired.').waitFor();
    expect(await page.getByRole('main').innerText()).not.toMatch(/Secret gift|was canceled/);
    expect(
      (await bank.alice.post(`/api/money-requests/${asked}/decline`, { blocksAsker: false })).status,
    ).toBe(200);
    await page.goto(`${bank.api.baseUrl}/send-money?request=${asked}`);
    await page.getByText('This request was declined').waitFor();
    const payment = { amount: 25, purpose: 'Cinema', moneyRequestId: unpaid };
    expect((await bank.alice.post('/api/transfer/request', payment)).status).toBe(201);
    await page.goto(`${bank.api.baseUrl}/send-money?request=${unpaid}`);
    await page.getByText("We're reviewing your transfer for this request").waitFor();
    expect((await bank.alice.post(`/api/transfer/${unpaid}/cancel`)).status).toBe(200);
    await page.goto(`${bank.api.baseUrl}/send-money?request=${unpaid}`);
    await page.getByText("Your transfer for this request wasn't completed").waitFor();
  });
  await withPage(browser, 'declined and unpaid requests', async (page, context) => {
    await shareSession(context, bank.bob);
    await page.goto(`${bank.api.baseUrl}/send-money?ask`);
    const rows = page.getByRole('list', { name: 'Your requests' }).getByRole('listitem');
    await rows.filter({ hasText: 'Dinner' }).getByText('Declined', { exact: true }).waitFor();
    await rows.filter({ hasText: 'Cinema' }).getByText('Not paid', { exact: true }).waitFor();
  });
});

it('says on the page that a request was canceled during the review [TRF-157]', async () => {
  const id = await askAlice('Tickets');
  await withPage(browser, 'a request canceled during the review', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.goto(`${bank.api.baseUrl}/send-money?request=${id}`);
    await button(page, 'Review Transfer').click();
    await heading(page, 'Review your transfer').waitFor();
    await cancel(id);
    await button(page, 'Confirm and Send').click();
    await waitForToast(page, 'This request for money is no longer open');
    await page.getByText('This request was canceled').waitFor();
    expect(await heading(page, 'Review your transfer').count()).toBe(0);
    expect(await page.getByText('Bob L. asked for').count()).toBe(0);
    expect(await field(page, 'Purpose').count()).toBe(0);
    await page.getByRole('link', { name: 'Send Money to Someone' }).click();
    await expectSoon(() => field(page, 'Purpose').inputValue()).toBe('');
  });
});

it('asks a visitor with a payment link to sign in, then returns to the link [TRF-174]', async () => {
  const { body } = await bank.bob.post<{ id: string }>('/api/money-requests', { amount: 5, note: 'Cake' });
  await withPage(browser, 'a visitor with a payment link', async (page) => {
    const path = `/send-money?request=${body.id}`;
    await page.goto(bank.api.baseUrl + path);
    await page.waitForURL('**/auth');
    await page.getByText('Sign in to pay this request.').waitFor();
    expect(await page.getByText('Unauthorized').count()).toBe(0);
    await submitSignIn(page, 'alice@moniker.example');
    await page.getByText('Bob L. asked for $5.00').waitFor();
    expect(page.url()).toBe(bank.api.baseUrl + path);
  });
  await cancel(body.id);
});
