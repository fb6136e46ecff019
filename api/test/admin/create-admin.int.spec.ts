import { expect, it } from '@jest/globals';
import { programEnv } from '../harness/api.js';
import { temporaryFolder } from '../harness/database.js';
import {
  HttpClient,
  expectSoundLedger,
  query,
  runCreateAdmin,
  useApi,
  useDatabase,
  useMailServer,
  useWorker,
  verifyWithoutMail,
} from '../harness/index.js';
import { NodeProcess } from '../harness/node-process.js';
import { compiled } from '../harness/paths.js';

const database = useDatabase();
const mail = useMailServer();
const api = useApi(() => ({ database, env: { SMTP_URL: mail.smtpUrl } }));
useWorker(() => ({ database, env: { SMTP_URL: mail.smtpUrl }, dataDir: api.dataDir }));

interface Result {
  readonly code: number | null;
  readonly output: string;
}

/** Runs the program in a shared host process. */
async function createAdmin(...args: string[]): Promise<Result> {
  const env = programEnv({ database }, await temporaryFolder());
  const { code, stdout, stderr } = await runCreateAdmin(args, env);
  return { code, output: stdout + stderr };
}

/** Runs the program in its own process, as an operator does. */
async function createAdminProcess(...args: string[]): Promise<Result> {
  const node = NodeProcess.start(
    compiled('apps/create-admin.js'),
    args,
    programEnv({ database }, await temporaryFolder()),
  );
  await node.ended();
  return { code: node.process.exitCode, output: node.output() };
}

const EMAIL = 'first@bank.example';
const NAMES = ['--first-name', 'Ada', '--last-name', 'Okafor', '--moniker', 'ada_first'];

it('creates the first admin, who sets a password with an emailed code [ADM-26]', async () => {
  const created = await createAdminProcess('First@Bank.example', ...NAMES);
  expect(created).toMatchObject({ code: 0, output: expect.stringContaining('/forgot-password') });

  const client = new HttpClient(api.baseUrl);
  await client.post('/api/auth/forgot-password', { email: EMAIL });
  const message = await mail.waitForMail(EMAIL, ({ text }) => /\b\d{6}\b/.test(text));
  const resetCode = /\b\d{6}\b/.exec(message.text)?.[0];
  const password = 'a quiet harbor';
  const reset = await client.post('/api/auth/reset-password', {
    email: EMAIL,
    resetCode,
    newPassword: password,
  });
  expect(reset.status).toBe(200);
  expect((await client.post('/api/auth/login', { email: EMAIL, password })).status).toBe(200);
  expect((await client.get('/api/admin/stats')).status).toBe(200);
  await expectSoundLedger({ database });
});

it('promotes a user only with --promote and a verified email address, ends their sessions and emails the owners [ADM-26, SEC-42]', async () => {
  const email = 'carol@people.example';
  const registration = {
    firstName: 'Carol',
    lastName: 'Lee',
    moniker: 'carol_l',
    phoneNumber: '+1 415 555 0100',
  };
  const client = new HttpClient(api.baseUrl);
  await client.post('/api/auth/register', { email, password: 'a pass word', ...registration });
  const isAdmin = async (): Promise<unknown> =>
    (await query(database.superUrl, 'select is_admin from app_user where email = $1', [email]))[0]?.[
      'is_admin'
    ];
  expect(await createAdmin(email, '--promote')).toMatchObject({
    code: 1,
    output: expect.stringContaining('verified'),
  });
  await verifyWithoutMail(client, database, email);
  expect(await createAdmin(email, ...NAMES)).toMatchObject({
    code: 1,
    output: expect.stringContaining('--promote'),
  });
  expect(await isAdmin()).toBe(false);
  await client.post('/api/auth/login', { email, password: 'a pass word' });
  expect((await client.get('/api/auth/user')).status).toBe(200);
  expect((await createAdmin(email, '--promote')).code).toBe(0);
  expect(await isAdmin()).toBe(true);
  expect((await client.get('/api/auth/user')).status).toBe(401);
  await mail.waitForMail(EMAIL, ({ text }) => text.includes('An operator set Carol Lee’s role to owner'));
});

it('lets an admin have a reserved moniker [REG-16]', async () => {
  const names = ['--first-name', 'Grace', '--last-name', 'Lee', '--moniker', 'support'];
  expect((await createAdmin('support@bank.example', ...names)).code).toBe(0);
});

function expectRefusal({ code, output }: Result, reason: string): void {
  expect({ code, hasReason: output.includes(reason), lines: output.trim().split('\n').length }).toEqual({
    ...{ code: 1, hasReason: true, lines: 1 },
  });
}

it.each([
  [['new@bank.example', '--first-name', 'Ada', '--last-name', 'O'], '--moniker'],
  [['new@bank.example', '--first-name', ' ', '--last-name', 'O', '--moniker', 'new_one'], '--first-name'],
  [['new@bank.example', ...NAMES], 'moniker is already taken'],
  [['new@bank.example', '--promote'], 'nobody has registered'],
])('refuses %j with a one-line error and changes nothing', async (args, reason) => {
  expectRefusal(await createAdmin(...args), reason);
  expect(await query(database.superUrl, `select 1 from app_user where email = 'new@bank.example'`)).toEqual(
    [],
  );
});

it.each([[['nobody', ...NAMES], 'email address']])(
  'refuses %j with a one-line error and changes nothing',
  async (args, reason) => {
    expectRefusal(await createAdminProcess(...args), reason);
    expect(await query(database.superUrl, `select 1 from app_user where email = 'nobody'`)).toEqual([]);
  },
);
