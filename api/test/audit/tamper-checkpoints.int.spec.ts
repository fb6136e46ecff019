import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { CheckpointArchive, checkpointFileName } from '../../src/admin/checkpoints/checkpoint-archive.js';
import { CheckpointFolder } from '../../src/admin/checkpoints/checkpoint-folder.js';
import { CheckpointGuard } from '../../src/admin/checkpoints/checkpoint-guard.js';
import { CheckpointsService } from '../../src/admin/checkpoints/checkpoints.service.js';
import { withAuditConnection } from '../../src/ledger/log/audit-connection.js';
import {
  ACCESS_HEADS_FOLDER,
  accessHeadFileName,
  signAccessHead,
} from '../../src/ledger/proof/access-head.js';
import { growTree } from '../../src/ledger/proof/merkle-tree-store.js';
import { signResumption } from '../../src/ledger/proof/resumption.js';
import { deriveSigningKey } from '../../src/ledger/signing/signing-key.js';
import { readConfig, type Config } from '../../src/platform/config/config.js';
import { createDataSource } from '../../src/platform/database/data-source.js';
import { programEnv } from '../harness/api.js';
import {
  createDemoDatabase,
  query,
  runCli,
  signIn,
  startApi,
  temporaryFolder,
  waitFor,
  use,
  useDatabase,
} from '../harness/index.js';
import {
  appendCredits,
  restoreLedger,
  SAMPLE_LENGTH,
  snapshotLedger,
  writeSampleLedger,
} from '../harness/sample-ledger.js';
import { fetchSamples, sampleValue, startWorkerWithOperationsPort } from '../ops/operations.fixtures.js';
import { executeWithoutTriggers, rechainLog } from './tamper.fixtures.js';

const STOPPED = { code: 'CHECKPOINTS_STOPPED' };
const MORE = 10;

const database = useDatabase();
const dataSource = use(
  () => createDataSource(database.appUrl, 2).initialize(),
  (source) => source.destroy(),
);
let dataDir: string;

beforeAll(async () => {
  // Silences the logger, because the guard's errors are expected here.
  Logger.overrideLogger(false);
  await writeSampleLedger(database);
  await snapshotLedger(database);
});

beforeEach(async () => {
  dataDir = await temporaryFolder();
});

afterEach(async () => {
  await restoreLedger(database);
  await query(database.superUrl, 'truncate ledger_checkpoint, ledger_checkpoint_halt, ledger_merkle_subtree');
});

/** Starts the parts of a worker that sign checkpoints. */
function startSigning() {
  const config: Config = readConfig(programEnv({ database }, dataDir));
  const stores = [new CheckpointFolder(path.join(dataDir, 'checkpoints'))];
  const now = () => new Date();
  const guard = new CheckpointGuard(dataSource, stores, config, now);
  const service = new CheckpointsService(dataSource, now, config, guard);
  const archive = new CheckpointArchive(stores);
  const take = async (): Promise<number> => {
    const { position } = await service.take('schedule');
    await archive.storeKey(service.signer);
    await archive.storeCheckpoint(position, await service.note(position));
    return position;
  };
  return { guard, service, take };
}

const behindTriggers = (sql: string) => executeWithoutTriggers(database, sql);
const rebuild = () => runCli(['rebuild'], { database, env: { DATABASE_OWNER_URL: database.ownerUrl } });
const cli = (...args: string[]) => runCli(args, { database, env: { DATA_DIR: dataDir } });
const filesIn = (...names: string[]) =>
  readdir(path.join(dataDir, 'checkpoints', ...names)).catch((): string[] => []);

/** Signs a checkpoint of the sample, then appends more events. */
async function signThenGrow(): Promise<void> {
  expect(await startSigning().take()).toBe(SAMPLE_LENGTH);
  await appendCredits(database, MORE);
}

const CUT = `delete from ledger_event where position > 35;
  delete from ledger_batch_signature where last_position > 35;
  update ledger_head set (position, hash, recorded_at) =
    (select position, hash, recorded_at from ledger_event where position = 35)`;

