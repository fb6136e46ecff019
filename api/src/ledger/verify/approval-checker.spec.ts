import { beforeEach, describe, expect, it } from '@jest/globals';
import { formatPolicy, STRICT_APPROVALS } from '../domain/approval-policy.js';
import { GUARDED_ACTIONS } from '../domain/guarded-action.js';
import type { LedgerEvent } from '../domain/events.js';
import { ApprovalChecker } from './approval-checker.js';

const ANN = 'user:a0000000-0000-4000-8000-000000000001';
const BEN = 'user:b0000000-0000-4000-8000-000000000001';
const ANNS_LIMIT = 'admin-limit:a0000000-0000-4000-8000-000000000001';
const CUSTOMER = 'c0000000-0000-4000-8000-000000000001';

let checker: ApprovalChecker;
let position: number;
let requestCount: number;

/**
 * Checks the events of one request and returns the messages about them, in order. `actor` is the actor of each event
 * that doesn't have its own.
 */
function check(
  actor: string,
  ...events: (LedgerEvent & { stream?: string; version?: number; actor?: string })[]
): string[] {
  requestCount += 1;
  const requested = events.map((event) => {
    position += 1;
    const base = { actor, stream: `account:${CUSTOMER}`, version: 1, recordedAt: new Date(0), position };
    return { ...base, ...event, correlationId: String(requestCount) };
  });
  return requested.flatMap((event) => checker.check(event)).map(({ message }) => message);
}

const NOT_PERMITTED = 'the approval policy in force requires a second admin, and the log has no approval';

const credit = (subject: string, amountCents: number): LedgerEvent => ({
  type: 'CreditRecorded',
  payload: {
    ...{ transactionId: subject, accountId: CUSTOMER, status: 'completed', amountCents, category: null },
    ...{ textsDigest: 'd', holdCents: 0, entries: [] },
  },
});

const released = (subject: string): LedgerEvent => ({
  type: 'TransactionStatusChanged',
  payload: {
    ...{ transactionId: subject, accountId: CUSTOMER, kind: 'transfer', from: 'pending', to: 'cancelled' },
    ...{ amountCents: 5_000, bankDay: null, holdCents: -5_000, entries: [] },
  },
});

const closed: LedgerEvent = {
  type: 'AccountClosed',
  payload: { accountId: CUSTOMER, sweptCents: 700, holdCents: 0, entries: [] },
};

const used = (subjectId: string, amountCents: number, usedCents: number, bankDay = '2026-03-02') => ({
  type: 'AdminLimitUsed' as const,
  stream: ANNS_LIMIT,
  payload: {
    ...{ userId: CUSTOMER, bankDay, action: 'credit', subjectId },
    ...{ amountCents: String(amountCents), usedCents: String(usedCents) },
  },
});

const made = (proposalId: string, action: string, subjectId: string, amountCents: number) => ({
  type: 'ProposalMade' as const,
  stream: `proposal:${proposalId}`,
  payload: { userId: CUSTOMER, action, subjectId, amountCents: String(amountCents), digest: 'd' },
});

const approved = (proposalId: string, digest = 'd') => ({
  type: 'ProposalApproved' as const,
  stream: `proposal:${proposalId}`,
  payload: { userId: CUSTOMER, digest, signature: null },
});

const role = (
  type: 'AdminRoleGranted' | 'AdminRoleRevoked' | 'AdminDisabled',
  actor: string,
): LedgerEvent => ({
  type,
  payload: {
    ...{ userId: actor.replace('user:', ''), role: 'owner', changeId: 'r1' },
    ...{ reasonDigest: 'd', origin: 'decision' },
  },
});

const policy = (version: number, text = formatPolicy(STRICT_APPROVALS)) => ({
  type: 'ApprovalPolicyChanged' as const,
  stream: 'policy:approvals',
  version,
  payload: { policy: text },
});

/** The strict policy as written by releases that did not know about shown dates or removals of account numbers. */
const OLD_POLICY = JSON.stringify({
  rules: Object.fromEntries(
    GUARDED_ACTIONS.slice(0, 9).map((action) => [action, STRICT_APPROVALS.rules[action]]),
  ),
  dailyLimitCents: STRICT_APPROVALS.dailyLimitCents,
});

const frozen = (type: 'AccountFrozen' | 'AccountUnfrozen', actor: string): LedgerEvent => {
  const payload = { userId: actor.replace('user:', ''), reason: 'other' };
  return type === 'AccountFrozen' ? { type, payload: { ...payload, signIn: 'blocked' } } : { type, payload };
};

