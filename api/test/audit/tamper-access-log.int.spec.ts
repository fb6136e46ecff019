import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { accessHash } from '../../src/ledger/access/access-entry.js';
import { appendAccesses, readAccesses, type Access } from '../../src/ledger/access/access-log.js';
import { withAuditConnection } from '../../src/ledger/log/audit-connection.js';
import { accessHeadFileName, signAccessHead } from '../../src/ledger/proof/access-head.js';
import { deriveSigningKey } from '../../src/ledger/signing/signing-key.js';
import {
  verifyLedger,
  type VerifyOptions,
  type VerifyResult,
} from '../../src/ledger/verify/verify-ledger.js';
import { registerPgTypes, sqlOfClient } from '../../src/platform/database/sql.js';
import { query, runCli, startWorker, temporaryFolder, waitFor, useDatabase } from '../harness/index.js';
import { writeSampleLedger } from '../harness/sample-ledger.js';
import { executeWithoutTriggers } from './tamper.fixtures.js';

const ENTRIES = 20;
const CUSTOMER = 'a0000000-0000-4000-8000-000000000001';
const OTHER = 'b0000000-0000-4000-8000-000000000002';
const KEY = deriveSigningKey(Buffer.alloc(32, 3));
const COLUMNS = 'recorded_at, actor, action, subject, count, correlation_id, details';

const database = useDatabase();

beforeAll(async () => {
  registerPgTypes();
  await writeSampleLedger(database);
  for (let index = 0; index < ENTRIES; index += 5) await append(5);
  await query(
    database.superUrl,
    `create schema saved; create table saved.entry as table access_log;
     create table saved.head as table access_log_head`,
  );
});

afterEach(() =>
  behindTriggers(`truncate access_log, access_log_head; insert into access_log table saved.entry;
    insert into access_log_head table saved.head`),
);

const behindTriggers = (sql: string) => executeWithoutTriggers(database, sql);

/** Appends entries as the application does. */
async function append(count: number): Promise<void> {
  const access: Access = {
    ...{
      actor: `user:${OTHER}`,
      action: 'user',
      subject: CUSTOMER,
      count: 1,
      correlationId: 'c',
      details: {},
    },
  };
  const client = new pg.Client({ connectionString: database.appUrl });
  await client.connect();
  await client.query('begin');
  await appendAccesses(
    sqlOfClient(client),
    Array.from({ length: count }, () => access),
    new Date(),
  );
  await client.query('commit');
  await client.end();
}

const entries = () => withAuditConnection(database.superUrl, (sql) => readAccesses(sql, 0, 1_000));

/** Recomputes all hashes and the head, so a changed log looks sound. */
async function rechain(): Promise<void> {
  let previous: Buffer = Buffer.alloc(32);
  const updates: string[] = [];
  for (const entry of await entries()) {
    previous = accessHash(previous, entry);
    updates.push(
      `update access_log set hash = '\\x${previous.toString('hex')}' where position = ${entry.position}`,
    );
  }
  await behindTriggers(`${updates.join('; ')}; ${MOVE_HEAD}`);
}

const MOVE_HEAD = `update access_log_head set (position, hash, recorded_at) =
  (select position, hash, recorded_at from access_log order by position desc limit 1)`;

const verify = (options: VerifyOptions = {}): Promise<VerifyResult> =>
  withAuditConnection(database.auditorUrl, (sql) => verifyLedger(sql, options));

async function expectFinding(position: number, problem: string, options: VerifyOptions = {}): Promise<void> {
  const { ok, accessLog, findings } = await verify(options);
  expect(findings[0]).toMatchObject({
    ...{ check: 'access-log', position: null },
    message: expect.stringContaining(`entry ${position} of the access log: ${problem}`),
  });
  expect([ok, accessLog?.firstBadPosition]).toEqual([false, position]);
}

async function signedHead(): Promise<{ position: number; hash: Buffer; recordedAt: Date; takenAt: Date }> {
  const last = (await entries()).at(-1);
  if (last === undefined) throw new Error('the access log is empty');
  return { position: last.position, hash: last.hash, recordedAt: last.recordedAt, takenAt: new Date() };
}