async function rewrite(): Promise<void> {
  await behindTriggers(
    `update ledger_event set payload = replace(payload, '20000', '90000') where position = 5`,
  );
  await rechainLog(database);
  expect((await rebuild()).code).toBe(0);
}

describe('a checkpoint', () => {
  it('is taken if the log still contains everything up to the last checkpoint [LED-22]', async () => {
    const { take, guard } = startSigning();
    expect(await take()).toBe(SAMPLE_LENGTH);
    expect(await take()).toBe(SAMPLE_LENGTH);
    await appendCredits(database, 300);
    await withAuditConnection(database.appUrl, growTree);

    expect(await take()).toBe(SAMPLE_LENGTH + 300);
    await guard.check();
    expect(guard.halt).toBeNull();
  });

  it('is refused by verify if it was copied over a newer one [SEC-75]', async () => {
    const { take } = startSigning();
    const older = await take();
    await appendCredits(database, MORE);
    const newer = checkpointFileName(await take());
    expect((await cli('verify')).code).toBe(0);

    const folder = path.join(dataDir, 'checkpoints');
    await copyFile(path.join(folder, checkpointFileName(older)), path.join(folder, newer));

    const { code, stderr } = await cli('verify');
    expect(code).toBe(2);
    expect(stderr).toContain(
      `${newer} contains the checkpoint at position ${older}, but is named after another`,
    );
  });

  it.each([
    ['with recomputed hashes and rebuilt tables', rewrite, 'a different hash'],
    [
      'that was cut off and rebuilt',
      async () => {
        await behindTriggers(CUT);
        expect((await rebuild()).code).toBe(0);
      },
      'the log ends at 35',
    ],
    [
      'in which an event after the last checkpoint was changed but not rehashed',
      () => behindTriggers(`update ledger_event set actor = 'user:eve' where position = 45`),
      'event 45 is missing or',
    ],
    [
      'with a changed hash before the last checkpoint',
      () => behindTriggers(`update ledger_event set hash = sha256('x') where position = 7`),
      'the Merkle root differs',
    ],
  ])('is not signed for a log %s [LED-22]', async (_what, tamper, problem) => {
    await signThenGrow();
    await tamper();

    const { take, guard } = startSigning();

    await expect(take()).rejects.toMatchObject(STOPPED);
    expect(guard.halt).toMatchObject({
      position: SAMPLE_LENGTH,
      problem: expect.stringContaining(problem),
    });
    expect(await query(database.superUrl, 'select position from ledger_checkpoint')).toHaveLength(1);
  });

  it.each([
    ['the database', () => query(database.superUrl, 'truncate ledger_checkpoint')],
    ['the folder', () => rm(path.join(dataDir, 'checkpoints'), { recursive: true })],
  ])(
    'is not signed for a rewritten log, even if the last checkpoint was removed from %s [LED-22]',
    async (_place, remove) => {
      await signThenGrow();
      await rewrite();
      await remove();

      await expect(startSigning().take()).rejects.toMatchObject(STOPPED);
    },
  );

  it('that contradicts the log is noticed before the next one is due [LED-22]', async () => {
    await signThenGrow();
    const { guard } = startSigning();
    await guard.refresh();
    await guard.check();
    expect(guard.halt).toBeNull();
    await rewrite();

    await guard.check();

    expect(guard.halt).toMatchObject({ position: SAMPLE_LENGTH });
  });

  it('for a rewritten log is not created by the command line [LED-22]', async () => {
    await signThenGrow();
    await rewrite();

    const created = await cli('checkpoint', 'create');
    expect(created.stderr).toContain(`contradicts what was signed at position ${SAMPLE_LENGTH}`);
    expect(created.code).toBe(1);

    await startSigning()
      .take()
      .catch(() => undefined);
    const stopped = await cli('checkpoint', 'create');
    expect(stopped.stderr).toContain('No checkpoints have been signed since');
    expect(stopped.code).toBe(2);
  });
});

