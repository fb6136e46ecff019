import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { ACCEPT_DOCUMENT, ACCEPT_IMAGE } from '@moniker/common/document-types.js';
import { waitForToast } from '../web/bank.fixtures.js';
import { selectLargeFile, shareSession } from '../web/browser.fixtures.js';
import { HEIC } from './document-files.fixtures.js';
import {
  newCustomer,
  newSsn,
  pdf,
  picture,
  type AdminKyc,
  type KycStatus,
  newApplicant,
} from './kyc.fixtures.js';
import { type HttpClient, waitFor, withPage, useBank, useBrowser, expectSoon } from '../harness/index.js';

const bank = useBank();
const browser = useBrowser();

/** Alice's SSN in the demo data. */
const ALICES_SSN = '219-09-1001';

const SIDES = ["Driver's license, front", "Driver's license, back"];

const jpeg = async (name: string) => ({ name, mimeType: 'image/jpeg', buffer: await picture() });

type Entered = { firstName: string; ssn: string };

async function fillIn(page: Page, { firstName, ssn }: Entered): Promise<void> {
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill('Hopper');
  await page.getByLabel('Social Security number').fill(ssn);
  await page.getByLabel('Street address').fill('1 Main Street');
  await page.getByLabel('City').fill('San Francisco');
  await page.getByLabel('State').fill('c4a');
  await page.getByLabel('ZIP code').fill('94-1051');
}

/** Opens a customer's application form at step 2 and runs the scenario. */
async function withDocuments(
  name: string,
  {
    client,
    firstName = 'Grace',
    ssn = newSsn(),
    isBusiness = false,
  }: Partial<Entered> & { client?: HttpClient; isBusiness?: boolean },
  scenario: (page: Page) => Promise<void>,
): Promise<void> {
  const customer = client ?? (await newCustomer(bank.api.baseUrl, bank.database));
  await withPage(browser, name, async (page, context) => {
    await shareSession(context, customer);
    await page.goto(`${bank.api.baseUrl}/apply-checking`);
    if (isBusiness) await page.getByLabel('Business').check();
    await fillIn(page, { firstName, ssn });
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('heading', { name: 'Proof of identity' }).waitFor();
    await scenario(page);
  });
}

async function uploadLicense(page: Page): Promise<void> {
  for (const side of SIDES) await page.getByLabel(side).setInputFiles(await jpeg(`${side}.jpg`));
  await page.getByText('Uploaded, 1 KB').nth(1).waitFor();
}

const naturalWidthOf = (image: Element): number => (image as HTMLImageElement).naturalWidth;

const percentOf = async (bar: Locator): Promise<number> => Number(await bar.getAttribute('aria-valuenow'));

async function throttleUploads(page: Page, bytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: bytesPerSecond };
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', conditions);
}

