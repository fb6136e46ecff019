import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { withAuditConnection } from '../../src/ledger/log/audit-connection.js';
import { verifyLedger, type VerifyResult } from '../../src/ledger/verify/verify-ledger.js';
import {
  newCustomer,
  newSsn,
  picture,
  uploadFile,
  uploadLicenseSides,
  type KycStatus,
} from '../kyc/kyc.fixtures.js';
import { KYC, userIdOf } from '../payments/money.fixtures.js';
import { query, runCli, type HttpClient, useBank } from '../harness/index.js';
import { executeWithoutTriggers } from './tamper.fixtures.js';

const bank = useBank();
const { database } = bank;
let approved: Applicant;
let pending: Applicant;

interface Applicant {
  readonly client: HttpClient;
  readonly kycId: string;
  readonly requestId: string;
}

beforeAll(async () => {
  approved = await apply();
  await decide(approved, { comparisons: ['licenseName', 'licenseSides', 'licenseName'] });
  pending = await apply();
});

const verify = (): Promise<VerifyResult> =>
  withAuditConnection(database.auditorUrl, (sql) => verifyLedger(sql));

const behindTriggers = (sql: string) => executeWithoutTriggers(database, sql);

async function apply(): Promise<Applicant> {
  const client = await newCustomer(bank.api.baseUrl, database);
  const { status, body } = await client.post<KycStatus>('/api/kyc/create', {
    ...{ ...KYC, ssn: newSsn() },
    ...(await uploadLicenseSides(client)),
  });
  expect(status).toBe(201);
  return { client, kycId: body.kyc?.id ?? '', requestId: body.accountRequest?.id ?? '' };
}

async function decide({ kycId, requestId }: Applicant, body: object = {}): Promise<void> {
  expect((await bank.admin.put(`/api/admin/kyc/${kycId}/approve`, body)).status).toBe(200);
  const request = `/api/admin/account-requests/${requestId}`;
  expect((await bank.admin.put(request, { status: 'approved' })).status).toBe(200);
}

interface StoredEvent {
  readonly type: string;
  readonly payloadVersion: number;
  readonly actor: string;
  readonly payload: Record<string, unknown>;
}

async function eventsOf({ kycId }: Applicant): Promise<StoredEvent[]> {
  const rows = await query<Omit<StoredEvent, 'payload'> & { payload: string }>(
    database.superUrl,
    `select type, payload_version as "payloadVersion", actor, payload from ledger_event where stream = $1
      order by version`,
    [`kyc:${kycId}`],
  );
  return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) as Record<string, unknown> }));
}

const DIGEST = /^[\w-]{43}$/;
const digests = {
  identityDigest: expect.stringMatching(DIGEST),
  claimDigest: expect.stringMatching(DIGEST),
  documents: {
    drivingLicenseFront: [expect.stringMatching(DIGEST)],
    drivingLicenseBack: [expect.stringMatching(DIGEST)],
  },
};

describe('an application in the log', () => {
  it('has salted digests of its details, SSN claim and documents, and records what the reviewer compared [LED-70, KYC-51]', async () => {
    const [submitted, decision] = await eventsOf(approved);
    expect(submitted).toMatchObject({
      ...{ type: 'KycSubmitted', payloadVersion: 1, actor: `user:${await userIdOf(approved.client)}` },
      payload: { kycId: approved.kycId, origin: 'submission', ...digests },
    });
    expect(decision).toMatchObject({
      ...{ type: 'KycApproved', payloadVersion: 2 },
      payload: { kycId: approved.kycId, ...digests, comparisons: ['licenseName', 'licenseSides'] },
    });
    const { identityDigest, claimDigest, documents } = submitted?.payload ?? {};
    expect(decision?.payload).toMatchObject({ identityDigest, claimDigest, documents });
  });

  it.each([
    ['unknown', ['mood']],
    ['too many', Array(6).fill('licenseName')],
    ['not a list', 'licenseName'],
  ])('cannot be approved with invalid comparisons: %s [KYC-51]', async (_what, comparisons) => {
    const { status } = await bank.admin.put(`/api/admin/kyc/${pending.kycId}/approve`, { comparisons });
    expect(status).toBe(400);
  });

  it('is recorded again when a document is replaced [LED-70]', async () => {
    const { client } = pending;
    const documentUrl = await uploadFile(client, picture());
    const body = { documentType: 'drivingLicenseBack', documentUrl };
    expect((await client.post('/api/kyc/upload-document', body)).status).toBe(200);

    const [first, second, ...others] = await eventsOf(pending);
    expect(others).toEqual([]);
    expect(second).toMatchObject({ type: 'KycSubmitted', payload: { origin: 'document', ...digests } });
    expect(second?.payload['documents']).not.toEqual(first?.payload['documents']);
    expect(await verify()).toMatchObject({ findings: [] });
  });

  it('cannot be linked to a person once the customer is deleted [LED-8, LED-70]', async () => {
    const deleted = await apply();
    await decide(deleted);
    await bank.admin.delete(`/api/admin/users/${await userIdOf(deleted.client)}`);

    const salts = await query(database.superUrl, 'select from kyc_application where id = $1', [
      deleted.kycId,
    ]);
    expect(salts).toEqual([]);
    expect(await verify()).toMatchObject({ findings: [], notCompared: [] });
  });
});

