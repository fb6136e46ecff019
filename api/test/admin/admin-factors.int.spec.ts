import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  addApp,
  APP,
  expireConfirmations,
  FACTORS,
  forgetUsedCodes,
  type App,
  type Factors,
} from '../identity/second-factors.fixtures.js';
import { ALONE, POLICY, PROPOSALS } from './approvals.fixtures.js';
import { userIdOf } from '../payments/money.fixtures.js';
import { picture, uploadFile } from '../kyc/kyc.fixtures.js';
import {
  DEMO_PASSWORD,
  programEnv,
  query,
  runResetFactors,
  signIn,
  temporaryFolder,
  type HttpResponse,
  useBank,
  useApi,
  useSession,
} from '../harness/index.js';

const bank = useBank();
const { admin } = bank;
let aliceId: string;

beforeAll(async () => {
  aliceId = await userIdOf(bank.alice);
});

beforeEach(async () => {
  await forgetUsedCodes(bank.database);
});

interface Refused {
  readonly code?: string;
  readonly factors?: readonly string[];
}

async function ssnRoute(): Promise<string> {
  const [kyc] = await query<{ id: string }>(
    bank.database.superUrl,
    `select id from kyc_application where user_id = $1 limit 1`,
    [aliceId],
  );
  return `/api/admin/kyc/${kyc?.id}/ssn`;
}

const EXPORTS = [
  'users.csv',
  'kyc-applications.csv',
  'account-requests.csv',
  'transfer-requests.csv',
  'incoming-payments.csv',
  'transactions.csv',
  'event-history/events.csv',
  'event-history/events.ndjson',
];

const codeOf = ({ status, body }: HttpResponse<Refused>): [number, string | undefined] => [status, body.code];

/** Reads an SSN, edits a balance and downloads every export. Returns the distinct responses. */
async function guardedAnswers(): Promise<string[]> {
  const answers = [
    await admin.post<Refused>(await ssnRoute()),
    await admin.put<Refused>(`/api/admin/users/${aliceId}/balance`, { accountBalance: 5_000 }),
  ];
  for (const file of EXPORTS) answers.push(await admin.get<Refused>(`/api/admin/${file}`));
  return [...new Set(answers.map((answer) => codeOf(answer).join(' ').trim()))];
}

/** Changes the team, approves a proposal and sets the policy, each with an id or version that doesn't exist. */
async function answersAboutPower(): Promise<string[]> {
  const member = `/api/admin/team/${randomUUID()}`;
  const reason = 'Test';
  const rules = ALONE;
  const answers = [
    await admin.put<Refused>(member, { role: 'owner', reason }),
    await admin.post<Refused>(`${member}/revoke`, { reason }),
    await admin.post<Refused>(`${member}/disable`, { reason }),
    await admin.post<Refused>(`${member}/enable`, { reason }),
    await admin.post<Refused>(`${PROPOSALS}/${randomUUID()}/approve`, { digest: 'd'.repeat(43) }),
    await admin.put<Refused>(POLICY, { rules, dailyLimit: 0, expectedVersion: 99 }),
  ];
  return answers.map((answer) => codeOf(answer).join(' '));
}

describe('an admin', () => {
  it('needs no second factor with the demo settings [AUTH-55]', async () => {
    await expireConfirmations(bank.database);
    expect(await guardedAnswers()).toEqual(['200']);
  });

  it('with a second factor must confirm it again for SSNs, exports, balance edits, team changes, approvals and the policy [AUTH-56]', async () => {
    await admin.post('/api/auth/confirm/password', { currentPassword: DEMO_PASSWORD });
    const { app } = await addApp(admin);
    expect(await guardedAnswers()).toEqual(['200']);
    await expireConfirmations(bank.database);
    expect(await guardedAnswers()).toEqual(['403 FACTOR_REQUIRED']);
    expect(await answersAboutPower()).toEqual(Array(6).fill('403 FACTOR_REQUIRED'));
    expect((await admin.get('/api/admin/users')).status).toBe(200);
    expect((await admin.post('/api/auth/confirm/code', { code: app.code() })).status).toBe(204);
    expect(await guardedAnswers()).toEqual(['200']);
    expect(await answersAboutPower()).toEqual([
      ...Array<string>(5).fill('404 NOT_FOUND'),
      '409 ALREADY_DECIDED',
    ]);
    expect((await admin.delete(APP)).status).toBe(200);
  });
});

