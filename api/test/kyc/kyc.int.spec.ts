import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { ReleasedClaims1763602100000 } from '../../src/migrations/1763602100000-released-claims.js';
import { createDataSource } from '../../src/platform/database/data-source.js';
import {
  uploadCompanyDocuments,
  readFilesIn,
  uploadLicenseSides,
  lastDigitsOf,
  newCustomer,
  newestEvent,
  newSsn,
  pdf,
  picture,
  refuseEvents,
  uploadFile,
  type AdminKyc,
  type KycStatus,
  newApplicant,
} from './kyc.fixtures.js';
import { expectMatchingRenderings } from '../support/mail.fixtures.js';
import { headOf, KYC, countByStatus, userIdOf, type ApiErrorBody } from '../payments/money.fixtures.js';
import {
  expectSoundLedger,
  query,
  type HttpClient,
  type HttpResponse,
  type TestDatabase,
  use,
  useMailingBank,
  waitFor,
} from '../harness/index.js';
import { itInPostgres } from '../harness/log-in-kurrentdb.js';

const { database, mail, api, worker, admin } = useMailingBank();

const customer = (): Promise<HttpClient> => newCustomer(api.baseUrl, database);

type Fields = Record<string, unknown>;

function apply(client: HttpClient, fields: Fields): Promise<HttpResponse<KycStatus & ApiErrorBody>> {
  return client.post('/api/kyc/create', { ...KYC, ssn: newSsn(), ...fields });
}

const createApplicant = (fields: Fields = {}) => newApplicant({ api, database }, fields);

const statusOf = async (client: HttpClient): Promise<KycStatus> =>
  (await client.get<KycStatus>('/api/kyc/status')).body;

type Decided = HttpResponse<AdminKyc & ApiErrorBody>;
const approve = (id: string, notes?: string): Promise<Decided> =>
  admin.put(`/api/admin/kyc/${id}/approve`, notes === undefined ? {} : { notes });
const reject = (id: string, notes: unknown = 'The photo is blurred'): Promise<Decided> =>
  admin.put(`/api/admin/kyc/${id}/reject`, { notes });
const reset = (id: string): Promise<Decided> => admin.put(`/api/admin/kyc/${id}/reset`);

async function listed(id: string): Promise<AdminKyc | undefined> {
  const { status, body } = await admin.get<{ items: AdminKyc[] }>('/api/admin/kyc-applications?limit=100');
  expect(status).toBe(200);
  return body.items.find((item) => item.id === id);
}

const documentStatus = async (objectPath: string): Promise<string | undefined> => {
  const rows = await query<{ status: string }>(
    database.superUrl,
    'select status from stored_object where id = $1',
    [path.basename(objectPath)],
  );
  return rows[0]?.status;
};

describe('an application', () => {
  it('for a personal account stores both sides of the license, and creates a pending KYC record and account request [KYC-1, KYC-24, KYC-27]', async () => {
    const carol = await customer();
    const documents = await uploadLicenseSides(carol);
    const ssn = newSsn();
    const response = await apply(carol, { ssn, state: 'ca', ...documents, llcDocument: null });
    expect(response).toMatchObject({
      status: 201,
      body: { kyc: { status: 'pending', adminNotes: null }, accountRequest: { status: 'pending' } },
    });
    expect(await statusOf(carol)).toEqual(response.body);
    expect(await listed(response.body.kyc?.id ?? '')).toMatchObject({
      ...documents,
      llcDocument: null,
      einDocument: null,
      userId: await userIdOf(carol),
      user: { firstName: 'Grace', lastName: 'Hopper' },
      accountType: 'personal',
      firstName: 'Ada',
      lastName: 'Okafor',
      companyName: null,
      status: 'pending',
      ssn: `***-**-${ssn.slice(-4)}`,
      address: '1 Main Street, San Francisco, CA 94105',
      street: '1 Main Street',
      zipCode: '94105',
      adminNotes: null,
      reviewedAt: null,
    });
    expect(await Promise.all(Object.values(documents).map(documentStatus))).toEqual(['attached', 'attached']);
  });

  it('for a business account also has two company documents, each a picture or a PDF [KYC-8]', async () => {
    const carol = await customer();
    const documents = { ...(await uploadLicenseSides(carol)), ...(await uploadCompanyDocuments(carol)) };
    const business = { accountType: 'business', companyName: 'Hopper Compilers LLC', ...documents };
    const response = await apply(carol, business);
    expect(response.status).toBe(201);
    expect(await listed(response.body.kyc?.id ?? '')).toMatchObject(business);
  });
});

