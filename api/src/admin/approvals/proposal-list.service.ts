import { Injectable } from '@nestjs/common';
import { parsePayload, type ProposalPayload } from './proposal-payload.dto.js';
import { mayDecide } from './proposals.service.js';
import { byTime, type List } from '../../http/list.js';
import { Lists } from '../../http/lists.service.js';
import type { AuthenticatedUser } from '../../http/request.js';
import { type ApprovalPolicy, LedgerApprovals } from '../../ledger/approvals/ledger-approvals.service.js';
import { describeProposal } from './describe-proposal.js';
import {
  PROPOSAL_COLUMNS,
  type ProposalDetailDto,
  type ProposalDto,
  type ProposalPageDto,
  type ProposalRow,
  type ProposalsQuery,
  type ProposalStatus,
} from './proposal.dto.js';

const LIST: List<ProposalRow, Omit<ProposalsQuery, 'search'>> = {
  columns: PROPOSAL_COLUMNS,
  tables: `approval_proposal p join app_user u on u.id = p.customer_id join app_user a on a.id = p.proposed_by
    left join ledger_event e on e.stream = 'proposal:' || p.id and e.version = 2
    left join app_user d on d.id = case when e.actor like 'user:%' then substr(e.actor, 6)::uuid end`,
  id: { by: 'p.id', type: 'uuid' },
  sorts: byTime('p.proposed_at'),
  filters: {
    status: (where, status) =>
      where.and(status === 'pending' ? 'p.closed_at is null and e.type is null' : 'e.type is not null'),
  },
};

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
    private readonly lists: Lists,
    private readonly approvals: LedgerApprovals,
  ) {}

  async page(query: ProposalsQuery, me: AuthenticatedUser): Promise<ProposalPageDto> {
    const page = await this.lists.page(LIST, { ...query, status: query.status ?? 'pending' });
    const { policy } = await this.approvals.policy();
    return { ...page, items: page.items.map((row) => mapRow(row, me, policy)) };
  }

  /** @throws NOT_FOUND the proposal does not exist */
  async get(id: string, me: AuthenticatedUser): Promise<ProposalDto> {
    const row = await this.lists.get(LIST, id);
    return mapRow(row, me, (await this.approvals.policy()).policy);
  }
}

function mapRow(
  { payload, user, decision, proposedById, ...row }: ProposalRow,
  me: AuthenticatedUser,
  inForce: ApprovalPolicy,
): ProposalDto {
  const status = decision === null ? 'pending' : (STATUS_BY_DECISION[decision] ?? 'pending');
  return {
    ...row,
    status,
    customer: row.action === 'policy' ? null : user,
    details: payload === null ? [] : detailsIn(parsePayload(payload), inForce),
    isToBeSigned: status === 'pending' && inForce.signatures !== null,
    isMine: proposedById === me.userId,
    isDecidable: mayDecide(me.role, row.action),
  };
}

/** Proposals of earlier releases have no lines of their own. */
function detailsIn(payload: ProposalPayload, inForce: ApprovalPolicy): ProposalDetailDto[] {
  return [...(payload.details ?? describeProposal(payload, { inForce, transaction: null }))];
}
