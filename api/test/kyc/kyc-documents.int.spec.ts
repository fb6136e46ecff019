import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { KycDocuments1763604870000 } from '../../src/migrations/1763604870000-kyc-documents.js';
import { createDataSource } from '../../src/platform/database/data-source.js';
import { KYC, userIdOf } from '../payments/money.fixtures.js';
import { expectSoundLedger, query, type HttpClient, useBank } from '../harness/index.js';
import {
  newCustomer,
  newestEvent,
  newSsn,
  picture,
  uploadCompanyDocuments,
  uploadFile,
  uploadLicenseSides,
  type AdminKyc,
  type KycStatus,
} from './kyc.fixtures.js';

/** The columns that the previous release reads and writes. */
const COLUMNS = {
  drivingLicenseFront: 'driving_license_front',
  drivingLicenseBack: 'driving_license_back',
  llcDocument: 'llc_document',
  einDocument: 'ein_document',
} as const;
const KINDS = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

type Paths = Record<keyof typeof COLUMNS, string>;
type ShownKyc = AdminKyc & { documents: { kind: string; path: string }[] };

const bank = useBank();

const sql = <Row extends object>(text: string, values?: unknown[]): Promise<Row[]> =>
  query<Row>(bank.database.superUrl, text, values);

/** Runs a statement with the privileges of the API, as a process of the previous release does. */
const sqlOfPreviousRelease = <Row extends object>(text: string, values?: unknown[]): Promise<Row[]> =>
  query<Row>(bank.database.appUrl, text, values);

const customer = (): Promise<HttpClient> => newCustomer(bank.api.baseUrl, bank.database);

const shown = async (id: string): Promise<ShownKyc> =>
  (await bank.admin.get<ShownKyc>(`/api/admin/kyc/${id}`)).body;

const pathsOf = async (id: string): Promise<Record<string, string>> =>
  Object.fromEntries((await shown(id)).documents.map(({ kind, path: documentPath }) => [kind, documentPath]));

const idOf = (objectPath: string): string => path.basename(objectPath);

async function uploadAll(client: HttpClient): Promise<Paths> {
  return { ...(await uploadLicenseSides(client)), ...(await uploadCompanyDocuments(client)) };
}

async function apply(client: HttpClient, documents: Paths): Promise<string> {
  const body = { ...KYC, ssn: newSsn(), accountType: 'business', ...documents };
  const response = await client.post<KycStatus>('/api/kyc/create', body);
  expect(response.status).toBe(201);
  return response.body.kyc?.id ?? '';
}

/** The documents of an application, as the previous release sees them. */
async function columnsOf(id: string): Promise<Record<string, string | null>> {
  const [row] = await sqlOfPreviousRelease<Record<string, string | null>>(
    `select ${Object.values(COLUMNS).join(', ')} from kyc_application where id = $1`,
    [id],
  );
  return Object.fromEntries(Object.entries(COLUMNS).map(([kind, column]) => [kind, row?.[column] ?? null]));
}

const idsOf = (paths: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(paths).map(([kind, objectPath]) => [kind, idOf(objectPath)]));

describe('while the previous release runs alongside this one', () => {
  let client: HttpClient;
  let documents: Paths;

  beforeEach(async () => {
    client = await customer();
    documents = await uploadAll(client);
  });

  /** Inserts an application as the previous release does. */
  async function insertWithColumns(): Promise<string> {
    const id = randomUUID();
    const values = KINDS.map((kind) => idOf(documents[kind]));
    await sqlOfPreviousRelease(
      `insert into kyc_application (id, user_id, status, account_type, first_name, last_name, company_name, street, city,
          state, zip_code, ssn_ciphertext, submitted_at, created_at, revision, ${Object.values(COLUMNS).join(', ')})
        select $1, $2, 'pending', 'business', 'Ada', 'Okafor', null, street, city, state, zip_code, ssn_ciphertext,
          now(), now(), 1, $3, $4, $5, $6 from kyc_application limit 1`,
      [id, await userIdOf(client), ...values],
    );
    await sqlOfPreviousRelease(`update stored_object set status = 'attached' where id = any($1::uuid[])`, [
      values,
    ]);
    return id;
  }

  it('this release reflects what the previous one submits, replaces and deletes [KYC-61]', async () => {
    const id = await insertWithColumns();
    expect(await pathsOf(id)).toEqual(documents);
    expect(await shown(id)).toMatchObject(documents);

    const better = await uploadFile(client, picture());
    await sqlOfPreviousRelease(
      'update kyc_application set driving_license_front = $2, revision = revision + 1 where id = $1',
      [id, idOf(better)],
    );
    expect(await pathsOf(id)).toEqual({ ...documents, drivingLicenseFront: better });

    // When garbage collection deletes a file, the application loses that document too.
    await sqlOfPreviousRelease('delete from stored_object where id = $1', [idOf(documents.einDocument)]);
    const { einDocument: _, ...rest } = { ...documents, drivingLicenseFront: better };
    expect(await pathsOf(id)).toEqual(rest);
    expect(await columnsOf(id)).toEqual({ ...idsOf(rest), einDocument: null });

    await sqlOfPreviousRelease('delete from kyc_application where id = $1', [id]);
    expect(await sql('select from kyc_document where application_id = $1', [id])).toEqual([]);
  });

  it('the previous release reflects what this one submits, replaces and erases [KYC-61]', async () => {
    const id = await apply(client, documents);
    expect(await columnsOf(id)).toEqual(idsOf(documents));

    const better = await uploadFile(client, picture());
    const body = { documentType: 'drivingLicenseBack', documentUrl: better };
    expect((await client.post('/api/kyc/upload-document', body)).status).toBe(200);
    expect(await columnsOf(id)).toEqual(idsOf({ ...documents, drivingLicenseBack: better }));

    await sql('delete from kyc_document where application_id = $1 and kind = $2', [id, 'llcDocument']);
    expect(await columnsOf(id)).toMatchObject({ llcDocument: null, drivingLicenseBack: idOf(better) });

    expect((await bank.admin.delete(`/api/admin/users/${await userIdOf(client)}`)).status).toBe(204);
    expect(await sql('select from kyc_document where application_id = $1', [id])).toEqual([]);
  });

  it('both releases compute the same digests, and this one records them in the order that the previous one expects [KYC-61]', async () => {
    const id = await apply(client, documents);
    const { payload } = await newestEvent(bank.database);
    expect(payload).toMatchObject({ kycId: id });
    expect(Object.keys((payload as { documents: object }).documents)).toEqual(KINDS);
    expect(
      await sqlOfPreviousRelease(
        `(select * from ledger_kyc_digests() except select * from ledger_identity_digests())
         union all (select * from ledger_identity_digests() except select * from ledger_kyc_digests())`,
      ),
    ).toEqual([]);
    await expectSoundLedger(bank);
  });

  it('a kind of document that neither release knows does not affect the other kinds [KYC-61]', async () => {
    const id = await apply(client, documents);
    const passport = await uploadFile(client, picture());
    await sql('insert into kyc_document (application_id, kind, object_id) values ($1, $2, $3)', [
      ...[id, 'passport', idOf(passport)],
    ]);
    expect(await pathsOf(id)).toEqual(documents);
    expect(await columnsOf(id)).toEqual(idsOf(documents));
    await sql('delete from kyc_document where kind = $1', ['passport']);
  });
});