describe('an invalid application', () => {
  const LICENSE = 'Please upload both front and back of your driving license';
  const COMPANY = 'Please upload all required business documents';
  const REQUIRED = 'Please fill in all required fields';
  const refused = (message: string | RegExp, ...fields: string[]): Fields => ({
    statusCode: 400,
    code: 'VALIDATION_FAILED',
    message: typeof message === 'string' ? message : expect.stringMatching(message),
    fields: fields.length === 0 ? expect.any(Array) : fields,
  });

  const carol = use(customer);
  let documents: Fields;
  let company: Fields;

  beforeAll(async () => {
    documents = await uploadLicenseSides(carol);
    company = { accountType: 'business', ...(await uploadCompanyDocuments(carol)) };
  });

  const cases: readonly [string, () => Fields | Promise<Fields>, Fields][] = [
    [
      'without a license',
      () => ({ drivingLicenseFront: undefined }),
      refused(LICENSE, 'drivingLicenseFront'),
    ],
    [
      'with an empty path for the back of the license',
      () => ({ drivingLicenseBack: '' }),
      refused(LICENSE, 'drivingLicenseBack'),
    ],
    [
      'for a business account without its EIN document',
      () => ({ ...company, einDocument: null }),
      refused(COMPANY, 'einDocument'),
    ],
    [
      'for a business account without a license',
      () => ({ ...company, drivingLicenseBack: undefined }),
      refused(COMPANY, 'drivingLicenseBack'),
    ],
    [
      'for a personal account with an LLC document',
      () => ({ llcDocument: company['llcDocument'] }),
      refused(/business accounts only/, 'llcDocument'),
    ],
    [
      'for a personal account with a company name',
      () => ({ companyName: 'Hopper LLC' }),
      refused(/business accounts only/, 'companyName'),
    ],
    ...['firstName', 'lastName', 'street', 'city', 'state', 'zipCode', 'ssn'].flatMap(
      (field): [string, () => Fields, Fields][] => [
        [`without ${field}`, () => ({ [field]: undefined }), refused(REQUIRED, field)],
        [`with a blank ${field}`, () => ({ [field]: '  ' }), refused(REQUIRED, field)],
      ],
    ),
    ['with an unknown type', () => ({ accountType: 'charity' }), refused(/accountType/)],
    ['with a long state', () => ({ state: 'CAL' }), refused('State must be 2 letters', 'state')],
    ['with an unknown state', () => ({ state: 'XX' }), refused("XX isn't a US state", 'state')],
    ['with a short ZIP code', () => ({ zipCode: '9410' }), refused('ZIP code must be 5 digits', 'zipCode')],
    ['with a short SSN', () => ({ ssn: '219-47-831' }), refused('SSN must be 9 digits', 'ssn')],
    ...['000-12-3456', '666-12-3456', '912-12-3456', '219-00-3456', '219-47-0000'].map(
      (ssn): [string, () => Fields, Fields] => [
        `with the SSN ${ssn}`,
        () => ({ ssn }),
        refused('SSN is not valid', 'ssn'),
      ],
    ),
    ['with a status', () => ({ status: 'approved' }), refused('status is not a known field', 'status')],
    ["with another user's id", () => ({ userId: randomUUID() }), refused(/not a known field/, 'userId')],
    [
      'with a URL as a document',
      () => ({ drivingLicenseFront: 'https://evil.example/objects/x' }),
      refused(/must be a path of the form/, 'drivingLicenseFront'),
    ],
    [
      'with a path outside the store',
      () => ({ drivingLicenseFront: '/objects/../api/auth/user' }),
      refused(/must be a path of the form/, 'drivingLicenseFront'),
    ],
    [
      'with an unknown document',
      () => ({ drivingLicenseFront: `/objects/${randomUUID()}` }),
      refused(/was not found/, 'drivingLicenseFront'),
    ],
    [
      "with another user's document",
      async () => ({ drivingLicenseBack: await uploadFile(await customer(), picture()) }),
      refused(
        "The back of your driver's license was not found. Please upload it again",
        'drivingLicenseBack',
      ),
    ],
    [
      'with the same document twice',
      () => ({ drivingLicenseBack: documents['drivingLicenseFront'] }),
      refused(/must be a separate file/, 'drivingLicenseBack'),
    ],
    [
      'with a PDF as the license',
      async () => ({ drivingLicenseFront: await uploadFile(carol, pdf()) }),
      refused("The front of your driver's license must be an image", 'drivingLicenseFront'),
    ],
  ];

  it.each(cases)(
    'is refused and leaves nothing behind: %s [KYC-2, KYC-4, KYC-5, KYC-6, KYC-7, KYC-8, KYC-9, KYC-13]',
    async (_, fields, body) => {
      const changes = await fields();
      const head = await headOf(database);
      const response = await apply(carol, { ...documents, ...changes });
      expect(response.body).toMatchObject(body);
      expect(await statusOf(carol)).toEqual({ kyc: null, accountRequest: null });
      expect(await documentStatus(String(documents['drivingLicenseFront']))).toBe('stored');
      expect(await headOf(database)).toBe(head);
    },
  );

  it('is refused if the customer has no phone number [KYC-10]', async () => {
    await query(database.superUrl, 'update app_user set phone_number = null where id = $1', [
      await userIdOf(carol),
    ]);
    expect(await apply(carol, documents)).toMatchObject({
      status: 422,
      body: { code: 'PHONE_REQUIRED', message: 'Phone number is required', phoneNumberRequired: true },
    });
    await carol.put('/api/user/phone', { phoneNumber: '+1 415 555 0107' });
    expect((await apply(carol, documents)).status).toBe(201);
  });

  it('is refused if its SSN belongs to another customer [KYC-11]', async () => {
    const { ssn } = await createApplicant();
    const dave = await customer();
    const theirs = await uploadLicenseSides(dave);
    const response = await apply(dave, { ssn: ssn.replaceAll('-', ''), ...theirs });
    expect(response).toMatchObject({ status: 422, body: { code: 'SSN_DUPLICATE', ssnDuplicate: true } });
    expect(response.body.message).toMatch(/^This Social Security Number is already associated with another/);
    expect(await statusOf(dave)).toEqual({ kyc: null, accountRequest: null });
    // The refused application did not use up the documents or block the customer.
    expect((await apply(dave, theirs)).status).toBe(201);
  });

  it('whose documents do not exist does not reveal whether its SSN is taken [KYC-28]', async () => {
    const { ssn } = await createApplicant();
    const dave = await customer();
    const unknown = {
      drivingLicenseFront: `/objects/${randomUUID()}`,
      drivingLicenseBack: `/objects/${randomUUID()}`,
    };
    for (const number of [ssn, newSsn()]) {
      expect(await apply(dave, { ssn: number, ...unknown })).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED', fields: ['drivingLicenseFront'] },
      });
    }
  });

  it('reveals at most five times a day that its SSN is taken, and appends an event each time [KYC-28]', async () => {
    const { ssn } = await createApplicant();
    const dave = await customer();
    const documents = await uploadLicenseSides(dave);
    const head = await headOf(database);
    const responses = await Promise.all(Array.from({ length: 8 }, () => apply(dave, { ssn, ...documents })));
    expect(countByStatus(responses)).toEqual({ 422: 5, 429: 3 });
    expect(await headOf(database)).toBe(head + 5);
    const userId = await userIdOf(dave);
    expect(await newestEvent(database)).toEqual({
      type: 'DuplicateSsnRefused',
      actor: `user:${userId}`,
      payload: { userId },
    });
    const last = await apply(dave, { ssn: newSsn(), ...documents });
    expect(last).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
    const seconds = Number(last.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(23 * 60 * 60);
    expect(seconds).toBeLessThanOrEqual(24 * 60 * 60);
    expect(await Promise.all(Object.values(documents).map(documentStatus))).toEqual(['stored', 'stored']);
    expect(await statusOf(dave)).toEqual({ kyc: null, accountRequest: null });
  });

  it('is refused while another application is open [KYC-12]', async () => {
    const { client } = await createApplicant();
    expect(await apply(client, await uploadLicenseSides(client))).toMatchObject({
      status: 409,
      body: { code: 'APPLICATION_EXISTS' },
    });
  });
});