describe('a document upload', () => {
  it('shows its progress and can be canceled, replaced and removed [FILE-1]', async () => {
    await withDocuments('upload progress', {}, async (page) => {
      const input = page.getByLabel("Driver's license, front");
      await throttleUploads(page, 300_000);
      await selectLargeFile(input, 'large.jpg', 1_800_000);
      const bar = page.getByRole('progressbar', { name: 'Upload of large.jpg' });
      await waitFor(async () => ((percent) => percent > 0 && percent < 100)(await percentOf(bar)), {
        what: 'part of the file to be sent',
      });
      await expectSoon(() => page.getByRole('button', { name: 'Submit Application' }).isDisabled()).toBe(
        true,
      );
      await page.getByRole('button', { name: "Cancel driver's license, front" }).click();
      await bar.waitFor({ state: 'detached' });
      await page.getByText('An image, up to 10 MB').nth(1).waitFor();
      await expectSoon(() => input.evaluate((element) => element === document.activeElement)).toBe(true);

      await throttleUploads(page, -1);
      await input.setInputFiles(await jpeg('first.jpg'));
      await page.getByText('Uploaded, 1 KB').waitFor();
      await input.setInputFiles(await jpeg('second.jpg'));
      await page.getByText('second.jpg').waitFor();
      await page.getByText('Uploaded, 1 KB').waitFor();
      expect(await page.getByText('first.jpg').count()).toBe(0);
      const isDrawn = async () => (await page.locator('img').evaluate(naturalWidthOf)) === 60;
      await waitFor(isDrawn, { what: 'the preview' });

      await page.getByRole('button', { name: "Remove driver's license, front" }).click();
      await page.getByText('An image, up to 10 MB').nth(1).waitFor();
      // A click anywhere in the box opens the file chooser.
      const hint = page.getByText('An image, up to 10 MB').nth(1);
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), hint.click({ force: true })]);
      await chooser.setFiles(await jpeg('back.jpg'));
      await page.getByRole('button', { name: "Replace driver's license, back" }).waitFor();

      await page.getByRole('button', { name: 'Submit Application' }).click();
      await waitForToast(page, 'Please upload both front and back of your driving license');
    });
  });

  it('accepts a dropped file, shows the name of a PDF, and ignores files that miss their box [FILE-38]', async () => {
    await withDocuments('dropped document', { isBusiness: true }, async (page) => {
      const data = await page.evaluateHandle((base64) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const transfer = new DataTransfer();
        transfer.items.add(new File([bytes], 'articles.pdf', { type: 'application/pdf' }));
        return transfer;
      }, pdf().toString('base64'));
      /**
       * Whether the page stops the browser from opening what is dropped outside the boxes. If the browser opened it,
       * the form would be lost.
       */
      const isKept = (dropped: unknown) =>
        page.getByRole('heading', { name: 'Proof of identity' }).evaluate((element, dataTransfer) => {
          const options = { bubbles: true, cancelable: true, dataTransfer: dataTransfer as DataTransfer };
          return ['dragover', 'drop'].map((type) => !element.dispatchEvent(new DragEvent(type, options)));
        }, dropped);
      expect(await isKept(data)).toEqual([true, true]);
      const text = await page.evaluateHandle(() => {
        const transfer = new DataTransfer();
        transfer.setData('text/plain', 'Hopper');
        return transfer;
      });
      expect(await isKept(text)).toEqual([false, false]);
      expect(await page.getByText('articles.pdf').count()).toBe(0);
      await page.getByText('LLC document').dispatchEvent('drop', { dataTransfer: data });
      await page.getByText('articles.pdf').waitFor();
      await page.getByText('PDF', { exact: true }).waitFor();
      await page.getByText('Uploaded, 1 KB').waitFor();
      await page.getByRole('button', { name: 'Submit Application' }).click();
      await waitForToast(page, 'Please upload all required business documents');
    });
  });

  it('is recognized by its content before it is sent [FILE-30, KYC-8]', async () => {
    await withDocuments('recognized document', { isBusiness: true }, async (page) => {
      const front = page.getByLabel("Driver's license, front");
      for (const [label, accepted] of [
        ["Driver's license, front", ACCEPT_IMAGE],
        ["Driver's license, back", ACCEPT_IMAGE],
        ['LLC document', ACCEPT_DOCUMENT],
        ['EIN document', ACCEPT_DOCUMENT],
      ] as const)
        await expectSoon(() => page.getByLabel(label).getAttribute('accept')).toBe(accepted);
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/objects/')) sent.push(request.method());
      });
      const empty = { name: 'empty.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) };
      await front.setInputFiles(empty);
      await waitForToast(page, 'This file is empty. Choose another one.');
      await front.setInputFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer: pdf() });
      await waitForToast(page, "That isn't an image. Use JPEG, PNG, HEIC, TIFF, WebP, AVIF or GIF.");
      const text = { name: 'llc.pdf', mimeType: 'application/pdf', buffer: Buffer.from('Tides LLC') };
      await page.getByLabel('LLC document').setInputFiles(text);
      await waitForToast(page, "That isn't an image or a PDF. Use PDF");
      await front.evaluate((element) => {
        const transfer = new DataTransfer();
        const file = new File(['moved'], 'moved.jpg');
        file.slice = () => {
          throw new DOMException('', 'NotReadableError');
        };
        transfer.items.add(file);
        // Sets the file list directly, because a DataTransfer would copy the file.
        Object.defineProperty(element, 'files', { value: [file], configurable: true });
        element.dispatchEvent(new Event('change', { bubbles: true }));
      });
      await waitForToast(page, "Your device couldn't open this file. Choose it again.");
      expect(sent).toEqual([]);
    });
  });

  it('shows the image that the bank made from a picture in a format the browser cannot display [FILE-30, FILE-31]', async () => {
    await withDocuments('HEIC document', {}, async (page) => {
      // Many browsers don't know the type of a HEIC file.
      await page
        .getByLabel("Driver's license, front")
        .setInputFiles({ name: 'IMG_0042.HEIC', mimeType: '', buffer: HEIC });
      await page.getByText('Uploaded, 1 KB').waitFor();
      const isDrawn = () => page.locator('img[src^="/objects/"]').evaluate(naturalWidthOf);
      // The preview shows the picture turned upright.
      await waitFor(async () => (await isDrawn()) === 48, { what: 'the preview' });
    });
  });

  it('waits its turn, and is sent again if the bank was busy [FILE-32]', async () => {
    await withDocuments('busy bank', {}, async (page) => {
      const answers = ['2', '121'];
      await page.route('**/objects/uploads/**', (route) => {
        const after = answers.shift();
        const json = { message: 'We are very busy right now' };
        if (after === undefined) return route.continue();
        return route.fulfill({ status: 503, headers: { 'retry-after': after }, json });
      });
      const [front = '', back = ''] = SIDES;
      const busy = page.getByText("We're very busy right now. We'll send your document again in 2 seconds.");
      await page.getByLabel(front).setInputFiles(await jpeg('front.jpg'));
      await Promise.all([
        busy.waitFor(),
        page.getByLabel(back).setInputFiles(await jpeg('back.jpg')),
        page.getByText('Waiting for your other uploads to finish.').waitFor(),
      ]);
      // The second answer asks for a longer wait than the page allows.
      await waitForToast(page, 'Upload failed: 503 We are very busy right now');
      await page.getByText('Uploaded, 1 KB').waitFor();
      expect(await page.getByText('front.jpg').count()).toBe(0);
      await page.getByText('back.jpg').waitFor();
    });
  });

  it('shows why it was refused and keeps the previous file [KYC-14, FILE-2, FILE-12, FILE-37]', async () => {
    await withDocuments('refused document', {}, async (page) => {
      const input = page.getByLabel("Driver's license, front");
      await input.setInputFiles(await jpeg('good.jpg'));
      await page.getByText('Uploaded, 1 KB').waitFor();
      await selectLargeFile(input, 'big.jpg', 11 * 1024 * 1024);
      await waitForToast(page, 'File size must be less than 10MB');

      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/objects/uploads/**', async (route) => {
        await released;
        await route.continue();
      });
      const reason = page.getByRole('main').getByText('File size must be less than 10MB');
      await input.setInputFiles(await jpeg('better.jpg'));
      await page.getByRole('progressbar').waitFor();
      expect(await reason.count()).toBe(0);
      await selectLargeFile(input, 'big.jpg', 11 * 1024 * 1024);
      await reason.waitFor();
      release();
      await page.getByText('better.jpg').waitFor();
      await reason.waitFor({ state: 'detached' });

      const damaged = Buffer.from('\xff\xd8\xff, and then no picture', 'latin1');
      await input.setInputFiles({ name: 'damaged.jpg', mimeType: 'image/jpeg', buffer: damaged });
      await waitForToast(page, 'Upload failed: 422 ');

      await page.route('**/api/objects/upload', (route) => route.fulfill({ status: 503, body: '{}' }));
      await input.setInputFiles(await jpeg('late.jpg'));
      await waitForToast(page, 'Failed to get upload URL: 503');
      await page.route('**/api/objects/upload', (route) => route.fulfill({ status: 201, json: {} }));
      await input.setInputFiles(await jpeg('late.jpg'));
      await waitForToast(page, 'No upload URL received from server');
      await page.getByText('Upload Failed').first().waitFor();
      await page.getByText('better.jpg').waitFor();
    });
  });
});

