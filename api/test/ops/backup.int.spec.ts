import { appendFile, chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deriveSigningKey } from '../../src/ledger/signing/signing-key.js';
import {
  archiveWal,
  archiveWalFile,
  createBackupFolder,
  takeBackup,
  restore,
  startDatabaseServer,
  untilRecovered,
  type BackupFolder,
  type DatabaseServer,
} from './backup.fixtures.js';
import { query, runCli, temporaryFolder, type CliResult } from '../harness/index.js';
import { itNightly } from '../harness/nightly.js';
import { appendCredits, writeSampleLedger } from '../harness/sample-ledger.js';
import { readTextFilesBelow } from '../kyc/object-stores.fixtures.js';

const SEED = Buffer.alloc(32, 5);
const CHECKPOINT_KEY = SEED.toString('base64url');
const OBJECT = '0b9f6c1e-4d0a-4a49-9d5e-0f4a5f3f8a11';

let backups: BackupFolder;
let dataDir: string;
let bank: DatabaseServer;
/** The base backup taken under load. */
let base: string;
const running: DatabaseServer[] = [];

beforeAll(async () => {
  backups = await createBackupFolder();
  dataDir = await temporaryFolder();
  bank = await startDatabaseServer(await serverFolder(), backups, true);
  running.push(bank);
  await mkdir(path.join(dataDir, 'checkpoints/keys'), { recursive: true });
  await writeFile(path.join(dataDir, 'checkpoints/keys/bank.pub'), `${deriveSigningKey(SEED).publicKey}\n`);
  await mkdir(path.join(dataDir, 'objects/0b'), { recursive: true });
  await writeFile(path.join(dataDir, 'objects/0b', OBJECT), 'a picture');
  await writeFile(path.join(dataDir, 'objects/0b', `${OBJECT}.1`), 'a page');
  await writeFile(path.join(dataDir, 'objects/0b', `${OBJECT}.half-written`), 'a pic');
  await writeSampleLedger(bank.database);
  await takeCheckpoint('checkpoint-before.txt');
  base = await withLoad(() => takeBackup(bank, backups, dataDir));
});

afterAll(async () => {
  for (const server of running) await server.stop();
});

async function serverFolder(): Promise<string> {
  const folder = await temporaryFolder();
  // The server has its own account if the tests run as root.
  await chmod(folder, 0o755);
  return path.join(folder, 'postgres');
}

/** Appends to the ledger continuously while `work` runs. */
async function withLoad<Result>(work: () => Promise<Result>): Promise<Result> {
  const done = new AbortController();
  const load = (async () => {
    while (!done.signal.aborted) await appendCredits(bank.database, 50);
  })();
  try {
    return await work();
  } finally {
    done.abort();
    await load;
  }
}

async function takeCheckpoint(name: string): Promise<string> {
  const file = path.join(dataDir, 'checkpoints', name);
  const { code, stderr } = await runCli(['checkpoint', 'create', '--out', file], {
    database: bank.database,
    env: { CHECKPOINT_KEY },
  });
  if (code !== 0) throw new Error(stderr);
  return file;
}

async function headOf({ database }: DatabaseServer): Promise<number> {
  const [head] = await query<{ position: number }>(
    database.superUrl,
    'select position::int from ledger_head',
  );
  return head?.position ?? 0;
}

/** Restores the backup and starts a server on it. Resolves when it accepts writes. */
async function restoreAndStart(time?: string): Promise<DatabaseServer> {
  const folder = await serverFolder();
  await mkdir(folder, { mode: 0o755 });
  await restore(base, backups.wal, folder, time);
  // With its own archive folder, because its timeline diverges from the original server's.
  const server = await startDatabaseServer(folder, await createBackupFolder(), false);
  running.push(server);
  await untilRecovered(server);
  return server;
}

function verify({ database }: DatabaseServer): Promise<CliResult> {
  const checkpoints = path.join(dataDir, 'checkpoints');
  const args = ['verify', '--checkpoints', checkpoints, '--keys', path.join(checkpoints, 'keys')];
  return runCli(args, { database });
}