describe('concurrent requests', () => {
  it('create one application per customer [KYC-12]', async () => {
    const carol = await customer();
    const documents = await uploadLicenseSides(carol);
    const responses = await Promise.all(Array.from({ length: 20 }, () => apply(carol, documents)));
    expect(countByStatus(responses)).toEqual({ 201: 1, 409: 19 });
    const userId = await userIdOf(carol);
    const counts = await query(
      database.superUrl,
      `select (select count(*)::int from kyc_application where user_id = $1) as kyc,
              (select count(*)::int from account_request where user_id = $1) as requests,
              (select count(*)::int from identity_claim where user_id = $1) as claims`,
      [userId],
    );
    expect(counts).toEqual([{ kyc: 1, requests: 1, claims: 1 }]);
  });

  it('create one application per SSN [KYC-11]', async () => {
    const applicants = await Promise.all(Array.from({ length: 4 }, customer));
    const documents = await Promise.all(applicants.map(uploadLicenseSides));
    const ssn = newSsn();
    const responses = await Promise.all(
      applicants.map((applicant, index) => apply(applicant, { ssn, ...documents[index] })),
    );
    expect(countByStatus(responses)).toEqual({ 201: 1, 422: 3 });
  });

  it('result in one decision on an application [ADM-18]', async () => {
    const { client, id } = await createApplicant();
    const head = await headOf(database);
    const responses = await Promise.all([approve(id), reject(id), approve(id), reject(id)]);
    expect(countByStatus(responses)).toEqual({ 200: 1, 409: 3 });
    expect(await headOf(database)).toBe(head + 1);
    expect((await statusOf(client)).kyc?.status).toBe(
      responses.find(({ status }) => status === 200)?.body.status,
    );
  });
});

