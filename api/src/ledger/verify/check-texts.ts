import type { Sql } from '../../platform/database/sql.js';
import { addDifferences, areReleased, MAX_READ } from './compare-rows.js';
import type { Finding, FindingList } from './finding-list.js';

/** A text that does not match its event's digest. */
interface Mismatch {
  readonly position: number;
  readonly transactionId: string;
  readonly what: 'texts' | 'notes';
  readonly isMissing: boolean;
  /** How many texts have the same problem as this one: all that are missing, or all that were changed. */
  readonly total: number;
}

export interface TextScope {
  /** Only texts of events after this position are checked. */
  readonly after: number;
  /**
   * Whether missing texts are only a warning. If the log is outside PostgreSQL, restoring PostgreSQL from a backup can
   * lose the texts of the log's newest events.
   */
  readonly mayBeLost: boolean;
}

/**
 * Checks that transactions' texts (names, accounts, purposes and notes) match their digests in the log (AUD-25). The
 * database computes the digests, because auditors are not allowed to read the texts. Texts missing from closed accounts
 * are not reported, because they may have been erased. The events must already be verified. Returns warnings.
 */
export async function checkTexts(
  sql: Sql,
  { after, mayBeLost }: TextScope,
  findings: FindingList,
): Promise<Finding[]> {
  if (!(await areReleased(sql, 'texts', ['ledger_texts_and_notes_digests()'], findings))) return [];
  const mismatches = await sql.query<Mismatch>(SELECT_MISMATCHES, [after, MAX_READ]);
  const changed = mismatches.filter(({ isMissing }) => !isMissing);
  const missing = mismatches.filter(({ isMissing }) => isMissing);
  addDifferences('texts', changed, describeMismatch, findings);
  if (!mayBeLost) addDifferences('texts', missing, describeMismatch, findings);
  return mayBeLost ? missing.slice(0, 1).map(missingTextsWarning) : [];
}

function missingTextsWarning({ position, total }: Mismatch): Finding {
  const message = `missing texts or notes of transactions: ${total}, the first for event ${position}`;
  return { check: 'texts', position, message };
}

function describeMismatch({ transactionId, what, isMissing }: Mismatch): string {
  const problem = isMissing ? 'are missing' : "don't match the digest in the event";
  return `the ${what} of transaction ${transactionId} ${problem}`;
}

// The texts of each event, then the newest notes of each transaction. Anything in an event that doesn't look like a
// digest is ignored.
const SELECT_MISMATCHES = `with event as (
    select position, payload::json as payload from ledger_event
      where position > $1 and stream like 'account:%' and strpos(payload, 'Digest":"') > 0),
  stated as (
    select position, payload ->> 'transactionId' as id, 'texts' as what, payload ->> 'textsDigest' as digest
      from event where payload ->> 'textsDigest' is not null
    union all
    select * from (
      select distinct on (payload ->> 'transactionId') position, payload ->> 'transactionId', 'notes',
        payload ->> 'notesDigest'
      from event where payload ->> 'notesDigest' is not null
      order by payload ->> 'transactionId', position desc) as newest),
  stored as (select * from ledger_texts_and_notes_digests()),
  compared as (
    select stated.position, stated.id, stated.what,
      case stated.what when 'texts' then stored.texts_digest else stored.notes_digest end as found, stated.digest
    from stated left join stored on stored.transaction_id::text = stated.id
    where stated.digest ~ '^[A-Za-z0-9_-]{43}$'),
  differing as (
    select compared.position, compared.id as "transactionId", compared.what, compared.found is null as "isMissing",
      count(*) over kind as total, row_number() over (kind order by compared.position) as number
    from compared
      join ledger_transaction as transaction on transaction.transaction_id::text = compared.id
      join ledger_account as account using (account_id)
    where compared.found is distinct from compared.digest
      and not (compared.found is null and account.status = 'closed')
    window kind as (partition by compared.found is null))
  select * from differing where number <= $2 order by position`;
