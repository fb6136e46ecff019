import { Injectable } from '@nestjs/common';
import { parsePayload, type ProposalPayload } from './proposal-payload.dto.js';
import { mayDecide } from './proposals.service.js';
import { Lists } from '../../http/lists.service.js';
import type { AuthenticatedUser } from '../../http/request.js';
import { type ApprovalPolicy, LedgerApprovals } from '../../ledger/approvals/ledger-approvals.service.js';
import { describeProposal } from './describe-proposal.js';
import type { ProposalDetailDto, ProposalDto } from './proposal.dto.js';
import { PROPOSALS, type ProposalPageDto, type ProposalRow, type ProposalsQuery } from './proposals.list.js';

/** Proposals by all admins, open and closed, newest first (APR-3, APR-27). */
@Injectable()
export class ProposalList {
  constructor(
    private readonly lists: Lists,
    private readonly approvals: LedgerApprovals,
  ) {}

  async page(query: ProposalsQuery, me: AuthenticatedUser): Promise<ProposalPageDto> {
    const page = await this.lists.page(PROPOSALS, { ...query, status: query.status ?? 'pending' });
    const { policy } = await this.approvals.policy();
    return { ...page, items: page.items.map((row) => mapRow(row, me, policy)) };
  }

  /** @throws NOT_FOUND the proposal does not exist */
  async get(id: string, me: AuthenticatedUser): Promise<ProposalDto> {
    const row = await this.lists.get(PROPOSALS, id);
    return mapRow(row, me, (await this.approvals.policy()).policy);
  }
}

function mapRow(row: ProposalRow, me: AuthenticatedUser, inForce: ApprovalPolicy): ProposalDto {
  return {
    ...row,
    details: row.payload === null ? [] : detailsIn(parsePayload(row.payload), inForce),
    isToBeSigned: row.status === 'pending' && inForce.signatures !== null,
    isMine: row.proposedById === me.userId,
    isDecidable:
      mayDecide(me.role, row.action) && row.customerId !== me.userId && row.recipientId !== me.userId,
  };
}

/** Returns the stored description. Describes proposals from earlier releases, which were stored without one. */
function detailsIn(payload: ProposalPayload, inForce: ApprovalPolicy): ProposalDetailDto[] {
  return [...(payload.details ?? describeProposal(payload, { inForce, transaction: null }))];
}
