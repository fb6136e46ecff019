import { expect, it } from '@jest/globals';
import { NO_APPROVALS } from '../../ledger/approvals/ledger-approvals.service.js';
import { describeProposal, isSameProposal, type ProposedTransaction } from './describe-proposal.js';
import type { ProposalDetailDto } from './proposal.dto.js';

const TRANSFER: ProposedTransaction = {
  ...{ kind: 'transfer', status: 'pending', amountCents: 40_00, timeZone: 'America/New_York' },
  ...{ shownAt: new Date('2026-01-05T17:00:00Z'), texts: {}, isNewRecipient: true },
};

function detailsOf(transaction: ProposedTransaction, status = 'failed'): ProposalDetailDto[] {
  const command = {
    ...{ type: 'ReviewTransaction', transactionId: 't', status, notesDigest: null, shownAt: null },
  } as const;
  const context = { inForce: NO_APPROVALS, transaction };
  return describeProposal({ kind: 'ledger', command } as never, context);
}

const labelsOf = (transaction: ProposedTransaction): string[] =>
  detailsOf(transaction).map(({ label }) => label);

it('says that a recipient is new unless the payment has completed [APR-22]', () => {
  expect(labelsOf(TRANSFER)).toContain('New recipient');
  expect(labelsOf({ ...TRANSFER, status: 'completed' })).not.toContain('New recipient');
});

it.each([
  ['Completed to failed', '$40.00, outgoing', { status: 'completed' }, 'failed'],
  ['Failed to canceled', '$40.00, outgoing', { status: 'failed' }, 'cancelled'],
  ['Canceled to pending', '$40.00, outgoing', { status: 'cancelled' }, 'pending'],
  ['Pending to in review', '$40.00, incoming', { kind: 'incoming_payment' }, 'in_review'],
] as const)(
  'describes the decision "%s" on a payment of "%s" [APR-22]',
  (change, amount, payment, status) => {
    expect(detailsOf({ ...TRANSFER, ...payment }, status).slice(0, 2)).toEqual([
      { label: 'Payment amount', value: amount },
      { label: 'Payment status', value: change },
    ]);
  },
);

it.each([
  ['-$40.00', true],
  ['+$40.00', false],
  ['-$41.00', false],
])(
  'recognizes the amount %s from an earlier release as an outgoing payment of $40.00: %p [APR-22]',
  (value, isSame) => {
    const now = detailsOf(TRANSFER);
    const [, ...others] = now;
    expect(isSameProposal(now, [{ label: 'Amount', value }, ...others])).toBe(isSame);
  },
);

it("labels a new policy's rules as the policy form does [APR-5]", () => {
  const policy = JSON.stringify({
    ...NO_APPROVALS,
    rules: { ...NO_APPROVALS.rules, credit: 'approval', role: 'approval' },
  });
  const event = { type: 'ApprovalPolicyChanged', payload: { policy } };
  const command = { type: 'RecordAudit', event };
  const context = { inForce: NO_APPROVALS, transaction: null };
  expect(describeProposal({ kind: 'ledger', command } as never, context)).toEqual([
    { label: 'Credits', value: 'Two admins (before: one admin)' },
    { label: 'Admin roles', value: 'Two admins (before: one admin)' },
  ]);
});

it('uses the label “Request status” for the new status of an account request, and leaves out the time of approval [APR-3]', () => {
  const approvedAt = '2026-03-03T12:00:00.000Z';
  const request = { decision: { status: 'approved', statusMessage: 'Nearly there', approvedAt } };
  const context = { inForce: NO_APPROVALS, transaction: null };
  expect(describeProposal({ kind: 'rows', request } as never, context)).toEqual([
    { label: 'Request status', value: 'Approved' },
    { label: 'Status message', value: 'Nearly there' },
  ]);
});

it.each([
  [
    { kind: 'granted', role: 'payments' },
    [
      { label: 'Change', value: 'Change role' },
      { label: 'New role', value: 'Payments' },
    ],
  ],
  [{ kind: 'disabled' }, [{ label: 'Change', value: 'Disable access' }]],
])('describes the role change %j by its effect [APR-3]', (decision, lines) => {
  const request = { decision, before: { adminRole: 'owner' } };
  const context = { inForce: NO_APPROVALS, transaction: null };
  expect(describeProposal({ kind: 'rows', request } as never, context)).toEqual([
    ...lines,
    { label: 'Current role', value: 'Owner' },
  ]);
});

it('calls the first role of a new admin a grant [APR-3]', () => {
  const request = { decision: { kind: 'granted', role: 'payments' }, before: { adminRole: null } };
  const context = { inForce: NO_APPROVALS, transaction: null };
  expect(describeProposal({ kind: 'rows', request } as never, context)).toContainEqual({
    label: 'Change',
    value: 'Grant role',
  });
});

it.each([
  ['pending', 'failed', 'Reason'],
  ['completed', 'pending', 'Reason'],
  ['pending', 'completed', 'Admin notes'],
  ['failed', 'failed', 'Admin notes'],
] as const)('for a change from %s to %s, labels the notes “%s” [APR-3]', (from, to, label) => {
  const command = { type: 'ReviewTransaction', transactionId: 't', status: to, shownAt: null };
  const payload = { kind: 'ledger', command, texts: { kind: 'notes', notes: 'Odd' } } as never;
  const transaction = { ...TRANSFER, status: from };
  const now = describeProposal(payload, { inForce: NO_APPROVALS, transaction });
  expect(now).toContainEqual({ label, value: 'Odd' });
  const earlier = now.map((line) => (line.label === label ? { ...line, label: 'Notes' } : line));
  expect(isSameProposal(now, earlier)).toBe(true);
});
