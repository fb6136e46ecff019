import { describe, expect, it } from '@jest/globals';
import type { DocumentKind } from '@moniker/common/applications.js';
import { executeWithoutTriggers } from '../audit/tamper.fixtures.js';
import { KYC, userIdOf, type ApiErrorBody } from '../payments/money.fixtures.js';
import { expectSoundLedger, query, type HttpClient, type HttpResponse, useBank } from '../harness/index.js';
import {
  newCustomer,
  newSsn,
  picture,
  uploadCompanyDocuments,
  uploadFile,
  uploadLicenseSides,
  type AdminKyc,
  newApplicant,
  type Applicant,
} from './kyc.fixtures.js';

interface Shown {
  readonly kind: DocumentKind;
  readonly path: string;
  readonly isRefused: boolean;
}

interface Status {
  readonly kyc: {
    readonly id: string;
    readonly status: string;
    readonly documents: readonly Shown[];
    readonly documentsToReplace: readonly DocumentKind[];
  };
}

const bank = useBank();

type Fields = Record<string, unknown>;

const { ssn: _ssn, ...DETAILS } = KYC;

const apply = (client: HttpClient, fields: Fields): Promise<HttpResponse<Status & ApiErrorBody>> =>
  client.post('/api/kyc/create', { ...DETAILS, ...fields });

const reject = (id: string, documents?: readonly unknown[]): Promise<HttpResponse<AdminKyc & ApiErrorBody>> =>
  bank.admin.put(`/api/admin/kyc/${id}/reject`, { notes: 'The back is blurred', documents });

const statusOf = async (client: HttpClient): Promise<Status['kyc']> =>
  (await client.get<Status>('/api/kyc/status')).body.kyc;

const documentsShownOf = async (id: string): Promise<Record<string, string>> => {
  const { body } = await bank.admin.get<{ documents: Shown[] }>(`/api/admin/kyc/${id}`);
  return Object.fromEntries(body.documents.map(({ kind, path }) => [kind, path]));
};

const createApplicant = (accountType = 'personal') => newApplicant(bank, { accountType });

describe('a rejection', () => {
  it('can name the documents that the customer is to send again [KYC-64]', async () => {
    const { client, id, documents } = await createApplicant();
    const rejected = await reject(id, ['drivingLicenseBack', 'drivingLicenseBack']);
    expect(rejected).toMatchObject({ status: 200, body: { status: 'rejected' } });
    const isRefused = (kind: DocumentKind) => kind === 'drivingLicenseBack';
    expect(await statusOf(client)).toMatchObject({
      documentsToReplace: ['drivingLicenseBack'],
      documents: [
        { kind: 'drivingLicenseFront', path: documents['drivingLicenseFront'], isRefused: false },
        { kind: 'drivingLicenseBack', path: documents['drivingLicenseBack'], isRefused: true },
      ],
    });
    const { body } = await bank.admin.get<{ documents: Shown[] }>(`/api/admin/kyc/${id}`);
    for (const document of body.documents) expect(document.isRefused).toBe(isRefused(document.kind));
  });

  it('no longer names documents after a reset [KYC-64]', async () => {
    const { client, id } = await createApplicant();
    await reject(id, ['drivingLicenseBack']);
    await bank.admin.put(`/api/admin/kyc/${id}/reset`);
    expect(await statusOf(client)).toMatchObject({ status: 'pending', documentsToReplace: [] });
    await reject(id);
    expect(await statusOf(client)).toMatchObject({ status: 'rejected', documentsToReplace: [] });
  });

  it.each([
    ['a document of another account type', ['llcDocument']],
    ['an unknown document', ['passport']],
    ['a document as a string instead of a list', 'drivingLicenseBack'],
    ['too many documents', Array(5).fill('drivingLicenseBack')],
  ])('is refused if it names %s [KYC-64]', async (_what, documents) => {
    const { client, id } = await createApplicant();
    expect(await reject(id, documents as unknown[])).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', fields: ['documents'] },
    });
    expect((await statusOf(client)).status).toBe('pending');
  });
});

