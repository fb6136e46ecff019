import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { withAuditConnection } from '../../src/ledger/log/audit-connection.js';
import {
  verifyLedger,
  type VerifyOptions,
  type VerifyResult,
} from '../../src/ledger/verify/verify-ledger.js';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import { type Checkpoint, signCheckpoint } from '../../src/ledger/proof/checkpoint.js';
import { deriveSigningKey } from '../../src/ledger/signing/signing-key.js';
import { runCli, temporaryFolder, useDatabase } from '../harness/index.js';
import {
  ALICE,
  BOB,
  snapshotLedger,
  PAYMENT,
  restoreLedger,
  SAMPLE_LENGTH,
  TRANSFER,
  writeSampleLedger,
} from '../harness/sample-ledger.js';
import { COMPARED_LAST, executeWithoutTriggers, checkpointAt, rechainLog } from './tamper.fixtures.js';
import { TEST_SIGNER } from '../harness/writer-key.js';

const UNKNOWN = 'd0000000-0000-4000-8000-00000000000d';
/**
 * At this position, Alice's transfer has been completed. Later events reverse the transfer, adjust a balance and close
 * an account, for example.
 */
const SINCE = 12;

const database = useDatabase();
let since: Checkpoint;
let later: Checkpoint;

beforeAll(async () => {
  await writeSampleLedger(database);
  await snapshotLedger(database);
  since = await takeCheckpoint(SINCE);
  later = await takeCheckpoint(30);
});

afterEach(() => restoreLedger(database));

const takeCheckpoint = (position: number) =>
  withAuditConnection(database.auditorUrl, (sql) => checkpointAt(sql, position));

function verify(options: VerifyOptions = { since }): Promise<VerifyResult> {
  return withAuditConnection(database.auditorUrl, (sql) => verifyLedger(sql, options));
}

const behindTriggers = (sql: string) => executeWithoutTriggers(database, sql);
const status = (position: number, from: string, to: string): string =>
  `update ledger_event set payload = replace(payload, '${from}', '${to}') where position = ${position}`;

