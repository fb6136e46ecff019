import { textArray } from '../../platform/database/row-arrays.js';
import type { Sql } from '../../platform/database/sql.js';
import { type LedgerEventType, POLICY_STREAM } from '../domain/events.js';
import type { RecordedEvent } from '../log/event-log.port.js';
import { parseEvent } from '../log/parse-event.js';
import { LEDGER_EVENT } from '../tables/ledger-event.js';
import { ApprovalChecker, type ApprovalViolation, type RequestedEvent } from './approval-checker.js';
import type { Finding } from './finding-list.js';

const PAGE_SIZE = 2_000;

/** The changes that a policy can guard, and what permits them. */
const TYPES: readonly LedgerEventType[] = [
  'CreditRecorded',
  'IncomingPaymentCreated',
  'BalanceAdjusted',
  'TransactionStatusChanged',
  'AccountClosed',
  'AccountRequestDecided',
  'ApprovalPolicyChanged',
  'ProposalMade',
  'ProposalApproved',
  'ProposalRejected',
  'ProposalWithdrawn',
  'AdminLimitUsed',
];

const SELECT_FIRST_POLICY = 'select position from ledger_event where stream = $1 and version = 1';

const selectEvents = LEDGER_EVENT.select(
  'where position >= $1 and position <= $2 and type = any($3::text[]) order by position limit $4',
);

/**
 * Checks the changes since the bank's first approval policy against the policy in force at their position (APR-6). It
 * reads the events in PostgreSQL, which `verify` has compared with the log.
 */
export async function checkApprovals(sql: Sql, upTo: number): Promise<Finding[]> {
  const [first] = await sql.query<{ position: number }>(SELECT_FIRST_POLICY, [POLICY_STREAM]);
  if (first === undefined) return [];
  const checker = new ApprovalChecker();
  const violations: ApprovalViolation[] = [];
  for (let from = first.position; ;) {
    const events = await selectEvents(sql, [from, upTo, textArray(TYPES), PAGE_SIZE]);
    for (const event of events.flatMap(parsed)) violations.push(...checker.check(event));
    const last = events.at(-1);
    if (last === undefined || events.length < PAGE_SIZE) break;
    from = last.position + 1;
  }
  violations.push(...checker.finish());
  return violations.map((violation) => ({ check: 'approvals', ...violation }));
}

/** An event that cannot be parsed is a finding of its own. */
function parsed(recorded: RecordedEvent): RequestedEvent[] {
  const { actor, correlationId } = recorded;
  try {
    return [{ ...parseEvent(recorded), actor, correlationId }];
  } catch {
    return [];
  }
}
