import { describe, expect, it } from '@jest/globals';
import { withPage, useBank, useBrowser, expectSoon } from '../harness/index.js';
import { newCustomer } from '../kyc/kyc.fixtures.js';
import { CARLA } from './bank.fixtures.js';
import { button, field, fillInRegistration, shareSession } from './browser.fixtures.js';

const bank = useBank();
const browser = useBrowser();

describe('a person with one name', () => {
  it('types it in one field, which fills the first and last name [REG-45]', async () => {
    await withPage(browser, 'one name', async (page) => {
      await page.goto(`${bank.api.baseUrl}/auth?tab=register`);
      await page.getByRole('tab', { name: 'Get Started' }).click();
      await page.getByLabel('I only have one name').check();
      await page.getByText("We'll use it as your first and last name.").waitFor();
      await button(page, 'Create Account').click();
      await page.getByText('Enter your name', { exact: true }).waitFor();
      expect(await page.getByText(/^Enter your (first|last) name/).count()).toBe(0);
      await field(page, 'Name').fill('Suharto');
      await page.getByLabel('I only have one name').uncheck();
      await expectSoon(() => field(page, 'First name').inputValue()).toBe('Suharto');
      await expectSoon(() => field(page, 'Last name').inputValue()).toBe('');
      await fillInRegistration(page, CARLA);
      await page.getByLabel('I only have one name').check();
      await field(page, 'Name').fill('Sukarno');
      const sent = page.waitForRequest('**/api/auth/register');
      await button(page, 'Create Account').click();
      expect((await sent).postDataJSON()).toMatchObject({ firstName: 'Sukarno', lastName: 'Sukarno' });
    });
  });
});

describe('a form', () => {
  it('in an admin’s dialog refuses an amount with a decimal comma [CON-2]', async () => {
    await withPage(browser, 'amount with a comma', async (page, context) => {
      await shareSession(context, bank.admin);
      await page.goto(`${bank.api.baseUrl}/admin?tab=users`);
      await page.getByRole('button', { name: 'Add Incoming Transaction' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Add Incoming Transaction' });
      const amount = dialog.getByLabel('Amount', { exact: true });
      await amount.pressSequentially('12,50');
      await amount.press('Enter');
      await dialog.getByText('Use a decimal point for cents: 12.50').waitFor();
      await amount.selectText();
      await amount.pressSequentially('1,234.50');
      await dialog.getByText('Use a decimal point for cents: 12.50').waitFor({ state: 'hidden' });
      await expectSoon(() => amount.inputValue()).toBe('1,234.50');
    });
  });

  it('converts the name of a US state to its code, rejects an unknown state, and keeps every digit of a routing number [KYC-5, TRF-51]', async () => {
    const customer = await newCustomer(bank.api.baseUrl, bank.database);
    await withPage(browser, 'state and routing number', async (page, context) => {
      await shareSession(context, customer);
      await page.goto(`${bank.api.baseUrl}/apply-checking`);
      const state = page.getByLabel('State');
      await state.fill('New York');
      await expectSoon(() => state.inputValue()).toBe('NY');
      await state.fill('Missouri');
      await expectSoon(() => state.inputValue()).toBe('MO');
      for (const unknown of ['XX', 'Ontario']) {
        await state.fill(unknown);
        await page.getByRole('button', { name: 'Next' }).click();
        await page.getByText(`${unknown} isn't a US state`).waitFor();
      }
    });
    await withPage(browser, 'routing number', async (page, context) => {
      await shareSession(context, bank.alice);
      await page.goto(`${bank.api.baseUrl}/send-money`);
      const routing = page.getByLabel('Routing number');
      await routing.fill('\u202a0210\u00a00002\u201115\u202c');
      await expectSoon(() => routing.inputValue()).toBe('0210000215');
      await page.getByText('Routing numbers have up to 9 digits').waitFor();
    });
  });
});
