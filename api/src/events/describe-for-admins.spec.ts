import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../ledger/log/event-log.port.js';
import { toLoggedEvent } from '../ledger/queries/logged-event.js';
import { describeForAdmins } from './describe-events.js';
import type { AdminFacts } from './event-texts.js';

const IDS = { accountId: 'a', transactionId: 't' };
const MOVES = { holdCents: 0, entries: [], textsDigest: 'd' };

const ROLE = { userId: 'a', role: 'reviewer', changeId: 'c', reasonDigest: 'd', origin: 'decision' };

function describeEvent(type: string, payload: object, facts?: AdminFacts): string {
  const fields = { type, payload: JSON.stringify(payload), payloadVersion: 1, actor: 'system' };
  return describeForAdmins(toLoggedEvent(fields as RecordedEvent).event, 'Alice Moreno', facts);
}

it('describeForAdmins says that a transfer goes to another customer, or that a payment comes from one [TRF-61]', () => {
  const describeHalf = (type: string, payloadVersion: number, payload: object) => {
    const fields = {
      type,
      payload: JSON.stringify({ ...IDS, ...MOVES, ...payload }),
      payloadVersion,
      actor: 'system',
    };
    return describeForAdmins(toLoggedEvent(fields as RecordedEvent).event, 'Alice Moreno');
  };
  const request = {
    status: 'pending',
    amountCents: 200_00,
    feeCents: 4_00,
    feeBasisPoints: 200,
    category: 'food',
  };
  const payment = { amountCents: 196_00, transferId: 'o' };
  expect([
    describeHalf('TransferRequested', 3, {
      ...request,
      bankDay: '2026-01-05',
      recipientId: 'b',
      paymentId: 'p',
    }),
    describeHalf('IncomingPaymentCreated', 2, { ...payment, status: 'completed' }),
    describeHalf('TransactionStatusChanged', 2, {
      ...{ ...payment, kind: 'incoming_payment', from: 'completed', to: 'failed', bankDay: null },
    }),
    describeHalf('TransactionStatusChanged', 2, {
      ...{ ...payment, kind: 'incoming_payment', from: 'failed', to: 'completed', bankDay: null },
    }),
  ]).toEqual([
    "Held $200.00 for Alice Moreno's transfer to another customer",
    "Added a payment of $196.00 from another customer to Alice Moreno's account",
    "Moved Alice Moreno's $196.00 payment from completed to failed: money taken back, because the sender's transfer was reversed",
    "Moved Alice Moreno's $196.00 payment from failed to completed: money added, because the sender's transfer was completed",
  ]);
});

const change = (kind: string, from: string, to: string) =>
  describeEvent('TransactionStatusChanged', {
    ...IDS,
    ...MOVES,
    kind,
    from,
    to,
    amountCents: 200_00,
    bankDay: null,
  });

