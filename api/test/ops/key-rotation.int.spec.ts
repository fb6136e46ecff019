import { expect, it } from '@jest/globals';
import { uploadLicenseSides, newCustomer } from '../kyc/kyc.fixtures.js';
import { KYC } from '../payments/money.fixtures.js';
import { NodeProcess } from '../harness/node-process.js';
import { compiled } from '../harness/paths.js';
import { programEnv } from '../harness/api.js';
import { testServer } from '../harness/database.js';
import { temporaryFolder } from '../harness/database.js';
import {
  query,
  runCli,
  signIn,
  startApi,
  type HttpClient,
  type RunningApi,
  atEnd,
  useDemoDatabase,
} from '../harness/index.js';

const NEW_KEY = Buffer.alloc(32, 9).toString('base64url');
const BOTH_KEYS = { SECRET_KEY: NEW_KEY, OLD_SECRET_KEYS: testServer().secretKey };
const NEW_KEY_ONLY = { SECRET_KEY: NEW_KEY };

const database = useDemoDatabase();
let running: RunningApi | null = null;
atEnd(() => running?.stop());

async function startBank(env: NodeJS.ProcessEnv): Promise<{ api: RunningApi; admin: HttpClient }> {
  await running?.stop();
  running = await startApi({ database, env });
  return { api: running, admin: await signIn(running.baseUrl, 'admin') };
}

async function rotate(env: NodeJS.ProcessEnv): Promise<string> {
  const script = compiled('apps/rotate-ssn-keys.js');
  const node = NodeProcess.start(script, [], programEnv({ database, env }, await temporaryFolder()));
  await node.ended();
  return node.output();
}

/** All SSNs as an admin reads them, by application. */
async function readSsns(admin: HttpClient): Promise<Map<string, string>> {
  const ids = await query<{ id: string }>(database.superUrl, 'select id from kyc_application order by id');
  const ssns = new Map<string, string>();
  for (const { id } of ids) {
    const { status, body } = await admin.post<{ ssn: string }>(`/api/admin/kyc/${id}/ssn`);
    expect(status).toBe(200);
    ssns.set(id, body.ssn);
  }
  return ssns;
}

async function apply(api: RunningApi, ssn: string) {
  const client = await newCustomer(api.baseUrl, database, NEW_KEY);
  return client.post('/api/kyc/create', { ...KYC, ssn, ...(await uploadLicenseSides(client)) });
}

it('a key rotation re-encrypts all SSNs and keeps the duplicate check, so the old key can be removed [SEC-11, LED-70]', async () => {
  const before = await readSsns((await startBank({})).admin);
  expect(before.size).toBeGreaterThan(1);
  const [taken = ''] = before.values();
  // Puts one SSN into the old format, without a key id.
  await query(
    database.superUrl,
    `update kyc_application set ssn_ciphertext = substring(ssn_ciphertext from 9)
      where id = (select id from kyc_application order by id limit 1)`,
  );

  const duringRotation = await startBank(BOTH_KEYS);
  expect(await readSsns(duringRotation.admin)).toEqual(before);
  const duplicate = { status: 422, body: { code: 'SSN_DUPLICATE', ssnDuplicate: true } };
  expect(await apply(duringRotation.api, taken)).toMatchObject(duplicate);

  expect(await rotate(BOTH_KEYS)).toContain(`re-encrypted: ${before.size} SSNs`);
  expect(await rotate(BOTH_KEYS)).toContain('re-encrypted: 0 SSNs');

  const after = await startBank(NEW_KEY_ONLY);
  expect(await readSsns(after.admin)).toEqual(before);
  expect(await apply(after.api, taken)).toMatchObject(duplicate);
  expect((await apply(after.api, '219-48-7731')).status).toBe(201);

  // `verify` reports only the SSN whose row was changed with SQL above.
  const verified = await runCli(['verify', '--json'], { database });
  expect(JSON.parse(verified.stdout)).toMatchObject({
    findings: [
      { check: 'identity', what: expect.stringMatching(/^the SSN of identity check .* isn't claimed/) },
      { check: 'identity', what: expect.stringMatching(/^the SSN of identity check .* doesn't match/) },
    ],
    identity: { compared: before.size + 1, withoutDigest: 0 },
  });

  const claims = await query(database.superUrl, 'select 1 from identity_claim');
  expect(claims).toHaveLength(before.size + 1);
  const rows = await query<{ text: string }>(
    database.superUrl,
    `select k::text as text from kyc_application k union all select c::text from identity_claim c`,
  );
  const dump = rows.map(({ text }) => text).join('\n');
  for (const ssn of before.values()) {
    const digits = ssn.replaceAll('-', '');
    for (const form of [ssn, digits, Buffer.from(digits).toString('hex')]) expect(dump).not.toContain(form);
  }
});
