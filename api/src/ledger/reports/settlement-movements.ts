import { addDays, bankDayOf, endOfBankDay } from '../../platform/time/bank-day.js';
import { pagesAfter } from '../../platform/database/pages.js';
import type { Sql } from '../../platform/database/sql.js';
import { SYSTEM_ACCOUNTS } from '../domain/accounts.js';
import { resolvePosition } from '../log/resolve-position.js';
import type { Movement } from './reconciliation.js';

const PAGE_SIZE = 5_000;
/** How many days before and after the period are also read, so that pairs with different dates are found. */
const SURROUNDING_DAYS = 31;
/** Maximum number of movements in memory. Longer periods have to be reconciled in parts. */
const MAX_MOVEMENTS = 1_000_000;

/** The period has too many movements. */
export class TooManyMovementsError extends Error {
  constructor() {
    super(`The period has more than ${MAX_MOVEMENTS} movements. Choose a shorter one.`);
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
 * Returns the settlement account's movements in a period of bank days and the days around it, in log order. The ledger
 * posts outgoing money to settlement as a positive amount; a movement has the opposite sign.
 *
 * @throws TooManyMovementsError the period has too many movements
 */
export async function movementsAround(
  sql: Sql,
  { from, to }: { readonly from: string; readonly to: string },
  timeZone: string,
): Promise<Movement[]> {
  const before = endOfBankDay(addDays(from, -SURROUNDING_DAYS - 1), timeZone);
  const last = endOfBankDay(addDays(to, SURROUNDING_DAYS), timeZone);
  const { position: after } = await resolvePosition(sql, { kind: 'time', time: before });
  const { position: upTo } = await resolvePosition(sql, { kind: 'time', time: last });
  const movements: Movement[] = [];
  const read = (reached: number, limit: number): Promise<MovementRow[]> =>
    sql.query(SELECT_PAGE, [SYSTEM_ACCOUNTS.settlement, reached, upTo, limit]);
  for await (const page of pagesAfter(after, PAGE_SIZE, read)) {
    for (const row of page) movements.push(toMovement(row, timeZone));
    if (movements.length > MAX_MOVEMENTS) throw new TooManyMovementsError();
  }
  return movements;
}

function toMovement({ recordedAt, ...row }: MovementRow, timeZone: string): Movement {
  return {
    ...row,
    amountCents: -row.amountCents,
    isReversal: isReversal(row.kind, row.amountCents),
    day: bankDayOf(recordedAt, timeZone),
  };
}

/** A transfer posts a positive amount to settlement, incoming money a negative one. The opposite sign is a reversal. */
function isReversal(kind: string, postedCents: number): boolean {
  if (kind === UNKNOWN) return false;
  return kind === 'transfer' ? postedCents < 0 : postedCents > 0;
}

const UNKNOWN = 'unknown';

// The left join keeps movements whose transaction was deleted from the read table. Transfers between customers are
// left out: their money stays in the bank (TRF-62) and never appears in the settlement bank's file.
const SELECT_PAGE = `
  select entry.position, coalesce(entry.transaction_id::text, '') as "transactionId",
    coalesce(transaction.kind, '${UNKNOWN}') as kind,
    entry.amount_cents as "amountCents", event.recorded_at as "recordedAt"
  from ledger_entry entry
  join ledger_event event on event.position = entry.position
  left join ledger_transaction transaction on transaction.transaction_id = entry.transaction_id
  where entry.account_id = $1 and entry.position > $2 and entry.position <= $3 and transaction.pair_id is null
  order by entry.position limit $4`;
