import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { withAuditConnection } from '../../src/ledger/log/audit-connection.js';
import type { ExpectedHead } from '../../src/ledger/verify/check-head.js';
import {
  verifyLedger,
  type VerifyOptions,
  type VerifyResult,
} from '../../src/ledger/verify/verify-ledger.js';
import { createDatabase, query, runCli, waitFor, type CliResult, useDatabase } from '../harness/index.js';
import { logEnv, testServer } from '../harness/database.js';
import { itNightly } from '../harness/nightly.js';
import { compiled } from '../harness/paths.js';
import {
  ALICE,
  appendCredits,
  BOB,
  snapshotLedger,
  PAYMENT,
  restoreLedger,
  SAMPLE_LENGTH,
  TRANSFER,
  writeSampleLedger,
} from '../harness/sample-ledger.js';
import { COMPARED_LAST, executeWithoutTriggers, rechainLog } from './tamper.fixtures.js';

const SETTLEMENT = '00000000-0000-4000-8000-000000000001';
const FEES = '00000000-0000-4000-8000-000000000002';
const UNKNOWN = 'd0000000-0000-4000-8000-00000000000d';

const database = useDatabase();
/** The head of the sound ledger, as an auditor keeps it. */
let keptHead: ExpectedHead;

beforeAll(async () => {
  await writeSampleLedger(database);
  await snapshotLedger(database);
  keptHead = (await verify()).checkedTo;
});

afterEach(() => restoreLedger(database));

describe('sound ledger', () => {
  it('is reported as sound, together with its head [AUD-2]', async () => {
    const { code, stdout, stderr } = await runCli(['verify'], { database });

    expect(stderr).toBe('');
    expect(stdout).toContain('The ledger is sound.');
    expect(stdout).toContain(`--expect-head ${headText(keptHead)}`);
    expect(code).toBe(0);
  });

  it('is read-only for the auditor role, which cannot read personal data [AUD-2, AUD-18]', async () => {
    const url = database.auditorUrl;

    await expect(query(url, 'select count(*) from ledger_event')).resolves.toEqual([{ count: 40 }]);
    await expect(query(url, 'select * from ledger_transaction_text')).rejects.toThrow('permission denied');
    // Privileges apply even if the session turns off the role's read-only default.
    for (const statement of [
      `update ledger_account set posted_cents = 0`,
      `insert into ledger_projection values ('mine', 0)`,
      `delete from ledger_event`,
    ]) {
      await expect(query(url, `set transaction_read_only = off; ${statement}`)).rejects.toThrow(
        'permission denied',
      );
      await expect(query(url, statement)).rejects.toThrow(/permission denied|read-only transaction/);
    }
  });

  it('is reported as sound while it is being written [AUD-2]', async () => {
    const writing = { isOver: false, written: 0 };
    const credits = (async () => {
      while (!writing.isOver) writing.written += (await appendCredits(database, 200)).length;
    })();
    for (let run = 0, before = -1; run < 3; run += 1, before = writing.written) {
      await waitFor(() => writing.written > before, { what: 'more credits' });
      await expect(verify()).resolves.toMatchObject({ ok: true, findings: [] });
    }
    writing.isOver = true;
    await credits;

    const after = await verify(keptHead);
    expect(after).toMatchObject({ ok: true, checkedTo: { position: SAMPLE_LENGTH + writing.written } });
  });

  it('is reported as sound when it is empty', async () => {
    const empty = await createDatabase();
    const { code, stdout } = await runCli(['verify', '--json'], { database: empty });
    await empty.drop();

    expect(JSON.parse(stdout)).toMatchObject({ ok: true, checkedTo: { position: 0, hash: '0'.repeat(64) } });
    expect(code).toBe(0);
  });
});

describe('log', () => {
  it.each([
    ['moniker_app', () => database.appUrl, 'permission denied'],
    ['moniker_owner', () => database.ownerUrl, 'ledger_event is append-only'],
    ['a superuser with triggers enabled', () => database.superUrl, 'ledger_event is append-only'],
  ])('rejects changes by %s', async (_role, url, message) => {
    for (const statement of [
      `update ledger_event set actor = 'nobody' where position = 7`,
      `delete from ledger_event where position = 7`,
      `truncate ledger_event`,
    ]) {
      await expect(query(url(), statement)).rejects.toThrow(message);
    }
    await expect(verify()).resolves.toMatchObject({ ok: true });
  });
});

