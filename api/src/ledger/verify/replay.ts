import type { AccountEntry } from '../domain/apply.js';
import type { EventLog, LogPosition, RecordedEvent } from '../log/event-log.port.js';
import { GENESIS_HASH } from '../log/hash-chain.js';
import { chainChecker, type ChainCheckedEvent } from '../log/chain-checked-event.js';
import type { LogSource } from '../log/scan-events.js';
import { pagesAfter } from '../../platform/database/pages.js';
import type { Sql } from '../../platform/database/sql.js';
import type { Finding } from './finding-list.js';
import { LogFold } from './log-fold.js';
import { TransactionSteps } from './transaction-steps.js';

/** Events per page when the log is read through its port. */
const PAGE_SIZE = 2_000;

/** A folded page of the log: the account entries of its events, and the findings about these events. */
export interface ReplayPage {
  readonly lastPosition: number;
  readonly entries: readonly AccountEntry[];
  readonly findings: readonly Finding[];
}

/** Reads the log in chunks, after an event or from the log's start, up to a position. Run it in one snapshot. */
export function readLogAfter(
  log: LogSource,
  // Below every possible position, so that even a forged row preceding the first event is found.
  { position, hash }: Pick<LogPosition, 'position' | 'hash'> = { position: -Infinity, hash: GENESIS_HASH },
  upTo = Infinity,
): AsyncGenerator<ChainCheckedEvent[]> {
  return log.readLog({ after: position, previousHash: hash, upTo });
}

/**
 * Reads the log after a position, page by page, through its port. Run it in one snapshot or under the head lock;
 * otherwise reading might never end while writers append.
 */
export async function* pagedLogSince(
  sql: Sql,
  log: EventLog,
  { position, hash }: Pick<LogPosition, 'position' | 'hash'>,
): AsyncGenerator<ChainCheckedEvent[]> {
  const checked = chainChecker(hash);
  const from = position === 0 ? Number.MIN_SAFE_INTEGER : position;
  const read = (after: number, limit: number): Promise<RecordedEvent[]> => log.read(sql, after, limit);
  for await (const events of pagesAfter(from, PAGE_SIZE, read)) yield events.map(checked);
}

/** Applies events to `fold`, chunk by chunk. Calls `onProgress` with the position reached after each chunk. */
export async function* replay(
  chunks: AsyncIterable<readonly ChainCheckedEvent[]>,
  fold: LogFold,
  onProgress?: (position: number) => void,
): AsyncGenerator<ReplayPage> {
  for await (const events of chunks) {
    const lastPosition = events.at(-1)?.position;
    if (lastPosition === undefined) continue;
    const entries: AccountEntry[] = [];
    const findings: Finding[] = [];
    for (const event of events) fold.apply(event, entries, findings);
    yield { lastPosition, entries, findings };
    onProgress?.(lastPosition);
  }
}

/** The log is broken, so nothing can be derived from it. */
export class BrokenLogError extends Error {
  /** `consequence` is a sentence that follows the finding. */
  constructor(
    readonly finding: Finding,
    consequence = '',
  ) {
    const place = `The log isn't sound at position ${finding.position ?? '?'}`;
    super(`${place}: ${finding.message}.${consequence && ` ${consequence}`}`);
    this.name = 'BrokenLogError';
  }
}

/**
 * Folds the log up to a position, then the log's transaction steps. Findings about a transaction appear only in the
 * second fold, so this throws the finding with the lowest position from either fold. Run it in one snapshot.
 *
 * @throws BrokenLogError the log has a finding; the error contains the first one
 */
export async function foldTo(
  log: LogSource,
  position: number,
  onProgress: (position: number) => void,
): Promise<LogFold> {
  const steps = new TransactionSteps();
  try {
    const fold = new LogFold(steps);
    let first: Finding | undefined;
    for await (const page of replay(readLogAfter(log, undefined, position), fold, onProgress)) {
      first = page.findings[0];
      if (first !== undefined) break;
    }
    for (const { findings } of steps.fold()) {
      for (const finding of findings) {
        if ((finding.position ?? 0) < (first?.position ?? Infinity)) first = finding;
      }
    }
    if (first !== undefined) throw new BrokenLogError(first);
    return fold;
  } finally {
    steps.close();
  }
}
