import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { formatUsd } from '@moniker/common/money.js';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import { withAuditConnection } from '../../src/ledger/log/audit-connection.js';
import { signCheckpoint, type Checkpoint } from '../../src/ledger/proof/checkpoint.js';
import { deriveSigningKey } from '../../src/ledger/signing/signing-key.js';
import { digestNotes, digestTexts, TEXT_FIELDS } from '../../src/ledger/texts/transaction-texts.js';
import {
  verifyLedger,
  type VerifyOptions,
  type VerifyResult,
} from '../../src/ledger/verify/verify-ledger.js';
import { credit, submission } from '../ledger/ledger.fixtures.js';
import { query, runCli, temporaryFolder, useDatabase } from '../harness/index.js';
import {
  BOB,
  CAROL,
  PAYMENT,
  restoreLedger,
  SAMPLE_LENGTH,
  snapshotLedger,
  TRANSFER,
  writeSampleLedger,
} from '../harness/sample-ledger.js';
import { TEST_SIGNER } from '../harness/writer-key.js';
import { checkpointAt, executeWithoutTriggers, rechainLog } from './tamper.fixtures.js';

const KEY = deriveSigningKey(Buffer.alloc(32, 3));

const database = useDatabase();

beforeAll(async () => {
  await writeSampleLedger(database);
  await snapshotLedger(database);
});

afterEach(async () => {
  await restoreLedger(database);
  await query(
    database.superUrl,
    `truncate ledger_checkpoint, ledger_merkle_subtree, ledger_event_index, ledger_verification, outbox cascade;
     update ledger_follower set position = 0`,
  );
});

function verify(options: VerifyOptions = {}): Promise<VerifyResult> {
  return withAuditConnection(database.auditorUrl, (sql) => verifyLedger(sql, options));
}

const takeCheckpoint = (position: number): Promise<Checkpoint> =>
  withAuditConnection(database.auditorUrl, (sql) => checkpointAt(sql, position));

const behindTriggers = (sql: string) => executeWithoutTriggers(database, sql);
const rebuild = () => runCli(['rebuild'], { database, env: { DATABASE_OWNER_URL: database.ownerUrl } });

/** Removes the end of the log, with everything that belongs to the removed events. */
async function cutOff(): Promise<void> {
  await behindTriggers(`delete from ledger_event where position > 35;
    delete from ledger_batch_signature where last_position > 35;
    delete from ledger_idempotency_key where last_position > 35;
    update ledger_head set (position, hash, recorded_at) =
      (select position, hash, recorded_at from ledger_event where position = 35)`);
  expect((await rebuild()).code).toBe(0);
}

describe('verification of a log that was cut off and rebuilt', () => {
  it.each([
    ['a follower', `update ledger_follower set position = 40`, 'the follower'],
    [
      'an idempotency key',
      `insert into ledger_idempotency_key values ('user:1', 'k', 'f', null, 40, 40, now())`,
      'the event of an idempotency key',
    ],
    [
      'a signature',
      `insert into ledger_batch_signature values (36, 40, '${'0'.repeat(16)}', decode(repeat('00', 64), 'hex'))`,
      'a signed batch ends at position 40',
    ],
    [
      'a checkpoint',
      `insert into ledger_checkpoint values (40, 'key', 'note', now(), 'schedule')`,
      'a signed checkpoint',
    ],
    [
      'a Merkle subtree',
      `insert into ledger_merkle_subtree values (1, 0, decode(repeat('00', 32), 'hex'))`,
      'a Merkle subtree ends at position 256',
    ],
    [
      'an indexed event',
      `insert into ledger_event_index values (40, 'KycApproved', 'a', 'system', null, null, null, 'c')`,
      'an indexed event',
    ],
    [
      'a verification',
      `insert into ledger_verification (id, requested_by, status, finished_at, position)
        values (gen_random_uuid(), 'schedule', 'sound', now(), 40)`,
      'a verification ended at position 40',
    ],
    [
      'an email',
      `insert into outbox (id, template, user_id, params, created_at)
        values (gen_random_uuid(), 't', gen_random_uuid(), '{"position":"40"}', now())`,
      'a mailed event',
    ],
  ])('finds %s that refers to a removed event [AUD-23]', async (_what, sql, message) => {
    await cutOff();
    await expect(verify()).resolves.toMatchObject({ ok: true, checkedTo: { position: 35 } });
    await behindTriggers(sql);

    const { ok, findings } = await verify();

    expect(ok).toBe(false);
    expect(findings[0]).toMatchObject({
      ...{ check: 'ahead', position: 36 },
      message: expect.stringContaining(message),
    });
  });
});