describe('after a rejection that names documents', () => {
  it('the next application needs only the named ones, and keeps the other documents and the SSN [KYC-65, KYC-66, KYC-29]', async () => {
    const { client, id, ssn, documents } = await createApplicant('business');
    await reject(id, ['drivingLicenseBack']);
    const drivingLicenseBack = await uploadFile(client, picture());
    const again = await apply(client, { accountType: 'business', drivingLicenseBack });
    expect(again).toMatchObject({
      status: 201,
      body: { kyc: { status: 'pending', documentsToReplace: [] } },
    });
    const next = again.body.kyc.id;
    expect(next).not.toBe(id);
    expect(await documentsShownOf(next)).toEqual({ ...documents, drivingLicenseBack });
    expect(await documentsShownOf(id)).toEqual(documents);
    expect((await bank.admin.post(`/api/admin/kyc/${next}/ssn`)).body).toEqual({ ssn });

    // The new application has claimed the SSN again, so nobody else can use it.
    const other = await newCustomer(bank.api.baseUrl, bank.database);
    const claimed = await apply(other, { ssn, ...(await uploadLicenseSides(other)) });
    expect(claimed).toMatchObject({ status: 422, body: { ssnDuplicate: true } });
    expect((await bank.admin.put(`/api/admin/kyc/${next}/approve`, {})).status).toBe(200);
  });

  it('a named document is required, unless it has since been replaced [KYC-65]', async () => {
    const { client, id, ssn } = await createApplicant();
    await reject(id, ['drivingLicenseBack']);
    for (const drivingLicenseBack of [undefined, null, '']) {
      expect(await apply(client, { ssn, drivingLicenseBack })).toMatchObject({
        status: 400,
        body: {
          message: 'Please upload both front and back of your driving license',
          fields: ['drivingLicenseBack'],
        },
      });
    }
    const documentUrl = await uploadFile(client, picture());
    const replaced = await client.post('/api/kyc/upload-document', {
      ...{ documentType: 'drivingLicenseBack', documentUrl },
    });
    expect(replaced).toMatchObject({
      body: { kyc: { documentsToReplace: ['drivingLicenseBack'], documents: [{}, { isRefused: false }] } },
    });
    expect((await apply(client, {})).status).toBe(201);
    const { documents } = await statusOf(client);
    expect(documents[1]).toMatchObject({ kind: 'drivingLicenseBack', path: documentUrl });
  });

  it('another account type needs its own documents [KYC-65]', async () => {
    const { client, id } = await createApplicant();
    await reject(id, ['drivingLicenseBack']);
    const drivingLicenseBack = await uploadFile(client, picture());
    expect(await apply(client, { accountType: 'business', drivingLicenseBack })).toMatchObject({
      status: 400,
      body: {
        message: 'Please upload all required business documents',
        fields: ['llcDocument', 'einDocument'],
      },
    });
    const business = await createApplicant('business');
    await reject(business.id, ['einDocument']);
    expect((await apply(business.client, {})).status).toBe(201);
    expect((await statusOf(business.client)).documents.map(({ kind }) => kind)).toEqual([
      'drivingLicenseFront',
      'drivingLicenseBack',
    ]);
  });
});

describe('after the rejected application was changed directly in the database', () => {
  it.each([
    [
      'a document',
      ({
        id,
      }: Applicant) => `update kyc_document set object_id = (select id from stored_object where id <> object_id limit 1)
        where application_id = '${id}' and kind = 'drivingLicenseFront'`,
    ],
    [
      'the SSN',
      ({
        id,
      }: Applicant) => `update kyc_application set ssn_ciphertext = (select ssn_ciphertext from kyc_application
        where id <> '${id}' limit 1) where id = '${id}'`,
    ],
  ])(
    'the next application carries nothing over from the rejected one (changed: %s) [KYC-67]',
    async (_what, change) => {
      const applicant = await createApplicant();
      const { client, id, ssn } = applicant;
      await reject(id, ['drivingLicenseBack']);
      await executeWithoutTriggers(bank.database, change(applicant));
      const documents = await uploadLicenseSides(client);
      expect(await apply(client, documents)).toMatchObject({ status: 400, body: { fields: ['ssn'] } });
      const { drivingLicenseBack } = documents;
      expect(await apply(client, { ssn, drivingLicenseBack })).toMatchObject({
        status: 400,
        body: { fields: ['drivingLicenseFront'] },
      });
      expect((await apply(client, { ssn, ...documents })).status).toBe(201);
      await bank.admin.delete(`/api/admin/users/${await userIdOf(client)}`);
    },
  );
});

