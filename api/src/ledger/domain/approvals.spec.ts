import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  APPROVAL_RULES,
  type ApprovalPolicy,
  formatPolicy,
  NO_APPROVALS,
  parsePolicy,
  STRICT_APPROVALS,
} from './approval-policy.js';
import {
  type ApplyApproved,
  type ApplyGuarded,
  type GuardedCommand,
  type LedgerCommand,
  readSetOf,
} from './commands.js';
import { GUARDED_ACTIONS, type GuardedChange } from './guarded-action.js';
import {
  adjust,
  ALICE,
  aliceWith,
  credit,
  dollars,
  incomingPayment,
  type InMemoryLedger,
  setStatus,
  transfer,
  txn,
} from './in-memory-ledger.fixtures.js';
import { streamVersion } from './apply.js';
import { POLICY_STREAM } from './events.js';

const LIMIT_STREAM = 'admin-limit:a1';
const PROPOSAL = 'proposal:p1';

const policyWith = (rules: Partial<ApprovalPolicy['rules']>): ApprovalPolicy => ({
  rules: { ...STRICT_APPROVALS.rules, ...rules },
  dailyLimitCents: dollars(500),
  signatures: null,
});

/** A command by one admin who has used `usedCents` of the day's limit. */
function guarded(
  ledger: InMemoryLedger,
  command: LedgerCommand,
  { policy = STRICT_APPROVALS, usedCents = 0, version = streamVersion(ledger.state, LIMIT_STREAM) } = {},
): ApplyGuarded {
  return {
    type: 'ApplyGuarded',
    command: command as GuardedCommand,
    customerId: ALICE,
    policy,
    limit: { stream: LIMIT_STREAM, version, bankDay: '2026-03-02', usedCents },
    unchanged: [{ stream: POLICY_STREAM, version: streamVersion(ledger.state, POLICY_STREAM) }],
  };
}

function approved(command: LedgerCommand, change: GuardedChange, expectedVersion = 1): ApplyApproved {
  return {
    type: 'ApplyApproved',
    command: command as GuardedCommand,
    change,
    approval: {
      type: 'RecordAudit',
      stream: PROPOSAL,
      expectedVersion,
      event: { type: 'ProposalApproved', payload: { userId: ALICE, digest: 'd', signature: null } },
    },
    unchanged: [],
  };
}

const propose = (change: GuardedChange): LedgerCommand => ({
  type: 'RecordAudit',
  stream: PROPOSAL,
  expectedVersion: 0,
  event: {
    type: 'ProposalMade',
    payload: {
      userId: ALICE,
      action: change.action,
      subjectId: change.subjectId,
      amountCents: String(change.amountCents),
      digest: 'd',
    },
  },
});

const typesOf = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);

describe('given a policy that lets one admin take an action alone', () => {
  it('then their command is applied, and no use of a limit is recorded [APR-1]', () => {
    const ledger = aliceWith(0);
    const command = guarded(ledger, credit(txn(1), dollars(10_000)), { policy: NO_APPROVALS });
    expect(typesOf(ledger.expectAccepted(command))).toEqual(['CreditRecorded']);
  });
});