describe('verify, given checkpoints from before the log was rewritten,', () => {
  it('names the interval between the last good and the first bad checkpoint [AUD-24]', async () => {
    const heads = await Promise.all([40, 12, 30].map(takeCheckpoint));
    await behindTriggers(`update ledger_event set actor = 'user:eve' where position = 20`);
    await rechainLog(database);

    const { findings } = await verify({ expectedHeads: heads });

    expect(findings).toMatchObject([
      {
        ...{ check: 'expected-head', position: 30, from: 13 },
        message: expect.stringContaining('The first change is between positions 13 and 30'),
      },
    ]);
  });
});

describe('verify, given a checkpoint with the right hash,', () => {
  it('finds a signed trial balance that contradicts the log [AUD-4]', async () => {
    const checkpoint = await takeCheckpoint(30);
    await expect(verify({ expectedHeads: [checkpoint] })).resolves.toMatchObject({ ok: true });
    const { balance } = checkpoint;
    const forged = { ...checkpoint, balance: { ...balance, feesCents: balance.feesCents + 1 } };

    const { findings } = await verify({ expectedHeads: [forged] });

    expect(findings).toMatchObject([
      {
        ...{ check: 'expected-head', position: 30 },
        message: `the balance of fees was signed as ${formatUsd(balance.feesCents + 1)}, but the log has ${formatUsd(balance.feesCents)}`,
      },
    ]);
  });

  it('also checks the signed trial balance when it starts from a trusted checkpoint [AUD-4]', async () => {
    const [since, later] = [await takeCheckpoint(20), await takeCheckpoint(30)];
    await expect(verify({ since, expectedHeads: [since, later] })).resolves.toMatchObject({ ok: true });
    const forged = { ...later, balance: { ...later.balance, heldCents: later.balance.heldCents + 1 } };
    const { findings } = await verify({ since, expectedHeads: [forged] });
    expect(findings).toMatchObject([{ check: 'expected-head', position: 30 }]);
  });
});

