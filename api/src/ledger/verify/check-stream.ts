import type { LogPosition } from '../log/event-log.port.js';
import type { RemoteAuditLog } from '../log/remote-audit-log.js';
import { checkUnapplied, type Predecessor } from './check-continuity.js';
import type { Finding } from './finding-list.js';

/** Events in a log outside PostgreSQL that the tables do not have yet. */
export interface RemoteTail {
  readonly events: number;
  readonly findings: readonly Finding[];
}

/**
 * Checks the origin, positions, hashes and times of the events after the last projected one. Doesn't apply these
 * events: they are already in the log, and the bank projects them the next time it runs.
 */
export async function checkRemoteTail(remote: RemoteAuditLog, projected: LogPosition): Promise<RemoteTail> {
  const findings: Finding[] = [];
  let events = 0;
  let before: Predecessor = projected;
  const { position: after, hash: previousHash } = projected;
  const range = { after, previousHash, upTo: await remote.lastPosition() };
  for await (const page of remote.readLog(range)) {
    for (const event of page) {
      before = checkUnapplied(before, event, findings);
      if (event.foreign === undefined) events += 1;
    }
  }
  return { events, findings };
}

/**
 * Reports settings of the stream that let the server remove events, even if it has not removed any yet.
 *
 * @throws UnusableLogError our user is not allowed to read the stream or its settings
 */
export async function checkStreamSettings(remote: RemoteAuditLog): Promise<Finding[]> {
  return (await remote.limits()).map((limit) => ({
    check: 'stream',
    position: null,
    message: `the stream ${remote.name} has ${limit} in its metadata, which lets the server remove events`,
  }));
}