describe('the API with ADMIN_MFA=required', () => {
  const { database, api } = bank;
  const strict = useApi(() => ({ database, dataDir: api.dataDir, env: { ADMIN_MFA: 'required' } }));
  const newAdmin = useSession(strict, 'admin');
  let app: App;

  it("denies admins the admin routes and customers' documents until they set up a factor [AUTH-55]", async () => {
    const document = await uploadFile(bank.alice, picture());
    for (const route of [
      '/api/admin/users',
      '/api/admin/stats',
      '/api/admin/event-history/events',
      document,
    ]) {
      expect(codeOf(await newAdmin.get<Refused>(route))).toEqual([403, 'FACTOR_SETUP_REQUIRED']);
    }
    const customer = await signIn(strict.baseUrl, 'alice');
    expect((await customer.get(document)).status).toBe(200);
    expect(codeOf(await customer.get<Refused>('/api/admin/users'))).toEqual([403, 'FORBIDDEN']);

    ({ app } = await addApp(newAdmin));
    expect((await newAdmin.get('/api/admin/users')).status).toBe(200);
    expect((await newAdmin.get<Factors & { isRequired: boolean }>(FACTORS)).body.isRequired).toBe(true);
    await query(bank.database.superUrl, 'update session set factor_at = null');
    const refused = await newAdmin.get<Refused>('/api/admin/users');
    expect([...codeOf(refused), refused.body.factors]).toEqual([403, 'FACTOR_REQUIRED', ['app', 'recovery']]);
    expect((await newAdmin.post('/api/auth/confirm/code', { code: app.code() })).status).toBe(204);
    expect((await newAdmin.get('/api/admin/users')).status).toBe(200);
  });

  it('grants a role and enables an admin only if the user has a second factor [AUTH-77]', async () => {
    const person = { email: 'alice@moniker.example', id: aliceId };
    const member = `/api/admin/team/${person.id}`;
    const grant = () => newAdmin.put<Refused>(member, { role: 'support', reason: 'Test' });
    expect(codeOf(await grant())).toEqual([409, 'CONFLICT']);
    const alice = await signIn(strict.baseUrl, 'alice');
    await addApp(alice);
    expect((await grant()).status).toBe(204);
    const disable = await newAdmin.post(`${member}/disable`, { reason: 'Test' });
    expect(disable.status).toBe(204);
    await query(bank.database.superUrl, 'delete from authenticator_app where user_id = $1', [person.id]);
    expect(codeOf(await newAdmin.post<Refused>(`${member}/enable`, { reason: 'Test' }))).toEqual([
      ...[409, 'CONFLICT'],
    ]);
    expect((await newAdmin.post(`${member}/revoke`, { reason: 'Test' })).status).toBe(204);
  });

  it("refuses to remove an admin's last factor [AUTH-55]", async () => {
    expect(codeOf(await newAdmin.delete<Refused>(APP))).toEqual([409, 'LAST_FACTOR']);
    expect((await newAdmin.get<Factors>(FACTORS)).body).toMatchObject({ recoveryCodesLeft: 10 });
  });

  it("ends a user's sessions and records an event when an operator resets the user's lost factors [AUTH-59]", async () => {
    const adminId = await userIdOf(newAdmin);
    const reset = async (email: string) =>
      runResetFactors([email], programEnv({ database: bank.database }, await temporaryFolder()));
    expect((await reset('admin@moniker.example')).stdout).toBe(
      'admin@moniker.example no longer has a second factor and is signed out everywhere\n',
    );
    expect((await newAdmin.get('/api/auth/user')).status).toBe(401);
    const again = await reset('admin@moniker.example');
    expect([again.code, again.stderr]).toEqual([1, 'reset-factors: this user has no second factor\n']);
    expect((await reset('nobody@moniker.example')).stderr).toContain('no user has this address');
    const events = await query(
      bank.database.superUrl,
      `select actor from ledger_event where stream = $1 and type = 'FactorsReset'`,
      [`user:${adminId}`],
    );
    expect(events).toEqual([{ actor: 'system' }]);
    const [mail] = await query(
      bank.database.superUrl,
      `select template from outbox where user_id = $1 order by created_at desc limit 1`,
      [adminId],
    );
    expect(mail).toEqual({ template: 'factors-reset' });
    const after = await signIn(strict.baseUrl, 'admin');
    expect(codeOf(await after.get<Refused>('/api/admin/users'))).toEqual([403, 'FACTOR_SETUP_REQUIRED']);
  });
});
