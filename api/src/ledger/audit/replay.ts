import type { Sql } from '../../platform/database/sql.js';
import type { EventLog } from '../log/event-log.port.js';
import { postgresEventLog } from '../log/postgres-event-log.js';
import { noChanges, type ReadChanges } from '../projections/read-tables.js';
import type { Finding } from './findings.js';
import type { LogFold } from './log-fold.js';

/** Events that are in memory at a time. */
const PAGE_SIZE = 2_000;

export interface ReplayOptions {
  /** The last position to be taken; left out, the end of the log. */
  readonly to?: number;
  /** Where to go on: the last position that the fold has taken already. Left out, the fold is empty. */
  readonly after?: number | undefined;
  readonly log?: EventLog;
  /** Called after each page with the position reached. */
  readonly onProgress?: (position: number) => void;
}

/** A page of the log as folded: what it changed, and what is wrong with its events. */
export interface ReplayPage {
  readonly lastPosition: number;
  readonly changes: ReadChanges;
  readonly findings: readonly Finding[];
}

/**
 * Reads the log in order, page by page, and folds it into `fold`, with the same projection as the writer. Run it
 * in one snapshot or under the head lock, or it may chase writers for ever.
 */
export async function* replay(
  sql: Sql,
  fold: LogFold,
  { to = Infinity, after: from, log = postgresEventLog, onProgress }: ReplayOptions = {},
): AsyncGenerator<ReplayPage> {
  // Below every position there can be, so that a row slipped in before the first one is seen.
  let after = from ?? Number.MIN_SAFE_INTEGER;
  while (true) {
    const events = await log.read(sql, after, PAGE_SIZE);
    const changes = noChanges();
    const findings: Finding[] = [];
    const wanted = events.filter((event) => event.position <= to);
    for (const event of wanted) findings.push(...fold.take(event, changes));
    const lastPosition = wanted.at(-1)?.position;
    if (lastPosition === undefined) return;
    yield { lastPosition, changes, findings };
    onProgress?.(lastPosition);
    if (wanted.length < PAGE_SIZE || lastPosition <= after) return;
    after = lastPosition;
  }
}

/** The log is not sound, so nothing can be built on it. */
export class BrokenLogError extends Error {
  constructor(readonly finding: Finding) {
    super(`the log is not sound at position ${finding.position ?? '?'}: ${finding.what}`);
    this.name = 'BrokenLogError';
  }
}

/** As `replay`, but stops at the first difference: throws `BrokenLogError`. */
export async function* replaySound(
  sql: Sql,
  fold: LogFold,
  options: ReplayOptions = {},
): AsyncGenerator<ReplayPage> {
  for await (const page of replay(sql, fold, options)) {
    const [first] = page.findings;
    if (first !== undefined) throw new BrokenLogError(first);
    yield page;
  }
}
