import type { GuardedAction } from './guarded-action.js';
import { GUARDED_ACTIONS } from './guarded-action.js';
import { isRecord } from './is-record.js';

/**
 * Who may do something that the policy covers (APR-1): one admin `alone`, one admin up to their daily `limit` and two
 * beyond it, or always two (`approval`).
 */
export const APPROVAL_RULES = ['alone', 'limit', 'approval'] as const;
export type ApprovalRule = (typeof APPROVAL_RULES)[number];

/** Actions without an amount, to which a limit cannot apply. */
export const ACTIONS_WITHOUT_AMOUNT = [
  'account_number',
  'role',
  'policy',
  'shown_date',
  'account_number_removal',
] as const satisfies readonly GuardedAction[];

/** The bank's approval rules, as set by an owner. */
export interface ApprovalPolicy {
  readonly rules: Readonly<Record<GuardedAction, ApprovalRule>>;
  /** The amount that one admin may move alone in a bank day, across all actions with the rule `limit`. */
  readonly dailyLimitCents: number;
  /**
   * The origin, such as `https://bank.example`, at which approvers sign with a passkey; null if approvals need no
   * signature (APR-30). If signatures are required, two admins are needed to change the policy itself. Otherwise, one
   * admin could abolish the requirement.
   */
  readonly signatures: string | null;
}

/** No action needs a second admin. This applies to a log without a policy. */
export const NO_APPROVALS: ApprovalPolicy = {
  rules: rulesFrom(() => 'alone'),
  dailyLimitCents: 0,
  signatures: null,
};

/** What one admin may move alone in a day under the strict policy: $500.00. */
const STRICT_DAILY_LIMIT_CENTS = 50_000;

/** The default in production: one admin may move money up to a daily limit; everything else takes two. */
export const STRICT_APPROVALS: ApprovalPolicy = {
  rules: rulesFrom((action) => (hasAmount(action) && action !== 'deletion' ? 'limit' : 'approval')),
  dailyLimitCents: STRICT_DAILY_LIMIT_CENTS,
  signatures: null,
};

/** Whether actions of this kind have an amount. */
export function hasAmount(action: GuardedAction): boolean {
  return !ACTIONS_WITHOUT_AMOUNT.some((without) => without === action);
}

/**
 * Returns a policy's text for its event: JSON with the actions in a fixed order, so equal policies have equal texts.
 */
export function formatPolicy({ rules, dailyLimitCents, signatures }: ApprovalPolicy): string {
  const inForce = rulesFrom((action) => (isOfSignatures(action, signatures) ? 'approval' : rules[action]));
  return JSON.stringify({ rules: inForce, dailyLimitCents, ...(signatures !== null && { signatures }) });
}

/**
 * Parses a policy's text. Actions that the text does not name need two admins, so an older policy also guards newer
 * actions.
 *
 * @throws RangeError the text is not a policy
 */
export function parsePolicy(text: string): ApprovalPolicy {
  const parsed = parseObject(text);
  const limit = parsed['dailyLimitCents'];
  const rules = parsed['rules'];
  if (typeof limit !== 'number' || !Number.isSafeInteger(limit) || limit < 0 || !isRecord(rules)) {
    throw new RangeError('the policy has no valid limit or no rules');
  }
  const signatures = parsed['signatures'] ?? null;
  if (signatures !== null && (typeof signatures !== 'string' || signatures === '')) {
    throw new RangeError('the policy has an invalid origin for signatures');
  }
  const ruleOf = (action: GuardedAction): ApprovalRule =>
    isOfSignatures(action, signatures) ? 'approval' : ruleIn(rules, action);
  return { rules: rulesFrom(ruleOf), dailyLimitCents: limit, signatures };
}

/** Returns the signature origin in a policy's text; null if it has none or is not a policy. */
export function originOfSignatures(text: string): string | null {
  try {
    return parsePolicy(text).signatures;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Whether an action changes a policy that requires signatures. Such a change always takes two admins. */
function isOfSignatures(action: GuardedAction, signatures: string | null): boolean {
  return action === 'policy' && signatures !== null;
}

/**
 * Returns the actions named in a policy's text. An action is guarded starting with the first event that names it
 * (APR-6).
 */
export function namedActions(text: string): GuardedAction[] {
  const rules = parseObject(text)['rules'];
  return GUARDED_ACTIONS.filter((action) => isRecord(rules) && Object.hasOwn(rules, action));
}

function ruleIn(rules: Readonly<Record<string, unknown>>, action: GuardedAction): ApprovalRule {
  const rule = rules[action] ?? 'approval';
  const known = APPROVAL_RULES.find((each) => each === rule);
  if (known === undefined) throw new RangeError(`the policy has an unknown rule for ${action}`);
  return known;
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new RangeError('the policy is not JSON');
  }
  if (!isRecord(parsed)) throw new RangeError('the policy is not a JSON object');
  return parsed;
}

function rulesFrom(ruleOf: (action: GuardedAction) => ApprovalRule): Record<GuardedAction, ApprovalRule> {
  const entries = GUARDED_ACTIONS.map((action) => [action, ruleOf(action)] as const);
  return Object.fromEntries(entries) as Record<GuardedAction, ApprovalRule>;
}
