import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { query, runCli, type TestDatabase, useDatabase } from '../harness/index.js';
import { ROOT } from '../harness/paths.js';

/**
 * A database as an earlier release left it: the rows of its ledger tables, a checkpoint at position 40 of 45, the
 * bank's public key and two proofs of event 8. Never regenerate it. Its texts do not match their digests in the log, so
 * `verify` runs `--without-texts`.
 */
const STORED = path.join(ROOT, 'api', 'test', 'fixtures', 'ledger-of-2026-11-23');
const CHECKPOINT = path.join(STORED, 'checkpoint.txt');
const KEYS = path.join(STORED, 'bank.pub');

describe('a database from an earlier release', () => {
  const database = useDatabase();

  beforeAll(async () => {
    await insertTables(database, path.join(STORED, 'tables.ndjson'));
  });

  it.each([
    ['passes verification', ['verify', '--without-texts', '--json']],
    [
      'passes verification against its checkpoint',
      ['verify', '--without-texts', '--checkpoints', CHECKPOINT, '--keys', KEYS, '--json'],
    ],
    [
      'has a checkpoint that is part of its log',
      ['checkpoint', 'verify', CHECKPOINT, '--keys', KEYS, '--json'],
    ],
    ['has a valid compact proof', ['check-proof', path.join(STORED, 'event.proof'), '--keys', KEYS]],
    ['has a valid JSON proof', ['check-proof', path.join(STORED, 'event.json'), '--keys', KEYS]],
  ])('%s', async (_, args) => {
    const result = await runCli(args, { database });
    expect({ ...result, stdout: '' }).toEqual({ code: 0, stdout: '', stderr: expect.any(String) });
  });

  it('gives the same proof of an event as that release, byte for byte', async () => {
    const { stdout } = await runCli(['prove', '8', '--checkpoint', CHECKPOINT, '--keys', KEYS, '--json'], {
      database,
    });
    expect(stdout).toBe(await readFile(path.join(STORED, 'event.json'), 'utf8'));
  });

  it('fails verification after one of its events changes', async () => {
    await query(
      withoutTriggers(database),
      `update ledger_event set actor = 'user:mallory' where position = 8`,
    );
    const { code } = await runCli(['verify', '--without-texts'], { database });
    expect(code).toBe(1);
  });
});

interface StoredRow {
  readonly table: string;
  readonly row: Record<string, unknown>;
}

/** Replaces the rows of the ledger's tables. Columns that were added later get their defaults. */
async function insertTables(database: TestDatabase, file: string): Promise<void> {
  const byTable = new Map<string, Record<string, unknown>[]>();
  for (const line of (await readFile(file, 'utf8')).trimEnd().split('\n')) {
    const { table, row } = JSON.parse(line) as StoredRow;
    byTable.set(table, [...(byTable.get(table) ?? []), row]);
  }
  const url = withoutTriggers(database);
  await query(url, `truncate ${[...byTable.keys()].join(', ')}`);
  for (const [table, rows] of byTable) {
    const columns = Object.keys(rows[0] ?? {}).join(', ');
    await query(
      url,
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    );
  }
}

/** The URL of a superuser connection without triggers, because the log's triggers refuse every change. */
const withoutTriggers = ({ superUrl }: TestDatabase): string =>
  `${superUrl}?options=-c%20session_replication_role%3Dreplica`;