/**
 * Changes that a superuser makes to the log with triggers disabled. The first finding of `verify` must be at
 * `position`, and each of `checks` must report a finding.
 */
const LOG_CASES: [change: string, sql: string, position: number, checks: string[]][] = [
  [
    'a changed payload field that moves no money',
    `update ledger_event set payload = replace(payload, '"bills"', '"food"') where position = 6`,
    6,
    ['chain', 'transactions'],
  ],
  [
    'an equivalent payload with other bytes',
    `update ledger_event set payload = payload || ' ' where position = 9`,
    9,
    ['chain'],
  ],
  [
    'an amount changed throughout a payload',
    `update ledger_event set payload = replace(payload, '20000', '90000') where position = 5`,
    5,
    ['chain', 'entries', 'transactions'],
  ],
  [
    'an amount changed in one entry',
    `update ledger_event set payload = regexp_replace(payload, '(.*)-20000', '\\1-19000') where position = 5`,
    5,
    ['chain', 'rules'],
  ],
  ['an emptied payload', `update ledger_event set payload = '' where position = 5`, 5, ['chain', 'payload']],
  [
    'recorded_at moved by a millisecond',
    `update ledger_event set recorded_at = recorded_at + interval '1 ms' where position = 12`,
    12,
    ['chain', 'transactions'],
  ],
  [
    'recorded_at set to infinity',
    `update ledger_event set recorded_at = 'infinity' where position = 16`,
    16,
    ['chain'],
  ],
  ['a changed actor', `update ledger_event set actor = 'user:eve' where position = 14`, 14, ['chain']],
  [
    'a changed correlation id',
    `update ledger_event set correlation_id = 'none' where position = 14`,
    14,
    ['chain'],
  ],
  ['a changed causation id', `update ledger_event set causation_id = '' where position = 14`, 14, ['chain']],
  ['a changed type', `update ledger_event set type = 'KycRejected' where position = 16`, 16, ['chain']],
  ['a changed stream', `update ledger_event set stream = 'kyc:2' where position = 16`, 16, ['chain']],
  [
    'a changed payload version',
    `update ledger_event set payload_version = 9 where position = 16`,
    16,
    ['chain', 'payload'],
  ],
  [
    'a skipped version in a stream',
    `update ledger_event set version = 99 where position = 40`,
    40,
    ['chain', 'streams'],
  ],
  ['a changed hash', `update ledger_event set hash = sha256('forged') where position = 22`, 22, ['chain']],
  ['a missing row in the middle', `delete from ledger_event where position = 12`, 12, ['positions']],
  ['a missing first row', `delete from ledger_event where position = 1`, 1, ['positions']],
  ['several missing rows', `delete from ledger_event where position between 12 and 15`, 12, ['positions']],
  [
    'two swapped rows',
    `update ledger_event set position = 1000 where position = 24;
     update ledger_event set position = 24 where position = 27;
     update ledger_event set position = 27 where position = 1000`,
    24,
    ['chain', 'streams'],
  ],
  [
    'a forged row inserted in the middle',
    `update ledger_event set position = 1000 + position where position > 30;
     update ledger_event set position = position - 999 where position > 1000;
     insert into ledger_event select 31, 'kyc:9', 1, 'KycApproved', 1, recorded_at, actor, '', '', payload,
       sha256('forged') from ledger_event where position = 16`,
    31,
    ['chain'],
  ],
  [
    'a forged row at the end',
    `insert into ledger_event select 41, 'kyc:9', 1, 'KycApproved', 1, recorded_at, actor, '', '', payload,
       sha256('forged') from ledger_event where position = 16`,
    41,
    ['chain', 'head', 'projection'],
  ],
  ['a truncated log', `delete from ledger_event where position > 35`, 36, ['head', 'projection']],
  ['an emptied log', `truncate ledger_event`, 1, ['head', 'projection', 'entries']],
  [
    'a head row set back to an earlier position',
    `update ledger_head set position = 39, hash = (select hash from ledger_event where position = 39)`,
    40,
    ['head'],
  ],
  ['a missing head row', `delete from ledger_head`, 40, ['head']],
  ['a changed hash in the head row', `update ledger_head set hash = sha256('forged')`, 40, ['head']],
  [
    'a changed time in the head row',
    `update ledger_head set recorded_at = recorded_at + interval '1 hour'`,
    40,
    ['head'],
  ],
];

