import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { waitForToast } from '../web/bank.fixtures.js';
import {
  decideAccountRequest,
  decideKyc,
  fillFields,
  personalInformation,
  photoFile,
  selectLargeFile,
  shareSession,
  upload,
  type FilePayload,
} from '../web/browser.fixtures.js';
import { newCustomer, pdf, type AdminKyc } from './kyc.fixtures.js';
import { userIdOf } from '../payments/money.fixtures.js';
import { query, withPage, type HttpClient, useBank, useBrowser, expectSoon } from '../harness/index.js';

const TEN_MEGABYTES = 10 * 1024 * 1024;
const POLL_MS = 10_000;
const NOTES = 'The license is blurred. Please take the picture in daylight.';

const FRONT = "Driver's license, front";
const BACK = "Driver's license, back";

const bank = useBank();
const browser = useBrowser();

const open = (page: Page, path: string) => page.goto(bank.api.baseUrl + path);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Waits for a badge on a tile in the verification card or on a line in the profile. */
async function seeBadge(page: Page, label: string, badge: string): Promise<void> {
  const row = page.getByRole('listitem').or(page.locator('dl > *'));
  await row.filter({ hasText: label }).filter({ hasText: badge }).first().waitFor();
}

const documentOf = (name: string): FilePayload => ({ name, mimeType: 'application/pdf', buffer: pdf() });

async function expectUploadRefused(
  page: Page,
  label: string,
  file: FilePayload,
  reason: string,
): Promise<void> {
  await page.getByLabel(label).setInputFiles(file);
  await waitForUploadFailure(page, reason);
}

async function waitForUploadFailure(page: Page, reason: string): Promise<void> {
  await waitForToast(page, 'Upload Failed');
  await waitForToast(page, reason);
}

/**
 * Checks that step 1 requires its fields, fills them in, and continues to step 2. With `isAgain`, the SSN is left
 * blank, because the bank keeps the SSN after a rejection.
 */
async function enterPerson(page: Page, { isAgain = false } = {}): Promise<void> {
  await press(page, 'Next');
  await waitForToast(page, 'Please fill in all required fields');
  await page.getByText('Step 1 of 2').waitFor();
  const values = personalInformation();
  await fillFields(page, isAgain ? values.filter(([label]) => !label.startsWith('Social')) : values);
  const ssn = await page.getByLabel('Social Security number').inputValue();
  expect(ssn).toMatch(isAgain ? /^$/ : /^\d{3}-\d{2}-\d{4}$/);
  await expectSoon(() => page.getByLabel('State').inputValue()).toBe('CA');
  await press(page, 'Next');
  await page.getByText('Step 2 of 2').waitFor();
}

async function submit(page: Page): Promise<void> {
  await press(page, 'Submit Application');
  await page.getByRole('heading', { name: 'Application Submitted' }).waitFor();
  await page.getByRole('heading', { name: 'Welcome back!' }).waitFor();
}

async function submitFirstApplication(page: Page): Promise<void> {
  await open(page, '/dashboard');
  await page.getByText('Checking Account: Not Available').waitFor();
  await page.getByText('Complete KYC verification to unlock').waitFor();
  await seeBadge(page, 'KYC status', 'Not Started');
  await page.getByRole('link', { name: 'Apply Checking Account' }).click();
  await enterPerson(page);

  await press(page, 'Submit Application');
  await waitForToast(page, 'Please upload both front and back of your driving license');
  await expectUploadRefused(page, FRONT, documentOf('license.pdf'), "That isn't an image");
  await selectLargeFile(page.getByLabel(FRONT), 'large.jpg', TEN_MEGABYTES + 1);
  await waitForUploadFailure(page, 'File size must be less than 10MB');
  await upload(page, FRONT, await photoFile('front.png', 'png'));
  await press(page, 'Submit Application');
  await waitForToast(page, 'Please upload both front and back of your driving license');
  await upload(page, BACK, await photoFile('back.jpg'));
  await press(page, 'Previous');
  await expectSoon(() => page.getByLabel('Street address').inputValue()).toBe('1 Main Street');
  await press(page, 'Next');
  await submit(page);
}

async function expectPending(page: Page): Promise<void> {
  await page.getByText('Your account application is being reviewed').waitFor();
  await seeBadge(page, 'KYC status', 'Pending');
  await open(page, '/settings');
  await seeBadge(page, 'Identity verification', 'Pending Review');
  await open(page, '/apply-checking');
  await page.getByText('Your application is being reviewed, up to 24 hours.').waitFor();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
}

