import { expect, it } from '@jest/globals';
import { csvLinesOf, type Page, readPages } from '../admin/admin-lists.fixtures.js';
import {
  type AdminKyc,
  uploadLicenseSides,
  lastDigitsOf,
  picture,
  uploadFile,
  newAdmin,
  newApplicant,
} from './kyc.fixtures.js';
import { type ApiErrorBody, KYC } from '../payments/money.fixtures.js';
import { useBank } from '../harness/index.js';

type Kyc = AdminKyc & { revision: number; reviewedBy: string | null };

interface Read {
  what: string;
  by: string | null;
  isOwn: boolean;
  at: string;
}

const bank = useBank();
const { admin } = bank;

const idsOf = async (filters: string): Promise<string[]> =>
  (await admin.get<Page<Kyc>>(`/api/admin/kyc-applications?${filters}`)).body.items.map(({ id }) => id);
const getApplication = async (id: string): Promise<Kyc> =>
  (await admin.get<Kyc>(`/api/admin/kyc/${id}`)).body;
const readsOf = async (id: string): Promise<Read[]> =>
  (await admin.get<Read[]>(`/api/admin/kyc/${id}/reads`)).body;

it('an admin lists applications by page, status, type and search, and exports them without SSNs or documents [ADM-13]', async () => {
  const first = await newApplicant(bank, { lastName: 'Marigold' });
  const second = await newApplicant(bank, { lastName: 'Marigold' });
  const other = await newApplicant(bank);
  await admin.put(`/api/admin/kyc/${second.id}/reject`, { notes: 'Blurred' });
  expect(await idsOf('search=marigold&sort=oldest')).toEqual([first.id, second.id]);
  expect(await idsOf('search=marigold&status=rejected')).toEqual([second.id]);
  expect(await idsOf('search=marigold&accountType=business')).toEqual([]);
  const { items } = await readPages<Kyc>(admin, '/api/admin/kyc-applications', 2);
  expect(items.map(({ id }) => id).slice(0, 3)).toEqual([other.id, second.id, first.id]);
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  const csv = await csvLinesOf(admin, '/api/admin/kyc-applications.csv?search=marigold');
  expect(csv).toHaveLength(2);
  for (const secret of [first.ssn, '/objects/']) expect(csv.join('\n')).not.toContain(secret);
  expect(csv.join('\n')).not.toMatch(lastDigitsOf(first.ssn));
});

it('an admin sees who viewed the SSN and the documents, and when [KYC-25]', async () => {
  const { client, id, documents } = await newApplicant(bank);
  const { drivingLicenseFront = '' } = documents;
  expect(await readsOf(id)).toEqual([]);
  await client.get(drivingLicenseFront);
  await admin.get(drivingLicenseFront);
  expect((await admin.post(`/api/admin/kyc/${id}/ssn`)).status).toBe(200);
  const me = (await admin.get<{ firstName: string; lastName: string }>('/api/auth/user')).body;
  const by = `${me.firstName} ${me.lastName}`;
  const reads = [
    { what: 'ssn', by },
    { what: 'drivingLicenseFront', by },
  ];
  expect(await readsOf(id)).toMatchObject(reads.map((read) => ({ ...read, isOwn: true })));
  const other = await newAdmin(bank.api.baseUrl, bank.database);
  const { body } = await other.get<Read[]>(`/api/admin/kyc/${id}/reads`);
  expect(body).toMatchObject(reads.map((read) => ({ ...read, isOwn: false })));
  expect((await client.get(`/api/admin/kyc/${id}/reads`)).status).toBe(403);
  expect((await admin.get('/api/admin/kyc/0b9f6c1e-4d0a-4a49-9d5e-0f4a5f3f8a11/reads')).status).toBe(404);
});

it('views of a replaced document stay listed under the application that it belonged to [KYC-69]', async () => {
  const { client, id, ssn, documents } = await newApplicant(bank);
  await admin.get(documents['drivingLicenseFront'] ?? '');
  const replace = async (): Promise<string> => {
    const documentUrl = await uploadFile(client, picture());
    const document = { documentType: 'drivingLicenseFront', documentUrl };
    expect((await client.post('/api/kyc/upload-document', document)).status).toBe(200);
    return documentUrl;
  };
  await admin.get(await replace());
  await replace();
  const replaced = [{ what: 'replacedDocument' }, { what: 'replacedDocument' }];
  expect(await readsOf(id)).toMatchObject(replaced);

  await admin.put(`/api/admin/kyc/${id}/reject`, { notes: 'Blurred' });
  const next = await client.post<{ kyc: { id: string } }>('/api/kyc/create', {
    ...{ ...KYC, ssn, ...(await uploadLicenseSides(client)) },
  });
  expect(next.status).toBe(201);
  expect(await readsOf(next.body.kyc.id)).toEqual([]);
  expect(await readsOf(id)).toMatchObject(replaced);
});

it('a decision on documents that were replaced in the meantime is refused [KYC-21]', async () => {
  const { client, id } = await newApplicant(bank);
  const { revision } = await getApplication(id);
  const documentUrl = await uploadFile(client, picture());
  await client.post('/api/kyc/upload-document', { documentType: 'drivingLicenseBack', documentUrl });
  for (const [action, body] of [
    ['approve', {}],
    ['reject', { notes: 'Blurred' }],
  ] as const) {
    const response = await admin.put<ApiErrorBody>(`/api/admin/kyc/${id}/${action}`, {
      ...body,
      expectedRevision: revision,
    });
    expect(response).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  }
  const now = await getApplication(id);
  expect(now).toMatchObject({ status: 'pending', drivingLicenseBack: documentUrl });
  const approved = await admin.put<Kyc>(`/api/admin/kyc/${id}/approve`, { expectedRevision: now.revision });
  expect(approved).toMatchObject({
    status: 200,
    body: { status: 'approved', reviewedBy: expect.any(String) },
  });
});
