import { hash } from 'node:crypto';
import type { Sql } from '../../platform/database/sql.js';
import type { CheckName, FindingList } from './finding-list.js';

/** Differences of one comparison that are read at most, to bound memory. */
export const MAX_READ = 1_000;

/** A function of the database that reads rows with the rights of its owner. */
export interface OwnerFunction {
  readonly signature: string;
  readonly sha256: string;
  /** Names it in a finding. */
  readonly name: string;
}

/**
 * Whether functions of the database have the sources of this release. A superuser could replace one by another that hides a
 * change, so a changed one is a finding.
 */
export async function areUnchanged(
  sql: Sql,
  check: CheckName,
  functions: readonly OwnerFunction[],
  findings: FindingList,
): Promise<boolean> {
  for (const { signature, sha256, name } of functions) {
    const [source] = await sql.query<{ text: string }>(SELECT_SOURCE, [signature]);
    if (source !== undefined && hash('sha256', source.text) === sha256) continue;
    findings.add({ check, position: null, message: `the function ${name} was changed` });
    return false;
  }
  return true;
}

const SELECT_SOURCE = `select prosrc as text from pg_proc where oid = to_regprocedure($1)
  and prosecdef and prolang = (select oid from pg_language where lanname = 'sql')
  and proconfig = array['search_path=public, pg_temp']`;

/** A row that differs from the log. */
interface Difference {
  readonly position: number | null;
  /** Number of all differences, if the statement counts those that it does not return. */
  readonly total?: number;
}

/**
 * Adds a finding for each difference, unless `describe` returns null for it. Differences beyond the limit are only counted.
 */
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