describe('an application that was stored without digests', () => {
  it('is counted by verify as not compared [AUD-80]', async () => {
    const earlier = await newCustomer(bank.api.baseUrl, database);
    const [inserted] = await query<{ id: string }>(
      database.superUrl,
      `insert into kyc_application (id, user_id, status, account_type, first_name, last_name, street, city, state, zip_code,
          ssn_ciphertext, submitted_at, created_at)
        select gen_random_uuid(), $1, 'pending', account_type, first_name, last_name, street, city, state, zip_code,
          ssn_ciphertext, now(), now()
        from kyc_application where user_id = (select id from app_user where moniker = 'alice') returning id`,
      [await userIdOf(earlier)],
    );

    const { stdout } = await runCli(['verify'], { database });

    expect(stdout).toMatch(/identity {5}\d+ applications, .*; 1 earlier one without digests, not compared/);
    expect(await verify()).toMatchObject({ findings: [], identity: { withoutDigest: 1 } });
    await query(database.superUrl, 'delete from kyc_application where id = $1', [inserted?.id]);
  });
});

describe('an approval', () => {
  it('is refused if the data differs from what was submitted, but a rejection is not [KYC-50]', async () => {
    const changed = await apply();
    await behindTriggers(`update kyc_application set last_name = 'Mallory' where ${of(changed)}`);
    const path = `/api/admin/kyc/${changed.kycId}`;

    expect(await bank.admin.put(`${path}/approve`, {})).toMatchObject({
      ...{ status: 409, body: { code: 'KYC_CHANGED' } },
    });
    expect((await changed.client.get<KycStatus>('/api/kyc/status')).body.kyc?.status).toBe('pending');

    expect((await bank.admin.put(`${path}/reject`, { notes: 'Changed' })).status).toBe(200);
    await behindTriggers(`update kyc_application set last_name = 'Lovelace' where ${of(changed)}`);
    await bank.admin.delete(`/api/admin/users/${await userIdOf(changed.client)}`);
  });
});

const of = ({ kycId }: Applicant) => `id = '${kycId}'`;
const documentOf = ({ kycId }: Applicant, side: 'Front' | 'Back') =>
  `application_id = '${kycId}' and kind = 'drivingLicense${side}'`;
const ofRequest = ({ requestId }: Applicant) => `id = '${requestId}'`;

