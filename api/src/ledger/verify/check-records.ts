import { pagesAfter } from '../../platform/database/pages.js';
import type { Sql } from '../../platform/database/sql.js';
import { nullIfInvalid, parseNote } from '../proof/checkpoint.js';
import type { ExpectedHead } from './check-head.js';
import { addDifferences } from './compare-rows.js';
import type { FindingList } from './finding-list.js';

/** Rows per page. */
const PAGE = 500;

/**
 * Compares the records of earlier checks with the log (AUD-84): checkpoints, verifications and quarantined accounts.
 * `expectedHeads` are checkpoints with verified signatures. A checkpoint's row must agree with the expected head at its
 * position, if there is one.
 */
export async function checkRecords(
  sql: Sql,
  { expectedHeads }: { readonly expectedHeads: readonly ExpectedHead[] },
  findings: FindingList,
): Promise<void> {
  const signed = new Map(expectedHeads.map((head) => [head.position, head]));
  const describe = (row: CheckpointRow): string | null => {
    const problem = rowProblem(row, signed.get(row.position));
    return problem && `the row of the checkpoint at ${row.position} ${problem}`;
  };
  const read = (after: number): Promise<CheckpointRow[]> => sql.query(SELECT_CHECKPOINTS, [after, PAGE]);
  for await (const page of pagesAfter(0, PAGE, read)) addDifferences('records', page, describe, findings);
  for (const select of [SELECT_VERIFICATIONS, SELECT_QUARANTINES])
    addDifferences('records', await sql.query<RecordRow>(select), ({ message }) => message, findings);
}

interface CheckpointRow {
  readonly position: number;
  readonly keyId: string;
  readonly note: string;
  readonly takenAt: Date;
  /** The hash of the event at this position; null if there is no such event. */
  readonly hash: Buffer | null;
}

function rowProblem(row: CheckpointRow, signed: ExpectedHead | undefined): string | null {
  const note = nullIfInvalid(() => parseNote(row.note));
  if (note === null) return 'contains no valid checkpoint';
  const { checkpoint, keyId } = note;
  const isSame =
    checkpoint.position === row.position &&
    keyId === row.keyId &&
    checkpoint.takenAt.getTime() === row.takenAt.getTime();
  if (!isSame) return 'has a different position, key or time from its signed note';
  if (row.hash?.equals(checkpoint.hash) === false) return 'has a different hash from the event';
  const isAsSigned =
    signed === undefined ||
    (signed.hash.equals(checkpoint.hash) && (signed.root?.equals(checkpoint.root) ?? true));
  return isAsSigned ? null : 'differs from the signed checkpoint';
}

interface RecordRow {
  readonly position: number | null;
  readonly message: string;
}

// Leaves out checkpoints taken before an operator accepted a shorter log: they contradict today's log (LED-22).
const SELECT_CHECKPOINTS = `
  select taken.position, key_id as "keyId", note, taken_at as "takenAt", event.hash
    from ledger_checkpoint as taken left join ledger_event as event using (position)
    where taken.position > $1 and not exists (
      select from ledger_checkpoint_halt where resumed_at >= taken.taken_at)
    order by taken.position limit $2`;

const SELECT_VERIFICATIONS = `
  select done.position, 'verification ' || id || ' says ' || status || ', but ' || case
      when status = 'sound' and event.hash <> done.hash then 'the event at its position has a different hash'
      when status = 'sound' then 'it has findings' else 'it has no findings' end as message
    from ledger_verification as done left join ledger_event as event using (position)
    where case status
      when 'sound' then event.hash <> done.hash or jsonb_array_length(findings) > 0 or findings_omitted > 0
      when 'unsound' then jsonb_array_length(findings) = 0 and findings_omitted = 0
      else false end
    order by done.position, id limit ${PAGE}`;

const SELECT_QUARANTINES = `
  select position, case when opened
      then 'the balances in the quarantine of account ' || account_id || ' differ from those in the account''s entries at the quarantine''s position'
      else 'the quarantine of account ' || account_id || ' concerns an account without events' end as message
    from (
      select found.*, exists (select from ledger_event where stream = 'account:' || found.account_id) as opened,
        coalesce(last.posted_after_cents, 0) as posted_after, coalesce(last.held_after_cents, 0) as held_after
      from ledger_quarantine as found left join lateral (
        select posted_after_cents, held_after_cents from ledger_entry
          where account_id = found.account_id and position <= found.position order by position desc limit 1) as last on true
    ) as compared
    where not opened or (posted_after, held_after) is distinct from (entry_posted_cents, entry_held_cents)
    order by position, account_id limit ${PAGE}`;