describe('describeForAdmins', () => {
  it.each([
    ['AccountOpened', { accountId: 'a' }, 'Alice Moreno signed up'],
    [
      'TransferRequested',
      {
        ...IDS,
        ...MOVES,
        status: 'pending',
        amountCents: 200_00,
        feeCents: 4_00,
        category: 'food',
        bankDay: '2026-01-05',
      },
      "Held $200.00 for Alice Moreno's transfer",
    ],
    [
      'IncomingPaymentCreated',
      { ...IDS, ...MOVES, status: 'in_review', amountCents: 1 },
      'Recorded a payment of $0.01 for Alice Moreno with the status “In review”; no money moved yet',
    ],
    [
      'CreditRecorded',
      { ...IDS, ...MOVES, status: 'completed', amountCents: 5_00, category: null },
      "Added a credit of $5.00 to Alice Moreno's account",
    ],
    [
      'BalanceAdjusted',
      { ...IDS, ...MOVES, fromCents: 1_00, toCents: 2_50, deltaCents: 1_50 },
      "Changed Alice Moreno's balance from $1.00 to $2.50",
    ],
    [
      'TransactionAmended',
      { ...IDS, notesDigest: 'd', shownAt: '2026-01-02T00:00:00.000Z' },
      "Changed the notes and date of Alice Moreno's transaction",
    ],
    [
      'AccountClosed',
      { accountId: 'a', holdCents: 0, entries: [], sweptCents: 7_00 },
      "Closed Alice Moreno's account and moved $7.00 to unclaimed money",
    ],
    [
      'AccountRequestDecided',
      { accountRequestId: 'r', userId: 'a', status: 'in_review' },
      "Set the status of Alice Moreno's account request to “In review”",
    ],
    ['KycRejected', { kycId: 'k', userId: 'a' }, "Rejected Alice Moreno's KYC application"],
    [
      'ProposalMade',
      { userId: 'a', action: 'credit', subjectId: 't', amountCents: '1500', digest: 'd' },
      'Proposed a credit of $15.00 for Alice Moreno',
    ],
    [
      'ProposalMade',
      { userId: 'a', action: 'account_number', subjectId: 't', amountCents: '0', digest: 'd' },
      'Proposed an account number for Alice Moreno',
    ],
    ['UserDeleted', { userId: 'a' }, 'Deleted a user and erased their personal data'],
    [
      'TransferPlanned',
      {
        ...{ planId: 'p', userId: 'a', amountCents: 30_00, schedule: 'monthly' },
        ...{ firstDay: '2026-11-28', category: 'food', textsDigest: 'd' },
      },
      "Scheduled Alice Moreno's $30.00 transfer: monthly from Nov 28, 2026",
    ],
    [
      'DuplicateSsnRefused',
      { userId: 'a' },
      "Alice Moreno applied with another customer's SSN; the application was refused",
    ],
    ['SsnRead', { kycId: 'k', userId: 'a' }, "Viewed Alice Moreno's full SSN"],
    [
      'AccountNumberAssigned',
      { accountRequestId: 'r', userId: 'a', numbersDigest: 'd', origin: 'backfill' },
      'Assigned an account number to Alice Moreno (recorded afterward)',
    ],
    ['AdminRoleGranted', ROLE, "Set Alice Moreno's role to reviewer"],
    [
      'AccountFrozen',
      { userId: 'a', reason: 'unusual_activity', signIn: 'allowed' },
      "Froze Alice Moreno's account (reason: unusual activity); sign-in allowed",
    ],
    [
      'AccountUnfrozen',
      { userId: 'a', reason: 'resolved' },
      "Unfroze Alice Moreno's account (reason: resolved)",
    ],
    ['AdminDisabled', ROLE, "Disabled Alice Moreno's access to the panel (role: reviewer)"],
  ])('describes %s [HIST-2]', (type, payload, sentence) => {
    expect(describeEvent(type, payload)).toBe(sentence);
  });

  it.each([
    ['decision', '3500', "Proposed a decision on Alice Moreno's $35.00 transaction"],
    ['reversal', '3500', "Proposed a reversal of Alice Moreno's $35.00 transaction"],
    ['balance_edit', '3500', "Proposed a change of $35.00 to Alice Moreno's balance"],
    ['deletion', '0', 'Proposed the deletion of Alice Moreno'],
    ['role', '0', "Proposed a change to Alice Moreno's admin access"],
    ['policy', '0', 'Proposed an approval policy change'],
    ['shown_date', '0', 'Proposed a payment date change for Alice Moreno'],
  ])('describes a proposal for the action “%s” [HIST-2]', (action, amountCents, sentence) => {
    const proposal = { userId: 'a', action, subjectId: 't', amountCents, digest: 'd' };
    expect(describeEvent('ProposalMade', proposal)).toBe(sentence);
  });

  it.each([
    ['ProposalRejected', {}, 'policy', '0', 'Rejected a proposal (an approval policy change)'],
    ['ProposalWithdrawn', {}, 'deletion', '0', 'Withdrew a proposal (the deletion of Alice Moreno)'],
    ['ProposalRejected', {}, 'credit', '1200', 'Rejected a proposal (a credit of $12.00 for Alice Moreno)'],
    [
      ...(['ProposalClosed', { reason: 'role_changed' }, 'policy', '0'] as const),
      "Closed a proposal (an approval policy change): the proposer's role changed",
    ],
  ])('says what %s is about [HIST-2]', (type, fields, action, amountCents, sentence) => {
    const proposed = { userId: 'a', action, subjectId: 't', amountCents, digest: 'd' };
    expect(describeEvent(type, { userId: 'a', ...fields }, { proposed })).toBe(sentence);
    expect(describeEvent(type, { userId: 'a', ...fields })).toMatch(/^\w+ a proposal(:|$)/);
  });

  it('says that an abandoned batch changed nothing [LED-33]', () => {
    expect(describeEvent('BatchAbandoned', { batchHash: '00ff' })).toBe(
      "Didn't write a batch of events; nothing changed",
    );
  });

  it.each([
    ['transfer', 'pending', 'completed', 'hold released, money left the account'],
    ['transfer', 'pending', 'in_review', 'still on hold'],
    ['transfer', 'completed', 'failed', 'payment reversed'],
    ['transfer', 'completed', 'pending', 'payment reversed, amount put back on hold'],
    ['transfer', 'failed', 'completed', 'money left the account'],
    ['incoming_payment', 'pending', 'completed', 'money added'],
    ['credit', 'completed', 'cancelled', 'money taken back'],
    ['transfer', 'failed', 'pending', 'amount put back on hold'],
    ['credit', 'pending', 'failed', 'no money moved'],
  ])('describes a status change (%s, from %s to %s): %s', (kind, from, to, effect) => {
    expect(change(kind, from, to)).toMatch(new RegExp(`from .+ to .+: ${effect}$`));
  });

  it('spells “canceled” the US way', () => {
    expect(change('transfer', 'pending', 'cancelled')).toContain('from pending to canceled:');
  });

  it('says so if an event cannot be read', () => {
    expect(describeEvent('TransferRequested', { accountId: 'a' })).toContain("can't be read");
    expect(describeEvent('SomethingNew', {})).toContain("can't be read");
  });
});
