import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { sha256Of } from '../../src/kyc/documents/document-digest.js';
import { newCustomer, newSsn, picture, uploadFile, uploadLicenseSides } from './kyc.fixtures.js';
import { KYC, userIdOf } from '../payments/money.fixtures.js';
import {
  query,
  runCli,
  startApi,
  testServer,
  HttpClient,
  use,
  useApi,
  useDemoDatabase,
} from '../harness/index.js';
import { NodeProcess } from '../harness/node-process.js';
import { compiled } from '../harness/paths.js';
import { programEnv } from '../harness/api.js';

const NEW_KEY = Buffer.alloc(32, 9).toString('base64url');

const database = useDemoDatabase();
const api = useApi({ database });
const carol = use(() => newCustomer(api.baseUrl, database));

/** Runs a program with the API's environment. Returns the program's output and exit code. */
async function run(program: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const node = NodeProcess.start(
    compiled(`apps/${program}.js`),
    [],
    programEnv({ database, env }, api.dataDir),
  );
  await node.ended();
  return `${node.output()}exit ${String(node.process.exitCode)}`;
}

const idOf = (objectPath: string): string => path.basename(objectPath);
const fileOf = (name: string): string => path.join(api.dataDir, 'objects', name.slice(0, 2), name);

async function findings(): Promise<unknown> {
  const { stdout } = await runCli(['verify', '--json'], { database });
  return (JSON.parse(stdout) as { findings: unknown }).findings;
}

/** Turns a document into what an earlier release would have stored: a plain file without pictures of its pages. */
async function makeOld(id: string, bytes: Buffer): Promise<void> {
  await mkdir(path.dirname(fileOf(id)), { recursive: true });
  await writeFile(fileOf(id), bytes);
  await rm(`${fileOf(id)}.1`, { force: true });
  await query(
    database.superUrl,
    `update stored_object set sha256 = $2, content_type = 'image/jpeg', page_sha256 = '{}', original_sha256 = null,
       original_type = null, sealed_with = null where id = $1`,
    [id, sha256Of(bytes)],
  );
}

it('check-documents names files that are missing, changed or swapped [FILE-26]', async () => {
  const [whole, missing, changed, swapped] = [
    idOf(await uploadFile(carol, picture())),
    idOf(await uploadFile(carol, picture())),
    idOf(await uploadFile(carol, picture())),
    idOf(await uploadFile(carol, picture())),
  ];
  expect(await run('check-documents')).toMatch(/documents checked: \d+, problems: 0\n*exit 0/);
  await rm(`${fileOf(missing)}.1`);
  await writeFile(fileOf(changed), await picture());
  await query(
    database.superUrl,
    `update stored_object set page_sha256 = (select page_sha256 from stored_object where id = $2) where id = $1`,
    [swapped, whole],
  );
  const output = await run('check-documents');
  expect(output).toContain(`document ${missing}: page 1 is missing`);
  expect(output).toContain(`document ${changed}: the original was changed or swapped`);
  expect(output).toContain(
    `document ${swapped}: the digests of its files do not match the digest of the whole document`,
  );
  expect(output).toContain(`document ${swapped}: page 1 was changed`);
  expect(output).not.toContain(whole);
  expect(output).toMatch(/problems: 4\n*exit 1/);
  await query(database.superUrl, `update stored_object set status = 'discarded' where id = any($1::uuid[])`, [
    [missing, changed, swapped],
  ]);
});

it('convert-documents converts old documents once and records their digests in the log [FILE-25, LED-70]', async () => {
  const sides = await uploadLicenseSides(carol);
  const front = idOf(sides.drivingLicenseFront);
  const old = await picture();
  await makeOld(front, old);
  const { status } = await carol.post('/api/kyc/create', { ...KYC, ssn: newSsn(), ...sides });
  expect(status).toBe(201);
  const broken = idOf(await uploadFile(carol, picture()));
  await makeOld(broken, Buffer.from('no picture'));
  // Before the conversion, the file is served unchanged.
  expect((await carol.get(sides.drivingLicenseFront)).headers.get('content-length')).toBe(String(old.length));
  expect((await carol.get(`${sides.drivingLicenseFront}/pdf`)).status).toBe(404);

  const output = await run('convert-documents');
  expect(output).toContain(`document ${broken} was left unchanged: `);
  expect(output).toMatch(/converted documents: 1; documents left unchanged: 1\n*exit 1/);
  expect((await carol.get(sides.drivingLicenseFront)).status).toBe(200);
  expect((await carol.get(`${sides.drivingLicenseFront}/pdf`)).status).toBe(200);
  const [row] = await query<{ original: Buffer; pages: number }>(
    database.superUrl,
    'select original_sha256 as original, cardinality(page_sha256) as pages from stored_object where id = $1',
    [front],
  );
  expect(row).toEqual({ original: sha256Of(old), pages: 1 });
  const [event] = await query<{ payload: string }>(
    database.superUrl,
    `select payload from ledger_event where type = 'KycSubmitted' order by position desc limit 1`,
  );
  expect(JSON.parse(event?.payload ?? '')).toMatchObject({
    userId: await userIdOf(carol),
    origin: 'backfill',
  });
  expect(await findings()).toEqual([]);
  expect(await run('convert-documents')).toMatch(/converted documents: 0; documents left unchanged: 1/);
  await query(database.superUrl, `update stored_object set status = 'discarded' where id = $1`, [broken]);

  // Sets the row's digest back to that of the old file. Both `verify` and `check-documents` must notice the change.
  await query(database.superUrl, 'update stored_object set sha256 = $2 where id = $1', [
    front,
    sha256Of(old),
  ]);
  expect(await findings()).toMatchObject([
    { check: 'identity', what: expect.stringMatching(/^the documents of/) },
  ]);
  expect(await run('check-documents')).toContain(`document ${front}: the digests of its files`);
});

it('rotate-ssn-keys also seals the files of all documents with the new key [FILE-27, SEC-11]', async () => {
  const objectPath = await uploadFile(carol, picture());
  const before = (await carol.get(objectPath)).headers.get('content-length');
  const rotated = await run('rotate-ssn-keys', {
    SECRET_KEY: NEW_KEY,
    OLD_SECRET_KEYS: testServer().secretKey,
  });
  expect(rotated).toMatch(/, [1-9]\d* documents\n/);
  const onlyNew = await startApi({ database, dataDir: api.dataDir, env: { SECRET_KEY: NEW_KEY } });
  try {
    const headers = { cookie: carol.cookieHeader() };
    const served = await new HttpClient(onlyNew.baseUrl).get(objectPath, { headers });
    expect([served.status, served.headers.get('content-length')]).toEqual([200, before]);
  } finally {
    await onlyNew.stop();
  }
});