describe('verification of the access log', () => {
  it('finds nothing wrong in a sound log, and says how long the log is [LOG-6]', async () => {
    const { ok, accessLog } = await verify();
    expect([ok, accessLog?.entries, accessLog?.firstBadPosition]).toEqual([true, ENTRIES, null]);
    const { stdout } = await runCli(['verify'], { database });
    expect(stdout).toContain('access log   20 entries, every hash and position correct');
  });

  it.each([
    [
      'a changed customer',
      `update access_log set subject = '${OTHER}' where position = 7`,
      7,
      'the hash is wrong',
    ],
    ['a changed admin', `update access_log set actor = 'user:x' where position = 1`, 1, 'the hash is wrong'],
    ['a changed count', `update access_log set count = 2 where position = 20`, 20, 'the hash is wrong'],
    ['a changed hash', `update access_log set hash = sha256('x') where position = 9`, 9, 'the hash is wrong'],
    ['a removed entry', `delete from access_log where position = 8`, 8, 'the entry is missing'],
    [
      'entries removed from the beginning',
      `delete from access_log where position < 4`,
      1,
      'the entry is missing',
    ],
    [
      'entries removed from the end',
      `delete from access_log where position > 15`,
      16,
      'the head row is at entry 20',
    ],
    ['all entries removed', `delete from access_log`, 1, 'the head row is at entry 20'],
    [
      'an inserted entry',
      `update access_log set position = position + 100 where position > 10;
       insert into access_log select 11, ${COLUMNS}, sha256('x') from access_log where position = 10;
       update access_log set position = position - 99 where position > 100; ${MOVE_HEAD}`,
      11,
      'the hash is wrong',
    ],
    [
      'an entry added at the end',
      `insert into access_log select 21, ${COLUMNS}, sha256('x') from access_log where position = 20`,
      21,
      'the hash is wrong',
    ],
    ['a moved head', `update access_log_head set position = 12`, 13, 'the head row is at entry 12'],
    [
      'a changed head',
      `update access_log_head set hash = sha256('x')`,
      20,
      "the head row's hash or time differs",
    ],
    ['a removed head row', `delete from access_log_head`, 20, 'the head row is missing'],
  ])('names the first bad entry: %s [LOG-6]', async (_what, sql, position, problem) => {
    await behindTriggers(sql);
    await expectFinding(position, problem);
  });

  it('finds an entry dated in the future or before the previous entry [LOG-6]', async () => {
    await behindTriggers(`update access_log set recorded_at = now() + interval '1 day' where position = 20`);
    await rechain();
    await expectFinding(20, 'it is in the future');
    await behindTriggers(`update access_log set recorded_at = '2020-01-01' where position = 20`);
    await rechain();
    await expectFinding(20, 'it is earlier than the previous entry');
  });

  it('finds entries that were cut off or rechained, given a signed head [LOG-7]', async () => {
    const accessHeads = [await signedHead()];
    await expect(verify({ accessHeads })).resolves.toMatchObject({ ok: true });

    await behindTriggers(`delete from access_log where position > 15; ${MOVE_HEAD}`);
    await expect(verify()).resolves.toMatchObject({ ok: true });
    await expectFinding(16, 'the entry is missing, but the log was signed up to entry 20', { accessHeads });

    await behindTriggers(`truncate access_log; insert into access_log table saved.entry;
      update access_log set subject = '${OTHER}' where position = 7`);
    await rechain();
    await expect(verify()).resolves.toMatchObject({ ok: true });
    await expectFinding(20, "its hash isn't the signed one", { accessHeads });
  });
});

describe('the command line', () => {
  it('uses the signed heads stored next to the checkpoints, and names the first bad entry [LOG-6, LOG-7]', async () => {
    const folder = await temporaryFolder();
    await mkdir(path.join(folder, 'access'));
    await writeFile(path.join(folder, 'keys'), KEY.publicKey);
    await writeFile(path.join(folder, accessHeadFileName(ENTRIES)), signAccessHead(await signedHead(), KEY));
    const args = ['verify', '--checkpoints', folder, '--keys', path.join(folder, 'keys')];
    expect((await runCli(args, { database })).code).toBe(0);

    await behindTriggers(`delete from access_log where position > 15; ${MOVE_HEAD}`);
    const { code, stdout } = await runCli([...args, '--json'], { database });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, accessLog: { entries: 15, firstBadPosition: 16 } });

    await writeFile(path.join(folder, accessHeadFileName(3)), 'position 3\n');
    const unreadable = await runCli(args, { database });
    expect([unreadable.code, unreadable.stderr]).toEqual([
      2,
      expect.stringContaining("isn't a signed head of the access log"),
    ]);
  });
});

describe('the worker', () => {
  it('signs the head of the access log and repairs a damaged head file, but signs nothing if the log was rewritten [LOG-7]', async () => {
    const dataDir = await temporaryFolder();
    const folder = path.join(dataDir, 'checkpoints/access');
    const files = async () => (await readdir(folder).catch(() => [])).sort();
    const first = await startWorker({ database, dataDir });
    await waitFor(async () => (await files()).length === 1, { what: 'the signed head' });
    expect(await files()).toEqual(['head-000000000000020.txt']);
    const file = path.join(folder, 'head-000000000000020.txt');
    const note = await readFile(file, 'utf8');
    await truncate(file);
    await waitFor(async () => (await readFile(file, 'utf8')) === note, { what: 'the repaired head' });
    await first.stop();
    expect(note).toMatch(/^moniker access log head 1\nposition 20\nhash [0-9a-f]{64}\n/);

    await behindTriggers(`update access_log set subject = '${OTHER}' where position = 7`);
    await rechain();
    await append(1);
    const second = await startWorker({ database, dataDir });
    await waitFor(() => second.output().includes('the access log contradicts the head'), {
      what: 'the refusal',
    });
    await second.stop();
    expect(await files()).toHaveLength(1);
  });
});

describe('the access_log table', () => {
  it.each(['update access_log set count = 1', 'delete from access_log', 'truncate access_log'])(
    'refuses changes by the application, the owner and the auditor: %s [LOG-5]',
    async (statement) => {
      await expect(query(database.appUrl, statement)).rejects.toThrow('permission denied');
      await expect(query(database.ownerUrl, statement)).rejects.toThrow('append-only');
      await expect(query(database.auditorUrl, statement)).rejects.toThrow(/permission denied|read-only/);
    },
  );

  it.each([
    'insert into access_log_head table access_log_head',
    'delete from access_log_head',
    'truncate access_log_head',
  ])('has a head row that the application can neither add nor remove: %s', async (statement) => {
    await expect(query(database.appUrl, statement)).rejects.toThrow('permission denied');
    await expect(query(database.auditorUrl, statement)).rejects.toThrow(/permission denied|read-only/);
  });
});
