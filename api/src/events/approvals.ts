import { formatUsd } from '@moniker/common/money.js';
import { adminsOnly, type TextsByType } from './event-texts.js';
import { humanize } from './words.js';

/** What was proposed, if it isn't simply something “for” a customer. The event doesn't say how a transaction is decided,
 * or how someone's admin access changes. */
const PROPOSED = new Map<string, (customer: string, amount: string) => string>([
  ['decision', (customer, amount) => `a decision on ${customer}'s ${amount} transaction`],
  ['reversal', (customer, amount) => `a reversal of ${customer}'s ${amount} transaction`],
  ['deletion', (customer) => `deleting ${customer}`],
  ['role', (customer) => `a change to ${customer}'s admin access`],
  ['policy', () => 'an approval policy change'],
  ['shown_date', (customer) => `a payment date change for ${customer}`],
]);

export const APPROVALS = {
  ApprovalPolicyChanged: adminsOnly(() => 'Changed the approval policy'),
  ProposalMade: adminsOnly(({ action, amountCents }, customer) => {
    const amount = amountCents === '0' ? '' : formatUsd(Number(amountCents));
    const known = PROPOSED.get(action)?.(customer, amount);
    const article = /^[ai]/.test(action) ? 'an' : 'a';
    return `Proposed ${known ?? `${article} ${humanize(action)}${amount && ` of ${amount}`} for ${customer}`}`;
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
