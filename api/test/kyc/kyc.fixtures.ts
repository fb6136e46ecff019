import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { AdminRole } from '@moniker/common/admin-roles.js';
import { newSalt } from '../../src/ledger/texts/transaction-texts.js';
import { roleChangeAudit } from '../../src/admin/team/record-role-change.js';
import {
  HttpClient,
  query,
  verifyWithoutMail,
  type DemoBank,
  type HttpResponse,
  type TestDatabase,
} from '../harness/index.js';
import { openWriter } from '../harness/sample-ledger.js';
import { KYC, requestAccount } from '../payments/money.fixtures.js';

export interface StoredObject {
  objectPath: string;
  contentType: string;
  bytes: number;
}

export interface KycStatus {
  kyc: { id: string; status: string; adminNotes: string | null; reviewedAt: string | null } | null;
  accountRequest: { id: string; status: string } | null;
}

export interface AdminKyc {
  id: string;
  userId: string;
  status: string;
  ssn: string;
  address: string;
  drivingLicenseFront: string | null;
  drivingLicenseBack: string | null;
  llcDocument: string | null;
  einDocument: string | null;
  adminNotes: string | null;
  reviewedAt: string | null;
}

/** Creates a small picture of a random color. */
export function picture(format: 'jpeg' | 'png' | 'webp' | 'gif' = 'jpeg'): Promise<Buffer> {
  const [r = 0, g = 0, b = 0] = randomBytes(3);
  return sharp({ create: { width: 60, height: 40, channels: 3, background: { r, g, b } } })
    .toFormat(format)
    .toBuffer();
}

/** Creates a one-page PDF. Each option adds text to a part of it. */
export function pdf({ objects = '', catalog = '', page = '', trailer = '', end = '' } = {}): Buffer {
  const text = `%PDF-1.7
1 0 obj << /Type /Catalog /Pages 2 0 R ${catalog} >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R ${page} >> endobj
4 0 obj << /Length 22 >> stream
0 0 m 100 100 l S % JS
endstream endobj
${objects}
trailer << /Root 1 0 R /Size 9 ${trailer} >>
startxref
0
%%EOF
${end}`;
  return Buffer.from(text, 'latin1');
}

export async function requestUploadUrl(client: HttpClient): Promise<string> {
  const { status, body } = await client.post<{ uploadURL: string }>('/api/objects/upload');
  if (status !== 201) throw new Error(`no upload URL: ${JSON.stringify(body)}`);
  return body.uploadURL;
}

/** Uploads bytes to a link, as a browser would. */
export function putFile<Body = StoredObject>(
  client: HttpClient,
  url: string,
  bytes: Buffer,
  headers: Record<string, string | undefined> = {},
): Promise<HttpResponse<Body>> {
  return client.send<Body>('PUT', url, new Uint8Array(bytes), {
    headers: { 'content-type': 'image/png', ...headers },
  });
}

/** Uploads a file and returns its object path. */
export async function uploadFile(client: HttpClient, bytes: Buffer | Promise<Buffer>): Promise<string> {
  const { status, body } = await putFile(client, await requestUploadUrl(client), await bytes);
  if (status !== 200) throw new Error(`the upload was refused: ${JSON.stringify(body)}`);
  return body.objectPath;
}

/** Uploads both sides of a driver's license. */
export async function uploadLicenseSides(
  client: HttpClient,
): Promise<{ drivingLicenseFront: string; drivingLicenseBack: string }> {
  return {
    drivingLicenseFront: await uploadFile(client, picture()),
    drivingLicenseBack: await uploadFile(client, picture('png')),
  };
}

export async function uploadCompanyDocuments(
  client: HttpClient,
): Promise<{ llcDocument: string; einDocument: string }> {
  return {
    llcDocument: await uploadFile(client, pdf()),
    einDocument: await uploadFile(client, picture('webp')),
  };
}

/**
 * Registers a customer with a verified email address and signs in. `secretKey` is the API's key; it defaults to the
 * tests' key.
 */
export async function newCustomer(
  baseUrl: string,
  database: TestDatabase,
  secretKey?: string,
): Promise<HttpClient> {
  const name = `k${randomBytes(6).toString('hex')}`;
  const email = `${name}@mail.example`;
  const client = new HttpClient(baseUrl);
  const registration = {
    ...{ email, password: 'a pass word', firstName: 'Grace', lastName: 'Hopper', moniker: name },
    phoneNumber: '+1 415 555 0199',
  };
  const { status, body } = await client.post('/api/auth/register', registration);
  if (status !== 201) throw new Error(`registration failed: ${JSON.stringify(body)}`);
  await verifyWithoutMail(client, database, email, secretKey);
  const login = await client.post('/api/auth/login', { email, password: 'a pass word' });
  if (login.status !== 200) throw new Error(`login failed: ${JSON.stringify(login.body)}`);
  return client;
}