const shown = (subject: string): LedgerEvent => ({
  type: 'TransactionAmended',
  payload: {
    transactionId: subject,
    accountId: CUSTOMER,
    notesDigest: null,
    shownAt: '1998-01-01T00:00:00Z',
  },
});

const request = (status: string): LedgerEvent => ({
  type: 'AccountRequestDecided',
  payload: { accountRequestId: 'q1', userId: CUSTOMER, status },
});

beforeEach(() => {
  checker = new ApprovalChecker();
  [position, requestCount] = [0, 0];
  check('system', role('AdminRoleGranted', ANN), role('AdminRoleGranted', BEN));
});

describe('before the first policy', () => {
  it('one admin may do everything', () => {
    expect(check(ANN, credit('t1', 999_999))).toEqual([]);
    expect(check('system', policy(1))).toEqual([]);
    expect(check(ANN, credit('t2', 1))).toEqual([NOT_PERMITTED]);
  });
});

describe('under a strict policy', () => {
  beforeEach(() => {
    check('system', policy(1));
  });

  it('a change is permitted if an earlier event of its request used the limit or approved the proposal [APR-6]', () => {
    expect(check(ANN, used('t1', 30_000, 30_000), credit('t1', 30_000))).toEqual([]);
    check(ANN, made('p1', 'credit', 't2', 90_000));
    expect(check(BEN, approved('p1'), credit('t2', 90_000))).toEqual([]);
  });

  it.each([
    ['without a permit', () => [credit('t1', 1)]],
    ['with an amount other than the permitted one', () => [used('t1', 1, 1), credit('t1', 2)]],
    ['to a subject other than the permitted one', () => [used('t1', 1, 1), credit('t2', 1)]],
    [
      'by an admin other than the permitted one',
      () => [used('t1', 1, 1), { ...credit('t1', 1), actor: BEN }],
    ],
    ['made a second time with the same permit', () => [used('t1', 1, 1), credit('t1', 1), credit('t1', 1)]],
  ])('a change %s is a finding [APR-6]', (_, events) => {
    expect(check(ANN, ...events())).toEqual([NOT_PERMITTED]);
  });

  it('a change is a finding if another request used the limit for it [APR-6]', () => {
    check(ANN, used('t1', 1, 1));
    expect(check(ANN, credit('t1', 1))).toEqual([NOT_PERMITTED]);
    expect(check('system', credit('t1', 1))).toEqual([NOT_PERMITTED]);
  });

  it.each([
    ['exceeds the limit', [used('t1', 50_001, 50_001)]],
    ['states a total that is too low', [used('t1', 100, 100), used('t2', 100, 100)]],
    [
      'is on an earlier day than the previous use',
      [used('t1', 100, 100), used('t2', 100, 100, '2026-03-01')],
    ],
    [
      'is for an action that always needs two admins',
      [{ ...used('t1', 100, 100), payload: { ...used('t1', 100, 100).payload, action: 'deletion' } }],
    ],
    [
      "is recorded as a use of another admin's limit",
      [{ ...used('t1', 100, 100), stream: 'admin-limit:other' }],
    ],
  ])('a use of the limit is a finding if it %s [APR-6]', (_, events) => {
    expect(check(ANN, ...events)).toEqual(["the admin's daily limit doesn't allow it"]);
  });

  it('a new day begins a new limit', () => {
    expect(check(ANN, used('t1', 50_000, 50_000), used('t2', 50_000, 50_000, '2026-03-03'))).toEqual([]);
  });

  it.each([
    ['by the proposer', ANN, 'd', 'an admin approved their own proposal'],
    ['of a different payload', BEN, 'other', "what was approved isn't what was proposed"],
  ])('an approval %s is a finding [APR-6]', (_, actor, digest, message) => {
    check(ANN, made('p1', 'credit', 't1', 100));
    expect(check(actor, approved('p1', digest), credit('t1', 100))).toEqual([message, NOT_PERMITTED]);
  });

  it.each(['AdminRoleRevoked', 'AdminDisabled'] as const)(
    'an approval is a finding after an %s event about the approver [APR-6]',
    (type) => {
      check(ANN, made('p1', 'credit', 't1', 100));
      check('system', role(type, BEN));
      expect(check(BEN, approved('p1'), credit('t1', 100))).toEqual([
        "the approver wasn't an admin",
        NOT_PERMITTED,
      ]);
    },
  );

  it('a role change is a finding unless the operator made it or it was approved [APR-6]', () => {
    expect(check(ANN, role('AdminRoleGranted', 'user:eve'))).toEqual([NOT_PERMITTED]);
    check(ANN, made('p1', 'role', 'eve', 0));
    expect(check(BEN, approved('p1'), role('AdminRoleGranted', 'user:eve'))).toEqual([]);
    expect(check('system', role('AdminDisabled', 'user:eve'))).toEqual([]);
  });

  it('the checker says what permitted a change [APR-9]', () => {
    const basisOfLast = () => checker.lastChange?.basis;
    check(ANN, used('t1', 100, 100), credit('t1', 100));
    expect(basisOfLast()).toEqual({ kind: 'limit' });
    check(ANN, made('p1', 'credit', 't2', 90_000));
    expect(checker.lastChange).toBeNull();
    check(BEN, approved('p1'), credit('t2', 90_000));
    expect(basisOfLast()).toEqual({ kind: 'approval', proposal: 'proposal:p1', proposer: ANN });
    check(BEN, credit('t3', 1));
    expect(basisOfLast()).toBeNull();
  });

  it('an approval of a proposal that is not open is a finding [APR-6]', () => {
    check(ANN, made('p1', 'credit', 't1', 100));
    const withdrawn = {
      type: 'ProposalWithdrawn' as const,
      stream: 'proposal:p1',
      payload: { userId: CUSTOMER },
    };
    check(ANN, withdrawn);
    expect(check(BEN, approved('p1'))).toEqual(['no such proposal is open']);
    expect(check(BEN, approved('p2'))).toEqual(['no such proposal is open']);
  });

  it('the holds that a deletion releases need no approval of their own [APR-6]', () => {
    check(ANN, made('p1', 'deletion', CUSTOMER, 700));
    expect(check(BEN, approved('p1'), released('t1'), released('t2'), closed)).toEqual([]);
    expect(checker.finish()).toEqual([]);
  });

  it('holds that are released without a deletion are findings [APR-6]', () => {
    expect(check(ANN, released('t1'))).toEqual([]);
    expect(check(ANN, made('p1', 'credit', 't2', 100))).toEqual([NOT_PERMITTED]);
    check(ANN, released('t1'));
    expect(checker.finish()).toEqual([{ position, message: NOT_PERMITTED }]);
  });

  it('the policy itself changes only with an approval [APR-6]', () => {
    expect(check(ANN, policy(2))).toEqual([NOT_PERMITTED]);
    check(ANN, made('p1', 'policy', 'policy:approvals', 0));
    expect(check(BEN, approved('p1'), policy(3))).toEqual([]);
    expect(check('system', policy(4))).toEqual([NOT_PERMITTED]);
  });
});

