import type { LogPosition } from '../log/event-log.port.js';
import { LOG_START } from '../log/hash-chain.js';
import type { CheckedAccesses } from './check-access-log.js';
import type { SignedApprovals } from './check-approvals.js';
import type { ComparedIdentities } from './check-identity.js';
import type { SignedRange } from './check-signatures.js';
import type { CheckName, Finding, FindingList } from './finding-list.js';

export interface VerifyResult {
  readonly ok: boolean;
  /** The position of the checkpoint after which verification started; 0 for the whole log. */
  readonly checkedAfter: number;
  /** The log's last event. Keep it as the expected head for the next run. */
  readonly checkedTo: LogPosition;
  /** The part of the log that trusted writers must have signed; null if no key was given. */
  readonly signed: SignedRange | null;
  /** The approvals that needed a passkey's signature; null if signatures were never required or were not checked. */
  readonly signedApprovals: SignedApprovals | null;
  /** Whether there were read tables to compare with. */
  readonly withTables: boolean;
  readonly counts: VerifyCounts;
  /** The verified part of the access log; null if it was not read. */
  readonly accessLog: CheckedAccesses | null;
  /** The compared part of the identity checks; null if they were not compared. */
  readonly identity: ComparedIdentities | null;
  /** The findings with the lowest positions, in order. */
  readonly findings: readonly Finding[];
  /** Number of further findings. */
  readonly findingsOmitted: number;
  /** Problems that need an operator although the ledger is valid. */
  readonly warnings: readonly Finding[];
  /** Number of events in a log outside PostgreSQL that are not in the tables yet. They follow `checkedTo`. */
  readonly unprojected: number;
  /**
   * The checks that were not completed, because the log did not match the checkpoint, because events are missing or
   * cannot be applied, or because texts were left out.
   */
  readonly notCompared: readonly CheckName[];
}

/**
 * Numbers of verified items. If verification started after a checkpoint, only later events and the rows that they
 * changed are counted.
 */
export interface VerifyCounts {
  readonly events: number;
  readonly entries: number;
  readonly accounts: number;
  readonly transactions: number;
}

/** Returns a verification's result: its findings and `parts`. Anything left out of `parts` counts as not verified. */
export function verifyResult(findings: FindingList, parts: Partial<VerifyResult>): VerifyResult {
  return {
    ok: findings.isEmpty,
    checkedAfter: 0,
    checkedTo: LOG_START,
    signed: null,
    signedApprovals: null,
    withTables: true,
    counts: { events: 0, entries: 0, accounts: 0, transactions: 0 },
    accessLog: null,
    identity: null,
    findings: findings.list,
    findingsOmitted: findings.omitted,
    warnings: [],
    unprojected: 0,
    notCompared: [],
    ...parts,
  };
}

/**
 * Names the checks that were not completed. By default, these are all comparisons of rows except `entries`, which is
 * included only if the log has a gap.
 */
export function incomplete({
  hasGap,
  isComplete = false,
  isWithRows = false,
}: {
  /** Whether an event is missing or cannot be applied. */
  readonly hasGap: boolean;
  /** Whether the log is complete and all of its events and steps could be applied. */
  readonly isComplete?: boolean;
  /** Whether texts, decisions and identity checks were compared. */
  readonly isWithRows?: boolean;
}): CheckName[] {
  return [
    ...(hasGap ? (['entries'] as const) : []),
    ...(isComplete ? [] : (['accounts', 'transactions'] as const)),
    ...(isWithRows ? [] : (['texts', 'decisions', 'identity'] as const)),
    ...(isComplete ? [] : (['proposals', 'records', 'index', 'keys'] as const)),
  ];
}
