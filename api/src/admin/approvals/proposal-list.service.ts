import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { parsePayload, type ProposalPayload } from './proposal-payload.dto.js';
import { mayDecide } from './proposals.service.js';
import { AppError } from '../../http/app-error.js';
import { type KeysetList, readPage, type Sort } from '../../http/keyset.js';
import { moneyFields } from '../../http/money-fields.js';
import type { AuthenticatedUser } from '../../http/request.js';
import {
  type ApprovalPolicy,
  type ClosingReason,
  type GuardedAction,
  LedgerApprovals,
} from '../../ledger/approvals/ledger-approvals.service.js';
import { Where } from '../../platform/database/where.js';
import { USER_SUMMARY_SQL, type UserSummaryDto } from '../../identity/users/user-summary.dto.js';
import { describeProposal } from './describe-proposal.js';
import type {
  ProposalDetailDto,
  ProposalDto,
  ProposalPageDto,
  ProposalsQuery,
  ProposalStatus,
} from './proposal.dto.js';

interface Row {
  readonly id: string;
  readonly action: GuardedAction;
  readonly amountCents: number;
  readonly payload: string | null;
  readonly digest: string;
  readonly proposedBy: string;
  readonly proposedById: string;
  readonly proposedAt: Date;
  readonly closedAt: Date | null;
  readonly user: UserSummaryDto;
  readonly decision: string | null;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly closedReason: ClosingReason | null;
}

// The log says how a proposal was decided: the second event of its stream.
const LIST: KeysetList = {
  columns: `p.id, p.action, p.amount_cents as "amountCents", p.payload, p.digest, p.proposed_by as "proposedById",
    a.first_name || ' ' || a.last_name as "proposedBy", p.proposed_at as "proposedAt", p.closed_at as "closedAt",
    ${USER_SUMMARY_SQL} as "user", e.type as decision, d.first_name || ' ' || d.last_name as "decidedBy",
    e.recorded_at as "decidedAt",
    case when e.type = 'ProposalClosed' then e.payload::jsonb ->> 'reason' end as "closedReason"`,
  tables: `approval_proposal p join app_user u on u.id = p.customer_id join app_user a on a.id = p.proposed_by
    left join ledger_event e on e.stream = 'proposal:' || p.id and e.version = 2
    left join app_user d on d.id = case when e.actor like 'user:%' then substr(e.actor, 6)::uuid end`,
  id: { by: 'p.id', type: 'uuid' },
};

const NEWEST: Sort = { by: 'p.proposed_at', type: 'timestamptz', isDescending: true };

const STATUS_BY_DECISION: Readonly<Record<string, ProposalStatus>> = {
  ProposalApproved: 'approved',
  ProposalRejected: 'rejected',
  ProposalWithdrawn: 'withdrawn',
  ProposalClosed: 'closed',
};

/** The proposals of all admins: those that wait and those that are closed, the newest first (APR-3, APR-27). */
@Injectable()
export class ProposalList {
  constructor(
    private readonly dataSource: DataSource,
    private readonly approvals: LedgerApprovals,
  ) {}

  async page(
    { status = 'pending', cursor, limit }: ProposalsQuery,
    me: AuthenticatedUser,
  ): Promise<ProposalPageDto> {
    const isPending = status === 'pending';
    const where = new Where().and(
      isPending ? 'p.closed_at is null and e.type is null' : 'e.type is not null',
    );
    const page = await readPage<Row>(this.dataSource, LIST, where, {
      sort: NEWEST,
      cursor,
      limit,
    });
    const { policy } = await this.approvals.policy();
    return { ...page, items: page.items.map((row) => mapRow(row, me, policy)) };
  }

  /** @throws NOT_FOUND the proposal does not exist */
  async get(id: string, me: AuthenticatedUser): Promise<ProposalDto> {
    const where = new Where().and('p.id = ?', id);
    const page = await readPage<Row>(this.dataSource, LIST, where, { sort: NEWEST, limit: 1 });
    const [row] = page.items;
    if (row === undefined) throw new AppError('NOT_FOUND');
    return mapRow(row, me, (await this.approvals.policy()).policy);
  }
}

function mapRow(row: Row, me: AuthenticatedUser, inForce: ApprovalPolicy): ProposalDto {
  const { id, action, amountCents, payload, digest, user, decision, proposedBy, decidedBy } = row;
  const status = decision === null ? 'pending' : (STATUS_BY_DECISION[decision] ?? 'pending');
  return {
    ...{ id, action, status, digest, proposedBy, decidedBy },
    ...moneyFields({ amount: amountCents }),
    customer: action === 'policy' ? null : user,
    details: payload === null ? [] : detailsIn(parsePayload(payload), inForce),
    isToBeSigned: status === 'pending' && inForce.signatures !== null,
    proposedAt: row.proposedAt.toISOString(),
    isMine: row.proposedById === me.userId,
    isDecidable: mayDecide(me.role, action),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    closedReason: row.closedReason,
  };
}

/** Proposals of earlier releases have no lines of their own. */
function detailsIn(payload: ProposalPayload, inForce: ApprovalPolicy): ProposalDetailDto[] {
  return [...(payload.details ?? describeProposal(payload, { inForce, transaction: null }))];
}