describe('the documents of an application', () => {
  it('are shown to admins with their page count, type and size [KYC-62]', async () => {
    const client = await customer();
    const documents = await uploadAll(client);
    const id = await apply(client, documents);
    // Makes one row look as if its file had been converted, and another as if an earlier release had stored it.
    await sql(
      `update stored_object set original_type = 'application/pdf', bytes = 1234, page_sha256 = array[sha256('1'), sha256('2')]
        where id = $1`,
      [idOf(documents.llcDocument)],
    );
    await sql(`update stored_object set original_type = null, bytes = 99, page_sha256 = '{}' where id = $1`, [
      idOf(documents.einDocument),
    ]);
    const { documents: listed } = await shown(id);
    expect(listed.map(({ kind }) => kind)).toEqual(KINDS);
    expect(listed.slice(2)).toEqual([
      {
        ...{ kind: 'llcDocument', path: documents.llcDocument, isRefused: false },
        ...{ pages: 2, originalType: 'application/pdf', bytes: 1234 },
      },
      {
        ...{ kind: 'einDocument', path: documents.einDocument, isRefused: false },
        ...{ pages: 1, originalType: null, bytes: 99 },
      },
    ]);
    const page = await bank.admin.get<{ items: ShownKyc[] }>('/api/admin/kyc-applications?limit=1');
    expect(page.body.items[0]).toMatchObject({ id, ...documents, documents: listed });
  });

  it('are shown to the customer while the application is pending or rejected [KYC-63]', async () => {
    const client = await customer();
    const documents = await uploadAll(client);
    const statusOf = async () => (await client.get<{ kyc: object | null }>('/api/kyc/status')).body.kyc;
    const all = KINDS.map((kind) => ({ kind, path: documents[kind], pages: 1, isRefused: false }));
    const id = await apply(client, documents);
    expect(await statusOf()).toMatchObject({ status: 'pending', documents: all, documentsToReplace: [] });

    expect((await bank.admin.put(`/api/admin/kyc/${id}/reject`, { notes: 'Blurred' })).status).toBe(200);
    expect(await statusOf()).toMatchObject({ status: 'rejected', documents: all, documentsToReplace: [] });
    const summary = await client.get<{ kyc: object }>('/api/account/summary');
    expect(summary.body.kyc).toMatchObject({ id, status: 'rejected' });
    expect(summary.body.kyc).not.toHaveProperty('documents');

    await bank.admin.put(`/api/admin/kyc/${id}/reset`);
    expect((await bank.admin.put(`/api/admin/kyc/${id}/approve`, {})).status).toBe(200);
    expect(await statusOf()).toMatchObject({ status: 'approved', documents: [] });
  });
});

describe('the migration', () => {
  it('copies the documents of every application, and can be undone [KYC-61]', async () => {
    const client = await customer();
    const documents = await uploadAll(client);
    const id = await apply(client, documents);
    const dataSource = await createDataSource(bank.database.superUrl, 1).initialize();
    try {
      const migration = new KycDocuments1763604870000();
      const runner = dataSource.createQueryRunner();
      await migration.down(runner);
      expect(await columnsOf(id)).toEqual(idsOf(documents));
      await migration.up(runner);
    } finally {
      await dataSource.destroy();
    }
    expect(await pathsOf(id)).toEqual(documents);
  });
});
