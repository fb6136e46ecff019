import { OneOf } from '../../http/fields.js';
import { byTime, type List } from '../../http/list.js';
import { pageDto, PageQuery } from '../../http/page.js';
import { USER_SUMMARY_SQL } from '../../identity/users/user-summary.dto.js';
import { PROPOSED_RECIPIENT } from './proposal-permissions.js';
import { ProposalDto } from './proposal.dto.js';

export class ProposalPageDto extends pageDto(ProposalDto) {}

const PROPOSAL_FILTERS = ['pending', 'closed'] as const;

export class ProposalsQuery extends PageQuery {
  @OneOf(PROPOSAL_FILTERS, {
    optional: true,
    description: '`pending` (the default) or `closed` proposals, newest first',
  })
  status?: (typeof PROPOSAL_FILTERS)[number];
}

/** A row of the list before it is completed for the signed-in admin. */
export interface ProposalRow extends Omit<
  ProposalDto,
  'details' | 'isToBeSigned' | 'isMine' | 'isDecidable'
> {
  readonly payload: string | null;
  readonly proposedById: string;
  readonly customerId: string;
  /** The customer that the transfer pays, if they have an account here (TRF-64). */
  readonly recipientId: string | null;
}

/**
 * All admins' proposals (APR-3, APR-27). `p` is the proposal, `u` its customer, and `a` the proposer. `e` is the second
 * event in the proposal's stream, which records how the proposal ended. `d` is the admin who caused `e`.
 */
export const PROPOSALS: List<ProposalRow, Omit<ProposalsQuery, 'search'>> = {
  columns: {
    id: 'p.id',
    action: 'p.action',
    status: `case e.type when 'ProposalApproved' then 'approved' when 'ProposalRejected' then 'rejected'
      when 'ProposalWithdrawn' then 'withdrawn' when 'ProposalClosed' then 'closed' else 'pending' end`,
    amountCents: 'p.amount_cents',
    customer: `case when p.action <> 'policy' then ${USER_SUMMARY_SQL} end`,
    digest: 'p.digest',
    proposedBy: `a.first_name || ' ' || a.last_name`,
    proposedAt: 'p.proposed_at',
    decidedBy: `d.first_name || ' ' || d.last_name`,
    decidedAt: 'e.recorded_at',
    closedReason: `case when e.type = 'ProposalClosed' then e.payload::jsonb ->> 'reason' end`,
    payload: 'p.payload',
    proposedById: 'p.proposed_by',
    customerId: 'p.customer_id',
    recipientId: PROPOSED_RECIPIENT,
  },
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