describe('verification of a changed log', () => {
  it.each(LOG_CASES)('finds %s [AUD-3, AUD-5]', async (_change, sql, position, checks) => {
    await behindTriggers(sql);

    const report = await verify();

    expect(report.ok).toBe(false);
    expect(report.findings[0]?.position).toBe(position);
    expect(checksOf(report)).toEqual(expect.arrayContaining(checks));
  });

  it('finds a forged row before the first event', async () => {
    const constraint = 'constraint ledger_event_position_check';
    await behindTriggers(
      `alter table ledger_event drop ${constraint};
       insert into ledger_event select 0, 'kyc:9', 1, 'KycApproved', 1, recorded_at, actor, '', '', payload,
         sha256('forged') from ledger_event where position = 16`,
    );

    const report = await verify();
    await restoreLedger(database);
    await query(database.superUrl, `alter table ledger_event add ${constraint} check (position > 0)`);

    expect(report.findings[0]).toMatchObject({ check: 'positions', position: 0 });
  });

  it('exits with 1 and prints the first bad position [AUD-1]', async () => {
    await behindTriggers(`update ledger_event set actor = 'user:eve' where position = 14`);

    const { code, stdout } = await runCli(['verify'], { database });
    const json = await runCli(['verify', '--json'], { database });

    expect(stdout).toContain('The ledger is NOT sound: 1 finding, the first at position 14.');
    expect(code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({
      ok: false,
      firstBadPosition: 14,
      findings: [{ check: 'chain' }],
    });
    expect(json.code).toBe(1);
  });

  it('reports a changed row as well as a missing row at a higher position', async () => {
    await behindTriggers(
      `update ledger_event set actor = 'user:eve' where position = 5;
       delete from ledger_event where position = 30`,
    );

    const report = await verify();

    expect(report.findings.map(({ check, position }) => [check, position])).toEqual([
      ['chain', 5],
      ['positions', 30],
      ['streams', 31],
    ]);
    expect(report.notCompared).toContain('accounts');
  });

  it('does not report the row after a gap', async () => {
    await behindTriggers(`delete from ledger_event where position = 16`);

    const report = await verify();

    expect(report.findings).toEqual([
      { check: 'positions', position: 16, message: 'event 17 directly follows event 15' },
    ]);
  });
});

describe('verification of a truncated log', () => {
  const TRUNCATE = `
    delete from ledger_event where position > 35;
    delete from ledger_batch_signature where last_position > 35;
    update ledger_head set (position, hash, recorded_at) =
      (select position, hash, recorded_at from ledger_event where position = 35)`;

  it('finds the truncation only with a kept head if the read tables were rebuilt [AUD-4]', async () => {
    await behindTriggers(TRUNCATE);
    const rebuilt = await rebuild();
    expect(rebuilt.code).toBe(0);

    await expect(verify()).resolves.toMatchObject({ ok: true, checkedTo: { position: 35 } });
    const report = await verify(keptHead);
    expect(report.findings).toMatchObject([{ check: 'expected-head', position: 36 }]);
    const run = await runCli(['verify', '--expect-head', headText(keptHead)], { database });
    expect(run.stdout).toContain('the first at position 36');
    expect(run.code).toBe(1);
  });

  it('finds the truncation with a kept head after the log has grown again', async () => {
    await behindTriggers(TRUNCATE);
    await rebuild();
    await appendCredits(database, 20);

    const report = await verify(keptHead);

    expect(report.findings).toMatchObject([{ check: 'expected-head', position: keptHead.position, from: 1 }]);
  });

  it('finds the truncation without a kept head if the read tables were not rebuilt', async () => {
    await behindTriggers(TRUNCATE);

    const report = await verify();

    expect(report.findings[0]?.position).toBe(36);
    expect(checksOf(report)).toEqual(['projection', 'entries']);
    expect(report.notCompared).toEqual(COMPARED_LAST);
  });
});

describe('verification of a log with recomputed hashes', () => {
  it('finds a consistent rewrite only with a kept head [AUD-4]', async () => {
    await behindTriggers(
      `update ledger_event set payload = replace(payload, '20000', '90000') where position = 5`,
    );
    await rechain();
    expect((await rebuild()).code).toBe(0);

    await expect(verify()).resolves.toMatchObject({ ok: true });
    const report = await verify(keptHead);
    expect(checksOf(report)).toEqual(['expected-head']);
  });

  it.each([
    ['money created from nothing', `replace(payload, '"amountCents":-100', '"amountCents":-99')`],
    ['money taken from another account', `replace(payload, '${SETTLEMENT}', '${ALICE}')`],
    ['entries larger than the amount', `replace(payload, '100}', '900}')`],
    ['another account in the payload', `replace(payload, '"accountId":"${BOB}"', '"accountId":"${ALICE}"')`],
  ])('finds a violated rule: %s [AUD-3]', async (_change, payload) => {
    await behindTriggers(`update ledger_event set payload = ${payload} where position = 39`);
    await rechain();

    const report = await verify();

    expect(report.findings).toMatchObject([{ check: 'rules', position: 39 }]);
  });

  const status = (position: number, from: string, to: string): string =>
    `update ledger_event set payload = replace(payload, '${from}', '${to}') where position = ${position}`;

  it.each([
    [
      'a transaction that does not exist',
      status(7, TRANSFER, UNKNOWN),
      7,
      'the account has no such transaction',
    ],
    [
      'a transaction of another account',
      status(12, PAYMENT, TRANSFER),
      12,
      'the account has no such transaction',
    ],
    ['an id that is already used', status(10, PAYMENT, TRANSFER), 10, 'the transaction already exists'],
    [
      'a wrong previous status',
      status(12, '"in_review"', '"initiated"'),
      12,
      'the transaction was in_review',
    ],
    ['a wrong amount', status(12, '30000', '31000'), 12, "the event's kind, amount or bank day"],
    [
      'a wrong fee',
      `update ledger_event set payload = replace(replace(payload, '98000', '97000'), ':2000', ':3000')
        where position = 7`,
      7,
      "the event's entries don't match its kind and status",
    ],
    ['an invalid id', status(40, '"transactionId":"', '"transactionId":"x'), 40, "isn't a UUID"],
  ])('finds an event that does not fit its transaction: %s', async (_change, sql, position, message) => {
    await behindTriggers(sql);
    await rechain();

    const report = await verify();
    const replayed = await runCli(['replay', '--json'], { database });

    expect(report.findings[0]).toMatchObject({ check: 'rules', position });
    expect(report.findings[0]?.message).toContain(message);
    expect(JSON.parse(replayed.stdout)).toMatchObject({ ok: false, findings: [{ position }] });
  });

  it('reports the first bad event even if a later one is found first [AUD-3]', async () => {
    await behindTriggers(status(7, TRANSFER, UNKNOWN));
    await rechain();
    await behindTriggers(`update ledger_event set actor = 'user:eve' where position = 30`);

    const { stdout } = await runCli(['replay', '--json'], { database });

    expect(JSON.parse(stdout)).toMatchObject({ ok: false, findings: [{ check: 'rules', position: 7 }] });
  });

  it('finds an invalid payload', async () => {
    await behindTriggers(
      `update ledger_event set payload = replace(payload, '"category":null', '"category":"bribes"') where position = 39`,
    );
    await rechain();

    expect((await verify()).findings).toMatchObject([{ check: 'payload', position: 39 }]);
  });

  it('finds an event recorded before the previous one', async () => {
    await behindTriggers(
      `update ledger_event set recorded_at = recorded_at - interval '1 hour' where position = 39`,
    );
    await rechain();

    expect((await verify()).findings[0]).toMatchObject({ check: 'time', position: 39 });
  });
});

/**
 * Changes to the read tables or to the stored position of the read tables, with the position and check of the first
 * finding.
 */
const TABLE_CASES: [change: string, sql: string, position: number | null, check: string][] = [
  [
    'a balance',
    `update ledger_account set posted_cents = posted_cents + 1 where account_id = '${ALICE}'`,
    15,
    'accounts',
  ],
  [
    'the balance of a system account',
    `update ledger_account set posted_cents = posted_cents + 1 where account_id = '${FEES}'`,
    13,
    'accounts',
  ],
  ['a held amount', `update ledger_account set held_cents = 0 where account_id = '${BOB}'`, 40, 'accounts'],
  [
    'the daily total of outgoing money',
    `update ledger_account set outgoing_day_cents = 0 where account_id = '${BOB}'`,
    40,
    'accounts',
  ],
  ['a reopened account', `update ledger_account set status = 'open'`, 20, 'accounts'],
  ['a deleted account', `delete from ledger_account where account_id = '${ALICE}'`, 15, 'accounts'],
  [
    'an account that is not in the log',
    `insert into ledger_account
     select gen_random_uuid(), status, 0, 0, 1, null, 0 from ledger_account limit 1`,
    null,
    'accounts',
  ],
  [
    'the amount of an entry',
    `update ledger_entry set amount_cents = 1 where position = 12 and account_id = '${BOB}'`,
    12,
    'entries',
  ],
  [
    'the balance after an entry',
    `update ledger_entry set posted_after_cents = 1 where position = 13 and account_id = '${SETTLEMENT}'`,
    13,
    'entries',
  ],
  [
    'a deleted entry',
    `delete from ledger_entry where position = 4 and account_id = '${ALICE}'`,
    4,
    'entries',
  ],
  [
    'a deleted last entry',
    `delete from ledger_entry where position = 40 and account_id = '${BOB}'`,
    40,
    'entries',
  ],
  [
    'an entry that is not in the log',
    `insert into ledger_entry select account_id, 16, 1, null, 1, 0, 1, 0 from ledger_entry where position = 4 limit 1`,
    16,
    'entries',
  ],
  [
    'an entry after the end of the log',
    `insert into ledger_entry select account_id, 77, 1, null, 1, 0, 1, 0 from ledger_entry where position = 4 limit 1`,
    77,
    'entries',
  ],
  [
    'the status of a transaction',
    `update ledger_transaction set status = 'completed' where transaction_id = '${TRANSFER}'`,
    15,
    'transactions',
  ],
  [
    'the time at which a transaction becomes visible',
    `update ledger_transaction set visible_at = null where transaction_id = '${PAYMENT}'`,
    12,
    'transactions',
  ],
  [
    'a deleted transaction',
    `delete from ledger_transaction where transaction_id = '${PAYMENT}'`,
    12,
    'transactions',
  ],
  [
    'a transaction that is not in the log',
    `insert into ledger_transaction (transaction_id, account_id, kind, status, amount_cents, fee_cents, revision,
       created_position, changed_position, created_at, changed_at)
     values (gen_random_uuid(), '${BOB}', 'credit', 'completed', 1, 0, 1, 17, 17, now(), now())`,
    17,
    'transactions',
  ],
  ['a changed position of the read tables', `update ledger_projection set position = 30`, 31, 'projection'],
  ['a deleted position of the read tables', `delete from ledger_projection`, 1, 'projection'],
];

describe('verification of the read tables', () => {
  const SHUFFLE = `create temporary table shuffled as select * from ledger_entry order by md5(position::text);
    truncate ledger_entry; insert into ledger_entry table shuffled`;

  it.each([
    ['matches rows in memory', 50_000],
    ['lets the server sort rows', 3],
  ])('accepts rows in any storage order and still finds edits when it %s', async (_change, maxWaiting) => {
    await behindTriggers(SHUFFLE);
    await expect(verify(undefined, { maxUnmatched: maxWaiting })).resolves.toMatchObject({ ok: true });

    await behindTriggers(
      `update ledger_entry set held_after_cents = 7 where position = 12;
       delete from ledger_entry where position = 17;
       insert into ledger_entry values ('${UNKNOWN}', 18, 1, null, 1, 0, 1, 0)`,
    );
    const report = await verify(undefined, { maxUnmatched: maxWaiting });
    expect([...new Set(report.findings.map(({ position }) => position))]).toEqual([12, 17, 18]);
  });

  it('finds a value in a column that the projection does not know', async () => {
    await query(database.superUrl, `alter table ledger_transaction add extra text`);
    await behindTriggers(`update ledger_transaction set extra = 'x' where transaction_id = '${PAYMENT}'`);

    const report = await verify();
    await query(database.superUrl, `alter table ledger_transaction drop extra`);

    expect(report.findings).toMatchObject([
      { check: 'transactions', position: 12 },
      { check: 'schema', position: null },
    ]);
    expect(report.findings[0]?.message).toContain('extra is x');
  });

  it.each(TABLE_CASES)('finds an edit: %s [AUD-3, AUD-5]', async (_change, sql, position, check) => {
    await behindTriggers(sql);

    const report = await verify();

    expect(report.findings[0]).toMatchObject({ check, position });
  });

  it('reports both the account and the trial balance if a balance was edited [AUD-5]', async () => {
    await behindTriggers(
      `update ledger_account set posted_cents = posted_cents + 1 where account_id = '${ALICE}'`,
    );

    const report = await verify();
    expect(checksOf(report)).toEqual(['accounts', 'trial-balance']);
    expect(report.findings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^account \S+ differs: posted_cents is /),
      'the accounts in the read table sum to $0.01 instead of $0.00',
    ]);
  });

  it('says whose entry is missing', async () => {
    await behindTriggers(`delete from ledger_entry where position = 13 and account_id = '${SETTLEMENT}'`);

    const { findings } = await verify();

    expect(findings).toMatchObject([{ message: 'the entry for settlement is missing from the table' }]);
  });

  it('lists the first 20 findings and counts the others', async () => {
    await behindTriggers(`update ledger_entry set posted_after_cents = posted_after_cents + 1`);

    const report = await verify();
    const { stdout } = await runCli(['verify'], { database });

    expect(report.findings).toHaveLength(20);
    expect(report.findingsOmitted).toBeGreaterThan(20);
    expect(report.findings[0]?.position).toBe(4);
    expect(stdout).toContain('NOT sound');
    expect(stdout).toContain('the first at position 4');
    expect(stdout).toContain(`and ${report.findingsOmitted} more findings`);
  });

  it('succeeds again after a rebuild [LED-13]', async () => {
    await behindTriggers(
      `update ledger_account set posted_cents = 1 where account_id = '${ALICE}';
       delete from ledger_entry where position < 20;
       delete from ledger_transaction;
       update ledger_projection set position = 3`,
    );
    expect((await verify()).ok).toBe(false);

    const { code, stdout } = await rebuild();

    expect(code).toBe(0);
    expect(stdout).toContain(`to position ${SAMPLE_LENGTH}`);
    await expect(verify()).resolves.toMatchObject({ ok: true });
    await appendCredits(database, 3);
    await expect(verify()).resolves.toMatchObject({ ok: true });
  });
});

