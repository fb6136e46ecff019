import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openAdminTab, signInPage } from '../admin/admin.fixtures.js';
import { waitForToast } from '../web/bank.fixtures.js';
import { uploadCompanyDocuments, uploadLicenseSides, newCustomer, newSsn } from './kyc.fixtures.js';
import { KYC } from '../payments/money.fixtures.js';
import { type HttpClient, launchBrowser, withPage } from '../harness/index.js';
import { DEMO_PASSWORD, type DemoBank, startDemoBank } from '../harness/demo.js';

let bank: DemoBank;
let browser: Browser;

beforeAll(async () => {
  [bank, browser] = await Promise.all([startDemoBank(), launchBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await bank.stop();
});

async function apply(lastName: string, fields: Record<string, unknown> = {}): Promise<[HttpClient, string]> {
  const client = await newCustomer(bank.api.baseUrl, bank.database);
  const ssn = newSsn();
  const documents = await uploadLicenseSides(client);
  const { status } = await client.post('/api/kyc/create', { ...KYC, lastName, ssn, ...documents, ...fields });
  expect(status).toBe(201);
  return [client, ssn];
}

async function review(page: Page, lastName: string): Promise<void> {
  await page.getByRole('link', { name: `Review the application of Ada ${lastName}` }).click();
  await page.getByRole('heading', { name: 'KYC Application' }).waitFor();
}

const statusOf = async (client: HttpClient): Promise<unknown> =>
  (await client.get<{ kyc: unknown }>('/api/kyc/status')).body.kyc;

it('approves and rejects applications with their documents in view [KYC-18, KYC-19, KYC-20, KYC-21, ADM-3, ADM-14, ADM-19]', async () => {
  const [ruth, ssn] = await apply('Ruthven');
  const [sam] = await apply('Samson');
  await withPage(browser, 'kyc review', async (page) => {
    await signInPage(page, bank.api.baseUrl, 'admin@moniker.example', DEMO_PASSWORD);
    await openAdminTab(page, bank.api.baseUrl, 'KYC Applications');
    await review(page, 'Ruthven');
    await page.getByText('No admin has looked at the SSN or a document.').waitFor();
    await page.getByText(`***-**-${ssn.slice(-4)}`).waitFor();
    await page.getByRole('button', { name: 'Show SSN' }).click();
    await page.getByText(ssn).waitFor();
    await page.getByText('saw Social Security number').waitFor();

    await page.getByRole('button', { name: 'View Driving license, front' }).click();
    await page.getByRole('button', { name: 'Enlarge Driving license, front' }).click();
    const viewer = page.getByRole('dialog', { name: 'Driving license, front' });
    const image = viewer.getByRole('img', { name: 'Driving license, front' });
    await image.waitFor();
    const width = await image.evaluate(async (node: HTMLImageElement) => {
      await node.decode();
      return node.naturalWidth;
    });
    expect(width).toBe(60);
    await viewer.getByRole('button', { name: 'Actual Size' }).click();
    expect((await image.boundingBox())?.width).toBe(60);
    expect(await viewer.getByRole('link', { name: 'Open in New Tab' }).getAttribute('href')).toMatch(
      /^\/objects\//,
    );
    await page.keyboard.press('Escape');
    // The enlarged picture is the one that was loaded, so it counts as one view.
    await page.getByText('saw Driving license, front').waitFor();
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
    await rejection.getByText('Please give a reason for the rejection').waitFor();
    await rejection.getByLabel('Reason').fill('The photo is blurred');
    await rejection.getByRole('button', { name: 'Reject Application' }).click();
    await page.getByText(/^Rejected by Ada Okafor/).waitFor();
    await page.getByText('The photo is blurred').waitFor();
    expect(await statusOf(sam)).toMatchObject({ status: 'rejected', adminNotes: 'The photo is blurred' });
    await page.getByRole('button', { name: 'Reset to Pending' }).click();
    await waitForToast(page, 'KYC status reset to pending successfully');
  });
  expect(await statusOf(ruth)).toMatchObject({ status: 'approved' });
  expect(await statusOf(sam)).toMatchObject({ status: 'pending' });
});

it('shows a PDF as a link and names the admin who decided first [ADM-14, ADM-21]', async () => {
  const client = await newCustomer(bank.api.baseUrl, bank.database);
  const documents = { ...(await uploadLicenseSides(client)), ...(await uploadCompanyDocuments(client)) };
  const company = { accountType: 'business', companyName: 'Tides Ltd', lastName: 'Tides', ssn: newSsn() };
  const { body } = await client.post<{ kyc: { id: string } }>('/api/kyc/create', {
    ...{ ...KYC, ...company, ...documents },
  });
  await withPage(browser, 'kyc pdf', async (page) => {
    await signInPage(page, bank.api.baseUrl, 'admin@moniker.example', DEMO_PASSWORD);
    await openAdminTab(page, bank.api.baseUrl, 'KYC Applications');
    await review(page, 'Tides');
    await page.getByRole('button', { name: 'View LLC document' }).click();
    await page.getByText('This document is a PDF.').waitFor();
    expect(await page.getByRole('link', { name: 'Open in New Tab' }).getAttribute('href')).toMatch(
      /^\/objects\//,
    );

    await page.getByRole('button', { name: 'Approve' }).click();
    await bank.admin.put(`/api/admin/kyc/${body.kyc.id}/approve`, {});
    await page.getByRole('button', { name: 'Approve Application' }).click();
    await waitForToast(page, 'This was already decided: approved by Ada Okafor at');
    await page.getByText(/^Approved by Ada Okafor/).waitFor();
  });
});
