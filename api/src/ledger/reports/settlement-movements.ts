import { bankDayOf } from '../../platform/time/bank-day.js';
import type { Sql } from '../../platform/database/sql.js';
import { SYSTEM_ACCOUNTS } from '../domain/accounts.js';
import type { Movement } from './reconciliation.js';

const PAGE_SIZE = 5_000;
/** What fits into memory with ease; a longer period is to be taken in parts. */
const MAX_MOVEMENTS = 1_000_000;

/** There are more movements than are compared at once. */
export class TooManyMovementsError extends Error {
  constructor() {
    super(`there are more than ${MAX_MOVEMENTS} movements: take a shorter period`);
    this.name = 'TooManyMovementsError';
  }
}

interface MovementRow {
  readonly position: number;
  readonly transactionId: string;
  readonly kind: string;
  readonly amountCents: number;
  readonly recordedAt: Date;
}

/**
 * What came in and left through settlement after one position and up to another, in the order of the log. In the
 * ledger, money that leaves is posted to settlement above zero: here it is below. Throws `TooManyMovementsError`.
 */
export async function settlementMovements(
  sql: Sql,
  { after, upTo }: { readonly after: number; readonly upTo: number },
  timeZone: string,
): Promise<Movement[]> {
  const movements: Movement[] = [];
  let reached = after;
  while (true) {
    const page = await sql.query<MovementRow>(SELECT_PAGE, [
      ...[SYSTEM_ACCOUNTS.settlement, reached, upTo, PAGE_SIZE],
    ]);
    for (const row of page) movements.push(movementOf(row, timeZone));
    if (movements.length > MAX_MOVEMENTS) throw new TooManyMovementsError();
    reached = page.at(-1)?.position ?? reached;
    if (page.length < PAGE_SIZE) return movements;
  }
}

function movementOf({ recordedAt, ...row }: MovementRow, timeZone: string): Movement {
  return {
    ...row,
    amountCents: -row.amountCents,
    isReversal: isReversal(row.kind, row.amountCents),
    day: bankDayOf(recordedAt, timeZone),
  };
}

/** A transfer is posted to settlement above zero, what comes in below: the other way round it is taken back. */
function isReversal(kind: string, postedCents: number): boolean {
  if (kind === UNKNOWN) return false;
  return kind === 'transfer' ? postedCents < 0 : postedCents > 0;
}

const UNKNOWN = 'unknown';

// A movement counts also where somebody took its transaction out of the read table.
const SELECT_PAGE = `
  select entry.position, coalesce(entry.transaction_id::text, '') as "transactionId",
    coalesce(transaction.kind, '${UNKNOWN}') as kind,
    entry.amount_cents as "amountCents", event.recorded_at as "recordedAt"
  from ledger_entry entry
  join ledger_event event on event.position = entry.position
  left join ledger_transaction transaction on transaction.transaction_id = entry.transaction_id
  where entry.account_id = $1 and entry.position > $2 and entry.position <= $3
  order by entry.position limit $4`;