describe('signatures of approvals', () => {
  const ORIGIN = 'https://bank.example';
  const signed = (signatures: string | null, rules = {}) =>
    formatPolicy({ ...STRICT_APPROVALS, rules: { ...STRICT_APPROVALS.rules, ...rules }, signatures });

  it('can be required by the bank itself, but the bank can’t make them optional or change their origin [APR-30, APR-32]', () => {
    check('system', policy(1));
    expect(check('system', policy(2, signed(ORIGIN)))).toEqual([]);
    expect(check('system', policy(3, signed('https://evil.example')))).toEqual([NOT_PERMITTED]);
    check('system', policy(4, signed(ORIGIN)));
    expect(check('system', policy(5, signed(null)))).toEqual([NOT_PERMITTED]);
  });

  it('can’t be required in a policy that also changes other rules, or by an admin alone [APR-30]', () => {
    check('system', policy(1));
    expect(check('system', policy(2, signed(ORIGIN, { credit: 'alone' })))).toEqual([NOT_PERMITTED]);
    expect(check(ANN, policy(3, signed(ORIGIN)))).toEqual([NOT_PERMITTED]);
  });

  it('can be made optional only by two admins, even if one admin may change the policy alone [APR-32]', () => {
    check('system', policy(1, signed(null, { policy: 'alone' })));
    check('system', policy(2, signed(ORIGIN, { policy: 'alone' })));
    expect(check(ANN, policy(3, signed(null, { policy: 'alone' })))).toEqual([NOT_PERMITTED]);
    check('system', policy(4, signed(ORIGIN)));
    check(ANN, made('p1', 'policy', 'policy:approvals', 0));
    expect(check(BEN, approved('p1'), policy(5, signed(null)))).toEqual([]);
  });
});

