import { MAX_WORK_COUNTED } from '@moniker/common/limits.js';
import { OPEN_STATUSES } from '@moniker/common/transactions.js';
import type { GuardedAction } from '../../ledger/approvals/ledger-approvals.service.js';
import { PROPOSED_RECIPIENT } from '../approvals/proposals.service.js';
import { Where } from '../../platform/database/where.js';
import { isReplacedSql } from '../../platform/database/is-replaced.js';
import { USER_SUMMARY_SQL } from '../../identity/users/user-summary.dto.js';
import type { WorkKind } from './work-queue.dto.js';

/** Maximum number of characters of a message that the list shows. */
const MESSAGE_PREVIEW = 80;

/**
 * Selects items of these kinds. Items about the admin's own account are left out, because the admin must not decide on
 * them (ADM-27).
 */
export interface WorkFilter {
  readonly adminId: string;
  readonly kinds: readonly WorkKind[];
  /** The proposal actions that the admin may decide on. */
  readonly actions: readonly GuardedAction[];
}

/** The sort key of a page's last item. */
export interface WorkCursor {
  readonly since: Date;
  readonly rank: number;
  readonly id: string;
  /**
   * The position of the last payment so far. Paging through payments continues by position, because their index does
   * not contain the time.
   */
  readonly position: number;
}

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** Breaks ties between tables. All payments share one rank, because positions order them. */
const RANKS = { kyc: 0, accountRequest: 1, payment: 2, chat: 3, proposal: 4 } as const;
const COLUMNS = 'kind, rank, id, user_id, since, position, status, amount_cents';
const ORDER = 'order by since, rank, position, id';

/** Must match the index of migration 1763602600000 exactly. */
const WAITING_SINCE = 'coalesce(c.waiting_since, c.last_message_at)';

/** Selects a page of items, oldest first, with the columns that a list shows. */
export function selectWorkItems(filter: WorkFilter, cursor: WorkCursor | null, limit: number): Statement {
  const where = new Where();
  const waiting = selectWaiting(where, filter, cursor, limit);
  return {
    text: `select w.kind, w.id, w.since, w.rank, w.position, w.status, w.amount_cents as "amountCents",
        coalesce(k.account_type, r.account_type) as "accountType",
        coalesce(k.company_name, case w.kind when 'transfer' then x.recipient_name else x.description end,
          left(m.message, ${MESSAGE_PREVIEW}), p.action) as detail,
        ${USER_SUMMARY_SQL} as "user"
      from (select * from (${waiting}) all_kinds (${COLUMNS}) ${ORDER} limit ${where.param(limit)}) w
        join app_user u on u.id = w.user_id
        left join kyc_application k on w.kind = 'kyc' and k.id = w.id
        left join account_request r on w.kind = 'account_request' and r.id = w.id
        left join ledger_transaction_text x on w.rank = ${RANKS.payment} and x.transaction_id = w.id
        left join chat_conversation c on w.kind = 'chat' and c.user_id = w.id
        left join chat_message m on m.id = c.last_message_id
        left join approval_proposal p on w.kind = 'proposal' and p.id = w.id
      ${ORDER}`,
    values: where.values,
  };
}

/** Counts the items of each kind, up to `MAX_WORK_COUNTED`. */
export function countWorkItems(filter: WorkFilter): Statement {
  const where = new Where();
  const waiting = selectWaiting(where, filter, null, MAX_WORK_COUNTED);
  return {
    text: `select kind, least(count(*), ${MAX_WORK_COUNTED}) as count, min(since) as "oldestSince"
      from (${waiting}) all_kinds (${COLUMNS}) group by kind`,
    values: where.values,
  };
}

/** Reads at most `limit` rows per table, kind and status, in index order. */
function selectWaiting(
  where: Where,
  { adminId, kinds, actions }: WorkFilter,
  cursor: WorkCursor | null,
  limit: number,
): string {
  const scan = new Scan(where, adminId, cursor, limit);
  const payments = kinds.filter((kind) => PAYMENT_KINDS.has(kind));
  return [
    ...(kinds.includes('kyc') ? [selectApplications(scan)] : []),
    ...(kinds.includes('account_request') ? [selectAccountRequests(scan)] : []),
    ...(kinds.includes('chat') ? [selectChats(scan)] : []),
    ...(kinds.includes('proposal') ? [selectProposals(scan, actions)] : []),
    ...(payments.length > 0 ? [selectPayments(scan, payments)] : []),
  ].join(' union all ');
}

const PAYMENT_KINDS: ReadonlySet<WorkKind> = new Set(['transfer', 'incoming_payment', 'credit']);

