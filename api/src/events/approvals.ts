import { formatUsd } from '@moniker/common/money.js';
import { adminsOnly, type TextsByType } from './event-texts.js';
import { humanize } from './words.js';

export const APPROVALS = {
  ApprovalPolicyChanged: adminsOnly(() => 'Changed the approval policy'),
  ProposalMade: adminsOnly(({ action, amountCents }, customer) => {
    const article = /^[ai]/.test(action) ? 'an' : 'a';
    const noun = action === 'role' || action === 'policy' ? `${action} change` : humanize(action);
    const amount = amountCents === '0' ? '' : ` of ${formatUsd(Number(amountCents))}`;
    return `Proposed ${article} ${noun}${amount} for ${customer}`;
  }),
  ProposalApproved: adminsOnly((_, customer) => `Approved a proposal for ${customer}`),
  ProposalRejected: adminsOnly((_, customer) => `Rejected a proposal for ${customer}`),
  ProposalWithdrawn: adminsOnly((_, customer) => `Withdrew a proposal for ${customer}`),
  ProposalClosed: adminsOnly(({ reason }, customer) => {
    const cause = reason === 'account_frozen' ? 'account was frozen' : humanize(reason);
    return `Closed a proposal for ${customer}: the proposer's ${cause}`;
  }),
  AdminLimitUsed: adminsOnly(
    ({ amountCents }, customer) =>
      `Used ${formatUsd(Number(amountCents))} of the admin's daily limit for ${customer}`,
  ),
} satisfies Partial<TextsByType>;
