import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import { insertLog, LOG_OF_VERSION_1, tableRows, tablesOfVersion1 } from '../ledger/stored-log.fixtures.js';
import { type CliResult, createDatabase, query, runCli, type TestDatabase } from '../support/index.js';
import { BOB, snapshotLedger, restoreLedger, SAMPLE_LENGTH } from '../support/sample-ledger.js';
import { executeWithoutTriggers, rechainLog } from './tamper.fixtures.js';

/** A transfer of $1,000 with a fee of $20, asked for when payloads had no rate of it. */
const OLD_TRANSFER = 6;
const NEW_TRANSFER = SAMPLE_LENGTH + 1;

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  await insertLog(database, LOG_OF_VERSION_1);
  await ledger('rebuild');
  await snapshotLedger(database);
});

afterAll(() => database.drop());

function ledger(...args: string[]): Promise<CliResult> {
  return runCli(args, { database, env: { DATABASE_OWNER_URL: database.ownerUrl } });
}

async function json<Document>(...args: string[]): Promise<Document> {
  return JSON.parse((await ledger(...args, '--json')).stdout) as Document;
}

interface Verified {
  readonly ok: boolean;
  readonly firstBadPosition: number | null;
  readonly findings: readonly { readonly check: string; readonly what: string }[];
}

interface Shown {
  readonly payloadVersion: number;
  readonly payload: { readonly feeCents: number; readonly feeBasisPoints?: number };
  readonly payloadText: string;
  readonly isHashRight: boolean;
}

async function requestTransfer(): Promise<void> {
  const writer = createLedgerWriter(database.appUrl);
  const outcome = await writer.submit({
    command: {
      type: 'RequestTransfer',
      transactionId: '10000000-0000-4000-8000-000000000041',
      accountId: BOB,
      amountCents: 10_025,
      category: 'food',
      bankDay: '2026-01-06',
      textsDigest: 'digest',
    },
    context: { actor: 'user:teller', correlationId: 'today' },
  });
  await writer.close();
  if (!outcome.ok) throw new Error(outcome.refusal.code);
}

describe('a log that was written in version 1', () => {
  it('folds to the tables that it had then, row by row [LED-14]', async () => {
    expect(await tableRows(database)).toEqual(await tablesOfVersion1());
  });

  it('is sound, in the database and as a file', async () => {
    const inDatabase = await ledger('verify');
    expect(inDatabase.stdout).toContain(`${SAMPLE_LENGTH} events, every hash and position right`);
    expect(inDatabase.code).toBe(0);

    const asFile = await ledger('verify', '--from-file', LOG_OF_VERSION_1);
    expect(asFile.stdout).toContain(`${SAMPLE_LENGTH} events, every hash and position right`);
    expect(asFile.code).toBe(0);
  });

  it('is exported byte for byte as it came', async () => {
    const { stdout } = await ledger('export', '--format', 'ndjson');
    expect(stdout).toBe(await readFile(LOG_OF_VERSION_1, 'utf8'));
  });

  it('is shown as it was stored', async () => {
    const shown = await json<Shown>('show', String(OLD_TRANSFER));
    expect(shown).toMatchObject({ payloadVersion: 1, isHashRight: true, payload: { feeCents: 2_000 } });
    expect(shown.payload).not.toHaveProperty('feeBasisPoints');

    const { lines } = await json<{ lines: unknown[] }>('history', BOB);
    expect(lines).toHaveLength(25);
  });

  it('goes on in the version of today', async () => {
    try {
      await requestTransfer();
      const shown = await json<Shown>('show', String(NEW_TRANSFER));
      expect(shown).toMatchObject({
        payloadVersion: 2,
        isHashRight: true,
        // 2% of $100.25 is $2.005.
        payload: { feeCents: 201, feeBasisPoints: 200 },
      });

      expect(await json<Verified>('verify')).toMatchObject({ ok: true });
      expect((await ledger('rebuild')).stdout).toContain('Every row was as the log says.');
    } finally {
      await restoreLedger(database);
    }
  });
});

describe('a payload with a right hash', () => {
  const position = NEW_TRANSFER;

  it.each([
    [
      'of a version of the future is refused in plain words',
      `payload_version = 3`,
      'payload',
      'TransferRequested has payload version 3, but this program supports only versions up to 2',
    ],
    [
      'whose version was set back is still what it was, for the rate is that of then',
      `payload_version = 1`,
      null,
      '',
    ],
    [
      'that charges more than its rate is no event of this ledger',
      `payload = replace(payload, '"feeCents":201', '"feeCents":202')`,
      'rules',
      'the fee is not its rate of the amount',
    ],
    [
      'whose rate gives another fee is none either',
      `payload = replace(payload, '"feeBasisPoints":200', '"feeBasisPoints":150')`,
      'rules',
      'the fee is not its rate of the amount',
    ],
  ])('%s', async (_, change, check, what) => {
    await requestTransfer();
    try {
      await executeWithoutTriggers(
        database,
        `update ledger_event set ${change} where position = ${position}`,
      );
      await rechainLog(database);
      const { ok, firstBadPosition, findings } = await json<Verified>('verify');
      expect(ok).toBe(check === null);
      expect(firstBadPosition).toBe(check === null ? null : position);
      if (check !== null) expect(findings[0]).toMatchObject({ check, what });
    } finally {
      await restoreLedger(database);
    }
  });

  it('of a version of the future does not become a wrong balance', async () => {
    await executeWithoutTriggers(
      database,
      `update ledger_event set payload_version = 9 where position = ${OLD_TRANSFER}`,
    );
    await rechainLog(database);
    const rows = await tableRows(database);
    try {
      const { code, stderr } = await ledger('rebuild');
      expect(stderr).toContain(
        `the log is not sound at position ${OLD_TRANSFER}: TransferRequested has payload`,
      );
      expect(code).toBe(1);
      expect(await tableRows(database)).toEqual(rows);
    } finally {
      await restoreLedger(database);
    }
    expect(await query(database.superUrl, 'select count(*)::int from ledger_event')).toEqual([
      { count: SAMPLE_LENGTH },
    ]);
  });
});