describe('the command line', () => {
  let folder: string;
  const withKeys = (...args: string[]) => [...args, '--keys', path.join(folder, 'keys')];
  const cli = (...args: string[]) => runCli(args, { database });

  beforeAll(async () => {
    folder = await temporaryFolder();
    const note = signCheckpoint(await takeCheckpoint(30), KEY);
    await writeFile(path.join(folder, 'checkpoint-30.txt'), note);
    await writeFile(path.join(folder, 'keys'), KEY.publicKey);
  });

  it('rehashes the events that a checkpoint covers [AUD-24]', async () => {
    const sound = await cli(...withKeys('checkpoint', 'verify', folder));
    expect(sound.stdout).toContain('The log matches 1 checkpoint.');
    await behindTriggers(
      `update ledger_event set payload = replace(payload, '"bills"', '"food"') where position = 6`,
    );

    const { code, stdout } = await cli(...withKeys('checkpoint', 'verify', folder));

    expect(stdout).toContain("event 6 is missing or doesn't match its hash");
    expect(code).toBe(1);
  });

  it('says that events before the --since checkpoint were not read [AUD-24]', async () => {
    const args = withKeys('verify', '--since', path.join(folder, 'checkpoint-30.txt'));

    const { stdout } = await cli(...args);

    expect(stdout).toContain("events weren't read");
  });

  it('with --require-checkpoints, refuses to verify without a checkpoint or without --keys [AUD-24]', async () => {
    const required = (...args: string[]) => cli('verify', '--require-checkpoints', ...args);
    const sound = await required('--checkpoints', folder, '--keys', path.join(folder, 'keys'));
    expect([sound.code, sound.stderr]).toEqual([0, '']);

    const none = await temporaryFolder();
    const withoutCheckpoint = await required('--checkpoints', none, '--keys', path.join(folder, 'keys'));
    expect(withoutCheckpoint.stderr).toContain("There's no checkpoint");
    expect(withoutCheckpoint.code).toBe(2);

    const dataDir = await workerFolder();
    const withoutKeys = await runCli(['verify', '--require-checkpoints'], {
      database,
      env: { DATA_DIR: dataDir },
    });
    expect(withoutKeys.stderr).toContain('--require-checkpoints needs --keys');
    expect(withoutKeys.code).toBe(2);
  });

  it('says so if no checkpoints or no independent keys were used [AUD-24]', async () => {
    const withoutAny = await cli('verify');
    expect(withoutAny.stdout).toContain('checkpoints  none used');
    expect(withoutAny.code).toBe(0);

    const ofWorker = await runCli(['verify'], { database, env: { DATA_DIR: await workerFolder() } });
    expect(ofWorker.stdout).toContain(
      "1 signed checkpoint, matching the log, but checked with the bank's own keys",
    );

    const pinned = await cli(...withKeys('verify', '--checkpoints', folder));
    expect(pinned.stdout).toMatch(/1 signed checkpoint, matching the log$/m);
  });

  it("uses the worker's checkpoints in addition to those in the --checkpoints folder [AUD-24]", async () => {
    const { args, env, own } = await besideWorker();
    const sound = await runCli(args, { database, env });
    expect(sound.stdout).toContain(
      `no checkpoint in ${own}; 1 signed checkpoint from the worker, matching the log`,
    );
    expect(sound.code).toBe(0);

    const { stdout: log } = await cli('export', '--format', 'ndjson');
    await writeFile(path.join(own, 'log.ndjson'), log.split('\n').slice(0, 35).join('\n'));
    const cutFile = await runCli([...args, '--from-file', path.join(own, 'log.ndjson')], {
      database,
      env,
    });
    expect(cutFile.stdout).toContain('before the checkpoint at 40: it was truncated');
    expect(cutFile.code).toBe(1);

    await cutOff();
    const cutLog = await runCli(args, { database, env });
    expect(cutLog.stdout).toContain('before the checkpoint at 40: it was truncated');
    expect(cutLog.code).toBe(1);
  });

  it('counts a checkpoint only once if both the worker and the --checkpoints folder have a copy', async () => {
    const { args, env, own, stored } = await besideWorker();
    await copyFile(path.join(stored, 'checkpoint-1.txt'), path.join(own, 'copy.txt'));
    const { stdout } = await runCli(args, { database, env });
    expect(stdout).toMatch(/1 signed checkpoint, matching the log$/m);
  });

  it("with --checkpoints, exits with 2 if the worker's checkpoints cannot be read, unless there are findings [AUD-24]", async () => {
    const { args, env, stored } = await besideWorker();
    await writeFile(path.join(stored, 'checkpoint-2.txt'), '');
    const unread = await runCli(args, { database, env });
    expect([unread.code, unread.stdout]).toEqual([2, '']);
    expect(unread.stderr).toMatch(/No findings, but .*checkpoint-2\.txt is empty or incomplete/);

    await behindTriggers(`update ledger_event set actor = 'user:eve' where position = 20`);
    const changed = await runCli(args, { database, env });
    expect(changed.stdout).toContain('1 finding, the first at position 20');
    expect(changed.stderr).toContain('checkpoint-2.txt is empty or incomplete');
    expect(changed.code).toBe(1);
  });

  it('says that there is no checkpoint if neither the --checkpoints folder nor the worker has one [AUD-24]', async () => {
    const none = await temporaryFolder();
    const { stdout } = await cli(...withKeys('verify', '--checkpoints', none));
    expect(stdout).toContain(`checkpoints  none: there's no checkpoint in ${none}`);
  });

  /**
   * Creates a worker's data folder with one checkpoint, and an empty folder `own` for --checkpoints. Returns both
   * folders, and the arguments and environment for a `verify` that uses them.
   */
  async function besideWorker() {
    const [dataDir, own] = [await workerFolder(), await temporaryFolder()];
    const stored = path.join(dataDir, 'checkpoints');
    const args = ['verify', '--checkpoints', own, '--keys', path.join(stored, 'keys')];
    return { args, env: { DATA_DIR: dataDir }, own, stored };
  }

  /** Creates a data folder with a checkpoint and its key, as the worker does. */
  async function workerFolder(): Promise<string> {
    const dataDir = await temporaryFolder();
    const created = await runCli(['checkpoint', 'create', '--json'], { database });
    const { note, publicKey, keyId } = JSON.parse(created.stdout) as Record<string, string>;
    await mkdir(path.join(dataDir, 'checkpoints/keys'), { recursive: true });
    await writeFile(path.join(dataDir, 'checkpoints/checkpoint-1.txt'), note ?? '');
    await writeFile(path.join(dataDir, `checkpoints/keys/${keyId}.pub`), publicKey ?? '');
    return dataDir;
  }
});