describe('an application refused by the server', () => {
  it('takes the customer back to the refused field in step 1 and keeps the documents [KYC-5, KYC-11, KYC-13, KYC-14]', async () => {
    const refusal = 'Please enter a name without links, phone numbers or amounts';
    await withDocuments('refused field', { firstName: 'Grace $5', ssn: ALICES_SSN }, async (page) => {
      await uploadLicense(page);
      await page.getByRole('button', { name: 'Submit Application' }).click();
      const firstName = page.getByLabel('First name');
      const ssn = page.getByLabel('Social Security number');
      await page.getByRole('main').getByText(refusal).waitFor();
      await waitForToast(page, 'Failed to submit application. Please try again.');
      await expectSoon(() => firstName.evaluate((element) => element === document.activeElement)).toBe(true);
      const values = [firstName, ssn, page.getByLabel('State'), page.getByLabel('ZIP code')].map((input) =>
        input.inputValue(),
      );
      expect(await Promise.all(values)).toEqual(['Grace $5', ALICES_SSN, 'CA', '94105']);

      await firstName.fill('Grace');
      expect(await page.getByRole('main').getByText(refusal).count()).toBe(0);
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByText('Uploaded, 1 KB').nth(1).waitFor();
      await page.getByRole('button', { name: 'Submit Application' }).click();
      await page
        .getByText(
          'This Social Security Number is already associated with another Moniker account. Each person can only have one account for security and regulatory compliance.',
        )
        .first()
        .waitFor();

      await ssn.fill(newSsn());
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('button', { name: 'Submit Application' }).click();
      await page.getByRole('heading', { name: 'Application Submitted' }).waitFor();
    });
  });
});