/** Changes by a superuser, and the finding of `verify` for each. */
const EDITS: readonly (readonly [what: string, edit: () => string, finding: () => string])[] = [
  [
    'a changed name in an approved identity check',
    () => `update kyc_application set last_name = 'Mallory' where ${of(approved)}`,
    () => `the customer, account type, name or address of identity check ${approved.kycId} doesn't match`,
  ],
  [
    'a changed address in an approved identity check',
    () => `update kyc_application set street = '1 Other Street' where ${of(approved)}`,
    () => `the customer, account type, name or address of identity check ${approved.kycId} doesn't match`,
  ],
  [
    'a salt removed from a pending identity check',
    () => `update kyc_application set digest_salt = null where ${of(pending)}`,
    () => `the customer, account type, name or address of identity check ${pending.kycId} doesn't match`,
  ],
  [
    'an SSN copied from another identity check',
    () => `update kyc_application set ssn_ciphertext = (select ssn_ciphertext from kyc_application where ${of(pending)})
      where ${of(approved)}`,
    () => `the SSN of identity check ${approved.kycId} doesn't match`,
  ],
  [
    'a removed SSN claim',
    () =>
      `delete from identity_claim where user_id = (select user_id from kyc_application where ${of(approved)})`,
    () => `the SSN of identity check ${approved.kycId} isn't claimed for its customer`,
  ],
  [
    'an SSN claim moved to another customer',
    () => `update identity_claim set user_id = (select user_id from kyc_application where ${of(pending)})
      where user_id = (select user_id from kyc_application where ${of(approved)})`,
    () => `the SSN of identity check ${approved.kycId} isn't claimed for its customer`,
  ],
  [
    'a document replaced by another file',
    () => `update kyc_document set object_id = (select object_id from kyc_document
      where ${documentOf(approved, 'Back')}) where ${documentOf(approved, 'Front')}`,
    () => `the documents of identity check ${approved.kycId} don't match`,
  ],
  [
    'a removed document',
    () => `delete from kyc_document where ${documentOf(approved, 'Back')}`,
    () => `the documents of identity check ${approved.kycId} don't match`,
  ],
  [
    'a document changed to another kind',
    () => `update kyc_document set kind = 'einDocument' where ${documentOf(approved, 'Back')}`,
    () => `the documents of identity check ${approved.kycId} don't match`,
  ],
  [
    'a changed digest of a stored file',
    () => `update stored_object set sha256 = sha256('x') where id = (select object_id
      from kyc_document where ${documentOf(approved, 'Front')})`,
    () => `the documents of identity check ${approved.kycId} don't match`,
  ],
  [
    'a removed pending identity check',
    () => `delete from kyc_application where ${of(pending)}`,
    () => `identity check ${pending.kycId} is missing, but an event records its submission`,
  ],
  [
    'an identity check with another reviewer',
    () => `update kyc_application set reviewed_by = user_id where ${of(approved)}`,
    () => `identity check ${approved.kycId} was decided by someone other than the person in its row`,
  ],
  [
    'an identity check with its reviewer removed',
    () => `update kyc_application set reviewed_by = null where ${of(approved)}`,
    () => `identity check ${approved.kycId} is decided according to the log, but lacks its reviewer`,
  ],
  [
    'an identity check with another review time',
    () => `update kyc_application set reviewed_at = reviewed_at - interval '1 day' where ${of(approved)}`,
    () => `identity check ${approved.kycId} was decided at a time other than the one in its row`,
  ],
  [
    'a pending identity check with a reviewer and a review time',
    () => `update kyc_application set reviewed_by = user_id, reviewed_at = now() where ${of(pending)}`,
    () => `identity check ${pending.kycId} has a reviewer or a decision time`,
  ],
  [
    'an account request whose decision is attributed to someone else',
    () => `update account_request set decided_by = user_id where ${ofRequest(approved)}`,
    () => `account request ${approved.requestId} was decided by someone other than the person in its row`,
  ],
  [
    'an account request with another decision time',
    () =>
      `update account_request set decided_at = decided_at + interval '1 hour' where ${ofRequest(approved)}`,
    () => `account request ${approved.requestId} was decided at a time other than the one in its row`,
  ],
];

const TABLES = ['kyc_application', 'kyc_document', 'account_request', 'identity_claim', 'stored_object'];

describe('verification of identity checks', () => {
  beforeAll(async () => {
    const copies = TABLES.map((table) => `create table saved.${table} as table public.${table}`);
    await query(database.superUrl, `create schema saved; ${copies.join('; ')}`);
  });

  afterEach(async () => {
    const copies = TABLES.map((table) => `delete from ${table}; insert into ${table} table saved.${table}`);
    await behindTriggers(copies.join('; '));
  });

  it.each(EDITS)('finds tampering: %s [AUD-80, AUD-81]', async (_what, edit, finding) => {
    await behindTriggers(edit());
    const { ok, findings } = await verify();
    expect(ok).toBe(false);
    expect(findings).toContainEqual({
      ...{ check: 'identity', position: findings[0]?.position },
      message: expect.stringContaining(finding()),
    });
  });
});
