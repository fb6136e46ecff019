import { BankTime } from '@/components/time/bank-time';
import { Button } from '@/components/ui/button';
import { Detail, DetailList } from '@/components/ui/detail-list';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Money } from '@/components/ui/money';
import { Badge, StatusBadge } from '@/components/ui/status-badge';
import type { Proposal } from '@/lib/api/types';
import { withBankTimes } from '@/lib/time/bank-time';
import { toast } from '@/lib/toast';
import { personName } from '../person';
import { useAdminFailure } from '../use-admin-failure';
import { CLOSED_REASONS, proposalTitle } from './actions';
import { type ProposalDecision, useDecideProposal } from './queries/use-decide-proposal';

const DONE: Readonly<Record<ProposalDecision, string>> = {
  approve: 'Proposal approved and applied',
  reject: 'Proposal rejected',
  withdraw: 'Proposal withdrawn',
};

const FAILED: Readonly<Record<ProposalDecision, string>> = {
  approve: 'Failed to approve the proposal',
  reject: 'Failed to reject the proposal',
  withdraw: 'Failed to withdraw the proposal',
};

type ProposalDialogProps = { proposal: Proposal; onClose: () => void };

/** The content of a proposal, line by line, with the decisions that this admin may make (APR-3). */
export function ProposalDialog({ proposal, onClose }: ProposalDialogProps) {
  const decide = useDecideProposal();
  const fail = useAdminFailure();
  const send = (decision: ProposalDecision) =>
    decide.mutate(
      { proposal, decision },
      {
        onSuccess: () => {
          toast({ title: DONE[decision] });
          onClose();
        },
        onError: (error) => fail(error, FAILED[decision]),
      },
    );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={proposalTitle(proposal.action)}
      description={decisionHint(proposal)}
    >
      <ProposalDetails proposal={proposal} />
      {proposal.status === 'pending' && (proposal.isMine || proposal.isDecidable) ? (
        <DialogActions>
          {proposal.isMine ? (
            <Button variant="secondary" isBusy={decide.isPending} onClick={() => send('withdraw')}>
              Withdraw
            </Button>
          ) : (
            <>
              <Button variant="secondary" disabled={decide.isPending} onClick={() => send('reject')}>
                Reject
              </Button>
              {isErased(proposal) ? null : (
                <Button isBusy={decide.isPending} onClick={() => send('approve')}>
                  Approve
                </Button>
              )}
            </>
          )}
        </DialogActions>
      ) : null}
    </Dialog>
  );
}

/** Whether an open proposal lost its details when its customer was deleted. A user deletion never has any. */
function isErased({ action, details }: Proposal): boolean {
  return details.length === 0 && action !== 'deletion';
}

function decisionHint(proposal: Proposal): string | undefined {
  const { status, isMine, isDecidable, isToBeSigned } = proposal;
  if (status !== 'pending') return undefined;
  if (isMine) return 'Waiting for another admin. Nothing has changed yet.';
  if (!isDecidable)
    return "Your role doesn't allow this, or it's about you or your money. Another admin has to decide.";
  if (isErased(proposal)) return 'The customer was deleted, so you can only reject this proposal.';
  const approving =
    'If nothing has changed since the proposal was made, approving applies exactly what you see here.';
  return isToBeSigned ? `${approving} You'll sign it with your passkey.` : approving;
}

/** What to call the end of a proposal on which no other admin decided. */
const ENDINGS: Partial<Record<Proposal['status'], string>> = { withdrawn: 'Withdrawn', closed: 'Closed' };

function ProposalDetails({ proposal }: { proposal: Proposal }) {
  const { action, customer, amountCents, status, details, proposedBy, proposedAt, decidedBy, decidedAt } =
    proposal;
  const hasOwnAmount = details.some(({ label }) => label === 'Amount' || label === 'Payment amount');
  const ending = ENDINGS[status] ?? 'Decided';
  return (
    <DetailList>
      <Detail term="Proposal status">
        <StatusBadge status={status} />
      </Detail>
      {customer ? (
        <Detail term={action === 'role' ? 'User' : 'Customer'}>{personName(customer)}</Detail>
      ) : null}
      {amountCents === 0 || hasOwnAmount ? null : (
        <Detail term={action === 'deletion' ? 'Moves to unclaimed money' : 'Amount'}>
          {action === 'balance_edit' ? '±' : null}
          <Money cents={amountCents} dimsCents={false} />
        </Detail>
      )}
      {details.map(({ label, value }) => (
        <Detail key={label} term={label}>
          {label === 'New recipient' ? (
            <Badge tone="warning">{value}</Badge>
          ) : (
            withBankTimes(value).replace(/^-\$/, '−$')
          )}
        </Detail>
      ))}
      {proposal.closedReason ? (
        <Detail term="Closed because">{CLOSED_REASONS[proposal.closedReason]}</Detail>
      ) : null}
      <Detail term="Proposed by">{proposedBy}</Detail>
      <Detail term="Proposed">
        <BankTime value={proposedAt} />
      </Detail>
      {decidedBy ? <Detail term={`${ending} by`}>{decidedBy}</Detail> : null}
      {decidedAt ? (
        <Detail term={ending}>
          <BankTime value={decidedAt} />
        </Detail>
      ) : null}
    </DetailList>
  );
}
