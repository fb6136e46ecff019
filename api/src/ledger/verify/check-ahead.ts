import type { Sql } from '../../platform/database/sql.js';
import type { Finding } from './finding-list.js';

/**
 * Checks that no other table refers to events past the end of the log. To truncate the log unnoticed, an attacker would
 * have to change all those tables (AUD-23).
 */
export async function checkAhead(sql: Sql, end: number): Promise<Finding[]> {
  const rows = await sql.query<{ what: string; position: number }>(SELECT_AHEAD, [end]);
  return rows.map(({ what, position }) => ({
    check: 'ahead',
    position: end + 1,
    message: `${what} at position ${position}, but the log ends at ${end}: it was truncated, or this is an older backup`,
  }));
}

// Ignores checkpoints taken before an operator accepted a shorter log (LED-22).
const SELECT_AHEAD = `select what, position::bigint as position from (
    select 'the follower ' || name || ' is' as what, position from ledger_follower
    union all select 'an indexed event is', max(position) from ledger_event_index
    union all select 'the event of an idempotency key is', max(last_position) from ledger_idempotency_key
    union all select 'a signed batch ends', max(last_position) from ledger_batch_signature
    union all select 'a Merkle subtree ends', max((place + 1) * 256::numeric ^ level) from ledger_merkle_subtree
    union all select 'a verification ended', max(position) from ledger_verification where status in ('sound', 'unsound')
    union all select 'a mailed event is', ledger_mailed_position()
    union all select 'a signed checkpoint is', max(position) from ledger_checkpoint as taken where not exists (
      select from ledger_checkpoint_halt where resumed_at >= taken.taken_at)
  ) as reach where position > $1 order by position desc, what`;