describe('backup under load', () => {
  it('contains the cluster without files of the running server [OPS-6]', async () => {
    const files = await readdir(path.join(base, 'data'));
    expect(files).toEqual(expect.arrayContaining(['backup_label', 'PG_VERSION', 'base', 'global']));
    expect(files).not.toContain('postmaster.pid');
    expect(await readdir(path.join(base, 'data/pg_wal'))).toEqual([]);
    expect(JSON.parse(await readFile(path.join(base, 'backup.json'), 'utf8'))).toMatchObject({
      server: expect.stringMatching(/^18/),
      ledgerPosition: expect.any(Number),
      settings: { max_connections: 150, max_prepared_transactions: 50 },
    });
  });

  it('contains objects and checkpoints without unfinished files', async () => {
    const objects = await readTextFilesBelow(path.join(backups.folder, 'objects'));
    expect(new Map([...objects].sort())).toEqual(
      new Map([
        [`0b/${OBJECT}`, 'a picture'],
        [`0b/${OBJECT}.1`, 'a page'],
      ]),
    );
    const checkpoints = await readTextFilesBelow(path.join(backups.folder, 'checkpoints'));
    expect([...checkpoints.keys()].sort()).toEqual(['checkpoint-before.txt', 'keys/bank.pub']);
  });

  it('is restored to the end of the archived WAL and verifies against an earlier checkpoint [OPS-6]', async () => {
    const acknowledged = await appendCredits(bank.database, 10);
    const undecided = `moniker:1:${'0'.repeat(64)}`;
    await query(bank.database.superUrl, `begin; prepare transaction '${undecided}'`);
    await archiveWal(bank, backups);
    const server = await restoreAndStart();
    for (const { database } of [bank, server])
      await query(database.superUrl, `rollback prepared '${undecided}'`);
    expect(await headOf(server)).toBe(await headOf(bank));
    expect(acknowledged).toHaveLength(10);
    const { code, stdout } = await verify(server);
    expect(stdout).toContain('The ledger is sound.');
    expect(stdout).toContain('1 signed checkpoint, all part of it');
    expect(code).toBe(0);
    // The restored ledger continues: the next event takes the next position.
    const before = await headOf(server);
    await appendCredits(server.database, 1);
    expect(await headOf(server)).toBe(before + 1);
    expect((await verify(server)).code).toBe(0);
  });

  itNightly('is restored to a point in time, and verify reports a newer checkpoint [OPS-6]', async () => {
    await appendCredits(bank.database, 5);
    const then = await headOf(bank);
    const [row] = await query<{ now: string }>(
      bank.database.superUrl,
      'select clock_timestamp()::text as now',
    );
    await appendCredits(bank.database, 5);
    const head = await headOf(bank);
    const newer = await takeCheckpoint('checkpoint-newer.txt');
    expect(newer).toContain('newer');
    await archiveWal(bank, backups);
    const server = await restoreAndStart(row?.now);
    expect(await headOf(server)).toBe(then);
    const { code, stdout } = await verify(server);
    expect(stdout).toContain(
      `the log ends at ${then}, before the expected head ${head}: it was truncated, or this is an older backup`,
    );
    expect(code).toBe(1);
  });

  it('refuses to restore into a non-empty folder, from an unfinished backup, or from a modified backup', async () => {
    const taken = await serverFolder();
    await mkdir(path.join(taken, 'data'), { recursive: true });
    await writeFile(path.join(taken, 'data/PG_VERSION'), '18');
    await expect(restore(base, backups.wal, taken)).rejects.toThrow('is not empty');
    await expect(restore(path.dirname(base), backups.wal, await serverFolder())).rejects.toThrow(
      'is not a finished backup',
    );
    await appendFile(path.join(base, 'data/PG_VERSION'), ' ');
    await expect(restore(base, backups.wal, await serverFolder())).rejects.toThrow('is damaged');
  });
});

describe('WAL archive', () => {
  it('keeps an archived file when another of the same name arrives', async () => {
    const [first = ''] = await readdir(backups.wal);
    const archived = await readFile(path.join(backups.wal, first));
    const other = path.join(await temporaryFolder(), first);
    const archive = (file: string) => archiveWalFile(backups.wal, file, first);
    await writeFile(other, archived);
    await archive(other);
    await writeFile(other, 'something else');
    await expect(archive(other)).rejects.toThrow();
    expect((await readFile(path.join(backups.wal, first))).equals(archived)).toBe(true);
  });
});