describe('verify since a checkpoint', () => {
  it('accepts a sound ledger, wherever the checkpoint is [AUD-6]', async () => {
    for (let position = 1; position <= SAMPLE_LENGTH; position += 3) {
      const { findings, checkedAfter, counts } = await verify({ since: await takeCheckpoint(position) });
      expect(findings).toEqual([]);
      expect(checkedAfter).toBe(position);
      expect(counts.events).toBe(SAMPLE_LENGTH - position);
    }
  });

  it('checks the versions of streams that have no account', async () => {
    const writer = createLedgerWriter(database.appUrl, TEST_SIGNER);
    const reset = { type: 'KycReset', payload: { kycId: 'kyc-1', userId: 'user-1' } } as const;
    const command = { type: 'RecordAudit', stream: 'kyc:1', event: reset } as const;
    await writer.submit({ command, context: { actor: 'user:teller', correlationId: 'more' } });
    await writer.close();
    await expect(verify({ since: later })).resolves.toMatchObject({ ok: true, findings: [] });
    await behindTriggers(`update ledger_event set version = 3 where position = ${SAMPLE_LENGTH + 1}`);
    await rechainLog(database);
    const { findings } = await verify({ since: later });
    expect(findings).toMatchObject([{ check: 'streams', position: SAMPLE_LENGTH + 1 }]);
  });

  it('compares the hashes and Merkle roots of earlier and later checkpoints with the log', async () => {
    const earlier = await takeCheckpoint(5);
    const root = Buffer.alloc(32, 7);
    await expect(verify({ since, expectedHeads: [earlier, later] })).resolves.toMatchObject({ ok: true });
    for (const forged of [
      { ...earlier, root },
      { ...later, root },
      { ...earlier, hash: root },
      { ...later, hash: root },
    ]) {
      const { findings } = await verify({ since, expectedHeads: [forged] });
      expect(findings).toMatchObject([{ check: 'expected-head', position: forged.position }]);
    }
  });

  it('accepts entries in another storage order', async () => {
    await behindTriggers(
      `create temporary table shuffled as select * from ledger_entry order by md5(position::text);
       truncate ledger_entry; insert into ledger_entry table shuffled`,
    );
    await expect(verify({ since, maxUnmatched: 3 })).resolves.toMatchObject({ ok: true });
  });

  it.each<[change: string, sql: string, check: string, position: number]>([
    ['a changed event', `update ledger_event set actor = 'user:eve' where position = 30`, 'chain', 30],
    ['a deleted event', `delete from ledger_event where position = 30`, 'positions', 30],
    ['a head row set back', `update ledger_head set position = 30`, 'head', 31],
    [
      'a changed entry',
      `update ledger_entry set amount_cents = 1 where position = 13 and account_id = '${ALICE}'`,
      'entries',
      13,
    ],
    [
      'a changed older transaction',
      `update ledger_transaction set status = 'completed' where transaction_id = '${TRANSFER}'`,
      'transactions',
      15,
    ],
    [
      'an older transaction marked as unchanged since the checkpoint',
      `update ledger_transaction set changed_position = 7 where transaction_id = '${TRANSFER}'`,
      'transactions',
      15,
    ],
    [
      'a changed balance',
      `update ledger_account set posted_cents = posted_cents + 1 where account_id = '${BOB}'`,
      'accounts',
      40,
    ],
    [
      'a changed daily total of outgoing money',
      `update ledger_account set outgoing_day_cents = 0 where account_id = '${BOB}'`,
      'accounts',
      40,
    ],
    ['a changed position of the read tables', `update ledger_projection set position = 30`, 'projection', 31],
  ])('finds %s [AUD-6]', async (_change, sql, check, position) => {
    await behindTriggers(sql);
    const { ok, findings } = await verify();
    expect(ok).toBe(false);
    expect(findings).toContainEqual(expect.objectContaining({ check, position }));
  });

  it.each<[change: string, sql: string, problem: string]>([
    [
      'a changed balance',
      `update ledger_account set held_cents = 1 where account_id = '${ALICE}'`,
      'latest entry',
    ],
    [
      'an account that is not in the log',
      `insert into ledger_account values ('${UNKNOWN}', 'open', 0, 0, 1, null, 0)`,
      'was never opened',
    ],
  ])(
    'finds a change to an account without events since the checkpoint: %s',
    async (_change, sql, problem) => {
      await behindTriggers(sql);
      const { findings } = await verify({ since: later });
      expect(findings).toMatchObject([{ check: 'accounts', message: expect.stringContaining(problem) }]);
    },
  );

  it.each<[change: string, sql: string, position: number, message: string]>([
    ['a transaction that does not exist', status(13, TRANSFER, UNKNOWN), 13, 'has no such transaction'],
    ['a transaction of another account', status(15, TRANSFER, PAYMENT), 15, 'has no such transaction'],
    [
      'an outdated previous status',
      status(13, '"from":"completed"', '"from":"pending"'),
      13,
      "the event's hold is $0.00, but its kind and status require",
    ],
    [
      'a reversal of a smaller amount',
      `update ledger_event set payload =
        replace(replace(payload, ':100000', ':90000'), ':-98000', ':-88000') where position = 13`,
      13,
      "the event's kind, amount or bank day differs from the transaction's",
    ],
    [
      'an id that was already used',
      `update ledger_event set payload = regexp_replace(payload, '"transactionId":"[^"]*"',
        '"transactionId":"${PAYMENT}"') where position = 22`,
      22,
      'the transaction already exists',
    ],
  ])('finds an event that does not fit the state before it: %s', async (_change, sql, position, message) => {
    await behindTriggers(sql);
    await rechainLog(database);
    const { findings } = await verify();
    expect(findings[0]).toMatchObject({ check: 'rules', position });
    expect(findings[0]?.message).toContain(message);
  });
});