describe('ledger rebuild', () => {
  it('keeps rows visible to a reader with an older snapshot', async () => {
    const reader = new pg.Client({ connectionString: database.auditorUrl });
    await reader.connect();
    const count = async (table: string): Promise<unknown> =>
      (await reader.query<{ count: unknown }>(`select count(*) from ${table}`)).rows[0]?.count;
    await reader.query('begin isolation level repeatable read');
    await count('ledger_event');

    expect((await rebuild()).code).toBe(0);

    await expect(count('ledger_account')).resolves.toBe(7);
    await reader.end();
  });

  it('changes nothing if the log is not sound [AUD-17]', async () => {
    await behindTriggers(`update ledger_event set actor = 'user:eve' where position = 30`);
    const before = await query(database.superUrl, 'select * from ledger_account order by 1');

    const { code, stderr } = await rebuild();

    expect(code).toBe(1);
    expect(stderr).toContain("The log isn't sound at position 30: the hash doesn't match the event's fields");
    expect(stderr).toContain('so one of them was changed. Nothing was rebuilt.');
    await expect(query(database.superUrl, 'select * from ledger_account order by 1')).resolves.toEqual(
      before,
    );
  });

  it('fails if the head row is not at the end of the log', async () => {
    await behindTriggers(`delete from ledger_event where position > 35`);

    const { code, stderr } = await rebuild();

    expect(code).toBe(1);
    expect(stderr).toContain("isn't sound at position 36");
  });

  it('does not stop payments, even on an account whose entries are being repaired [AUD-17]', async () => {
    await appendCredits(database, 1_200);
    await behindTriggers(
      `update ledger_account set outgoing_day_cents = outgoing_day_cents + 7 where account_id = '${ALICE}';
       delete from ledger_entry where position between 100 and 900;
       update ledger_transaction set status = 'failed' where created_position between 200 and 400`,
    );
    const writing = { isOver: false, written: 0 };
    const payments = (async () => {
      while (!writing.isOver) writing.written += (await appendCredits(database, 20)).length;
    })();

    const { code, stdout } = await rebuild();
    writing.isOver = true;
    await payments;

    expect(code).toBe(0);
    expect(stdout).toMatch(/Repaired 1 account, \d+,\d{3} entries and 20\d transactions\./);
    expect(writing.written).toBeGreaterThan(0);
    await expect(verify()).resolves.toMatchObject({ ok: true });
  });

  it('leaves the live tables unchanged when it is killed, and can be run again [AUD-17]', async () => {
    await appendCredits(database, 100);
    await behindTriggers(`update ledger_account set held_cents = 1 where account_id = '${ALICE}'`);
    const before = await query(database.superUrl, 'select * from ledger_account order by 1');
    const blocker = new pg.Client({ connectionString: database.superUrl });
    await blocker.connect();
    const isBuilding = async () =>
      (await query(database.superUrl, `select from pg_namespace where nspname = 'ledger_rebuild'`)).length >
      0;
    try {
      await blocker.query('begin; lock table ledger_account in share mode');
      const { child, ended } = startRebuild();
      const isHeld = `select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`;
      await waitFor(async () => (await query(database.superUrl, isHeld, [database.name])).length > 0, {
        what: 'a rebuild that is about to write',
      });
      expect(await isBuilding()).toBe(true);
      child.kill('SIGKILL');
      await ended;
    } finally {
      await blocker.end();
    }

    await expect(query(database.superUrl, 'select * from ledger_account order by 1')).resolves.toEqual(
      before,
    );
    await waitFor(async () => (await rebuild()).code === 0, { what: 'a rebuild after the killed one' });
    await expect(verify()).resolves.toMatchObject({ ok: true });
    await expect(isBuilding()).resolves.toBe(false);
  });

  it('does not touch correct rows', async () => {
    const rows = () =>
      query(database.superUrl, 'select ctid, xmin, * from ledger_account order by account_id');
    const before = await rows();

    const { stdout } = await rebuild();

    expect(stdout).toContain('Every row matched the log.');
    await expect(rows()).resolves.toEqual(before);
  });

  it('has no copy of the log to repair if the log is in PostgreSQL', async () => {
    const { code, stderr } = await rebuild('log-copy');
    expect(stderr).toContain("There's no copy of the log to rebuild: the log is in PostgreSQL.");
    expect(code).toBe(2);
  });

  it('repairs only the named projection', async () => {
    await behindTriggers(
      `update ledger_account set held_cents = 1 where account_id = '${ALICE}';
       update ledger_transaction set status = 'failed' where transaction_id = '${PAYMENT}'`,
    );

    const { code, stdout } = await rebuild('transactions');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Rebuilt transactions to position \d+, \S+\.\nRepaired 1 transaction\.$/m);
    expect(checksOf(await verify())).toEqual(['accounts']);
    expect((await rebuild('accounts')).code).toBe(0);
    await expect(verify()).resolves.toMatchObject({ ok: true });
  });

  it('repairs the event index up to the position of its follower', async () => {
    const index = () => query(database.superUrl, 'select * from ledger_event_index order by position');
    const FOLLOWER = `update ledger_follower set position = 30 where name = 'event-index'`;
    await query(database.superUrl, FOLLOWER);
    await expect(rebuild('event-index')).resolves.toMatchObject({ code: 0 });
    const rebuilt = await index();
    expect(rebuilt).toHaveLength(30);
    await query(
      database.superUrl,
      `update ledger_event_index set actor = 'user:eve' where position = 5;
       delete from ledger_event_index where position = 7;
       insert into ledger_event_index select 35, type, actor, actor_role, customer_id, account_id,
         transaction_id, correlation_id from ledger_event_index where position = 8`,
    );

    const { stdout } = await rebuild('event-index');

    expect(stdout).toContain('Rebuilt the event-history index to position 30: repaired 3 rows.');
    await expect(index()).resolves.toEqual(rebuilt);
    await query(
      database.superUrl,
      `truncate ledger_event_index; update ledger_follower set position = 0 where name = 'event-index'`,
    );
  });

  itNightly('leaves the event index unchanged when it is killed, and can be run again', async () => {
    const index = () => query(database.superUrl, 'select * from ledger_event_index order by position');
    const rebuildSession = `select from pg_stat_activity where datname = $1 and query like '%differing_ledger_event_index%' and pid <> pg_backend_pid()`;
    await query(database.superUrl, `update ledger_follower set position = 40 where name = 'event-index'`);
    await rebuild('event-index');
    await query(database.superUrl, `update ledger_event_index set actor = 'user:eve' where position = 5`);
    const before = await index();
    const blocker = new pg.Client({ connectionString: database.superUrl });
    await blocker.connect();
    try {
      await blocker.query('begin; lock table ledger_event_index in share mode');
      const { child, ended } = startRebuild('event-index');
      const isHeld = async () =>
        (await query(database.superUrl, `${rebuildSession} and wait_event_type = 'Lock'`, [database.name]))
          .length > 0;
      await waitFor(isHeld, { what: 'a rebuild that is about to write' });
      child.kill('SIGKILL');
      await ended;
    } finally {
      await blocker.end();
    }
    await waitFor(
      async () => (await query(database.superUrl, rebuildSession, [database.name])).length === 0,
      {
        what: 'the transaction of the killed rebuild to end',
      },
    );

    await expect(index()).resolves.toEqual(before);
    expect((await rebuild('event-index')).stdout).toContain('repaired 1 row');
    await query(
      database.superUrl,
      `truncate ledger_event_index; update ledger_follower set position = 0 where name = 'event-index'`,
    );
  });

  it('exits with 2 for an unknown projection and lists the known ones', async () => {
    const { code, stderr } = await rebuild('everything');

    expect(stderr).toContain(
      'Use accounts, entries, transactions, event-index, merkle-subtrees or log-copy.',
    );
    expect(code).toBe(2);
  });

  it('is denied to the auditor role [AUD-17]', async () => {
    const { code, stderr } = await runCli(['rebuild'], {
      database,
      env: { DATABASE_OWNER_URL: database.auditorUrl },
    });

    expect(code).toBe(2);
    expect(stderr).toMatch(/^ledger: .*(permission denied|read-only transaction).*\n$/);
  });
});