/** Rejects an application and its account request. Each decision appears on the open dashboard with the next poll. */
async function rejectApplication(page: Page, customer: HttpClient): Promise<void> {
  await page.clock.install();
  await open(page, '/dashboard');
  await seeBadge(page, 'KYC status', 'Pending');
  await decideKyc(bank.admin, customer, { status: 'reject', notes: NOTES });
  await page.clock.fastForward(POLL_MS);
  await page.getByText('To continue, submit your KYC application again.').waitFor();
  expect(await page.getByText('Your account application is being reviewed').count()).toBe(0);
  await decideAccountRequest(bank.admin, customer, { status: 'rejected', statusMessage: 'See the notes.' });
  await page.clock.fastForward(POLL_MS);
  await page.getByText('KYC Application Rejected').waitFor();
  await page.getByText(NOTES).waitFor();
  await seeBadge(page, 'KYC status', 'Rejected');
  await page
    .getByText('Account Restricted: Complete KYC verification to access all features.')
    .filter({ visible: true })
    .waitFor();
  await page.getByText('Update: See the notes.').waitFor();
  const links = page.getByRole('link', { name: /^Submit New/ });
  await expectSoon(() => links.allTextContents()).toEqual([
    'Submit New KYC Application',
    'Submit New Application',
  ]);
  await expectSoon(() => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '/apply-checking',
    '/apply-checking',
  ]);
  await open(page, '/settings');
  await seeBadge(page, 'Identity verification', 'Rejected');
}

async function submitSecondApplication(page: Page): Promise<void> {
  await query(
    bank.database.superUrl,
    `update kyc_application set admin_notes = null where status = 'rejected'`,
  );
  await open(page, '/dashboard');
  await page
    .getByText('Your KYC application was rejected. Please submit a new application with correct information.')
    .waitFor();
  await query(
    bank.database.superUrl,
    `update kyc_application set admin_notes = $1 where status = 'rejected'`,
    [NOTES],
  );
  await page.getByRole('link', { name: 'Submit New KYC Application' }).click();
  await page.getByText("We couldn't approve your last application").waitFor();
  await page.getByText(NOTES).waitFor();
  await enterPerson(page, { isAgain: true });
  await upload(page, FRONT, await photoFile('front-again.jpg'));
  await upload(page, BACK, await photoFile('back-again.png', 'png'));
  await submit(page);
  await seeBadge(page, 'KYC status', 'Pending');
  expect(await page.getByText('KYC Application Rejected').count()).toBe(0);
}

async function approveApplication(page: Page, customer: HttpClient): Promise<void> {
  await decideKyc(bank.admin, customer, { status: 'approve' });
  await decideAccountRequest(bank.admin, customer, { status: 'approved', accountNumber: '512340987' });
  await page.clock.fastForward(POLL_MS);
  await page.getByText('512340987').waitFor();
  await page.getByText('021000021').waitFor();
  await seeBadge(page, 'KYC status', 'Approved');
  await open(page, '/settings');
  await seeBadge(page, 'Identity verification', 'Verified');
  await open(page, '/apply-checking');
  await page.getByText('Congratulations! Your account has been approved.').waitFor();
  const back = page.getByRole('link', { name: 'Back to Dashboard' });
  await expectSoon(() => back.getAttribute('href')).toBe('/dashboard');
}

it('a personal application goes through rejection, resubmission and approval [KYC-3, KYC-4, KYC-6, KYC-15, KYC-16, FILE-36, DASH-4, DASH-5, DASH-6, DASH-7, DASH-16, SET-2]', async () => {
  const customer = await newCustomer(bank.api.baseUrl, bank.database);
  await withPage(browser, 'personal application', async (page, context) => {
    await shareSession(context, customer);
    await submitFirstApplication(page);
    await expectPending(page);
    await rejectApplication(page, customer);
    await submitSecondApplication(page);
    await approveApplication(page, customer);
  });
});

async function expectFourDocuments(customer: HttpClient): Promise<void> {
  const userId = await userIdOf(customer);
  const { body } = await bank.admin.get<{ items: AdminKyc[] }>('/api/admin/kyc-applications');
  const stored = expect.stringMatching(/^\/objects\//);
  expect(body.items.filter((item) => item.userId === userId)).toMatchObject([
    { status: 'pending', accountType: 'business', companyName: 'Hopper Works LLC', llcDocument: stored },
  ]);
  expect(body.items.find((item) => item.userId === userId)).toMatchObject({
    drivingLicenseFront: stored,
    drivingLicenseBack: stored,
    einDocument: stored,
  });
}

it('a business application requires four documents [KYC-2, KYC-7]', async () => {
  const customer = await newCustomer(bank.api.baseUrl, bank.database);
  await withPage(browser, 'business application', async (page, context) => {
    await shareSession(context, customer);
    await open(page, '/apply-checking');
    await page.getByLabel('Personal').waitFor();
    expect(await page.getByLabel('Company name').count()).toBe(0);
    await page.getByLabel('Business').check();
    await page.getByLabel('Company name').fill('Hopper Works LLC');
    await enterPerson(page);

    await upload(page, FRONT, await photoFile('front.jpg'));
    await upload(page, BACK, await photoFile('back.png', 'png'));
    await press(page, 'Submit Application');
    await waitForToast(page, 'Please upload all required business documents');
    await expectUploadRefused(page, BACK, documentOf('back.pdf'), "That isn't an image");
    await upload(page, 'LLC document', documentOf('llc.pdf'));
    await press(page, 'Submit Application');
    await waitForToast(page, 'Please upload all required business documents');
    const note = { name: 'ein.txt', mimeType: 'text/plain', buffer: Buffer.from('12-3456789') };
    await expectUploadRefused(page, 'EIN document', note, "That isn't an image or a PDF");
    await upload(page, 'EIN document', documentOf('ein.pdf'));
    await submit(page);
  });
  await expectFourDocuments(customer);
});