it('the form adds new documents to the rejected application before the next one is submitted [KYC-17]', async () => {
  const { client, id: rejectedId, ssn } = await newApplicant(bank);
  const blurred = await licenseOf(rejectedId);
  await bank.admin.put(`/api/admin/kyc/${rejectedId}/reject`, { notes: 'Blurred' });
  await withDocuments('new application', { client, ssn }, async (page) => {
    const added: number[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/api/kyc/upload-document')) added.push(response.status());
    });
    await uploadLicense(page);
    await waitFor(() => added.length === SIDES.length, { what: 'both documents to be added' });
    expect(added).toEqual([200, 200]);
    await page.getByRole('button', { name: 'Submit Application' }).click();
    await page.getByRole('heading', { name: 'Application Submitted' }).waitFor();
  });
  const { body } = await client.get<KycStatus>('/api/kyc/status');
  expect(body.kyc?.status).toBe('pending');
  expect(body.kyc?.id).not.toBe(rejectedId);
  const uploaded = await licenseOf(body.kyc?.id ?? '');
  expect(await licenseOf(rejectedId)).toEqual(uploaded);
  expect(uploaded.front).not.toBe(blurred.front);
});

/** Both sides of an application's license, as an admin sees them. */
async function licenseOf(id: string): Promise<{ front: string | null; back: string | null }> {
  const { body } = await bank.admin.get<AdminKyc>(`/api/admin/kyc/${id}`);
  return { front: body.drivingLicenseFront, back: body.drivingLicenseBack };
}

