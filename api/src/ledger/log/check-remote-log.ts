import type { Head } from './event-log.port.js';
import { eventHash, GENESIS_HASH } from './hash-chain.js';
import { ForeignEventError } from './kurrent-event.js';
import type { RemoteLog } from './remote-log.port.js';
import { tryFor, type Patience } from './try-for.js';

/** What a stream's settings and permissions allow. */
export interface StreamInspection {
  /** Settings that let the server remove events, such as `$maxAge`. */
  readonly limits: readonly string[];
  /** The permissions that our user lacks, such as `append to`. */
  readonly denied: readonly string[];
  /** Whether the log was closed because another log continues it. */
  readonly isFenced: boolean;
}

/** A remote log that can report what its server allows. */
export interface InspectableLog extends RemoteLog {
  readonly name: string;
  /**
   * Inspects the stream's settings and fence, and the permissions that the user lacks. A `reader`, such as an auditor,
   * needs fewer permissions than a `writer`.
   */
  inspect(user?: 'reader' | 'writer'): Promise<StreamInspection>;
}

/**
 * The log can't be used: for example, it doesn't belong to the database, or the server could lose or refuse events.
 * The message says what to do.
 */
export class UnusableLogError extends Error {
  override name = 'UnusableLogError';
}

/** The log has events, but the database doesn't. */
class NothingProjectedError extends UnusableLogError {}

interface LogCheck {
  readonly log: InspectableLog;
  /** Reads the head up to which the tables are projected. */
  readonly readProjected: () => Promise<Head>;
  /** Whether a database without events may adopt a log that has events. */
  readonly mayAdopt: boolean;
  /** How long a new bank waits for another process that has appended the first events and is still projecting them. */
  readonly patience?: Patience;
}

const PATIENCE: Patience = { withinMs: 5_000, pauseMs: 100 };

/**
 * Checks at startup that the tables are a projection of this log and that the server keeps every event.
 *
 * @throws UnusableLogError the tables don't match the log, the log is incomplete or was moved, or the server may
 * lose or refuse events
 * @throws RemoteLogUnavailableError the log cannot be reached
 */
export async function checkRemoteLog(check: LogCheck): Promise<void> {
  const { log, patience = PATIENCE } = check;
  const place = placeOf(log);
  await assertWritable(log);
  try {
    const isEarly = (error: unknown): boolean => error instanceof NothingProjectedError;
    await tryFor({ ...patience, isWorthwhile: isEarly }, () => assertBelongsTogether(check));
  } catch (error) {
    if (!(error instanceof ForeignEventError)) throw error;
    throw new UnusableLogError(`${place} isn't a complete log of this bank: ${error.message}`, {
      cause: error,
    });
  }
}

async function assertBelongsTogether({ log, readProjected, mayAdopt }: LogCheck): Promise<void> {
  // Read the tables first: the log only grows, so they can't appear to be ahead of it.
  const projected = await readProjected();
  const head = await log.head();
  if (head.position > 0) await assertBeginsWithFirstEvent(log);
  await assertProjected({ log, projected, mayAdopt, head });
}

/**
 * Checks that events can be appended to the log and that the server keeps them.
 *
 * @throws UnusableLogError events cannot be appended, or the server may remove them
 */
export async function assertWritable(log: InspectableLog): Promise<void> {
  const place = placeOf(log);
  const inspection = await log.inspect();
  assertAllowed(place, inspection);
  if (!inspection.isFenced) return;
  throw new UnusableLogError(
    `${place} was closed, because its log was moved to PostgreSQL. ` +
      'Set LEDGER_LOG=postgres, or copy the log to another KURRENTDB_STREAM',
  );
}

/**
 * Checks that the log has no events, so that demo data may be written to it.
 *
 * @throws UnusableLogError the log has events
 */
export async function assertEmptyLog(log: InspectableLog): Promise<void> {
  const { position } = await log.head();
  if (position === 0) return;
  throw new UnusableLogError(
    `the KurrentDB stream ${log.name} already has ${position} events, so no demo data is written to it. ` +
      'Choose another KURRENTDB_STREAM',
  );
}

/**
 * Returns the stream's settings that let the server remove events.
 *
 * @throws UnusableLogError our user isn't allowed to read the stream or its settings
 */
export async function limitsForReader(log: InspectableLog): Promise<readonly string[]> {
  const { limits, denied } = await log.inspect('reader');
  assertPermitted(placeOf(log), denied);
  return limits;
}

/** Names the log in messages. */
export function placeOf({ name }: Pick<InspectableLog, 'name'>): string {
  return `the KurrentDB stream ${name}`;
}

function assertPermitted(place: string, denied: readonly string[]): void {
  if (denied.length === 0) return;
  throw new UnusableLogError(`the user of KURRENTDB_URL isn't allowed to ${denied.join(' or ')} ${place}`);
}

function assertAllowed(place: string, { limits, denied }: StreamInspection): void {
  assertPermitted(place, denied);
  if (limits.length > 0) {
    const names = limits.join(' and ');
    throw new UnusableLogError(
      `${place} has ${names} in its metadata, which lets the server remove events. Remove ${names}`,
    );
  }
}

async function assertBeginsWithFirstEvent(log: RemoteLog): Promise<void> {
  const [first] = await log.read(0, 1);
  if (first === undefined || eventHash(GENESIS_HASH, first).equals(first.hash)) return;
  throw new ForeignEventError('the hash of its first event is wrong');
}

interface Heads extends Pick<LogCheck, 'log' | 'mayAdopt'> {
  readonly projected: Head;
  readonly head: Head;
}

async function assertProjected({ log, projected, mayAdopt, head }: Heads): Promise<void> {
  const place = placeOf(log);
  if (projected.position > head.position) {
    throw new UnusableLogError(
      `the tables are at position ${projected.position}, but ${place} ends at ${head.position}. ` +
        "Restore a backup of the log that isn't older than the backup of the database",
    );
  }
  if (projected.position === 0) {
    if (head.position === 0 || mayAdopt) return;
    throw new NothingProjectedError(
      `${place} has ${head.position} events, and this database has none. If the log belongs to this bank, ` +
        'start once with KURRENTDB_ADOPT=yes; otherwise choose another KURRENTDB_STREAM',
    );
  }
  const [event] = await log.read(projected.position - 1, 1);
  if (event?.hash.equals(projected.hash) === true) return;
  throw new UnusableLogError(
    `the tables are a projection of another log: ${place} has a different event at position ${projected.position}`,
  );
}
