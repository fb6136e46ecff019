/** What was looked at, in the order in which findings at the same position are told. */
export const CHECKS = [
  'positions',
  'chain',
  'time',
  'payload',
  'streams',
  'rules',
  'fold',
  'trial-balance',
  'expected-head',
  'head',
  'projection',
  'entries',
  'accounts',
  'transactions',
] as const;
export type CheckName = (typeof CHECKS)[number];

/** One difference. `position` is the event that it concerns; null where no event can be named. */
export interface Finding {
  readonly check: CheckName;
  readonly position: number | null;
  readonly what: string;
}

/** How many findings are kept; the rest is only counted, so that a wrecked table does not fill the memory. */
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

  /** Adds what another list has, with those that it only counted. */
  addAll(other: FindingList): void {
    this.add(...other.kept);
    this.total += other.omitted;
    this.highest = Math.max(this.highest, other.highest);
  }

  get isEmpty(): boolean {
    return this.total === 0;
  }

  /** The kept findings by position. */
  get list(): readonly Finding[] {
    return this.kept;
  }

  /** The highest position of all findings, also of those that are not kept. */
  get lastPosition(): number {
    return this.highest;
  }

  /** How many were found beyond those that are kept. */
  get omitted(): number {
    return this.total - this.kept.length;
  }
}

function compareFindings(a: Finding, b: Finding): number {
  const byPosition = (a.position ?? Infinity) - (b.position ?? Infinity);
  // Two findings without a position differ by NaN.
  return byPosition || CHECKS.indexOf(a.check) - CHECKS.indexOf(b.check);
}
