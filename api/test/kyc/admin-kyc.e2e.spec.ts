import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { openAdminTab } from '../admin/admin.fixtures.js';
import { waitForToast } from '../web/bank.fixtures.js';
import { shareSession } from '../web/browser.fixtures.js';
import { printedPdf } from './document-files.fixtures.js';
import {
  uploadCompanyDocuments,
  uploadFile,
  uploadLicenseSides,
  newCustomer,
  newSsn,
  newApplicant,
} from './kyc.fixtures.js';
import { KYC } from '../payments/money.fixtures.js';
import { type HttpClient, waitFor, withPage, useBank, useBrowser, expectSoon } from '../harness/index.js';

const bank = useBank();
const browser = useBrowser();

async function review(page: Page, lastName: string): Promise<void> {
  await page.getByRole('link', { name: `Review Ada ${lastName}'s application` }).click();
  await page.getByRole('heading', { name: 'KYC Application' }).waitFor();
}

const statusOf = async (client: HttpClient): Promise<unknown> =>
  (await client.get<{ kyc: unknown }>('/api/kyc/status')).body.kyc;

it('an admin approves, rejects and resets applications with their documents in view [KYC-18, KYC-19, KYC-20, KYC-21, FILE-35, ADM-3, ADM-14, ADM-19]', async () => {
  const { client: ruth, ssn } = await newApplicant(bank, { lastName: 'Ruthven' });
  const { client: sam } = await newApplicant(bank, { lastName: 'Samson' });
  await withPage(browser, 'kyc review', async (page) => {
    await openAdminTab(page, bank, 'kyc');
    await review(page, 'Ruthven');
    await page.getByText('No admin has viewed the SSN or a document.').waitFor();
    await page.getByText(`•••-••-${ssn.slice(-4)}`).waitFor();
    await page.getByRole('button', { name: 'Show SSN' }).click();
    await page.getByText(ssn).waitFor();
    await page.getByText('viewed the Social Security number').waitFor();

    await page.getByRole('button', { name: "View Driver's license, front" }).click();
    await pictureOf(page, "Driver's license, front").waitFor();
    await expectSoon(() => page.getByRole('link', { name: 'Open in New Tab' }).getAttribute('href')).toMatch(
      /^\/objects\//,
    );
    await page.getByText("viewed “Driver's license, front”").waitFor();
    await page.getByRole('button', { name: 'Approve' }).click();
    const approval = page.getByRole('dialog', { name: 'Approve KYC Application' });
    await approval.getByLabel('Notes').fill('Called her back');
    await approval.getByRole('button', { name: 'Approve Application' }).click();
    await waitForToast(page, 'KYC status updated successfully');
    await page.getByText(/^Approved by Ada Okafor/).waitFor();
    await page.getByText('Called her back').waitFor();
    expect(await page.getByRole('button', { name: /Approve|Reject|Reset/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Back to the list' }).click();

    await review(page, 'Samson');
    await page.getByRole('button', { name: 'Reject' }).click();
    const rejection = page.getByRole('dialog', { name: 'Reject KYC Application' });
    await rejection.getByRole('button', { name: 'Reject Application' }).click();
    await rejection.getByText('Add a reason').waitFor();
    await rejection.getByLabel('Reason').fill('The photo is blurred');
    await rejection.getByLabel("Driver's license, back").check();
    await rejection.getByRole('button', { name: 'Reject Application' }).click();
    await page.getByText(/^Rejected by Ada Okafor/).waitFor();
    await page.getByText('The photo is blurred').waitFor();
    expect(await statusOf(sam)).toMatchObject({
      status: 'rejected',
      adminNotes: 'The photo is blurred',
      documentsToReplace: ['drivingLicenseBack'],
    });
    await page.getByRole('button', { name: 'Reset to Pending' }).click();
    await waitForToast(page, 'KYC status reset to pending successfully');
  });
  expect(await statusOf(ruth)).toMatchObject({ status: 'approved' });
  expect(await statusOf(sam)).toMatchObject({ status: 'pending' });
});

it('the document viewer shows one page at a time, which can be enlarged and rotated, and loads each page once [KYC-36, KYC-37, FILE-33, ADM-35]', async () => {
  const client = await newCustomer(bank.api.baseUrl, bank.database);
  const documents = {
    ...{ ...(await uploadLicenseSides(client)), ...(await uploadCompanyDocuments(client)) },
    llcDocument: await uploadFile(client, printedPdf({ pages: 3 })),
  };
  const company = { accountType: 'business', companyName: 'Tides Ltd', lastName: 'Tides', ssn: newSsn() };
  const { body } = await client.post<{ kyc: { id: string } }>('/api/kyc/create', {
    ...{ ...KYC, ...company, ...documents },
  });
  await withPage(browser, 'kyc viewer', async (page, context) => {
    await shareSession(context, bank.admin);
    const loaded: string[] = [];
    const { llcDocument, einDocument } = documents;
    await page.route('**/objects/*', (route) => {
      const { pathname, search } = new URL(route.request().url());
      loaded.push(pathname + search);
      // Serves the EIN document as a PDF that has not been converted yet.
      return pathname === einDocument
        ? route.fulfill({ body: '%PDF-1.7', contentType: 'application/pdf' })
        : route.continue();
    });
    await page.goto(`${bank.api.baseUrl}/admin/kyc/${body.kyc.id}`);
    await page.getByRole('button', { name: 'View Documents' }).waitFor();
    expect(loaded).toEqual([]);

    await page.keyboard.press('n');
    const front = pictureOf(page, "Driver's license, front");
    await page.getByText('The customer entered: Ada Tides, 1 Main Street').waitFor();
    await front.waitFor();
    const fitted = await sizeOf(front);
    expect(fitted.width / fitted.height).toBeCloseTo(60 / 40, 1);
    await page.keyboard.press('+');
    await page.getByRole('button', { name: 'Zoom to Fit, now 150%' }).waitFor();
    expect((await sizeOf(front)).width).toBeCloseTo(fitted.width * 1.5, 0);
    await page.keyboard.press('0');
    await page.keyboard.press('t');
    await waitFor(async () => (await sizeOf(front)).height > (await sizeOf(front)).width, {
      what: 'the page to be rotated',
    });

    await page.keyboard.press('n');
    await pictureOf(page, "Driver's license, back").waitFor();
    await page.keyboard.press('n');
    await pictureOf(page, 'LLC document, page 1 of 3').waitFor();
    await page.getByText('The customer entered: Tides Ltd, Ada Tides').waitFor();
    await expectSoon(() => page.getByRole('link', { name: 'Open in New Tab' }).getAttribute('href')).toBe(
      `${llcDocument}/pdf`,
    );
    await page.getByRole('list', { name: 'Pages' }).getByRole('button', { name: 'Page 3' }).click();
    const third = pictureOf(page, 'LLC document, page 3 of 3');
    await third.waitFor();
    // US Letter at 150 dpi.
    await expectSoon(() => third.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1275);
    await page.keyboard.press('p');
    await pictureOf(page, 'LLC document, page 2 of 3').waitFor();
    await page.getByRole('button', { name: "View Driver's license, front, opened" }).click();
    await front.waitFor();
    await page.keyboard.press('a');
    const unopened = page.getByText("You haven't opened: EIN document");
    await unopened.waitFor();
    await page.keyboard.press('Escape');
    await unopened.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'View EIN document' }).click();
    await page.getByText('PDFs have no preview here.').waitFor();
    await expectSoon(() => page.getByRole('button', { name: 'Next page or document' }).isDisabled()).toBe(
      true,
    );
    expect(loaded.toSorted()).toEqual(
      [
        ...[documents.drivingLicenseFront, documents.drivingLicenseBack],
        ...[llcDocument, `${llcDocument}?page=2`, `${llcDocument}?page=3`, einDocument],
      ].toSorted(),
    );

    // The API has not served the EIN document, so only that one counts as unopened on the next visit.
    await page.reload();
    await page.getByRole('group', { name: 'Decision' }).waitFor();
    await page.keyboard.press('a');
    await unopened.waitFor();
    await page.keyboard.press('Escape');
    await unopened.waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Rotate the picture').waitFor();
  });
});

const pictureOf = (page: Page, name: string): Locator =>
  page.getByRole('img', { name: `Uploaded picture: ${name}`, exact: true });

async function sizeOf(image: Locator): Promise<{ width: number; height: number }> {
  const box = await image.boundingBox();
  if (box === null) throw new Error('the picture is not visible');
  return box;
}

it('the review of an application names the admin who decided first [ADM-21]', async () => {
  await newApplicant(bank, { lastName: 'Tidewell' });
  await withPage(browser, 'kyc decided', async (page) => {
    await openAdminTab(page, bank, 'kyc');
    await review(page, 'Tidewell');
    await page.getByRole('button', { name: 'Approve' }).click();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await bank.admin.put(`/api/admin/kyc/${id}/approve`, {});
    await page.getByRole('button', { name: 'Approve Application' }).click();
    await waitForToast(page, 'This was already decided: approved by Ada Okafor on');
    await page.getByText(/^Approved by Ada Okafor/).waitFor();
  });
});
