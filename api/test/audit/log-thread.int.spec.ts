import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withAuditConnection } from '../../src/ledger/audit/audit-connection.js';
import { wholeLog } from '../../src/ledger/audit/replay.js';
import { inSnapshot } from '../../src/ledger/audit/snapshot.js';
import { eventHash, GENESIS_HASH } from '../../src/ledger/log/hash-chain.js';
import type { ChainCheckedEvent } from '../../src/ledger/log/chain-checked-event.js';
import { createDatabase, query, type TestDatabase, waitFor } from '../support/index.js';
import { compiled } from '../support/paths.js';

/** Together they are more than what connections and the thread hold. */
const EVENTS = 5_000;
const BROKEN = 2_345;
/** Long enough to read the whole log, if nothing held it back. */
const PAUSE_MS = 1_000;
/** Longer than a piece of a COPY. */
const LONG = 200_000;

/** The thread is started from its compiled file. */
const { withAuditConnection: withThread } = (await import(
  pathToFileURL(compiled('ledger/audit/audit-connection.js')).href
)) as typeof import('../../src/ledger/audit/audit-connection.js');

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  await query(
    database.superUrl,
    'insert into ledger_event select * from json_populate_recordset(null::ledger_event, $1)',
    [JSON.stringify([...rows()])],
  );
});

afterAll(() => database.drop());

/** A chained log of short and long payloads, one of which was changed afterwards. */
function* rows(): Generator<object> {
  let hash: Buffer = GENESIS_HASH;
  for (let position = 1; position <= EVENTS; position += 1) {
    const text = position === EVENTS / 2 ? 'Ä'.repeat(LONG) : `Zoë €${'5'.repeat(position)}`;
    const event = {
      ...{ position, stream: `kyc:${position}`, version: 1, type: 'KycReset', payloadVersion: 1 },
      ...{ actor: 'system', correlationId: 'long', causationId: '', payload: JSON.stringify({ text }) },
      recordedAt: new Date(Date.UTC(2026, 0, 5) + position),
    };
    hash = eventHash(hash, event);
    yield {
      ...{ position, stream: event.stream, version: 1, type: event.type, payload_version: 1 },
      ...{ actor: event.actor, correlation_id: event.correlationId, causation_id: '' },
      payload: position === BROKEN ? `${event.payload} ` : event.payload,
      recorded_at: event.recordedAt,
      hash: `\\x${hash.toString('hex')}`,
    };
  }
}

/** Reads in the thread; `onPiece` is waited for after each piece. */
function readInThread(
  onPiece: (events: ChainCheckedEvent[]) => Promise<boolean>,
): Promise<ChainCheckedEvent[]> {
  return withThread(database.auditorUrl, (sql) => inSnapshot(sql, () => read(wholeLog(sql), onPiece)), {
    inThread: true,
  });
}

async function read(
  pieces: AsyncIterable<ChainCheckedEvent[]>,
  onPiece: (events: ChainCheckedEvent[]) => Promise<boolean> = () => Promise.resolve(true),
): Promise<ChainCheckedEvent[]> {
  const events: ChainCheckedEvent[] = [];
  for await (const piece of pieces) {
    // Bytes are those of the piece, which may be used again.
    events.push(...piece.map((event) => ({ ...event, hash: Buffer.from(event.hash) })));
    if (!(await onPiece(piece))) break;
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

describe('the log, read in a thread', () => {
  it('is what it is without one, event by event, with the one that was changed', async () => {
    const inThread = await readInThread(() => Promise.resolve(true));
    const here = await withAuditConnection(database.auditorUrl, (sql) =>
      inSnapshot(sql, () => read(wholeLog(sql))),
    );
    expect(here).toHaveLength(EVENTS);
    expect(inThread).toEqual(here);
    expect(inThread.filter(({ isChained }) => !isChained).map(({ position }) => position)).toEqual([BROKEN]);
  });

  it('ends with its connection where nobody wants the rest', async () => {
    let begun = 0;
    const events = await readInThread(async () => {
      begun = (await copying()).length;
      return false;
    });
    expect(begun).toBe(1);
    expect(events.length).toBeLessThan(EVENTS / 2);
    await waitFor(async () => (await copying()).length === 0, { what: 'the connection to end' });
  });

  it('is read no further than it is wanted', async () => {
    let open = 0;
    await readInThread(async () => {
      await sleep(PAUSE_MS);
      open = (await copying()).length;
      return false;
    });
    expect(open).toBe(1);
  });

  it('fails where its connection is lost', async () => {
    const reading = readInThread(async () => {
      for (const { pid } of await copying()) {
        // Else it could still say that it was terminated.
        await waitFor(() => isWaitingForReader(pid), { what: 'the server to wait for whom it sends to' });
        await query(database.superUrl, 'select pg_terminate_backend($1, 5000)', [pid]);
      }
      return true;
    });
    await expect(reading).rejects.toThrow('Connection terminated unexpectedly');
  });

  it('hands on what the database says, with its code', async () => {
    // Without a transaction its snapshot is gone at once.
    const reading = withThread(database.auditorUrl, (sql) => read(wholeLog(sql)), { inThread: true });
    await expect(reading).rejects.toMatchObject({ name: 'error', code: '42704' });
  });
});