describe('signing that was stopped', () => {
  beforeEach(async () => {
    await signThenGrow();
    await rewrite();
    await expect(startSigning().take()).rejects.toMatchObject(STOPPED);
  });

  it('stays stopped after a restart, even if the log is restored and the halt is deleted from the database [LED-22]', async () => {
    await restoreLedger(database);
    await query(database.superUrl, 'truncate ledger_checkpoint_halt');
    const { take, guard } = startSigning();

    await expect(take()).rejects.toMatchObject(STOPPED);
    await expect(guard.refresh()).resolves.toMatchObject({ position: SAMPLE_LENGTH });
    expect(await filesIn('halts')).toHaveLength(1);
  });

  it('is not resumed by a resumption note that the bank has not signed [LED-22]', async () => {
    const forged = signResumption(
      {
        ...{ position: 1, hash: Buffer.alloc(32), root: Buffer.alloc(32), resumedAt: new Date() },
        ...{ by: 'Mallory', reason: 'none' },
      },
      deriveSigningKey(Buffer.alloc(32, 66)),
    );
    await writeFile(path.join(dataDir, 'checkpoints/halts/resumption-2099.txt'), forged);
    await query(
      database.superUrl,
      `update ledger_checkpoint_halt set resumed_at = now(), resumed_by = 'Mallory', reason = 'none', note = $1`,
      [forged],
    );

    await expect(startSigning().take()).rejects.toMatchObject(STOPPED);
  });

  it('is resumed if an operator accepts the log; checkpoints that contradict it are set aside [LED-22]', async () => {
    const head = await acceptedHead();
    const resumed = await resume(head);
    expect(resumed.stderr).toBe('');
    expect(resumed.code).toBe(0);
    const { take, guard } = startSigning();
    await guard.refresh();
    await guard.settleResumption();

    expect(await take()).toBe(SAMPLE_LENGTH + MORE);
    expect(await filesIn()).not.toContain(checkpointFileName(SAMPLE_LENGTH));
    const [folder = ''] = await filesIn('abandoned');
    expect(await filesIn('abandoned', folder)).toEqual([checkpointFileName(SAMPLE_LENGTH)]);
    const [row] = await query(database.superUrl, 'select * from ledger_checkpoint_halt');
    expect(row).toMatchObject({ resumed_by: 'Ada', reason: 'restored the backup' });
    expect((await cli('verify')).code).toBe(0);
    expect((await resume(head)).stderr).toContain('Nothing to resume');
  });

  it('sets aside the signed heads of lost access-log entries on resumption [OPS-79]', async () => {
    const { key } = startSigning().service.signer;
    const head = { position: 7, hash: Buffer.alloc(32), recordedAt: new Date(), takenAt: new Date() };
    const file = accessHeadFileName(head.position);
    await mkdir(path.join(dataDir, 'checkpoints', ACCESS_HEADS_FOLDER));
    await writeFile(path.join(dataDir, 'checkpoints', file), signAccessHead(head, key));
    expect((await cli('verify')).stdout).toContain('was signed up to entry 7');

    expect((await resume(await acceptedHead())).code).toBe(0);
    const { guard } = startSigning();
    await guard.refresh();
    await guard.settleResumption();

    expect((await cli('verify')).code).toBe(0);
    const [folder = ''] = await filesIn('abandoned');
    expect(await filesIn('abandoned', folder, ACCESS_HEADS_FOLDER)).toEqual([path.basename(file)]);
  });

  it('stops again after resumption if the log is not the one that was accepted [LED-22]', async () => {
    expect((await resume(await acceptedHead())).code).toBe(0);
    await restoreLedger(database);
    const { guard, take } = startSigning();
    await guard.refresh();

    await guard.settleResumption();

    expect(guard.halt).toMatchObject({ position: SAMPLE_LENGTH + MORE });
    await expect(take()).rejects.toMatchObject(STOPPED);
  });

  it.each([
    [
      'a head that the log does not have',
      `${SAMPLE_LENGTH}:${'0'.repeat(64)}`,
      'Ada',
      "doesn't have this hash",
    ],
    ['a two-line name', null, 'Ada\nBob', 'must be one line'],
  ])('is not resumed with %s', async (_what, accept, by, problem) => {
    const { code, stderr } = await resume(accept ?? (await acceptedHead()), by);

    expect(stderr).toContain(problem);
    expect(code).toBe(2);
  });
});