describe('the documents of a pending application', () => {
  it('are shown to their owner, who can open them and can replace them until the identity is verified [KYC-17, KYC-71, FILE-34]', async () => {
    const { client, id, documents: license } = await newApplicant(bank);
    await withPage(browser, 'sent documents', async (page, context) => {
      await shareSession(context, client);
      await page.goto(`${bank.api.baseUrl}/apply-checking`);
      await page.getByText('Sent with your application').nth(1).waitFor();
      const view = page.getByRole('link', { name: "View driver's license, front" });
      await expectSoon(() => view.getAttribute('href')).toBe(license['drivingLicenseFront']);
      expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
      const isDrawn = () => page.locator('img[src^="/objects/"]').first().evaluate(naturalWidthOf);
      await waitFor(async () => (await isDrawn()) === 60, { what: 'the preview' });

      await page.getByLabel("Driver's license, front").setInputFiles(await jpeg('sharper.jpg'));
      await page.getByText('Uploaded, 1 KB').waitFor();
      const { front, back } = await licenseOf(id);
      expect(front).not.toBe(license['drivingLicenseFront']);
      expect(back).toBe(license['drivingLicenseBack']);
      await page.locator(`a[href="${front}"]`, { hasText: 'View' }).waitFor();

      await bank.admin.put(`/api/admin/kyc/${id}/approve`, {});
      await page.getByLabel("Driver's license, back").setInputFiles(await jpeg('late.jpg'));
      await waitForToast(page, 'This was already decided');
      await page.getByText('Your documents').waitFor({ state: 'detached' });
      await page.getByRole('heading', { name: 'Identity verified' }).waitFor();
      await page
        .getByText("We're reviewing your request for a checking account. This can take up to 24 hours.")
        .waitFor();
      expect(await page.getByText('Application pending').count()).toBe(0);
    });
  });
});

describe('after a rejection that names documents', () => {
  it('the form shows the reason and asks for only the named documents [FILE-35, FILE-36, KYC-29]', async () => {
    const { client, id, ssn, documents: license } = await newApplicant(bank, { street: '9 Harbor Road' });
    const notes = 'The front is blurred.';
    const documents = ['drivingLicenseFront'];
    await bank.admin.put(`/api/admin/kyc/${id}/reject`, { notes, documents });
    await withPage(browser, 'partial application', async (page, context) => {
      await shareSession(context, client);
      await page.goto(`${bank.api.baseUrl}/apply-checking`);
      await page.getByText('We need some of your documents again').waitFor();
      await page.getByText(notes).waitFor();
      await page.getByText('Kept from your last application').waitFor();
      await page.getByRole('button', { name: 'Submit Application' }).click();
      await waitForToast(page, 'Please upload both front and back of your driving license');

      await page.getByRole('button', { name: 'Change My Details' }).click();
      await page.getByText('We already have your number. Enter it only to correct it.').waitFor();
      const street = page.getByLabel('Street address');
      await expectSoon(() => street.inputValue()).toBe('9 Harbor Road');
      await street.fill('');
      await page.getByRole('button', { name: 'Next' }).click();
      await waitForToast(page, 'Please fill in all required fields');
      await street.fill('10 Harbor Road');
      await page.getByRole('button', { name: 'Next' }).click();

      await page.getByLabel(SIDES[0] ?? '').setInputFiles(await jpeg('sharper.jpg'));
      await page.getByText('Uploaded, 1 KB').waitFor();
      await page.getByRole('button', { name: 'Submit Application' }).click();
      await page.getByRole('heading', { name: 'Application Submitted' }).waitFor();
    });
    const { kyc } = (await client.get<KycStatus>('/api/kyc/status')).body;
    const next = (await bank.admin.get<AdminKyc>(`/api/admin/kyc/${kyc?.id}`)).body;
    expect(next).toMatchObject({
      status: 'pending',
      address: '10 Harbor Road, San Francisco, CA 94105',
      ssn: `***-**-${ssn.slice(-4)}`,
      drivingLicenseBack: license['drivingLicenseBack'],
    });
    expect(next.drivingLicenseFront).not.toBe(license['drivingLicenseFront']);
  });
});
