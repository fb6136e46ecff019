import type { ChainCheckedEvent } from './chain-checked-event.js';
import { isChainedTo } from './hash-chain.js';
import type { LogRange } from './scan-events.js';
import { isForeign, type ForeignEvent, type ScannableLog, type ScannedEvent } from './scannable-log.js';

const PAGE_SIZE = 2_000;

/**
 * Reads a range of a log outside PostgreSQL in order and checks its hash chain, like `scanEvents`. Requests the next
 * page before returning the current one, so the server reads while the caller works.
 */
export async function* scanRemoteLog(
  log: Pick<ScannableLog, 'scan'>,
  { after, previousHash, upTo }: LogRange,
): AsyncGenerator<ChainCheckedEvent[]> {
  const check = scannedEventChecker(previousHash);
  for await (const page of pagesAfter(log, Math.max(0, after), upTo)) {
    yield page.filter(({ position }) => position <= upTo).map(check);
  }
}

async function* pagesAfter(
  log: Pick<ScannableLog, 'scan'>,
  after: number,
  upTo: number,
): AsyncGenerator<ScannedEvent[]> {
  const request = (from: number): Promise<ScannedEvent[]> => {
    const page = log.scan(from, PAGE_SIZE);
    // The reader may stop before it awaits this page. Without a handler, a failure would then end the process.
    page.catch(() => undefined);
    return page;
  };
  let next = request(after);
  for (let reached = after; reached < upTo;) {
    const page = await next;
    const last = page.at(-1);
    if (last === undefined) return;
    reached = last.position;
    if (reached < upTo) next = request(reached);
    yield page;
  }
}

/** Returns a function that checks consecutive events, each against the bank's last event before it. */
function scannedEventChecker(previousHash: Buffer): (event: ScannedEvent) => ChainCheckedEvent {
  let previous = previousHash;
  return (event) => {
    if (isForeign(event)) return foreignEvent(event, previous);
    const isChained = isChainedTo(previous, event);
    previous = event.hash;
    const { position, stream, version, type, payloadVersion, recordedAt, payload, hash } = event;
    return { position, stream, version, type, payloadVersion, recordedAt, payload, hash, isChained };
  };
}

function foreignEvent({ position, foreign }: ForeignEvent, hash: Buffer): ChainCheckedEvent {
  const fields = { stream: '', version: 0, type: '', payloadVersion: 0, payload: '' };
  return { position, ...fields, recordedAt: new Date(0), hash, isChained: false, foreign };
}
