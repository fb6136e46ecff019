/** The checks, in the order in which findings at the same position are listed. */
export const CHECKS = [
  'stream',
  'positions',
  'chain',
  'time',
  'payload',
  'streams',
  'rules',
  'fold',
  'approvals',
  'trial-balance',
  'expected-head',
  'signatures',
  'ahead',
  'head',
  'projection',
  'copy',
  'entries',
  'accounts',
  'transactions',
  'texts',
  'decisions',
  'identity',
  'proposals',
  'records',
  'index',
  'keys',
  'pending',
  'access-log',
  'schema',
] as const;
export type CheckName = (typeof CHECKS)[number];

/** An inconsistency that a check found. */
export interface Finding {
  readonly check: CheckName;
  /** The event it concerns; null if no event can be named. */
  readonly position: number | null;
  /** If the finding could also concern events before `position`, the position of the first one. */
  readonly from?: number;
  readonly message: string;
}

/** A finding in the command line's JSON output and in `ledger_verification`, where the message is called `what`. */
export interface FindingJson {
  readonly check: CheckName;
  readonly position: number | null;
  readonly from?: number;
  readonly what: string;
}

/** Converts a finding to its stored and printed form. */
export function toFindingJson({ message, ...finding }: Finding): FindingJson {
  return { ...finding, what: message };
}

/** Maximum number of findings kept. Further ones are only counted, so that a corrupt table does not fill the memory. */
const MAX_KEPT = 20;

/** Keeps the findings with the lowest positions, in order, and counts the others. */
export class FindingList {
  private readonly kept: Finding[] = [];
  private total = 0;
  private highest = -Infinity;

  add(...findings: readonly Finding[]): void {
    for (const finding of findings) {
      this.total += 1;
      this.highest = Math.max(this.highest, finding.position ?? -Infinity);
      const index = this.kept.findIndex((known) => compareFindings(finding, known) < 0);
      this.kept.splice(index < 0 ? this.kept.length : index, 0, finding);
      if (this.kept.length > MAX_KEPT) this.kept.pop();
    }
  }

  /** Adds another list's findings, including those that it only counted. */
  addAll(other: FindingList): void {
    this.add(...other.kept);
    this.total += other.omitted;
    this.highest = Math.max(this.highest, other.highest);
  }

  /** Counts findings that are not listed. */
  addUnlisted(count: number): void {
    this.total += count;
  }

  get isEmpty(): boolean {
    return this.total === 0;
  }

  /** The kept findings, ordered by position. */
  get list(): readonly Finding[] {
    return this.kept;
  }

  /** The highest position of all added findings, whether kept or not. */
  get lastPosition(): number {
    return this.highest;
  }

  /** Number of findings that were only counted. */
  get omitted(): number {
    return this.total - this.kept.length;
  }
}

function compareFindings(a: Finding, b: Finding): number {
  const byPosition = (a.position ?? Infinity) - (b.position ?? Infinity);
  // For two findings without a position, the difference is NaN.
  return byPosition || CHECKS.indexOf(a.check) - CHECKS.indexOf(b.check);
}
