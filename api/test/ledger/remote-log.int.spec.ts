import { randomUUID } from 'node:crypto';
import { binaryEvent, jsonEvent, KurrentDBClient } from '@kurrent/kurrentdb-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { HeadMovedError, LogFencedError, type Head } from '../../src/ledger/log/event-log.port.js';
import { GENESIS_HASH } from '../../src/ledger/log/hash-chain.js';
import { ForeignEventError, MAX_APPEND_BYTES } from '../../src/ledger/log/kurrent-event.js';
import { KurrentLog, type KurrentLogOptions } from '../../src/ledger/log/kurrent-log.js';
import { openRemoteLog } from '../../src/ledger/log/open-remote-log.js';
import {
  RemoteLogUnavailableError,
  type RemoteEvent,
  type RemoteLog,
} from '../../src/ledger/log/remote-log.port.js';
import { InMemoryRemoteLog } from '../harness/in-memory-remote-log.js';
import {
  CAN_START_KURRENTDB,
  GIVEN_KURRENTDB_URL,
  HAS_KURRENTDB,
  IS_KURRENTDB_REQUIRED,
  KURRENTDB_HINT,
  startKurrentServer,
  type KurrentServer,
} from '../harness/kurrentdb.js';
import { waitFor } from '../harness/wait-for.js';
import { CuttingProxy, eventsAfter, REQUEST_FAULTS, withPayload } from './remote-log.fixtures.js';

const GENESIS: Head = { position: 0, hash: GENESIS_HASH, recordedAt: new Date(0) };
const lastOf = (events: readonly RemoteEvent[]): Head => events.at(-1) ?? GENESIS;

/** Creates an empty log. Returns a function that connects a client to it. */
type Engine = () => () => RemoteLog;

const inMemory: Engine = () => {
  const log = new InMemoryRemoteLog();
  return () => log.connect();
};

/** Each test has its own stream on the same server. */
const inKurrent: Engine = () => {
  const options = { url, stream: newStream() };
  return () => new KurrentLog(options);
};

/** URL of the server for the contract tests. */
let url = GIVEN_KURRENTDB_URL;
/** The server for the fault tests. */
let server: KurrentServer | null = null;

beforeAll(async () => {
  if (!CAN_START_KURRENTDB) return;
  server = await startKurrentServer();
  if (url === '') url = server.url;
});

afterAll(() => server?.close());

const newStream = (): string => `test-${randomUUID()}`;

const ENGINES: [string, Engine][] = [['in memory', inMemory]];
if (HAS_KURRENTDB) ENGINES.push(['in KurrentDB', inKurrent]);

