import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deriveSigningKey } from '../../src/ledger/signing/signing-key.js';
import {
  takeBackup,
  restore,
  serverFolder,
  startDatabaseServer,
  type DatabaseServer,
} from './backup.fixtures.js';
import { query, runCli, temporaryFolder, type CliResult } from '../harness/index.js';
import { appendCredits, writeSampleLedger } from '../harness/sample-ledger.js';
import { readTextFilesBelow } from '../kyc/object-stores.fixtures.js';

const SEED = Buffer.alloc(32, 5);
const CHECKPOINT_KEY = SEED.toString('base64url');
const OBJECT = '0b9f6c1e-4d0a-4a49-9d5e-0f4a5f3f8a11';

let backups: string;
let dataDir: string;
let bank: DatabaseServer;
/** The base backup taken under load. */
let base: string;
const running: DatabaseServer[] = [];

beforeAll(async () => {
  backups = await temporaryFolder();
  dataDir = await temporaryFolder();
  bank = await startDatabaseServer(await serverFolder(), true);
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

/** Restores the backup and starts a server on it. */
async function restoreAndStart(): Promise<DatabaseServer> {
  const folder = await serverFolder();
  await mkdir(folder, { mode: 0o755 });
  await restore(base, folder);
  const server = await startDatabaseServer(folder, false);
  running.push(server);
  return server;
}

function verify({ database }: DatabaseServer): Promise<CliResult> {
  const checkpoints = path.join(dataDir, 'checkpoints');
  const args = ['verify', '--checkpoints', checkpoints, '--keys', path.join(checkpoints, 'keys')];
  return runCli(args, { database });
}

describe('a backup under load', () => {
  it('contains the cluster but no file that only the running server needs [OPS-6]', async () => {
    const files = await readdir(path.join(base, 'data'));
    expect(files).toEqual(expect.arrayContaining(['backup_label', 'PG_VERSION', 'base', 'global']));
    expect(files).not.toContain('postmaster.pid');
    const wal = await readdir(path.join(base, 'data/pg_wal'));
    expect(wal.filter((name) => !/^[0-9A-F]{24}$/.test(name))).toEqual([]);
    expect(JSON.parse(await readFile(path.join(base, 'backup.json'), 'utf8'))).toMatchObject({
      server: expect.stringMatching(/^18/),
      ledgerPosition: expect.any(Number),
    });
  });

  it('contains objects and checkpoints but no unfinished files', async () => {
    const objects = await readTextFilesBelow(path.join(backups, 'objects'));
    expect(new Map([...objects].sort())).toEqual(
      new Map([
        [`0b/${OBJECT}`, 'a picture'],
        [`0b/${OBJECT}.1`, 'a page'],
      ]),
    );
    const checkpoints = await readTextFilesBelow(path.join(backups, 'checkpoints'));
    expect([...checkpoints.keys()].sort()).toEqual(['checkpoint-before.txt', 'keys/bank.pub']);
  });

  it('can be restored up to the end of its log, and the `verify` command then reports a checkpoint newer than the backup [OPS-6]', async () => {
    const newer = await takeCheckpoint('checkpoint-newer.txt');
    const head = await headOf(bank);
    const server = await restoreAndStart();
    const end = await headOf(server);
    const { ledgerPosition } = JSON.parse(await readFile(path.join(base, 'backup.json'), 'utf8')) as {
      ledgerPosition: number;
    };
    expect(end).toBeGreaterThanOrEqual(ledgerPosition);
    expect(end).toBeLessThan(head);
    expect((await verify(server)).stdout).toContain(
      `the log ends at ${end}, before the checkpoint at ${head}: it was truncated, or this is an older backup`,
    );
    await rm(newer);
    const { code, stdout } = await verify(server);
    expect(stdout).toContain('The ledger is sound.');
    expect(stdout).toContain('1 signed checkpoint, matching the log');
    expect(code).toBe(0);
    // The restored ledger continues: the next event takes the next position.
    await appendCredits(server.database, 1);
    expect(await headOf(server)).toBe(end + 1);
    expect((await verify(server)).code).toBe(0);
  });

  it('is refused by restore.sh if the target folder is not empty, or if the backup is unfinished or was modified', async () => {
    const taken = await serverFolder();
    await mkdir(path.join(taken, 'data'), { recursive: true });
    await writeFile(path.join(taken, 'data/PG_VERSION'), '18');
    await expect(restore(base, taken)).rejects.toThrow('is not empty');
    await expect(restore(path.dirname(base), await serverFolder())).rejects.toThrow(
      'is not a finished backup',
    );
    await appendFile(path.join(base, 'data/PG_VERSION'), ' ');
    await expect(restore(base, await serverFolder())).rejects.toThrow('is damaged');
  });
});
