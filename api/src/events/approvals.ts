import { formatUsd } from '@moniker/common/money.js';
import { adminsOnly, type TextsByType } from './event-texts.js';
import { humanize } from './words.js';

export const APPROVALS = {
  ApprovalPolicyChanged: adminsOnly(() => 'Approval policy changed'),
  ProposalMade: adminsOnly(({ action, amountCents }, customer) => {
    const label = capitalize(humanize(action));
    const what = amountCents === '0' ? label : `${label} of ${formatUsd(Number(amountCents))}`;
    return `${what} proposed for ${customer}`;
  }),
  ProposalApproved: adminsOnly((_, customer) => `Proposal for ${customer} approved`),
  ProposalRejected: adminsOnly((_, customer) => `Proposal for ${customer} rejected`),
  ProposalWithdrawn: adminsOnly((_, customer) => `Proposal for ${customer} withdrawn`),
  ProposalClosed: adminsOnly(
    ({ reason }, customer) => `Proposal for ${customer} closed, because of its proposer: ${humanize(reason)}`,
  ),
  AdminLimitUsed: adminsOnly(
    ({ amountCents }, customer) =>
      `${formatUsd(Number(amountCents))} of the admin's daily limit used for ${customer}`,
  ),
} satisfies Partial<TextsByType>;

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