describe('given a policy with a daily limit', () => {
  it('then a command within the limit is applied, after an event that records how much of the limit is used [APR-2]', () => {
    const ledger = aliceWith(0);
    const events = ledger.expectAccepted(
      guarded(ledger, credit(txn(1), dollars(300)), { usedCents: 20_000 }),
    );
    expect(events).toMatchObject([
      {
        stream: LIMIT_STREAM,
        type: 'AdminLimitUsed',
        payload: {
          userId: ALICE,
          bankDay: '2026-03-02',
          action: 'credit',
          subjectId: txn(1),
          amountCents: '30000',
          usedCents: '50000',
        },
      },
      { type: 'CreditRecorded' },
    ]);
  });

  it('then a command beyond the limit needs approval and changes nothing [APR-2]', () => {
    const ledger = aliceWith(0);
    const before = structuredClone(ledger.state);
    const command = guarded(ledger, credit(txn(1), dollars(300)), { usedCents: 20_001 });
    expect(ledger.expectRefused(command)).toEqual({
      code: 'APPROVAL_REQUIRED',
      change: { action: 'credit', subjectId: txn(1), amountCents: 30_000 },
    });
    expect(ledger.state).toEqual(before);
  });

  it.each([
    ['an incoming payment', () => aliceWith(0), incomingPayment(txn(1), 600_00), 'incoming_payment', 600_00],
    ['a balance increase', () => aliceWith(100_00), adjust(txn(1), 900_00), 'balance_edit', 800_00],
    ['a balance decrease', () => aliceWith(900_00), adjust(txn(1), 100_00), 'balance_edit', 800_00],
    [
      'a decision',
      () => aliceWith(900_00).execute(transfer(txn(1), 600_00)),
      setStatus(txn(1), 'completed'),
      'decision',
      600_00,
    ],
    [
      'a reversal',
      () => aliceWith(900_00).execute(transfer(txn(1), 600_00), setStatus(txn(1), 'completed')),
      setStatus(txn(1), 'failed'),
      'reversal',
      600_00,
    ],
  ] as const)('then %s beyond the limit needs approval [APR-1]', (_, given, command, action, amountCents) => {
    const ledger = given();
    expect(ledger.expectRefused(guarded(ledger, command))).toEqual({
      code: 'APPROVAL_REQUIRED',
      change: { action, subjectId: txn(1), amountCents },
    });
  });

  it('then a review that changes only notes needs no approval [APR-1]', () => {
    const ledger = aliceWith(dollars(900));
    const policy = policyWith({ decision: 'approval', reversal: 'approval' });
    const notes = { ...setStatus(txn(0), 'completed'), status: null, notesDigest: 'n' } as LedgerCommand;
    expect(typesOf(ledger.expectAccepted(guarded(ledger, notes, { policy })))).toEqual([
      'TransactionAmended',
    ]);
  });

  const review = (change: Partial<Extract<LedgerCommand, { type: 'ReviewTransaction' }>>): LedgerCommand =>
    ({ ...setStatus(txn(1), 'completed'), ...change }) as LedgerCommand;

  it('then changing the shown date needs two admins, even if the same command also makes a decision within the limit [APR-1]', () => {
    const ledger = aliceWith(dollars(900)).execute(transfer(txn(1), dollars(5)));
    const shownAt = new Date('1998-01-01');
    expect(ledger.expectRefused(guarded(ledger, review({ status: null, shownAt })))).toEqual({
      code: 'APPROVAL_REQUIRED',
      change: { action: 'shown_date', subjectId: txn(1), amountCents: 0 },
    });
    expect(ledger.expectRefused(guarded(ledger, review({ shownAt })))).toEqual({
      code: 'APPROVAL_REQUIRED',
      change: { action: 'decision', subjectId: txn(1), amountCents: dollars(5) },
    });
    expect(
      ledger.expectRefused(
        guarded(ledger, review({ shownAt }), { policy: policyWith({ decision: 'alone' }) }),
      ),
    ).toMatchObject({
      change: { action: 'decision' },
    });
    const policy = policyWith({ shown_date: 'alone' });
    expect(typesOf(ledger.expectAccepted(guarded(ledger, review({ shownAt }), { policy })))).toEqual([
      'AdminLimitUsed',
      'TransactionStatusChanged',
      'TransactionAmended',
    ]);
  });

  it('then a command is refused if another command has used part of the limit in the meantime [APR-2]', () => {
    const ledger = aliceWith(0);
    const commands = [1, 2].map((n) => guarded(ledger, credit(txn(n), dollars(300)), { version: 0 }));
    const [first, second] = commands.map((command) => ledger.submit(command));
    expect(first).toHaveLength(2);
    expect(second).toEqual({ code: 'STREAM_CHANGED', stream: LIMIT_STREAM });
  });

  it('then a command based on an earlier policy is refused [APR-2]', () => {
    const ledger = aliceWith(0);
    const command = guarded(ledger, credit(txn(1), dollars(1)));
    ledger.execute({
      type: 'RecordAudit',
      stream: POLICY_STREAM,
      event: { type: 'ApprovalPolicyChanged', payload: { policy: formatPolicy(STRICT_APPROVALS) } },
    });
    expect(ledger.expectRefused(command)).toEqual({ code: 'STREAM_CHANGED', stream: POLICY_STREAM });
  });

  it('then no order of commands lets one admin move more than the limit in a day [APR-2]', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(amounts, (cents) => {
        const ledger = aliceWith(0);
        let usedCents = 0;
        for (const [index, amountCents] of cents.entries()) {
          const command = guarded(ledger, credit(txn(index + 1), amountCents), { usedCents });
          if (!('code' in ledger.submit(command))) usedCents += amountCents;
        }
        expect(usedCents).toBeLessThanOrEqual(STRICT_APPROVALS.dailyLimitCents);
        expect(ledger.balance(ALICE).posted).toBe(usedCents);
      }),
      { numRuns: 50 },
    );
  });
});