export interface CustomerWithNumber {
  readonly client: HttpClient;
  readonly id: string;
  readonly moniker: string;
}

/** Registers a customer and has an admin assign an account number. */
export async function customerWithNumber({
  api,
  admin,
  database,
}: Pick<DemoBank, 'api' | 'admin' | 'database'>): Promise<CustomerWithNumber> {
  const client = await newCustomer(api.baseUrl, database);
  const { id, moniker } = (await client.get<{ id: string; moniker: string }>('/api/auth/user')).body;
  const request = await requestAccount(database, id);
  const { status } = await admin.put(`/api/admin/account-requests/${request}`, { status: 'approved' });
  if (status !== 200) throw new Error(`the account request was not approved: ${status}`);
  return { client, id, moniker };
}

/** A customer who has applied for an account. */
export interface Applicant {
  readonly client: HttpClient;
  /** The id of the application. */
  readonly id: string;
  readonly requestId: string;
  readonly ssn: string;
  readonly documents: Readonly<Record<string, string>>;
}

/** Creates a customer with a pending application, which includes the documents that the account type requires. */
export async function newApplicant(
  { api, database }: Pick<DemoBank, 'api' | 'database'>,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Applicant> {
  const client = await newCustomer(api.baseUrl, database);
  const documents = {
    ...(await uploadLicenseSides(client)),
    ...(fields['accountType'] === 'business' && (await uploadCompanyDocuments(client))),
  };
  const application = { ...KYC, ssn: newSsn(), ...documents, ...fields };
  const { status, body } = await client.post<KycStatus>('/api/kyc/create', application);
  if (status !== 201) throw new Error(`application failed: ${JSON.stringify(body)}`);
  const { id = '' } = body.kyc ?? {};
  return { client, id, requestId: body.accountRequest?.id ?? '', ssn: application.ssn, documents };
}

/** Creates a signed-in user and makes them an admin with a role, as an operator does. */
export async function newAdmin(
  baseUrl: string,
  database: TestDatabase,
  role: AdminRole = 'owner',
): Promise<HttpClient> {
  const client = await newCustomer(baseUrl, database);
  const { id: userId } = (await client.get<{ id: string }>('/api/auth/user')).body;
  const change = {
    id: randomUUID(),
    userId,
    kind: 'granted',
    role,
    reason: 'Test',
    salt: newSalt(),
  } as const;
  await query(database.superUrl, 'update app_user set is_admin = true, admin_role = $2 where id = $1', [
    userId,
    role,
  ]);
  await query(
    database.superUrl,
    `insert into admin_role_change (id, user_id, kind, role, reason, salt, changed_at, is_recorded)
     values ($1, $2, 'granted', $3, $4, $5, now(), true)`,
    [change.id, userId, role, change.reason, change.salt],
  );
  const { writer, close } = await openWriter(database);
  const context = { actor: 'system', correlationId: randomUUID() };
  const outcome = await writer.submit(roleChangeAudit(change, 'decision', context));
  await close();
  if (!outcome.ok) throw new Error(`the role change was refused: ${outcome.refusal.code}`);
  return client;
}

let serial = 1000;

/** Returns a valid SSN that has not been used before. */
export function newSsn(): string {
  serial += 1;
  return `219-47-${serial}`;
}

/** Matches the last four digits of an SSN, except within ids and hashes, which can contain them by chance. */
export const lastDigitsOf = (ssn: string): RegExp =>
  new RegExp(String.raw`(?<![A-Za-z0-9])${ssn.slice(-4)}(?![\w-])`);

/** Reads every file below a folder. */
export async function readFilesIn(folder: string): Promise<Buffer[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(files.map((file) => readFile(path.join(file.parentPath, file.name))));
}

/** Returns the type, actor and payload of the newest event in the log. */
export async function newestEvent(
  database: TestDatabase,
): Promise<{ type: string; actor: string; payload: unknown }> {
  const [event] = await query<{ type: string; actor: string; payload: string }>(
    database.superUrl,
    'select type, actor, payload from ledger_event order by position desc limit 1',
  );
  if (event === undefined) throw new Error('the log is empty');
  return { ...event, payload: JSON.parse(event.payload) as unknown };
}

/** Makes the log refuse events of one type with the error code `sqlState`. Returns a function that undoes this. */
export async function refuseEvents(
  database: TestDatabase,
  type: string,
  sqlState = 'P0001',
): Promise<() => Promise<void>> {
  await query(
    database.superUrl,
    `create function refuse_event() returns trigger language plpgsql as $$
     begin raise exception 'refused by the test' using errcode = '${sqlState}'; end $$`,
  );
  await query(
    database.superUrl,
    `create trigger refuse_event before insert on ledger_event
       for each row when (new.type = '${type}') execute function refuse_event()`,
  );
  return async () => {
    await query(database.superUrl, 'drop trigger refuse_event on ledger_event');
    await query(database.superUrl, 'drop function refuse_event()');
  };
}