describe('a decision on an application', () => {
  it('approves it, appends an event and emails the customer [KYC-18, LED-9]', async () => {
    const { client, id } = await createApplicant();
    const head = await headOf(database);
    const response = await approve(id, 'Checked by phone');
    expect(response).toMatchObject({
      status: 200,
      body: { status: 'approved', adminNotes: 'Checked by phone' },
    });
    expect(await headOf(database)).toBe(head + 1);
    const userId = await userIdOf(client);
    expect(await newestEvent(database)).toMatchObject({
      type: 'KycApproved',
      actor: `user:${await userIdOf(admin)}`,
      payload: { kycId: id, userId },
    });
    expect((await statusOf(client)).kyc).toMatchObject({ status: 'approved', adminNotes: null });
    const { email } = (await client.get<{ email: string }>('/api/auth/user')).body;
    const received = await mail.waitForMail(email, ({ subject }) => subject.includes('is complete'));
    expect(received.text).not.toContain('Checked by phone');
    expectMatchingRenderings(received);
  });

  it('rejects it with a reason that the customer sees in the email and on the dashboard [KYC-19, KYC-27]', async () => {
    const { client, id, ssn } = await createApplicant();
    const response = await reject(id, 'The photo is <b>blurred</b>');
    expect(response).toMatchObject({ status: 200, body: { status: 'rejected' } });
    expect((await newestEvent(database)).type).toBe('KycRejected');
    expect((await statusOf(client)).kyc).toMatchObject({
      status: 'rejected',
      adminNotes: 'The photo is <b>blurred</b>',
      reviewedAt: expect.any(String),
    });
    const { email } = (await client.get<{ email: string }>('/api/auth/user')).body;
    const received = await mail.waitForMail(email, ({ subject }) =>
      subject.includes('couldn’t verify your identity'),
    );
    expect(received.text).toContain('The photo is <b>blurred</b>');
    expect(received.html).toContain('The photo is &lt;b&gt;blurred&lt;/b&gt;');
    expect(received.text + received.html).not.toContain(ssn);
    expectMatchingRenderings(received);
    await waitFor(
      async () => {
        const rows = await query<{ sent: boolean }>(
          database.superUrl,
          `select bool_and(sent_at is not null and secret_ciphertext is null) as sent from outbox
            where template = 'kyc-rejected'`,
        );
        return rows[0]?.sent;
      },
      { what: 'the reason to be erased from the outbox' },
    );
  });

  it('emails the customer a list of the documents to send again, in the order of the form [KYC-70]', async () => {
    const { client, id } = await createApplicant();
    const documents = ['drivingLicenseBack', 'drivingLicenseFront', 'drivingLicenseBack'];
    const rejected = await admin.put(`/api/admin/kyc/${id}/reject`, { notes: 'Both are blurred', documents });
    expect(rejected.status).toBe(200);
    const { email } = (await client.get<{ email: string }>('/api/auth/user')).body;
    const received = await mail.waitForMail(email, ({ subject }) =>
      subject.includes('couldn’t verify your identity'),
    );
    expect(received.text).toMatch(
      /Both are blurred\S?\n\nWe need these documents again: Driver’s license, front; Driver’s license, back\.\n/,
    );
    expectMatchingRenderings(received);
  });

  it('resets a rejected application to pending [KYC-20]', async () => {
    const { client, id } = await createApplicant();
    await reject(id);
    const response = await reset(id);
    expect(response).toMatchObject({ status: 200, body: { status: 'pending', reviewedAt: null } });
    expect((await newestEvent(database)).type).toBe('KycReset');
    expect((await statusOf(client)).kyc).toMatchObject({ status: 'pending', adminNotes: null });
    expect((await approve(id)).status).toBe(200);
  });

  it('is refused if the application is in the wrong state, with a message that says who decided what and when [KYC-21, ERR-3]', async () => {
    const [{ id }, { id: other }] = [await createApplicant(), await createApplicant()];
    expect(await reset(id)).toMatchObject({ status: 409, body: { code: 'ALREADY_DECIDED' } });
    const decided = await approve(id);
    await reject(other);
    const head = await headOf(database);
    const message = `This was already decided: approved by Ada Okafor on ${decided.body.reviewedAt}`;
    for (const again of [await approve(id), await reject(id), await reset(id)]) {
      expect(again).toMatchObject({ status: 409, body: { code: 'ALREADY_DECIDED', message } });
    }
    for (const again of [await approve(other), await reject(other)]) {
      expect(again.body.message).toMatch(/^This was already decided: rejected by Ada Okafor on \d{4}-/);
    }
    expect(await headOf(database)).toBe(head);
  });

  it('requires a reason for a rejection, and refuses notes that contain the SSN [KYC-19, KYC-23]', async () => {
    const { client, id, ssn } = await createApplicant();
    const head = await headOf(database);
    for (const notes of [undefined, '', '   ', null, 5]) {
      expect(await admin.put(`/api/admin/kyc/${id}/reject`, { notes })).toMatchObject({
        status: 400,
        body: { message: 'Add a reason', fields: ['notes'] },
      });
    }
    const fullWidth = ssn.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
    for (const written of [ssn, ssn.replaceAll('-', '_'), fullWidth]) {
      expect(await reject(id, `SSN ${written} is not theirs`)).toMatchObject({
        status: 400,
        body: { message: 'Notes must not contain the SSN' },
      });
    }
    for (const action of ['approve', 'reject', 'reset']) {
      expect(
        (
          await admin.put(
            `/api/admin/kyc/${randomUUID()}/${action}`,
            action === 'reset' ? undefined : { notes: 'x' },
          )
        ).status,
      ).toBe(404);
    }
    expect((await statusOf(client)).kyc?.status).toBe('pending');
    expect(await headOf(database)).toBe(head);
  });

  itInPostgres('changes no row and sends no email if its event cannot be appended [KYC-18]', async () => {
    const { client, id } = await createApplicant();
    const allowAgain = await refuseEvents(database, 'KycApproved');
    try {
      expect((await approve(id)).status).toBe(500);
    } finally {
      await allowAgain();
    }
    expect((await statusOf(client)).kyc?.status).toBe('pending');
    const mails = await query(
      database.superUrl,
      `select 1 from outbox where user_id = $1 and template like 'kyc-%'`,
      [await userIdOf(client)],
    );
    expect(mails).toEqual([]);
    expect((await approve(id)).status).toBe(200);
  });
});