/**
 * Runs `ledger verify` in this process, with the auditor role. `ok: false` corresponds to the command's exit code 1.
 */
function verify(expectedHead?: ExpectedHead, options: VerifyOptions = {}): Promise<VerifyResult> {
  const expectedHeads = expectedHead === undefined ? [] : [expectedHead];
  return withAuditConnection(database.auditorUrl, (sql) => verifyLedger(sql, { ...options, expectedHeads }));
}

function headText({ position, hash }: ExpectedHead): string {
  return `${position}:${hash.toString('hex')}`;
}

const behindTriggers = (sql: string) => executeWithoutTriggers(database, sql);
const rechain = () => rechainLog(database);

function rebuild(...projection: string[]): Promise<CliResult> {
  return runCli(['rebuild', ...projection], { database, env: { DATABASE_OWNER_URL: database.ownerUrl } });
}

/** Starts a rebuild without waiting for it. `ended` settles when the process of the rebuild ends. */
function startRebuild(...projection: string[]) {
  const env = {
    ...process.env,
    ...{ SECRET_KEY: testServer().secretKey, DATABASE_OWNER_URL: database.ownerUrl },
    ...logEnv(database),
  };
  const args = [compiled('apps/ledger-cli.js'), 'rebuild', ...projection];
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
  return { child, ended: once(child, 'exit') };
}

function checksOf(report: VerifyResult): string[] {
  return [...new Set(report.findings.map(({ check }) => check))];
}
