import { formatUsd } from '@moniker/common/money.js';
import { type AdminFacts, adminsOnly, type TextsByType } from './event-texts.js';
import type { PayloadOf } from '../ledger/domain/events.js';
import { humanize } from './words.js';

/**
 * How to name what was proposed, by action. Any other action is named by its code, the amount and the customer, for
 * example “a credit of $5.00 for Alice”. The texts don't name the status that a decision sets, the sign of a balance
 * edit or an admin's new role, because the event doesn't contain these.
 */
const PROPOSED = new Map<string, (customer: string, amount: string) => string>([
  ['balance_edit', (customer, amount) => `a change of ${amount} to ${customer}'s balance`],
  ['decision', (customer, amount) => `a decision on ${customer}'s ${amount} transaction`],
  ['reversal', (customer, amount) => `a reversal of ${customer}'s ${amount} transaction`],
  ['deletion', (customer) => `the deletion of ${customer}`],
  ['role', (customer) => `a change to ${customer}'s admin access`],
  ['policy', () => 'an approval policy change'],
  ['shown_date', (customer) => `a payment date change for ${customer}`],
]);

function describeProposed({ action, amountCents }: PayloadOf<'ProposalMade'>, customer: string): string {
  const amount = amountCents === '0' ? '' : formatUsd(Number(amountCents));
  const known = PROPOSED.get(action)?.(customer, amount);
  const article = /^[ai]/.test(action) ? 'an' : 'a';
  return known ?? `${article} ${humanize(action)}${amount && ` of ${amount}`} for ${customer}`;
}

/**
 * Names a proposal. Only the proposal's first event, `ProposalMade`, says what was proposed. If that event is unknown,
 * the text doesn't name the customer either: `customer` is the proposer if the proposal is for a new policy, and
 * without the event, we can't tell whether it is.
 */
function nameProposal(customer: string, { proposed }: AdminFacts): string {
  return proposed === null ? 'a proposal' : `a proposal (${describeProposed(proposed, customer)})`;
}

export const APPROVALS = {
  ApprovalPolicyChanged: adminsOnly(() => 'Changed the approval policy'),
  ProposalMade: adminsOnly((proposed, customer) => `Proposed ${describeProposed(proposed, customer)}`),
  ProposalApproved: adminsOnly((_, customer, facts) => `Approved ${nameProposal(customer, facts)}`),
  ProposalRejected: adminsOnly((_, customer, facts) => `Rejected ${nameProposal(customer, facts)}`),
  ProposalWithdrawn: adminsOnly((_, customer, facts) => `Withdrew ${nameProposal(customer, facts)}`),
  ProposalClosed: adminsOnly(({ reason }, customer, facts) => {
    const cause = reason === 'account_frozen' ? 'account was frozen' : humanize(reason);
    return `Closed ${nameProposal(customer, facts)}: the proposer's ${cause}`;
  }),
  AdminLimitUsed: adminsOnly(
    ({ amountCents }, customer) =>
      `Counted ${formatUsd(Number(amountCents))} for ${customer} toward the admin's daily limit`,
  ),
} satisfies Partial<TextsByType>;