describe('verify since a checkpoint that no longer matches the log', () => {
  it.each<[change: string, sql: string, position: number]>([
    [
      'a log truncated before the checkpoint',
      `delete from ledger_event where position > 10; update ledger_head set position = 10`,
      11,
    ],
    [
      'a replaced hash at the checkpoint',
      `update ledger_event set hash = decode(repeat('07', 32), 'hex') where position = 12`,
      SINCE,
    ],
    [
      'a replaced hash before the checkpoint',
      `update ledger_event set hash = decode(repeat('07', 32), 'hex') where position = 7`,
      SINCE,
    ],
    ['a missing event before the checkpoint', `delete from ledger_event where position = 7`, 7],
    [
      'changed entries at the checkpoint',
      `update ledger_entry set posted_after_cents = posted_after_cents + 1 where position = 12`,
      SINCE,
    ],
  ])('reports %s and skips the other checks', async (_change, sql, position) => {
    await behindTriggers(sql);
    const { ok, findings, checkedTo, notCompared } = await verify();
    expect(ok).toBe(false);
    expect(findings[0]?.position).toBe(position);
    expect(checkedTo.position).toBe(0);
    expect(notCompared).toEqual(['entries', ...COMPARED_LAST]);
  });

  it.each([
    ['position = 7', 'an event up to position 12 is missing'],
    ['position in (7, 9)', '2 events up to position 12 are missing'],
  ])('counts the missing events: %s', async (deleted, message) => {
    await behindTriggers(`delete from ledger_event where ${deleted}`);
    const { findings } = await verify();
    expect(findings).toContainEqual(expect.objectContaining({ check: 'positions', message }));
  });

  it('reports an event at a position before the first', async () => {
    const CHECK = 'ledger_event_position_check';
    await behindTriggers(
      `alter table ledger_event drop constraint ${CHECK};
       insert into ledger_event select 0, 'kyc:0', version, type, payload_version, recorded_at, actor,
         correlation_id, causation_id, payload, hash from ledger_event where position = 1`,
    );
    const { findings } = await verify();
    expect(findings).toMatchObject([{ check: 'positions', position: 1 }]);
    await behindTriggers(
      `delete from ledger_event where position = 0;
       alter table ledger_event add constraint ${CHECK} check (position > 0)`,
    );
  });
});

describe('ledger verify --since', () => {
  const key = deriveSigningKey(Buffer.alloc(32, 3));
  let folder: string;

  beforeAll(async () => {
    folder = await temporaryFolder();
    await mkdir(path.join(folder, 'keys'));
    await writeFile(path.join(folder, 'keys', 'bank.pub'), `${key.publicKey}\n`);
    for (const checkpoint of [since, later]) {
      await writeFile(path.join(folder, `${checkpoint.position}.txt`), signCheckpoint(checkpoint, key));
    }
  });

  const run = (...args: string[]) =>
    runCli(['verify', '--checkpoints', folder, '--keys', path.join(folder, 'keys'), ...args], { database });

  it('begins after the last checkpoint [AUD-6]', async () => {
    const { code, stdout } = await run('--since', 'last');
    expect(stdout).toContain('The ledger is sound after the checkpoint at position 30.');
    expect(stdout).toContain('log          10 events, every hash and position correct');
    expect(stdout).toContain('2 signed checkpoints, matching the log');
    expect(code).toBe(0);
  });

  it('begins after the named checkpoint and includes its position in JSON', async () => {
    const { code, stdout } = await run('--since', path.join(folder, '12.txt'), '--json');
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, checkedAfter: 12, counts: { events: 28 } });
    expect(code).toBe(0);
  });

  it('exits with 1 if the log was truncated, and with 2 if there is no checkpoint', async () => {
    await behindTriggers(
      `delete from ledger_event where position > 20; update ledger_head set position = 20`,
    );
    const truncated = await run('--since', 'last');
    expect(truncated.stdout).toContain('it was truncated, or this is an older backup');
    expect(truncated.stdout).toContain('Nothing was checked after the checkpoint at position 30.');
    expect(truncated.code).toBe(1);
    const empty = await temporaryFolder();
    const keys = path.join(folder, 'keys');
    const none = await runCli(['verify', '--checkpoints', empty, '--keys', keys, '--since', 'last'], {
      database,
    });
    expect(none.stderr).toContain(`No checkpoints in ${empty}.`);
    expect(none.code).toBe(2);
  });

  it('cannot be combined with --from-file', async () => {
    const { code, stderr } = await run('--since', 'last', '--from-file', '-');
    expect(stderr).toContain("can't be used with --from-file.");
    expect(code).toBe(2);
  });
});
