import { pagesAfter } from '../../platform/database/pages.js';
import type { Sql } from '../../platform/database/sql.js';
import { MAX_CLOCK_SKEW_MS } from '../../platform/time/clock-skew.js';
import { isEntryChainedTo, type AccessEntry } from '../access/access-entry.js';
import { readAccesses, readAccessHead, type AccessHead } from '../access/access-log.js';
import { LOG_START } from '../log/hash-chain.js';
import type { FindingList } from './finding-list.js';

/** Entries per page. */
const PAGE = 2_000;

/** A signed head of the access log, kept outside the database. */
export type ExpectedAccessHead = Pick<AccessHead, 'position' | 'hash'>;

/** What was verified in the access log. */
export interface CheckedAccesses {
  readonly entries: number;
  readonly checkedTo: AccessHead;
  /** The first entry with a finding, or null. */
  readonly firstBadPosition: number | null;
}

/**
 * Checks that the access log's positions have no gaps, and checks every hash and time, the head row and the signed
 * heads (LOG-6). Positions in the access log are not ledger positions, so findings name them in `message`, not in
 * `position`. `sql` must read from one snapshot.
 */
export async function checkAccessLog(
  sql: Sql,
  { now, expectedHeads }: { readonly now: Date; readonly expectedHeads: readonly ExpectedAccessHead[] },
  findings: FindingList,
): Promise<CheckedAccesses> {
  const check = new AccessLogCheck(now, expectedHeads, findings);
  const read = (after: number, limit: number): Promise<AccessEntry[]> => readAccesses(sql, after, limit);
  for await (const page of pagesAfter(0, PAGE, read)) {
    for (const entry of page) check.add(entry);
  }
  return check.finish(await readAccessHead(sql));
}

class AccessLogCheck {
  last: AccessHead = LOG_START;
  private entries = 0;
  private firstBad: number | null = null;
  private readonly expected: Map<number, Buffer>;

  constructor(
    private readonly now: Date,
    expectedHeads: readonly ExpectedAccessHead[],
    private readonly findings: FindingList,
  ) {
    this.expected = new Map(expectedHeads.map(({ position, hash }) => [position, hash]));
  }

  add(entry: AccessEntry): void {
    const { position, recordedAt, hash } = entry;
    const isNext = position === this.last.position + 1;
    if (!isNext) this.report(this.last.position + 1, 'the entry is missing');
    // After a gap, the previous entry's hash is unknown, so the chain can't be checked.
    else if (!isEntryChainedTo(this.last.hash, entry))
      this.report(position, 'the hash is wrong: the entry was changed');
    if (recordedAt < this.last.recordedAt) this.report(position, 'it is earlier than the previous entry');
    if (recordedAt.getTime() > this.now.getTime() + MAX_CLOCK_SKEW_MS)
      this.report(position, 'it is in the future');
    if (this.expected.get(position)?.equals(hash) === false)
      this.report(position, "its hash isn't the signed one: the log was rewritten");
    this.last = { position, hash, recordedAt };
    this.entries += 1;
  }

  finish(head: AccessHead | null): CheckedAccesses {
    this.checkHead(head);
    const signedTo = Math.max(0, ...this.expected.keys());
    if (signedTo > this.last.position)
      this.report(
        this.last.position + 1,
        `the entry is missing, but the log was signed up to entry ${signedTo}`,
      );
    return { entries: this.entries, checkedTo: this.last, firstBadPosition: this.firstBad };
  }

  private checkHead(head: AccessHead | null): void {
    const { last } = this;
    if (head === null) this.report(last.position, 'the head row is missing');
    else if (head.position !== last.position) {
      const first = Math.min(head.position, last.position) + 1;
      this.report(first, `the head row is at entry ${head.position}, but the log ends at ${last.position}`);
    } else if (!head.hash.equals(last.hash) || head.recordedAt.getTime() !== last.recordedAt.getTime())
      this.report(last.position, "the head row's hash or time differs from the last entry's");
  }

  private report(position: number, problem: string): void {
    this.firstBad = Math.min(this.firstBad ?? Infinity, position);
    this.findings.add({
      ...{ check: 'access-log', position: null },
      message: `entry ${position} of the access log: ${problem}`,
    });
  }
}
