import { hash } from 'node:crypto';
import type { Sql } from '../../platform/database/sql.js';
import { releasedDefinition } from './check-schema.js';
import type { CheckName, FindingList } from './finding-list.js';

/** Maximum number of differences read per comparison, to bound memory. */
export const MAX_READ = 1_000;

/** The database functions that read rows with the rights of the functions' owner, and how findings name them. */
const READERS = {
  'ledger_decided_rows()': 'that reads decided rows',
  'ledger_deciders()': 'ledger_deciders(), which reads identity checks,',
  'ledger_frozen_users()': 'that reads frozen users',
  'ledger_hashed_keys(text[])': 'that reads recorded keys',
  'ledger_kyc_digests()': 'ledger_kyc_digests(), which reads identity checks,',
  'ledger_planned_transfers()': 'that reads scheduled transfers',
  'ledger_proposals()': 'that reads proposals',
  'ledger_support_texts()': 'that reads dashboard texts and replies',
  'ledger_texts_and_notes_digests()': 'that computes digests of texts',
} as const;
export type Reader = keyof typeof READERS;

/** A row that differs from the log. */
interface Difference {
  readonly position: number | null;
  /** Total number of differences, if the statement also counts those that it does not return. */
  readonly total?: number;
}

/** A comparison of rows with the log, in one statement that returns the differences. */
export interface RowComparison<Row extends Difference> {
  readonly check: CheckName;
  /** The functions that the statement uses to read rows. */
  readonly readers?: readonly Reader[];
  readonly select: string;
  /** Returns null if a difference is not a finding. */
  readonly describe: (row: Row) => string | null;
}

/** Compares rows and adds a finding for each difference. Returns the differences; null if a reader was changed. */
export async function compareRows<Row extends Difference>(
  sql: Sql,
  { check, readers = [], select, describe }: RowComparison<Row>,
  values: readonly unknown[],
  findings: FindingList,
): Promise<readonly Row[] | null> {
  if (!(await areReleased(sql, check, readers, findings))) return null;
  const rows = await sql.query<Row>(select, values);
  addDifferences(check, rows, describe, findings);
  return rows;
}

/**
 * Whether each function in `readers` has the same source in the database as in this release. If one differs, adds a
 * finding: a superuser could have installed a version that hides changes.
 */
export async function areReleased(
  sql: Sql,
  check: CheckName,
  readers: readonly Reader[],
  findings: FindingList,
): Promise<boolean> {
  for (const reader of readers) {
    const [source] = await sql.query<{ text: string }>(SELECT_SOURCE, [reader]);
    const released = releasedDefinition('function', reader);
    // The definition ends with the hash of the source.
    if (source !== undefined && released?.endsWith(` ${hash('sha256', source.text)}`) === true) continue;
    findings.add({ check, position: null, message: `the function ${READERS[reader]} was changed` });
    return false;
  }
  return true;
}

const SELECT_SOURCE = `select prosrc as text from pg_proc where oid = to_regprocedure($1)
  and prosecdef and prolang = (select oid from pg_language where lanname = 'sql')
  and proconfig = array['search_path=public, pg_temp']`;

/** Adds a finding for each difference that `describe` describes. Differences that were not read are only counted. */
export function addDifferences<Row extends Difference>(
  check: CheckName,
  rows: readonly Row[],
  describe: (row: Row) => string | null,
  findings: FindingList,
): void {
  for (const row of rows) {
    const message = describe(row);
    if (message !== null) findings.add({ check, position: row.position, message });
  }
  findings.addUnlisted((rows[0]?.total ?? rows.length) - rows.length);
}