describe('under the rule that proposer and approver must be admins in good standing', () => {
  const VOID = "the proposer's role or access had changed since the proposal";

  const approveAfter = (...events: LedgerEvent[]): string[] => {
    check(ANN, made('p1', 'credit', 't1', 100));
    for (const event of events) check('system', event);
    return check(BEN, approved('p1'), credit('t1', 100));
  };

  it.each([
    ['removed as an admin', [role('AdminRoleRevoked', ANN)]],
    ['disabled', [role('AdminDisabled', ANN)]],
    ['given another role', [role('AdminRoleGranted', ANN)]],
    ['frozen', [frozen('AccountFrozen', ANN)]],
    ['frozen and unfrozen', [frozen('AccountFrozen', ANN), frozen('AccountUnfrozen', ANN)]],
  ])('an approval is a finding if the proposer has been %s since proposing [APR-21]', (_, events) => {
    check('system', policy(1));
    expect(approveAfter(...events)).toEqual([VOID, NOT_PERMITTED]);
  });

  it('an approval is a finding while the approver is frozen, and not afterwards [APR-21]', () => {
    check('system', policy(1));
    expect(approveAfter(frozen('AccountFrozen', BEN))).toEqual([
      "the approver's account was frozen",
      NOT_PERMITTED,
    ]);
    check('system', frozen('AccountUnfrozen', BEN));
    check(ANN, made('p2', 'credit', 't2', 100));
    expect(check(BEN, approved('p2'), credit('t2', 100))).toEqual([]);
  });

  it('an approval is a finding after the bank closed the proposal [APR-21]', () => {
    check('system', policy(1));
    check(ANN, made('p1', 'credit', 't1', 100));
    const payload = { userId: CUSTOMER, reason: 'role_changed' };
    check('system', { type: 'ProposalClosed', payload, ...{ stream: 'proposal:p1' } });
    expect(check(BEN, approved('p1'))).toEqual(['no such proposal is open']);
  });

  it('logs from before the rule stay valid [APR-21]', () => {
    check('system', policy(1, OLD_POLICY));
    expect(approveAfter(role('AdminRoleRevoked', ANN))).toEqual([]);
  });

  it('backfilled roles do not count as changes [APR-21]', () => {
    check('system', policy(1));
    const granted = role('AdminRoleGranted', ANN);
    const backfilled = { ...granted, payload: { ...granted.payload, origin: 'backfill' } } as LedgerEvent;
    expect(approveAfter(backfilled)).toEqual([]);
  });
});

describe('shown dates and removals of account numbers', () => {
  it('are findings without a second admin [APR-24]', () => {
    check('system', policy(1));
    expect(check(ANN, shown('t1'))).toEqual([NOT_PERMITTED]);
    check(ANN, request('approved'));
    expect(check(ANN, request('rejected'))).toEqual([NOT_PERMITTED]);
    check(ANN, made('p1', 'shown_date', 't1', 0), made('p2', 'account_number_removal', 'q1', 0));
    expect(check(BEN, approved('p1'), shown('t1'))).toEqual([]);
    check(ANN, request('approved'));
    expect(check(BEN, approved('p2'), request('pending'))).toEqual([]);
    expect(check(ANN, request('rejected'))).toEqual([]);
  });

  it('are guarded once a policy names them, and the bank may record that policy itself [APR-24]', () => {
    check('system', policy(1, OLD_POLICY));
    check(ANN, request('approved'));
    expect(check(ANN, shown('t1'), request('rejected'))).toEqual([]);
    expect(check('system', policy(2))).toEqual([]);
    expect(check(ANN, shown('t1'))).toEqual([NOT_PERMITTED]);
    expect(check('system', policy(3))).toEqual([NOT_PERMITTED]);
  });

  it('can be added to the policy by the bank itself only if they then need two admins [APR-24]', () => {
    check('system', policy(1, OLD_POLICY));
    const rules = { ...STRICT_APPROVALS.rules, shown_date: 'alone' } as const;
    expect(check('system', policy(2, formatPolicy({ ...STRICT_APPROVALS, rules })))).toEqual([NOT_PERMITTED]);
  });
});

it('a shown date needs no permit of its own if the same request also carried out an approved decision on the same payment [APR-24]', () => {
  check('system', policy(1));
  const decided = (subject: string): LedgerEvent => {
    const event = released(subject);
    return { ...event, payload: { ...event.payload, to: 'completed' } } as LedgerEvent;
  };
  check(ANN, made('p1', 'decision', 't1', 5_000), made('p2', 'decision', 't2', 5_000));
  expect(check(BEN, approved('p1'), decided('t1'), shown('t1'))).toEqual([]);
  expect(check(BEN, approved('p2'), decided('t2'), shown('t3'))).toEqual([NOT_PERMITTED]);
  expect(check(BEN, shown('t1'))).toEqual([NOT_PERMITTED]);
});
