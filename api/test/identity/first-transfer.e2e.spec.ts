import { it } from '@jest/globals';
import {
  applyForChecking,
  CARLA,
  register,
  waitForBalances,
  signInOnPage,
  verifyEmail,
} from '../web/bank.fixtures.js';
import { adminApprovesAccount, adminApprovesTransfer, adminCredits, sendMoney } from './newcomer.fixtures.js';
import { DEMO_PASSWORD, expectSoundLedger, useBrowser, useMailingBank, withPage } from '../harness/index.js';

const { database, api, mail } = useMailingBank();
const browser = useBrowser();

it('a new customer gets from registration to a completed transfer, and the ledger stays sound [KYC-1, KYC-14, ACC-1, DASH-3]', async () => {
  await withPage(browser, 'newcomer', (page) =>
    withPage(browser, 'admin', async (adminPage) => {
      await register(page, api.baseUrl, CARLA);
      await verifyEmail(page, mail, CARLA);
      await signInOnPage(page, api.baseUrl, CARLA.email, CARLA.password);
      await waitForBalances(page, { total: '$0.00', available: '$0.00', pending: '$0.00' });
      await applyForChecking(page, CARLA);

      await signInOnPage(adminPage, api.baseUrl, 'admin@moniker.example', DEMO_PASSWORD);
      await adminApprovesAccount(adminPage);
      await adminCredits(adminPage, '500');

      await page.reload();
      await page.getByText('345678901').waitFor();
      await waitForBalances(page, { total: '$500.00', available: '$500.00', pending: '$0.00' });
      await sendMoney(page);
      await waitForBalances(page, { total: '$500.00', available: '$400.00', pending: '$100.00' });

      await adminApprovesTransfer(adminPage);
      await page.reload();
      await waitForBalances(page, { total: '$400.00', available: '$400.00', pending: '$0.00' });
      const line = page.getByRole('listitem').filter({ hasText: 'Transfer to Corner Greens' });
      await line.filter({ hasText: 'Completed' }).filter({ hasText: '−$100.00' }).waitFor();
      await line.filter({ hasText: 'Fee $2.00' }).filter({ hasText: 'Net $98.00' }).waitFor();
    }),
  );
  await expectSoundLedger({ database });
});