describe('given a proposal', () => {
  const change = { action: 'credit', subjectId: txn(1), amountCents: dollars(600) } as const;
  const command = credit(txn(1), dollars(600));
  const proposed = () => aliceWith(0).execute(propose(change));

  it('then its approval and the change are recorded together, the approval first [APR-3]', () => {
    const events = proposed().expectAccepted(approved(command, change));
    expect(typesOf(events)).toEqual(['ProposalApproved', 'CreditRecorded']);
  });

  it('then a second approval is refused, and money moves once [APR-4]', () => {
    const ledger = proposed().execute(approved(command, change));
    expect(ledger.expectRefused(approved(command, change))).toEqual({
      code: 'STREAM_CHANGED',
      stream: PROPOSAL,
    });
    expect(ledger.balance(ALICE).posted).toBe(600_00);
  });

  it('then an approval is refused if the proposal has been withdrawn [APR-4]', () => {
    const ledger = proposed().execute({
      type: 'RecordAudit',
      stream: PROPOSAL,
      expectedVersion: 1,
      event: { type: 'ProposalWithdrawn', payload: { userId: ALICE } },
    });
    expect(ledger.expectRefused(approved(command, change))).toMatchObject({ code: 'STREAM_CHANGED' });
  });

  it('then a command that does not do what was proposed is refused, and the proposal stays open [APR-3]', () => {
    const ledger = proposed();
    const more = approved(credit(txn(1), dollars(601)), change);
    expect(ledger.expectRefused(more)).toEqual({ code: 'PROPOSAL_OUTDATED' });
    expect(streamVersion(ledger.state, PROPOSAL)).toBe(1);
  });

  it('then a balance edit is refused if the balance has changed since [APR-3]', () => {
    const edit = adjust(txn(1), dollars(1_000));
    const ledger = aliceWith(dollars(100));
    const by900 = { action: 'balance_edit', subjectId: txn(1), amountCents: dollars(900) } as const;
    ledger.execute(propose(by900), credit(txn(2), dollars(5)));
    expect(ledger.expectRefused(approved(edit, by900))).toEqual({ code: 'PROPOSAL_OUTDATED' });
  });

  it('then a balance edit is refused if the balance is not the one that was shown [APR-22]', () => {
    const edit = { ...adjust(txn(1), dollars(1_000)), fromCents: dollars(100) } as LedgerCommand;
    const by900 = { action: 'balance_edit', subjectId: txn(1), amountCents: dollars(900) } as const;
    const ledger = aliceWith(dollars(1_900)).execute(propose(by900));
    expect(ledger.expectRefused(approved(edit, by900))).toEqual({ code: 'PROPOSAL_OUTDATED' });
    expect(
      typesOf(aliceWith(dollars(100)).execute(propose(by900)).expectAccepted(approved(edit, by900))),
    ).toEqual(['ProposalApproved', 'BalanceAdjusted']);
  });

  it('then its command is refused for the same reasons as without approval', () => {
    const ledger = proposed().execute({ type: 'CloseAccount', accountId: ALICE });
    expect(ledger.expectRefused(approved(command, change))).toEqual({ code: 'ACCOUNT_CLOSED' });
  });
});

describe('the read set of a permitted command', () => {
  it('contains what the command reads, and the streams of its limit, policy or approval', () => {
    const ledger = aliceWith(0);
    const change = { type: 'ApprovalPolicyChanged', payload: { policy: '{}' } } as const;
    const command = guarded(ledger, { type: 'RecordAudit', stream: 'policy:other', event: change });
    expect([...readSetOf(command).streams].sort()).toEqual(
      [LIMIT_STREAM, POLICY_STREAM, 'policy:other'].sort(),
    );
    expect(
      readSetOf(approved(adjust(txn(1), 1), { action: 'deletion', subjectId: '', amountCents: 0 })),
    ).toEqual({
      ...readSetOf(adjust(txn(1), 1)),
      streams: [PROPOSAL],
    });
  });
});

describe('the text of a policy', () => {
  const policies = fc.record({
    rules: fc.record(
      Object.fromEntries(GUARDED_ACTIONS.map((action) => [action, fc.constantFrom(...APPROVAL_RULES)])),
    ),
    dailyLimitCents: fc.nat(),
    signatures: fc.option(fc.string({ minLength: 1 })),
  }) as fc.Arbitrary<ApprovalPolicy>;

  it('parses to the same policy, and does not depend on the order of the rules', () => {
    fc.assert(
      fc.property(policies, (policy) => {
        const { rules, signatures } = policy;
        // If a policy requires signatures, changing the policy takes two admins. If one admin could change it alone,
        // that admin could drop the signature requirement.
        const inForce = signatures === null ? rules : { ...rules, policy: 'approval' };
        expect(parsePolicy(formatPolicy(policy))).toEqual({ ...policy, rules: inForce });
        const reversed = Object.fromEntries(Object.entries(policy.rules).reverse());
        expect(formatPolicy({ ...policy, rules: reversed as ApprovalPolicy['rules'] })).toBe(
          formatPolicy(policy),
        );
      }),
    );
  });

  it('requires approval for actions that it does not name', () => {
    expect(parsePolicy('{"rules":{"credit":"alone"},"dailyLimitCents":0}').rules).toMatchObject({
      credit: 'alone',
      reversal: 'approval',
    });
  });

  it.each([
    '',
    '[]',
    '{}',
    '{"rules":{"credit":"never"},"dailyLimitCents":0}',
    '{"rules":{},"dailyLimitCents":-1}',
  ])('is refused if it is %j', (text) => {
    expect(() => parsePolicy(text)).toThrow(RangeError);
  });
});