describe.each(ENGINES)('a remote log %s', (_name, engine) => {
  let connect: () => RemoteLog;
  let logs: RemoteLog[];
  const open = (): RemoteLog => {
    const log = connect();
    logs.push(log);
    return log;
  };
  let log: RemoteLog;

  beforeEach(() => {
    connect = engine();
    logs = [];
    log = open();
  });

  afterEach(() => Promise.all(logs.map((one) => one.close())));

  it('is empty at first', async () => {
    expect(await log.head()).toEqual(GENESIS);
    expect(await log.read(0, 10)).toEqual([]);
    await log.append(GENESIS, []);
    expect(await log.head()).toEqual(GENESIS);
  });

  it('returns events of every type exactly as they were appended', async () => {
    const events = eventsAfter(GENESIS, 32).map((event, index) => ({
      ...event,
      idempotency: idempotencyOf(index),
    }));
    await log.append(GENESIS, events);
    expect(await log.read(0, 100)).toEqual(events);
    expect(await open().head()).toMatchObject(positionOf(lastOf(events)));
  });

  it('returns payloads byte for byte, whatever characters they contain', async () => {
    const payload = JSON.stringify({
      text: 'Zoë → $5 \u2028 \0 "\\ 😀 \ud800',
      numbers: [0.1, -0, 1e21, 9007199254740991],
      nested: { __proto__: null, empty: {}, list: [], none: null, yes: true },
    });
    const events = eventsAfter(GENESIS, 1).map((event) => withPayload(GENESIS, event, payload));
    await log.append(GENESIS, events);
    expect((await log.read(0, 1))[0]?.payload).toBe(payload);
  });

  it('returns the events after a position, at most as many as requested', async () => {
    const events = eventsAfter(GENESIS, 10);
    await log.append(GENESIS, events);
    expect(await log.read(3, 4)).toEqual(events.slice(3, 7));
    expect(await log.read(8, 4)).toEqual(events.slice(8));
    expect(await log.read(10, 4)).toEqual([]);
  });

  it('appends nothing when the same events are sent again, even after later ones', async () => {
    const first = eventsAfter(GENESIS, 3);
    const second = eventsAfter(lastOf(first), 2);
    await log.append(GENESIS, first);
    await log.append(GENESIS, first);
    await log.append(lastOf(first), second);
    await open().append(GENESIS, first);
    await log.append(lastOf(first), second);
    expect(await log.read(0, 100)).toEqual([...first, ...second]);
  });

  it('refuses events that do not follow its head', async () => {
    const events = eventsAfter(GENESIS, 3);
    await log.append(GENESIS, events);
    const foreign = eventsAfter(GENESIS, 3, 'user:2');
    await expect(open().append(GENESIS, foreign)).rejects.toBeInstanceOf(HeadMovedError);
    expect(await log.read(0, 100)).toEqual(events);
    await log.append(lastOf(events), eventsAfter(lastOf(events), 1));
    expect((await log.head()).position).toBe(4);
  });

  it('lets exactly one of several clients append at a position', async () => {
    const clients = Array.from({ length: 6 }, (_, index) => ({ log: open(), actor: `user:${index}` }));
    const results = await Promise.allSettled(
      clients.map(({ log: one, actor }) => one.append(GENESIS, eventsAfter(GENESIS, 2, actor))),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.every(({ reason }) => reason instanceof HeadMovedError)).toBe(true);
    const winner = clients[results.findIndex(({ status }) => status === 'fulfilled')];
    expect(await log.read(0, 100)).toEqual(eventsAfter(GENESIS, 2, winner?.actor));
  });

  it('accepts no new events once it is fenced, but can still be read [LED-29]', async () => {
    const events = eventsAfter(GENESIS, 3);
    await log.append(GENESIS, events);
    const other = open();
    await expect(other.fence(lastOf(events.slice(0, 2)))).rejects.toBeInstanceOf(HeadMovedError);
    await log.append(lastOf(events), []);
    await other.fence(lastOf(events));
    await open().fence(lastOf(events));
    const later = eventsAfter(lastOf(events), 2);
    for (const one of [log, other, open()]) {
      await expect(one.append(lastOf(events), later)).rejects.toBeInstanceOf(LogFencedError);
      await expect(one.append(GENESIS, eventsAfter(GENESIS, 1, 'user:2'))).rejects.toBeInstanceOf(
        HeadMovedError,
      );
      // A repeated append succeeds and changes nothing.
      await one.append(GENESIS, events);
      expect((await one.head()).position).toBe(3);
      expect(await one.read(0, 10)).toEqual(events);
      expect(await one.read(3, 10)).toEqual([]);
    }
  });

  it('can be fenced while it is empty [LED-29]', async () => {
    await log.fence(GENESIS);
    await expect(open().append(GENESIS, eventsAfter(GENESIS, 1))).rejects.toBeInstanceOf(LogFencedError);
    expect(await open().head()).toEqual(GENESIS);
    expect(await open().read(0, 10)).toEqual([]);
  });

  it('lets an append or a concurrent fence succeed, but not both [LED-29]', async () => {
    const [appended, fenced] = await Promise.allSettled([
      open().append(GENESIS, eventsAfter(GENESIS, 1)),
      open().fence(GENESIS),
    ]);
    const { position } = await log.head();
    const winner = position === 1 ? [appended, fenced] : [fenced, appended];
    const refusal = position === 1 ? HeadMovedError : LogFencedError;
    expect(winner).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: expect.any(refusal) },
    ]);
  });

  it('refuses calls after it has been closed', async () => {
    await log.close();
    await expect(log.head()).rejects.toThrow('the log is closed');
    await expect(log.append(GENESIS, eventsAfter(GENESIS, 1))).rejects.toThrow('the log is closed');
  });
});

