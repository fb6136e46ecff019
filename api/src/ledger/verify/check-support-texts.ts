import { MAX_READ, type RowComparison } from './compare-rows.js';

interface TextDifference {
  readonly kind: 'dashboard' | 'reply';
  readonly id: string;
  /** The position of the event; null if no event recorded the text. */
  readonly position: number | null;
  readonly isMissing: boolean;
}

function describeTextDifference({ kind, id, position, isMissing }: TextDifference): string {
  const text = kind === 'dashboard' ? `the text on the dashboard of user ${id}` : `the reply ${id} in a chat`;
  if (position === null) return `${text} is in the table, but no event recorded it`;
  return `${text} ${isMissing ? 'is missing, but an event recorded it' : 'differs from the event that recorded it'}`;
}

// Deleted users' texts are erased, so it is not a difference if their texts are missing.
const SELECT_DIFFERENCES = `with
  decided as (
    select 'reply' as kind, payload::json ->> 'messageId' as id, payload::json ->> 'userId' as user_id,
        payload::json ->> 'messageDigest' as digest, position
      from ledger_event where type = 'ChatReplySent'
    union all
    select * from (select distinct on (stream) 'dashboard', payload::json ->> 'userId', payload::json ->> 'userId',
        payload::json ->> 'contentDigest', position
      from ledger_event where type = 'DashboardTextsChanged' order by stream, version desc) as newest),
  stored as (select kind, id::text, user_id::text, digest from ledger_support_texts()),
  living as (select id::text from ledger_decided_rows() where kind = 'user' and value <> 'deleted')
  select kind, id, position, stored.id is null as "isMissing"
    from decided full join stored using (kind, id)
    where (stored.digest is distinct from decided.digest or stored.user_id <> decided.user_id)
      and (stored.id is not null or decided.user_id in (select id from living))
    order by position nulls last, kind, id limit ${MAX_READ}`;

/**
 * Compares the texts on dashboards and the replies in chats with the digests in their last events (AUD-50). Texts that
 * were written before such events were introduced have no salt and are not compared. Run it after `checkDecisions`,
 * which checks which users are deleted.
 */
export const SUPPORT_TEXTS: RowComparison<TextDifference> = {
  check: 'decisions',
  readers: ['ledger_support_texts()'],
  select: SELECT_DIFFERENCES,
  describe: describeTextDifference,
};
