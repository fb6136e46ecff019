import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { continueAs, seeToast } from './bank.given.js';
import { newCustomer, newSsn, picture } from './kyc.given.js';
import {
  createDemoDatabase,
  launchBrowser,
  startApi,
  waitFor,
  withPage,
  type RunningApi,
  type TestDatabase,
} from './support/index.js';
import { hasS3, S3_SERVER, startS3, type S3Server } from './support/s3.js';

// Where there is no such server, stores.given.ts says so.
(hasS3 ? describe : describe.skip)(`the browser with ${S3_SERVER}`, () => {
  let s3: S3Server;
  let database: TestDatabase;
  let api: RunningApi;
  let browser: Browser;

  beforeAll(async () => {
    [s3, database, browser] = await Promise.all([startS3(), createDemoDatabase(), launchBrowser()]);
    api = await startApi({ database, env: s3.env });
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await api.stop();
    await database.drop();
    await s3.stop();
  });

  it('sends documents straight there, shows them, and says why one is refused', async () => {
    const customer = await newCustomer(api.baseUrl, database);
    await withPage(browser, 'direct upload', async (page, context) => {
      await continueAs(context, customer);
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'PUT') sent.push(new URL(request.url()).origin);
      });
      await page.goto(`${api.baseUrl}/apply-checking`);
      await page.getByLabel('First name').fill('Grace');
      await page.getByLabel('Last name').fill('Hopper');
      await page.getByLabel('Social Security number').fill(newSsn());
      await page.getByLabel('Street').fill('1 Main Street');
      await page.getByLabel('City').fill('San Francisco');
      await page.getByLabel('State').fill('ca');
      await page.getByLabel('ZIP code').fill('94105');
      await page.getByRole('button', { name: 'Next' }).click();

      const input = page.getByLabel('Driving license, front');
      const file = { name: 'front.jpg', mimeType: 'image/jpeg', buffer: await picture() };
      await input.setInputFiles(file);
      await page.getByText('Uploaded, 1 KB').waitFor();
      expect(sent).toEqual([s3.settings.endpoint]);
      const isDrawn = () =>
        page.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth === 60);
      await waitFor(isDrawn, { what: 'the preview' });

      const half = { ...file, name: 'half.jpg', buffer: file.buffer.subarray(0, 200) };
      await page.getByLabel('Driving license, back').setInputFiles(half);
      await seeToast(page, 'Upload failed: 422 The image is damaged or incomplete');
    });
  });
});