describe('after a rejection', () => {
  it('of the identity check, a new application can reuse the documents and the SSN [KYC-16]', async () => {
    const { client, id, ssn } = await createApplicant();
    const first = await listed(id);
    await reject(id);
    const { drivingLicenseFront } = first ?? {};
    const drivingLicenseBack = await uploadFile(client, picture());
    const again = await apply(client, { ssn, drivingLicenseFront, drivingLicenseBack });
    expect(again).toMatchObject({
      status: 201,
      body: { kyc: { status: 'pending' }, accountRequest: { status: 'pending' } },
    });
    expect(again.body.kyc?.id).not.toBe(id);
    expect(await reset(id)).toMatchObject({
      status: 409,
      body: { message: 'This customer has submitted a newer application' },
    });
    expect((await apply(client, { ssn, ...(await uploadLicenseSides(client)) })).status).toBe(409);
  });

  it('of the account request, a new application is accepted too [KYC-16]', async () => {
    const { client } = await createApplicant();
    const { accountRequest } = await statusOf(client);
    await admin.put(`/api/admin/account-requests/${accountRequest?.id}`, { status: 'rejected' });
    expect((await apply(client, await uploadLicenseSides(client))).status).toBe(201);
  });
});

describe('the SSN of a rejected application', () => {
  it('can be used by its true owner, after which the rejected application cannot be reset [KYC-29]', async () => {
    const { id, ssn } = await createApplicant();
    await reject(id);
    const owner = await customer();
    expect((await apply(owner, { ssn, ...(await uploadLicenseSides(owner)) })).status).toBe(201);
    const head = await headOf(database);
    expect(await reset(id)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', message: 'This SSN now belongs to another customer' },
    });
    expect(await headOf(database)).toBe(head);
    expect((await listed(id))?.status).toBe('rejected');
  });

  it('is claimed again by a reset [KYC-29]', async () => {
    const { id, ssn } = await createApplicant();
    await reject(id);
    expect((await reset(id)).status).toBe(200);
    const other = await customer();
    expect((await apply(other, { ssn, ...(await uploadLicenseSides(other)) })).status).toBe(422);
  });

  it('stays with the customer if an approved application also has it [KYC-29]', async () => {
    const { client, id, ssn } = await createApplicant();
    const { accountRequest } = await statusOf(client);
    await approve(id);
    await admin.put(`/api/admin/account-requests/${accountRequest?.id}`, { status: 'rejected' });
    const second = await apply(client, { ssn, ...(await uploadLicenseSides(client)) });
    await reject(second.body.kyc?.id ?? '');
    const other = await customer();
    expect((await apply(other, { ssn, ...(await uploadLicenseSides(other)) })).status).toBe(422);
  });
});

