import type { AccountEntry } from '../domain/apply.js';
import type { EventLog } from '../log/event-log.port.js';
import { GENESIS_HASH } from '../log/hash-chain.js';
import { chainChecker, type ChainCheckedEvent } from '../log/chain-checked-event.js';
import type { LogSource } from '../log/scan-events.js';
import type { Sql } from '../../platform/database/sql.js';
import type { Finding } from './finding-list.js';
import type { LogFold } from './log-fold.js';
import type { TransactionSteps } from './transaction-steps.js';

/** Events that are in memory at a time where the log is read by its port. */
const PAGE_SIZE = 2_000;

/** A piece of the log as folded: the account lines that it wrote, and what is wrong with its events. */
export interface ReplayPage {
  readonly lastPosition: number;
  readonly entries: readonly AccountEntry[];
  readonly findings: readonly Finding[];
}

/** The whole log up to a position. Run it in one snapshot. */
export function wholeLog(log: LogSource, upTo = Infinity): AsyncGenerator<ChainCheckedEvent[]> {
  // From below every position there can be, so that a row slipped in before the first one is seen.
  return log.readLog({ after: -Infinity, previousHash: GENESIS_HASH, upTo });
}

/** All of the log behind a place. Run it in one snapshot. */
export function logSince(
  log: LogSource,
  { position, hash }: { readonly position: number; readonly hash: Buffer },
): AsyncGenerator<ChainCheckedEvent[]> {
  return log.readLog({ after: position, previousHash: hash, upTo: Infinity });
}

/** The log after a place, in pages. Run it in one snapshot or under the head lock, or it may chase writers for ever. */
export async function* pagedLogSince(
  sql: Sql,
  log: EventLog,
  place: { readonly position: number; readonly hash: Buffer },
): AsyncGenerator<ChainCheckedEvent[]> {
  const checked = chainChecker(place.hash);
  let after = place.position === 0 ? Number.MIN_SAFE_INTEGER : place.position;
  while (true) {
    const events = await log.read(sql, after, PAGE_SIZE);
    yield events.map(checked);
    const last = events.at(-1)?.position ?? after;
    if (events.length < PAGE_SIZE || last <= after) return;
    after = last;
  }
}

/** Folds events into `fold` as they come; calls `onProgress` after each piece with the position reached. */
export async function* replay(
  pieces: AsyncIterable<readonly ChainCheckedEvent[]>,
  fold: LogFold,
  onProgress?: (position: number) => void,
): AsyncGenerator<ReplayPage> {
  for await (const events of pieces) {
    const lastPosition = events.at(-1)?.position;
    if (lastPosition === undefined) continue;
    const lines: AccountEntry[] = [];
    const findings: Finding[] = [];
    for (const event of events) fold.apply(event, lines, findings);
    yield { lastPosition, entries: lines, findings };
    onProgress?.(lastPosition);
  }
}

/** The log is not sound, so nothing can be built on it. */
export class BrokenLogError extends Error {
  constructor(readonly finding: Finding) {
    super(`the log is not sound at position ${finding.position ?? '?'}: ${finding.what}`);
    this.name = 'BrokenLogError';
  }
}

/** As `replay`, but stops at the first difference: throws `BrokenLogError`. What transactions say is not looked at. */
export async function* replayOrThrow(...args: Parameters<typeof replay>): AsyncGenerator<ReplayPage> {
  for await (const page of replay(...args)) {
    const [first] = page.findings;
    if (first !== undefined) throw new BrokenLogError(first);
    yield page;
  }
}

/**
 * Folds events to their end, with their transactions. Throws `BrokenLogError` with the first difference: also where
 * that is one of a transaction, which shows only when its steps are folded.
 */
export async function foldOrThrow(
  pieces: AsyncIterable<readonly ChainCheckedEvent[]>,
  fold: LogFold,
  steps: TransactionSteps,
  onProgress?: (position: number) => void,
): Promise<void> {
  let first: Finding | undefined;
  for await (const page of replay(pieces, fold, onProgress)) {
    first = page.findings[0];
    if (first !== undefined) break;
  }
  for (const { findings } of steps.fold()) {
    for (const finding of findings) {
      if ((finding.position ?? 0) < (first?.position ?? Infinity)) first = finding;
    }
  }
  if (first !== undefined) throw new BrokenLogError(first);
}