describe('without a rejection that names documents', () => {
  it('all documents are required [KYC-64, KYC-65]', async () => {
    const { client, id } = await createApplicant();
    await reject(id);
    expect(await apply(client, {})).toMatchObject({
      status: 400,
      body: { fields: ['drivingLicenseFront', 'drivingLicenseBack'] },
    });
    expect(await apply(client, { accountType: 'business' })).toMatchObject({
      status: 400,
      body: { fields: ['drivingLicenseFront', 'drivingLicenseBack', 'llcDocument', 'einDocument'] },
    });
    expect((await apply(client, await uploadLicenseSides(client))).status).toBe(201);
  });

  it('the SSN is required of someone who has not applied before [KYC-66]', async () => {
    const client = await newCustomer(bank.api.baseUrl, bank.database);
    const documents = await uploadLicenseSides(client);
    for (const ssn of [undefined, null, '', ' ']) {
      expect(await apply(client, { ssn, ...documents })).toMatchObject({
        status: 400,
        body: { message: 'Please fill in all required fields', fields: ['ssn'] },
      });
    }
    expect(await apply(client, { ssn: 219_471_234, ...documents })).toMatchObject({
      status: 400,
      body: { message: 'SSN must be 9 digits', fields: ['ssn'] },
    });
  });

  it('an application that omits the SSN is refused and recorded as a duplicate if another customer has since claimed the SSN [KYC-66, KYC-28]', async () => {
    const { client, id, ssn } = await createApplicant();
    await reject(id);
    const owner = await newCustomer(bank.api.baseUrl, bank.database);
    expect((await apply(owner, { ssn, ...(await uploadLicenseSides(owner)) })).status).toBe(201);
    const documents = await uploadLicenseSides(client);
    expect(await apply(client, documents)).toMatchObject({ status: 422, body: { ssnDuplicate: true } });
    const events = await query(
      bank.database.superUrl,
      `select from ledger_event where type = 'DuplicateSsnRefused'`,
    );
    expect(events).toHaveLength(2);
    expect((await apply(client, { ...documents, ssn: newSsn() })).status).toBe(201);
  });
});

describe('after a rejected account request', () => {
  it('the next application keeps the documents of the approved identity check [KYC-72, KYC-63]', async () => {
    const { client, id, documents } = await createApplicant();
    expect((await bank.admin.put(`/api/admin/kyc/${id}/approve`, {})).status).toBe(200);
    expect((await statusOf(client)).documents).toEqual([]);
    const { body } = await client.get<{ accountRequest: { id: string } }>('/api/kyc/status');
    const decision = { status: 'rejected', statusMessage: 'Please apply as a business' };
    const decided = await bank.admin.put(`/api/admin/account-requests/${body.accountRequest.id}`, decision);
    expect(decided.status).toBe(200);
    expect((await statusOf(client)).documents).toMatchObject([
      { kind: 'drivingLicenseFront', path: documents['drivingLicenseFront'] },
      { kind: 'drivingLicenseBack', path: documents['drivingLicenseBack'] },
    ]);

    // An application for another account type also needs that type's documents.
    expect(await apply(client, { accountType: 'business' })).toMatchObject({
      status: 400,
      body: { fields: ['llcDocument', 'einDocument'] },
    });
    const company = await uploadCompanyDocuments(client);
    const again = await apply(client, { accountType: 'business', ...company });
    expect(again).toMatchObject({ status: 201, body: { kyc: { status: 'pending' } } });
    expect(await documentsShownOf(again.body.kyc.id)).toEqual({ ...documents, ...company });
  });
});

it('the ledger still passes verification after these tests', async () => {
  await expectSoundLedger(bank);
});
