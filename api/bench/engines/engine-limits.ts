import type { Head } from '../../src/ledger/log/event-log.port.js';
import { eventHash, GENESIS_HASH } from '../../src/ledger/log/hash-chain.js';
import { KurrentLog } from '../../src/ledger/log/kurrent-log.js';
import type { RemoteEvent } from '../../src/ledger/log/remote-log.port.js';
import type { Connection } from '../connection.js';
import { median } from '../statistics.js';
import { readAll, timed } from './replay-speed.js';

/** How fast the engines are without a ledger. */
export interface EngineFigures {
  /** Median duration of a sequence: a commit of one row in PostgreSQL, an append of one event, and another commit. */
  readonly appendAndCommitsMs: number;
  /** Median duration of an append of one event, in a series of appends. */
  readonly loneAppendMs: number;
  /** Median duration of a commit of one row in PostgreSQL, in a series of commits. */
  readonly commitMs: number;
  /** Events per second if each append has 256 events and waits for the previous append. */
  readonly appendedPerSecond: number;
  readonly readPerSecond: number;
}

const LONE_APPENDS = 200;
const COMMITS = 200;
const SEQUENCES = 200;
const BATCHES = 40;
const BATCH = 256;
/** As long as the payload of a transfer. */
const PAYLOAD = JSON.stringify({
  transactionId: '0'.repeat(36),
  amountCents: 1,
  textsDigest: '0'.repeat(300),
});

/** Measures KurrentDB on a new stream, and PostgreSQL's commits. */
export async function measureEngine(
  url: string,
  stream: string,
  connection: Connection,
): Promise<EngineFigures> {
  const log = new KurrentLog({ url, stream });
  try {
    const lone = await timeAppends(log, LONE_APPENDS, 1);
    const started = performance.now();
    await timeAppends(log, BATCHES, BATCH);
    const appendedPerSecond = (BATCHES * BATCH * 1_000) / (performance.now() - started);
    const commits = await timeCommits(connection);
    return {
      appendAndCommitsMs: median(await timeSequences(log, connection)),
      loneAppendMs: median(lone),
      commitMs: median(commits),
      appendedPerSecond,
      readPerSecond: (await timed(() => readAll(log))).perSecond,
    };
  } finally {
    await log.close();
  }
}

async function timeAppends(log: KurrentLog, count: number, size: number): Promise<number[]> {
  let head = await log.head();
  const times: number[] = [];
  for (let append = 0; append < count; append += 1) {
    const events = eventsAfter(head, size);
    const started = performance.now();
    await log.append(head, events);
    times.push(performance.now() - started);
    head = events.at(-1) ?? head;
  }
  return times;
}

async function timeCommits(connection: Connection): Promise<number[]> {
  await connection.run('create table if not exists public.bench_commit (value int)');
  const times: number[] = [];
  for (let one = 0; one < COMMITS; one += 1) {
    const started = performance.now();
    await commit(connection);
    times.push(performance.now() - started);
  }
  return times;
}

/**
 * Times what a lone transfer waits for: preparing a transaction (here an ordinary commit), the append, and committing
 * the transaction. Both engines write to one disk, so each step takes longer here than in a series of the same step.
 */
async function timeSequences(log: KurrentLog, connection: Connection): Promise<number[]> {
  let head = await log.head();
  const times: number[] = [];
  for (let one = 0; one < SEQUENCES; one += 1) {
    const events = eventsAfter(head, 1);
    const started = performance.now();
    await commit(connection);
    await log.append(head, events);
    await commit(connection);
    times.push(performance.now() - started);
    head = events.at(-1) ?? head;
  }
  return times;
}

const commit = (connection: Connection): Promise<unknown> =>
  connection.run('insert into public.bench_commit values (1)');

function eventsAfter(head: Head, count: number): RemoteEvent[] {
  let previous = head.position === 0 ? { ...head, hash: GENESIS_HASH } : head;
  return Array.from({ length: count }, () => {
    const position = previous.position + 1;
    const fields = {
      ...{ position, stream: 'account:bench', version: position, type: 'TransferRequested' },
      ...{ payloadVersion: 1, recordedAt: new Date(), actor: 'user:bench' },
      ...{ correlationId: '0'.repeat(36), causationId: '', payload: PAYLOAD },
    };
    const metadata = { idempotency: null, signature: null };
    const event = { ...fields, hash: eventHash(previous.hash, fields), ...metadata };
    previous = event;
    return event;
  });
}
