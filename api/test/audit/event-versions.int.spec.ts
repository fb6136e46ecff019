import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import {
  insertLog,
  LOG_OF_VERSION_1,
  rowsAsInVersion1,
  tableRows,
  tablesOfVersion1,
} from '../ledger/stored-log.fixtures.js';
import { type CliResult, query, runCli, useDatabase } from '../harness/index.js';
import { BOB, snapshotLedger, restoreLedger, SAMPLE_LENGTH } from '../harness/sample-ledger.js';
import { executeWithoutTriggers, rechainLog } from './tamper.fixtures.js';
import { TEST_SIGNER } from '../harness/writer-key.js';

/** Position of a transfer of $1,000 with a fee of $20, recorded when payloads had no fee rate. */
const OLD_TRANSFER = 6;
const NEW_TRANSFER = SAMPLE_LENGTH + 1;

const database = useDatabase();

beforeAll(async () => {
  await insertLog(database, LOG_OF_VERSION_1);
  await ledger('rebuild');
  await snapshotLedger(database);
});

/** The stored log has no transaction texts, so `verify` must skip them. */
const WITHOUT_TEXTS = ['verify', '--without-texts'] as const;

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
  const writer = createLedgerWriter(database.appUrl, TEST_SIGNER);
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

describe('a log of payload version 1', () => {
  it('produces the same rows as it did in the release that wrote it [LED-14]', async () => {
    expect(await rowsAsInVersion1(database)).toEqual(await tablesOfVersion1());
  });

  it('verifies as sound, in the database and as a file', async () => {
    const inDatabase = await ledger(...WITHOUT_TEXTS);
    expect(inDatabase.stdout).toContain(`${SAMPLE_LENGTH} events, every hash and position correct`);
    expect(inDatabase.code).toBe(0);

    const asFile = await ledger('verify', '--from-file', LOG_OF_VERSION_1);
    expect(asFile.stdout).toContain(`${SAMPLE_LENGTH} events, every hash and position correct`);
    expect(asFile.code).toBe(0);
  });

  it('is exported byte for byte as stored', async () => {
    const { stdout } = await ledger('export', '--format', 'ndjson');
    expect(stdout).toBe(await readFile(LOG_OF_VERSION_1, 'utf8'));
  });

  it('is shown as stored', async () => {
    const shown = await json<Shown>('show', String(OLD_TRANSFER));
    expect(shown).toMatchObject({ payloadVersion: 1, isHashRight: true, payload: { feeCents: 2_000 } });
    expect(shown.payload).not.toHaveProperty('feeBasisPoints');

    const { lines } = await json<{ lines: unknown[] }>('history', BOB);
    expect(lines).toHaveLength(25);
  });

  it('continues with events of the current version', async () => {
    try {
      await requestTransfer();
      const shown = await json<Shown>('show', String(NEW_TRANSFER));
      expect(shown).toMatchObject({
        payloadVersion: 2,
        isHashRight: true,
        // 2% of $100.25 is $2.005.
        payload: { feeCents: 201, feeBasisPoints: 200 },
      });

      expect(await json<Verified>(...WITHOUT_TEXTS)).toMatchObject({ ok: true });
      expect((await ledger('rebuild')).stdout).toContain('Every row matched the log.');
    } finally {
      await restoreLedger(database);
    }
  });
});

describe('a correctly hashed payload', () => {
  const position = NEW_TRANSFER;

  it.each([
    [
      'of a future version is rejected as unreadable',
      `payload_version = 4`,
      'payload',
      'TransferRequested has payload version 4, but this program supports only versions up to 3',
    ],
    [
      'with its version set back to 1 is accepted, because version 1 implies the same fee rate',
      `payload_version = 1`,
      null,
      '',
    ],
    [
      'breaks a rule if its fee is higher than its rate implies',
      `payload = replace(payload, '"feeCents":201', '"feeCents":202')`,
      'rules',
      "the fee doesn't match its rate",
    ],
    [
      'breaks a rule if its rate does not match its fee',
      `payload = replace(payload, '"feeBasisPoints":200', '"feeBasisPoints":150')`,
      'rules',
      "the fee doesn't match its rate",
    ],
  ])('%s', async (_, change, check, what) => {
    await requestTransfer();
    try {
      await executeWithoutTriggers(
        database,
        `update ledger_event set ${change} where position = ${position}`,
      );
      await rechainLog(database);
      const { ok, firstBadPosition, findings } = await json<Verified>(...WITHOUT_TEXTS);
      expect(ok).toBe(check === null);
      expect(firstBadPosition).toBe(check === null ? null : position);
      if (check !== null) expect(findings[0]).toMatchObject({ check, what });
    } finally {
      await restoreLedger(database);
    }
  });

  it('of a future version stops a rebuild instead of changing balances', async () => {
    await executeWithoutTriggers(
      database,
      `update ledger_event set payload_version = 9 where position = ${OLD_TRANSFER}`,
    );
    await rechainLog(database);
    const rows = await tableRows(database);
    try {
      const { code, stderr } = await ledger('rebuild');
      expect(stderr).toContain(
        `The log isn't sound at position ${OLD_TRANSFER}: TransferRequested has payload`,
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
