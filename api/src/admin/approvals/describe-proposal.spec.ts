import { expect, it } from '@jest/globals';
import { NO_APPROVALS } from '../../ledger/approvals/ledger-approvals.service.js';
import { describeProposal, type ProposedTransaction } from './describe-proposal.js';

const TRANSFER: ProposedTransaction = {
  ...{ kind: 'transfer', status: 'pending', amountCents: 40_00, timeZone: 'America/New_York' },
  ...{ shownAt: new Date('2026-01-05T17:00:00Z'), texts: {}, isNewRecipient: true },
};

function labelsOf(transaction: ProposedTransaction): string[] {
  const command = {
    ...{ type: 'ReviewTransaction', transactionId: 't', status: 'failed', notesDigest: null, shownAt: null },
  } as const;
  const context = { inForce: NO_APPROVALS, transaction };
  return describeProposal({ kind: 'ledger', command } as never, context).map(({ label }) => label);
}

it('names a new recipient, except of a payment that has completed [APR-22]', () => {
  expect(labelsOf(TRANSFER)).toContain('New recipient');
  expect(labelsOf({ ...TRANSFER, status: 'completed' })).not.toContain('New recipient');
});

it.each([
  [
    { kind: 'granted', role: 'payments' },
    [
      { label: 'Change', value: 'Grant role' },
      { label: 'New role', value: 'Payments' },
    ],
  ],
  [{ kind: 'disabled' }, [{ label: 'Change', value: 'Disable access' }]],
])('describes the change %j of a role by what it would do [APR-3]', (decision, lines) => {
  const request = { decision, before: { adminRole: 'owner' } };
  const context = { inForce: NO_APPROVALS, transaction: null };
  expect(describeProposal({ kind: 'rows', request } as never, context)).toEqual([
    ...lines,
    { label: 'Current role', value: 'Owner' },
  ]);
});
