import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { withAuditConnection } from '../../src/ledger/log/audit-connection.js';
import { readLogAfter } from '../../src/ledger/verify/replay.js';
import { inSnapshot } from '../../src/platform/database/snapshot.js';
import { eventHash, GENESIS_HASH } from '../../src/ledger/log/hash-chain.js';
import type { ChainCheckedEvent } from '../../src/ledger/log/chain-checked-event.js';
import { query, waitFor, useDatabase } from '../harness/index.js';
import { compiled } from '../harness/paths.js';

/** Together, this many events exceed the buffers of the connection and the thread. */
const EVENTS = 5_000;
const CHANGED_POSITION = 2_345;
/** Without backpressure, the whole log would be read in this time. */
const PAUSE_MS = 1_000;
/** Longer than one chunk of PostgreSQL's COPY output. */
const LONG_TEXT = 200_000;

/** The compiled module, because the thread is started from its compiled file. */
const { withAuditConnection: withThread } = (await import(
  pathToFileURL(compiled('ledger/log/audit-connection.js')).href
)) as typeof import('../../src/ledger/log/audit-connection.js');

const database = useDatabase();

beforeAll(async () => {
  await query(
    database.superUrl,
    'insert into ledger_event select * from json_populate_recordset(null::ledger_event, $1)',
    [JSON.stringify([...rows()])],
  );
});

/** Generates a chained log of short and long payloads, and changes one payload after hashing it. */
function* rows(): Generator<object> {
  let hash: Buffer = GENESIS_HASH;
  for (let position = 1; position <= EVENTS; position += 1) {
    const text = position === EVENTS / 2 ? 'Ä'.repeat(LONG_TEXT) : `Zoë €${'5'.repeat(position)}`;
    const event = {
      ...{ position, stream: `kyc:${position}`, version: 1, type: 'KycReset', payloadVersion: 1 },
      ...{ actor: 'system', correlationId: 'long', causationId: '', payload: JSON.stringify({ text }) },
      recordedAt: new Date(Date.UTC(2026, 0, 5) + position),
    };
    hash = eventHash(hash, event);
    yield {
      ...{ position, stream: event.stream, version: 1, type: event.type, payload_version: 1 },
      ...{ actor: event.actor, correlation_id: event.correlationId, causation_id: '' },
      payload: position === CHANGED_POSITION ? `${event.payload} ` : event.payload,
      recorded_at: event.recordedAt,
      hash: `\\x${hash.toString('hex')}`,
    };
  }
}

/** Reads the log in the thread. `onChunk` is awaited after each chunk. Its result says whether to continue. */
function readInThread(
  onChunk: (events: ChainCheckedEvent[]) => Promise<boolean>,
): Promise<ChainCheckedEvent[]> {
  return withThread(database.auditorUrl, (sql) => inSnapshot(sql, () => read(readLogAfter(sql), onChunk)), {
    inThread: true,
  });
}

async function read(
  chunks: AsyncIterable<ChainCheckedEvent[]>,
  onChunk: (events: ChainCheckedEvent[]) => Promise<boolean> = () => Promise.resolve(true),
): Promise<ChainCheckedEvent[]> {
  const events: ChainCheckedEvent[] = [];
  for await (const chunk of chunks) {
    // Copies the hash, because it is a view into the chunk, whose memory may be reused.
    events.push(...chunk.map((event) => ({ ...event, hash: Buffer.from(event.hash) })));
    if (!(await onChunk(chunk))) break;
  }
  return events;
}

const copying = () =>
  query<{ pid: number }>(
    database.superUrl,
    `select pid from pg_stat_activity where datname = current_database() and query like 'copy (select%'`,
  );

async function isWaitingForReader(pid: number): Promise<boolean> {
  const waiting = `select from pg_stat_activity where pid = $1 and wait_event = 'ClientWrite'`;
  return (await query(database.superUrl, waiting, [pid])).length > 0;
}

describe('reading the log in a thread', () => {
  it('returns the same events as without a thread, including an event that was changed after hashing', async () => {
    const inThread = await readInThread(() => Promise.resolve(true));
    const inProcess = await withAuditConnection(database.auditorUrl, (sql) =>
      inSnapshot(sql, () => read(readLogAfter(sql))),
    );
    expect(inProcess).toHaveLength(EVENTS);
    expect(inThread).toEqual(inProcess);
    expect(inThread.filter(({ isChained }) => !isChained).map(({ position }) => position)).toEqual([
      CHANGED_POSITION,
    ]);
  });

  it('closes its connection when the reader stops early', async () => {
    let begun = 0;
    const events = await readInThread(async () => {
      begun = (await copying()).length;
      return false;
    });
    expect(begun).toBe(1);
    expect(events.length).toBeLessThan(EVENTS / 2);
    await waitFor(async () => (await copying()).length === 0, { what: 'the connection to end' });
  });

  it('lets the thread end on its own, because terminating it can abort the process', async () => {
    const terminate = jest.spyOn(Worker.prototype, 'terminate');
    try {
      await readInThread(() => Promise.resolve(false));
      await readInThread(() => Promise.resolve(true));
      expect(terminate).not.toHaveBeenCalled();
    } finally {
      terminate.mockRestore();
    }
  });

  it('pauses while its reader is busy', async () => {
    let open = 0;
    await readInThread(async () => {
      await sleep(PAUSE_MS);
      open = (await copying()).length;
      return false;
    });
    expect(open).toBe(1);
  });

  it('fails when its connection is lost', async () => {
    const reading = readInThread(async () => {
      for (const { pid } of await copying()) {
        // Waits until the server is blocked by its client. Otherwise the server could send the rest of the log before
        // it is terminated.
        await waitFor(() => isWaitingForReader(pid), { what: 'the server to wait for its client' });
        await query(database.superUrl, 'select pg_terminate_backend($1, 5000)', [pid]);
      }
      return true;
    });
    // The error has the server's reason only if the client reads that reason in time.
    await expect(reading).rejects.toThrow(/terminated unexpectedly|due to administrator command/);
  });

  it('rejects with the code of a database error', async () => {
    // Without a transaction, the exported snapshot is gone by the time the thread uses it.
    const reading = withThread(database.auditorUrl, (sql) => read(readLogAfter(sql)), { inThread: true });
    // PostgreSQL 15 reports a different code.
    const code = expect.stringMatching(/^(42704|22023)$/);
    await expect(reading).rejects.toMatchObject({ name: 'error', code });
  });
});