describe('the migration of claims', () => {
  it('releases the SSNs of customers whose applications are all rejected [KYC-29]', async () => {
    const [rejected, open] = [await createApplicant(), await createApplicant()];
    const ids = [await userIdOf(rejected.client), await userIdOf(open.client)];
    await reject(rejected.id);
    await query(database.superUrl, "insert into identity_claim (ssn_index, user_id) values ('old', $1)", [
      ids[0],
    ]);
    const dataSource = await createDataSource(database.superUrl, 1).initialize();
    try {
      await new ReleasedClaims1763602100000().up(dataSource.createQueryRunner());
    } finally {
      await dataSource.destroy();
    }
    const claims = await query<{ id: string }>(
      database.superUrl,
      'select user_id as id from identity_claim where user_id = any($1::uuid[])',
      [ids],
    );
    expect(claims.map(({ id }) => id)).toEqual(ids.slice(1));
  });
});

describe('replacing a document', () => {
  const replace = (client: HttpClient, documentType: string, documentUrl: unknown) =>
    client.post<KycStatus & ApiErrorBody>('/api/kyc/upload-document', { documentType, documentUrl });

  it('discards the old document, which nobody can see anymore [KYC-17]', async () => {
    const { client, id } = await createApplicant();
    const old = (await listed(id))?.drivingLicenseFront ?? '';
    const documentUrl = await uploadFile(client, picture());
    for (let repeat = 0; repeat < 2; repeat += 1) {
      const response = await replace(client, 'drivingLicenseFront', documentUrl);
      expect(response).toMatchObject({ status: 200, body: { kyc: { id, status: 'pending' } } });
    }
    expect((await listed(id))?.drivingLicenseFront).toBe(documentUrl);
    expect((await client.get(old)).status).toBe(404);
    expect(await documentStatus(old)).toBe('discarded');
  });

  it('is allowed after a rejection, and the next application can use the new document [KYC-17]', async () => {
    const { client, id } = await createApplicant();
    await reject(id);
    const drivingLicenseFront = await uploadFile(client, picture());
    const drivingLicenseBack = await uploadFile(client, picture());
    expect((await replace(client, 'drivingLicenseFront', drivingLicenseFront)).status).toBe(200);
    expect((await replace(client, 'drivingLicenseBack', drivingLicenseBack)).status).toBe(200);
    const next = await apply(client, { drivingLicenseFront, drivingLicenseBack });
    expect(next.status).toBe(201);
    // The replaced document is kept, because the earlier application still uses it.
    const better = await uploadFile(client, picture());
    expect((await replace(client, 'drivingLicenseFront', better)).status).toBe(200);
    expect(await documentStatus(drivingLicenseFront)).toBe('attached');
    expect((await listed(id))?.drivingLicenseFront).toBe(drivingLicenseFront);
  });

  it('is refused with an unsuitable document, without an application, and after approval', async () => {
    const { client, id } = await createApplicant();
    const before = await listed(id);
    const [image, document] = [await uploadFile(client, picture()), await uploadFile(client, pdf())];
    const newcomer = await customer();
    const foreign = await uploadFile(newcomer, picture());
    const head = await headOf(database);
    const refusals: [string, unknown, number, RegExp][] = [
      ['llcDocument', image, 400, /business accounts only/],
      ['drivingLicenseFront', document, 400, /must be an image/],
      ['drivingLicenseFront', before?.drivingLicenseBack, 400, /was not found/],
      ['drivingLicenseFront', foreign, 400, /was not found/],
      ['drivingLicenseFront', 'https://evil.example/x', 400, /must be a path of the form/],
      ['drivingLicenseFront', undefined, 400, /must be a path of the form/],
      ['passport', image, 400, /documentType must be one of/],
      ['id', image, 400, /documentType must be one of/],
    ];
    for (const [documentType, documentUrl, status, message] of refusals) {
      expect(await replace(client, documentType, documentUrl)).toMatchObject({
        status,
        body: { message: expect.stringMatching(message) },
      });
    }
    expect(await replace(newcomer, 'drivingLicenseFront', foreign)).toMatchObject({ status: 404 });
    expect(await listed(id)).toEqual(before);
    expect(await headOf(database)).toBe(head);
    await approve(id);
    expect(await replace(client, 'drivingLicenseFront', image)).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_DECIDED' },
    });
  });
});