describe('verification of texts', () => {
  const change = (id: string, set: string) =>
    behindTriggers(`update ledger_transaction_text set ${set} where transaction_id = '${id}'`);

  it.each([
    ['the account of a recipient', () => change(TRANSFER, `recipient_account = '66600666'`), 6],
    ['the name of a recipient', () => change(TRANSFER, `recipient_name = 'Mallory'`), 6],
    ['a missing text that was replaced by an empty one', () => change(TRANSFER, `purpose = ''`), 6],
    ['the salt', () => change(TRANSFER, `salt = 'other'`), 6],
    ['notes', () => change(TRANSFER, `admin_notes = 'Fine'`), 15],
    ['a reason for the customer', () => change(TRANSFER, `customer_reason = 'Fine'`), 15],
    ['removed notes', () => change(TRANSFER, `admin_notes = null, notes_salt = null`), 15],
    [
      'removed texts',
      () => behindTriggers(`delete from ledger_transaction_text where transaction_id = '${PAYMENT}'`),
      10,
    ],
  ])('finds tampering with texts: %s [AUD-25]', async (_what, tamper, position) => {
    await tamper();

    const { findings } = await verify();

    expect(findings).toMatchObject([{ check: 'texts', position }]);
  });

  it('accepts that the texts of a closed account were erased [AUD-25]', async () => {
    await behindTriggers(`delete from ledger_transaction_text where transaction_id in
      (select transaction_id from ledger_transaction where account_id = '${CAROL}')`);

    await expect(verify()).resolves.toMatchObject({ ok: true });
  });

  it('finds a function that hides changes [AUD-25]', async () => {
    const [original] = await query<{ text: string }>(
      database.superUrl,
      `select pg_get_functiondef('ledger_texts_and_notes_digests()'::regprocedure) as text`,
    );
    await query(
      database.superUrl,
      `create or replace function ledger_texts_and_notes_digests() returns table
        (transaction_id uuid, texts_digest text, notes_digest text) language sql stable security definer
        set search_path = public, pg_temp as $$ select null::uuid, ''::text, ''::text $$`,
    );
    try {
      const { findings } = await verify();
      expect(findings).toMatchObject([{ check: 'texts', position: null }, { check: 'schema' }]);
    } finally {
      await query(database.superUrl, original?.text ?? '');
    }
  });

  it('computes the digests of any text as the bank does [LED-8]', async () => {
    const texts = {
      description: '',
      ...Object.fromEntries(TEXT_FIELDS.map((field, index) => [field, odd(index)])),
    };
    const columns = TEXT_FIELDS.map((field) =>
      field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    );
    const values = TEXT_FIELDS.map((_, index) => odd(index));
    await behindTriggers('truncate ledger_transaction_text');
    await query(
      database.superUrl,
      `insert into ledger_transaction_text (transaction_id, salt, admin_notes, notes_salt, customer_reason, ${columns.join(', ')})
        values ($1, 's1', $2, 's2', $3, ${columns.map((_, index) => `$${index + 4}`).join(', ')})`,
      [TRANSFER, odd(99), odd(98), ...values],
    );

    const [row] = await query(database.auditorUrl, 'select * from ledger_texts_and_notes_digests()');

    expect(row).toMatchObject({
      texts_digest: digestTexts(texts, 's1'),
      notes_digest: digestNotes(odd(99), 's2', odd(98)),
    });
  });

  it('shows no text to an auditor [AUD-18]', async () => {
    await expect(query(database.auditorUrl, 'select * from ledger_transaction_text')).rejects.toThrow(
      'permission denied',
    );
    const rows = await query(database.auditorUrl, 'select * from ledger_texts_and_notes_digests()');
    expect(JSON.stringify(rows)).not.toContain('auditor');
  });
});

/** Returns text with characters that JSON escapes and characters that it does not escape. */
function odd(index: number): string {
  const escaped = String.fromCharCode(1 + (index % 31));
  return `${index}"\\/\b\f\n\r\t${escaped}\u007f\u0085\u2028Zoë 🏦 '`;
}

describe('verification of times', () => {
  it('finds an event from the future [AUD-26]', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000);
    const writer = createLedgerWriter(database.appUrl, TEST_SIGNER, { now: () => inAnHour });
    for (let count = 0; count < 3; count += 1) await writer.submit(submission(credit(BOB, 1_00)));
    await writer.close();

    const { findings } = await verify();

    expect(findings).toMatchObject([{ check: 'time', position: SAMPLE_LENGTH + 1 }]);
    const from = await runCli(['export', '--format', 'ndjson'], { database });
    const ofFile = await runCli(['verify', '--from-file', '-', '--json'], { database, input: from.stdout });
    expect(JSON.parse(ofFile.stdout)).toMatchObject({
      firstBadPosition: SAMPLE_LENGTH + 1,
      findings: [{ check: 'time' }],
    });
  });

  it('finds an event dated after the checkpoint that covers it [AUD-26]', async () => {
    const checkpoint = await takeCheckpoint(30);
    const takenAt = new Date(checkpoint.recordedAt.getTime() - 10 * 60_000);

    const { findings } = await verify({ expectedHeads: [{ ...checkpoint, takenAt }] });

    expect(findings).toMatchObject([
      { check: 'time', position: 21, message: expect.stringContaining('the checkpoint at position 30') },
    ]);
  });
});