async function acceptedHead(): Promise<string> {
  const { stdout } = await runCli(['verify', '--json'], { database });
  const { checkedTo } = JSON.parse(stdout) as { checkedTo: { position: number; hash: string } };
  return `${checkedTo.position}:${checkedTo.hash}`;
}

const resume = (accept: string, by = 'Ada') =>
  cli('checkpoint', 'resume', '--accept', accept, '--by', by, '--reason', 'restored the backup');

describe('a worker', () => {
  it('is not ready while the log contradicts a checkpoint, and says so to operators and admins [LED-22, OPS-2]', async () => {
    const bank = await createDemoDatabase();
    const api = await startApi({ database: bank, dataDir });
    const worker = await startWorkerWithOperationsPort({ database: bank, dataDir });
    const ready = async () => (await fetch(`${worker.operationsUrl}/readyz`)).status;
    const stopped = async () => sampleValue(await fetchSamples(worker), 'moniker_ledger_checkpoints_stopped');
    try {
      const admin = await signIn(api.baseUrl, 'admin');
      await waitFor(async () => (await filesIn()).includes('keys'), { what: 'the first checkpoint' });
      expect([await ready(), await stopped()]).toEqual([200, 0]);
      await executeWithoutTriggers(bank, `update ledger_event set actor = 'user:eve' where position = 3`);
      await rechainLog(bank);

      await waitFor(async () => (await ready()) === 503, { what: 'a worker that is not ready' });

      expect(await stopped()).toBe(1);
      const list = await admin.get<{ halt: { problem: string } | null }>('/api/admin/checkpoints');
      expect(list.body.halt?.problem).toContain('the log was rewritten');
      const taken = await admin.post('/api/admin/checkpoints', {});
      expect(taken).toMatchObject({ status: 409, body: STOPPED });
    } finally {
      await worker.stop();
      await api.stop();
      await bank.drop();
    }
  });

  it('keeps only checkpoints that the bank has signed, whatever the table says [SEC-70]', async () => {
    const worker = await startWorkerWithOperationsPort({
      database,
      dataDir,
      env: { CHECKPOINT_EVERY_SECONDS: '10' },
    });
    const first = checkpointFileName(SAMPLE_LENGTH);
    const next = checkpointFileName(SAMPLE_LENGTH + MORE);
    const read = (name: string) => readFile(path.join(dataDir, 'checkpoints', name), 'utf8');
    try {
      await waitFor(async () => (await filesIn()).includes(first), { what: 'the first checkpoint' });
      const signed = await read(first);
      // The application's role is allowed to insert checkpoints, so an attacker with that role can too.
      await query(
        database.appUrl,
        `insert into ledger_checkpoint (position, key_id, note, taken_at, taken_by)
          select position + shift, key_id, note, taken_at, taken_by from ledger_checkpoint, (values (1), (1000)) as v (shift)`,
      );
      await query(
        database.superUrl,
        `update ledger_checkpoint set note = note || 'x' where position = ${SAMPLE_LENGTH}`,
      );
      await appendCredits(database, MORE);

      await waitFor(async () => (await filesIn()).includes(next), { what: 'the next checkpoint' });

      expect(await read(first)).toBe(signed);
      expect((await filesIn()).filter((name) => name.startsWith('checkpoint-'))).toEqual([first, next]);
    } finally {
      await worker.stop();
    }
  });
});