describe('the SSN', () => {
  it('is shown to an admin on request, after an event records the access [KYC-24]', async () => {
    const { client, id, ssn } = await createApplicant();
    const head = await headOf(database);
    const response = await admin.post(`/api/admin/kyc/${id}/ssn`);
    expect(response).toMatchObject({ status: 200, body: { ssn } });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await headOf(database)).toBe(head + 1);
    expect(await newestEvent(database)).toMatchObject({
      type: 'SsnRead',
      actor: `user:${await userIdOf(admin)}`,
      payload: { kycId: id, userId: await userIdOf(client) },
    });
    expect((await admin.post(`/api/admin/kyc/${randomUUID()}/ssn`)).status).toBe(404);
  });

  itInPostgres('is not shown if the access cannot be recorded [KYC-24]', async () => {
    const { id, ssn } = await createApplicant();
    const head = await headOf(database);
    const allowAgain = await refuseEvents(database, 'SsnRead');
    try {
      const response = await admin.post(`/api/admin/kyc/${id}/ssn`);
      expect(response.status).toBe(500);
      expect(JSON.stringify(response.body)).not.toMatch(lastDigitsOf(ssn));
    } finally {
      await allowAgain();
    }
    expect(await headOf(database)).toBe(head);
  });

  it('appears in no table, file, log, job, event or email after a full review [KYC-23, SEC-9]', async () => {
    const ssn = '537-82-6149';
    const { client, id } = await createApplicant({ ssn });
    await apply(client, { ssn });
    await apply(await customer(), { ssn, drivingLicenseFront: 'x' });
    await reject(id, `The SSN ${ssn} does not fit`);
    await reject(id, 'The number does not fit');
    await reset(id);
    await approve(id);
    await listed(id);
    await admin.post(`/api/admin/kyc/${id}/ssn`);
    await client.get('/api/kyc/status');
    await client.get(`/api/kyc/status?ssn=x`);
    const { email } = (await client.get<{ email: string }>('/api/auth/user')).body;
    await mail.waitForMail(email, ({ subject }) => subject.includes('is complete'));

    const everywhere = [
      ...(await dumpDatabase(database)),
      ...(await readFilesIn(api.dataDir)).map((file) => file.toString('latin1')),
      api.output(),
      worker.output(),
      JSON.stringify(await mail.messages()),
    ];
    const digits = ssn.replaceAll('-', '');
    const forms = [ssn, digits, Buffer.from(ssn).toString('hex'), Buffer.from(digits).toString('hex')];
    const findings = forms.filter((form) => everywhere.some((text) => text.includes(form)));
    expect(findings).toEqual([]);
    expect(everywhere.some((text) => text.includes(id))).toBe(true);
  });
});

it('the ledger still passes verification after these tests', async () => {
  await expectSoundLedger({ database });
});

/** Returns every row of every table as text, with bytes as hex. */
async function dumpDatabase({ superUrl }: TestDatabase): Promise<string[]> {
  const tables = await query<{ name: string }>(
    superUrl,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.map(({ name }) => name)).toContain('public.kyc_application');
  const dumps = tables.map(({ name }) =>
    query<{ line: string }>(superUrl, `select r::text as line from ${name} as r`),
  );
  return (await Promise.all(dumps)).flat().map(({ line }) => line);
}