describe(`a log in KurrentDB${HAS_KURRENTDB ? '' : ` (skipped: ${KURRENTDB_HINT})`}`, () => {
  const itIf = (condition: boolean) => (condition ? it : it.skip);
  const itWithServer = itIf(HAS_KURRENTDB);
  const itWithOwnServer = itIf(CAN_START_KURRENTDB);
  const logs: KurrentLog[] = [];
  const openLog = (options: Partial<KurrentLogOptions> = {}): KurrentLog => {
    const log = new KurrentLog({ url, stream: newStream(), ...options });
    logs.push(log);
    return log;
  };

  afterAll(() => Promise.all(logs.map((log) => log.close())));

  it('is available if REQUIRE_KURRENTDB=1', () => {
    const isMissing = IS_KURRENTDB_REQUIRED && !HAS_KURRENTDB;
    expect(isMissing ? `KurrentDB is missing: ${KURRENTDB_HINT}` : '').toBe('');
  });

  itWithServer(
    'accepts an append just below the size limit and refuses a larger one before sending it',
    async () => {
      const log = openLog();
      const [event] = eventsAfter(GENESIS, 1);
      if (event === undefined) throw new Error('no event');
      const sized = (bytes: number): RemoteEvent =>
        withPayload(GENESIS, event, JSON.stringify({ text: 'x'.repeat(bytes) }));
      await expect(log.append(GENESIS, [sized(MAX_APPEND_BYTES)])).rejects.toThrow(RangeError);
      await log.append(GENESIS, [sized(MAX_APPEND_BYTES - 1_000)]);
      expect((await log.head()).position).toBe(1);
    },
  );

  itWithServer('refuses a payload that it would not store byte for byte', async () => {
    const log = openLog();
    const events = eventsAfter(GENESIS, 1).map((event) => withPayload(GENESIS, event, '{"a": 1}'));
    await expect(log.append(GENESIS, events)).rejects.toThrow("wouldn't be read back byte for byte");
    expect(await log.head()).toEqual(GENESIS);
  });

  itWithServer('reports stream settings that remove events', async () => {
    const stream = newStream();
    const log = openLog({ stream });
    expect(await log.inspect()).toEqual({ limits: [], denied: [], isFenced: false });
    await log.append(GENESIS, eventsAfter(GENESIS, 2));
    expect(await log.inspect()).toEqual({ limits: [], denied: [], isFenced: false });
    await administer((client) => client.setStreamMetadata(stream, { maxAge: 60, truncateBefore: 0 }));
    expect(await log.inspect()).toEqual({ limits: ['$maxAge', '$tb'], denied: [], isFenced: false });
  });

  itWithServer('refuses to read a stream that has lost events', async () => {
    const stream = newStream();
    const log = openLog({ stream });
    await log.append(GENESIS, eventsAfter(GENESIS, 4));
    await administer((client) => client.setStreamMetadata(stream, { truncateBefore: 2 }));
    await expect(log.read(0, 10)).rejects.toThrow('the stream has lost its events up to position 2');
    expect((await log.read(2, 10)).map(({ position }) => position)).toEqual([3, 4]);
  });

  itWithServer('refuses to read events from other programs', async () => {
    const stream = newStream();
    await administer((client) => client.appendToStream(stream, jsonEvent({ type: 'Foreign', data: {} })));
    await expect(openLog({ stream }).read(0, 10)).rejects.toThrow(ForeignEventError);
    await expect(openLog({ stream }).head()).rejects.toThrow(
      "event number 0 of the stream isn't from this bank",
    );
  });

  itWithServer('returns all stored events to an audit, even those from other programs', async () => {
    const stream = newStream();
    const log = openLog({ stream });
    const events = eventsAfter(GENESIS, 4);
    await log.append(GENESIS, events);
    await administer((client) => client.appendToStream(stream, jsonEvent({ type: 'Foreign', data: {} })));
    await administer((client) =>
      client.appendToStream(
        stream,
        binaryEvent({ type: 'Foreign', data: Buffer.from('?'), metadata: Buffer.from('{') }),
      ),
    );
    expect(await log.scan(3, 10)).toEqual([
      events[3],
      { position: 5, foreign: "event number 4 of the stream isn't from this bank: it has no position" },
      { position: 6, foreign: "event number 5 of the stream isn't from this bank: it has no position" },
    ]);
    expect(await log.lastPosition()).toBe(6);
    await administer((client) => client.setStreamMetadata(stream, { truncateBefore: 3 }));
    expect((await log.scan(0, 10)).map(({ position }) => position)).toEqual([4, 5, 6]);
  });

  itWithServer('is opened only for a database that is a projection of it', async () => {
    const stream = newStream();
    const openFor = async (projected: Head, mayAdopt = false): Promise<void> => {
      const log = await openRemoteLog({ url, stream, mayAdopt }, () => Promise.resolve(projected));
      await log.close();
    };
    await openFor(GENESIS);
    const events = eventsAfter(GENESIS, 3);
    await openLog({ stream }).append(GENESIS, events);
    await openFor(lastOf(events));
    await openFor(lastOf(events.slice(0, 1)));
    await openFor(GENESIS, true);
    await expect(openFor(GENESIS)).rejects.toThrow('has 3 events, and this database has none');
    await expect(openFor({ ...lastOf(events), position: 4 })).rejects.toThrow('the tables are at position 4');
    const other = lastOf(eventsAfter(GENESIS, 2, 'user:2'));
    await expect(openFor(other)).rejects.toThrow('the tables are a projection of another log');
    await administer((client) => client.setStreamMetadata(stream, { maxCount: 1_000 }));
    await expect(openFor(lastOf(events))).rejects.toThrow('has $maxCount in its metadata');
    await administer((client) => client.setStreamMetadata(stream, {}));
    await openLog({ stream }).fence(lastOf(events));
    await expect(openFor(lastOf(events))).rejects.toThrow('was closed, because its log was moved');
  });

  itWithServer('refuses events whose previous event is not in the stream', async () => {
    const missing = { ...GENESIS, position: 5, hash: Buffer.alloc(32, 1) };
    const log = openLog();
    await expect(log.append(missing, eventsAfter(missing, 1))).rejects.toBeInstanceOf(HeadMovedError);
    expect(await log.head()).toEqual(GENESIS);
  });

  it('reports a server that is down as unavailable', async () => {
    const log = openLog({ url: 'kurrentdb://127.0.0.1:1?tls=false', requestMs: 300 });
    await expect(log.head()).rejects.toBeInstanceOf(RemoteLogUnavailableError);
    await expect(log.append(GENESIS, eventsAfter(GENESIS, 1))).rejects.toBeInstanceOf(
      RemoteLogUnavailableError,
    );
  });

  itWithOwnServer.each(REQUEST_FAULTS)(
    'leaves the outcome of an append unknown if the connection is cut: %s',
    async (fault) => {
      const proxy = await CuttingProxy.start(server?.port ?? 0);
      const stream = newStream();
      try {
        const log = openLog({ url: `kurrentdb://127.0.0.1:${proxy.port}?tls=false`, stream });
        const events = eventsAfter(GENESIS, 2);
        proxy.arm(fault, `"correlationId":"${events[0]?.correlationId}"`);
        await expect(log.append(GENESIS, events)).rejects.toBeInstanceOf(RemoteLogUnavailableError);
        expect(proxy.injected).toBe(1);
        await untilAppended(log, GENESIS, events);
        expect(await openLog({ url: server?.url ?? '', stream }).read(0, 100)).toEqual(events);
      } finally {
        await proxy.close();
      }
    },
  );

  itWithOwnServer('refuses calls while the server hangs, and continues afterward', async () => {
    const log = openLog({ url: server?.url ?? '', requestMs: 300 });
    const [first, second] = batchesAfter(GENESIS, 2);
    if (first === undefined || second === undefined) throw new Error('no batches');
    await log.append(GENESIS, first.events);
    server?.freeze();
    try {
      await expect(log.append(second.expected, second.events)).rejects.toBeInstanceOf(
        RemoteLogUnavailableError,
      );
      await expect(log.head()).rejects.toBeInstanceOf(RemoteLogUnavailableError);
    } finally {
      server?.thaw();
    }
    await untilAppended(log, second.expected, second.events);
    expect(await log.read(0, 100)).toEqual([...first.events, ...second.events]);
  });

  itWithOwnServer(
    'has every acknowledged event exactly once after the server is killed under load',
    async () => {
      const stream = newStream();
      const log = openLog({ url: server?.url ?? '', stream });
      const batches = batchesAfter(GENESIS, 60);
      const [half, rest] = [batches.slice(0, 30), batches.slice(30)];
      for (const { expected, events } of half) await log.append(expected, events);
      const appended = (async () => {
        for (const { expected, events } of rest) await untilAppended(log, expected, events);
      })();
      await server?.kill9();
      await server?.restart();
      await appended;
      expect(await log.read(0, 1_000)).toEqual(batches.flatMap(({ events }) => events));
    },
  );
});