/** What the scans of all tables have in common. */
class Scan {
  readonly limit: string;
  readonly me: string;

  constructor(
    readonly where: Where,
    adminId: string,
    private readonly cursor: WorkCursor | null,
    limit: number,
  ) {
    this.me = `${where.param(adminId)}::uuid`;
    this.limit = `limit ${where.param(limit)}`;
  }

  /** Joins the customer; leaves out deleted customers and the admin. */
  ownedBy(userId: string): string {
    return `join app_user u on u.id = ${userId} and u.deleted_at is null and u.id <> ${this.me}`;
  }

  /** A condition for the rows of one table that come after the cursor in the order of the whole list. */
  after(since: string, rank: number, id: string): string {
    if (this.cursor === null) return '';
    const [cursorSince, cursorRank, cursorId] = [this.cursor.since, this.cursor.rank, this.cursor.id].map(
      (value) => this.where.param(value),
    );
    return `and (${since}, ${rank}, ${id}) > (${cursorSince}::timestamptz, ${cursorRank}::integer, ${cursorId}::uuid)`;
  }

  afterPosition(position: string): string {
    return this.cursor === null ? '' : `and ${position} > ${this.where.param(this.cursor.position)}::bigint`;
  }
}

function selectApplications(scan: Scan): string {
  return `(select 'kyc', ${RANKS.kyc}, k.id, k.user_id, k.created_at, 0::bigint, k.status, null::bigint
    from kyc_application k ${scan.ownedBy('k.user_id')}
    where k.status = 'pending' ${scan.after('k.created_at', RANKS.kyc, 'k.id')}
      and not ${isReplacedSql('kyc_application', 'k')}
    order by k.created_at, k.id ${scan.limit})`;
}

function selectAccountRequests(scan: Scan): string {
  return `(select 'account_request', ${RANKS.accountRequest}, r.id, r.user_id, r.created_at, 0::bigint, r.status,
      null::bigint
    from unnest(array['pending', 'in_review']) as s (status) cross join lateral (
      select r.* from account_request r ${scan.ownedBy('r.user_id')}
      where r.status = s.status ${scan.after('r.created_at', RANKS.accountRequest, 'r.id')}
        and not ${isReplacedSql('account_request', 'r')}
      order by r.created_at, r.id ${scan.limit}) r)`;
}

function selectPayments(scan: Scan, kinds: readonly WorkKind[]): string {
  return `(select t.kind, ${RANKS.payment}, t.transaction_id, t.account_id, t.created_at, t.created_position, t.status,
      t.amount_cents
    from unnest(${scan.where.param(kinds)}::text[]) as k (kind)
      cross join unnest(${scan.where.param(OPEN_STATUSES)}::text[]) as s (status) cross join lateral (
      select t.* from ledger_transaction t ${scan.ownedBy('t.account_id')}
      where t.kind = k.kind and t.status = s.status and t.recipient_id is distinct from ${scan.me} ${scan.afterPosition('t.created_position')}
      order by t.created_position ${scan.limit}) t)`;
}

// Leaves out proposals that the log says are decided, even if their rows aren't closed yet.
function selectProposals(scan: Scan, actions: readonly GuardedAction[]): string {
  return `(select 'proposal', ${RANKS.proposal}, p.id, p.customer_id, p.proposed_at, 0::bigint, 'pending',
      nullif(p.amount_cents, 0)
    from approval_proposal p ${scan.ownedBy('p.customer_id')}
    where p.closed_at is null and p.proposed_by <> ${scan.me} and ${PROPOSED_RECIPIENT} is distinct from ${scan.me}
      and p.action = any(${scan.where.param(actions)}::text[])
      and not exists (select from ledger_event e where e.stream = 'proposal:' || p.id and e.version = 2)
      ${scan.after('p.proposed_at', RANKS.proposal, 'p.id')}
    order by p.proposed_at, p.id ${scan.limit})`;
}

// Also requires the last message to be the customer's, because a process running an earlier version stores answers
// without clearing `waiting_since`.
function selectChats(scan: Scan): string {
  return `(select 'chat', ${RANKS.chat}, c.user_id, c.user_id, ${WAITING_SINCE}, 0::bigint, null, null::bigint
    from chat_conversation c ${scan.ownedBy('c.user_id')}
      join chat_message m on m.id = c.last_message_id and m.is_from_user
    where (c.waiting_since is not null or c.unread_count > 0)
      ${scan.after(WAITING_SINCE, RANKS.chat, 'c.user_id')}
    order by ${WAITING_SINCE}, c.user_id ${scan.limit})`;
}
