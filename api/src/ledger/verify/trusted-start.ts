import type { AuditedLog } from '../log/audited-log.js';
import type { Sql } from '../../platform/database/sql.js';
import { checkpointProblems } from '../proof/check-checkpoint.js';
import type { Checkpoint } from '../proof/checkpoint.js';
import { MerkleAccumulator } from '../proof/merkle-accumulator.js';
import { orNullIfMissing, rangeRootOf } from '../proof/merkle-tree-store.js';
import type { Finding } from './finding-list.js';
import type { FoldStart } from './log-fold.js';

/** Where a fold continues from a checkpoint, and the findings if the log does not match the checkpoint. */
export interface TrustedStart {
  readonly start: FoldStart;
  readonly findings: readonly Finding[];
}

/**
 * Compares a trusted checkpoint with the log without reading the whole log: the hash, the Merkle root and the trial
 * balance at the checkpoint's position, and the number of events up to there. `sql` must read from one snapshot.
 */
export async function trustedStart(
  sql: Sql,
  log: Pick<AuditedLog, 'hashAt'>,
  checkpoint: Checkpoint,
): Promise<TrustedStart> {
  const { position, hash, recordedAt, balance } = checkpoint;
  const hashInLog = await log.hashAt(position);
  const tree =
    hashInLog === null ? null : await orNullIfMissing(MerkleAccumulator.of(position, rangeRootOf(sql)));
  const reached = hashInLog === null ? null : { hash: hashInLog, root: tree?.root() ?? null };
  const problems = await checkpointProblems(sql, checkpoint, reached);
  const findings = problems.map((message): Finding => ({ check: 'expected-head', position, message }));
  findings.push(...(await checkEventCount(sql, position)));
  const after = { position, hash, recordedAt };
  return { start: { after, tree: tree ?? new MerkleAccumulator(), balance }, findings };
}

async function checkEventCount(sql: Sql, position: number): Promise<Finding[]> {
  const [found] = await sql.query<{ count: number }>(
    'select count(*) as count from ledger_event where position <= $1',
    [position],
  );
  const count = found?.count ?? 0;
  if (count === position) return [];
  const message = describeCount(count, position);
  return [{ check: 'positions', position: (await firstGap(sql, position)) ?? count + 1, message }];
}

function describeCount(count: number, position: number): string {
  const upTo = `up to position ${position}`;
  if (count === position - 1) return `an event ${upTo} is missing`;
  return count < position
    ? `${position - count} events ${upTo} are missing`
    : `there are ${count} events ${upTo}`;
}

/**
 * Returns the first position whose event is missing or out of sequence, or null if only the last events are missing.
 */
async function firstGap(sql: Sql, position: number): Promise<number | null> {
  const [gap] = await sql.query<{ position: number }>(
    `select expected as position from (
      select position, row_number() over (order by position) as expected from ledger_event where position <= $1
    ) as event where position <> expected order by position limit 1`,
    [position],
  );
  return gap?.position ?? null;
}