/** Repeats an append until it is confirmed. The server recognizes repeated events. */
async function untilAppended(log: RemoteLog, expected: Head, events: readonly RemoteEvent[]): Promise<void> {
  await waitFor(() => log.append(expected, events).then(() => true), {
    what: 'the append',
    timeoutMs: 60_000,
  });
}

function idempotencyOf(index: number): RemoteEvent['idempotency'] {
  if (index % 2 === 0) return null;
  const transactionId = index % 3 === 0 ? null : randomUUID();
  return { key: `key-${index}`, fingerprint: `fingerprint-${index}`, transactionId, eventCount: 1 };
}

function positionOf({ position, hash, recordedAt }: Head): Head {
  return { position, hash, recordedAt };
}

/** Changes a stream in a way that the bank itself never does. */
async function administer(work: (client: KurrentDBClient) => Promise<unknown>): Promise<void> {
  const client = KurrentDBClient.connectionString(url);
  try {
    await work(client);
  } finally {
    await client.dispose();
  }
}

/** Returns consecutive batches of two events. */
function batchesAfter(head: Head, count: number): { expected: Head; events: RemoteEvent[] }[] {
  const batches: { expected: Head; events: RemoteEvent[] }[] = [];
  for (let expected = head; batches.length < count;) {
    const events = eventsAfter(expected, 2);
    batches.push({ expected, events });
    expected = lastOf(events);
  }
  return batches;
}
