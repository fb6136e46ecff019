import { describe, expect, it } from '@jest/globals';
import {
  assertEmptyLog,
  checkRemoteLog,
  UnusableLogError,
  type InspectableLog,
  type StreamInspection,
} from './check-remote-log.js';
import type { Head } from './event-log.port.js';
import { eventHash, GENESIS_HASH } from './hash-chain.js';
import { ForeignEventError } from './kurrent-event.js';
import type { RemoteEvent } from './remote-log.port.js';

const GENESIS: Head = { position: 0, hash: GENESIS_HASH, recordedAt: new Date(0) };
const PLACE = 'the KurrentDB stream bank-1';

const EVENTS = chain('user:1', 3);
const OTHER_EVENTS = chain('user:2', 3);

describe('checkRemoteLog', () => {
  it.each([
    ['an empty log and an empty database', [], GENESIS],
    ['tables that are projected to the end of the log', EVENTS, headOf(EVENTS, 3)],
    ['events that are not projected yet', EVENTS, headOf(EVENTS, 1)],
  ])('accepts %s', async (_name, events, projected) => {
    await checkRemoteLog(checkOf(logOf(events), projected));
  });

  it('refuses tables that are ahead of the log', async () => {
    await expectRefused(
      { log: logOf(EVENTS.slice(0, 2)), projected: headOf(EVENTS, 3) },
      `the tables are at position 3, but ${PLACE} ends at 2. ` +
        "Restore a backup of the log that isn't older than the backup of the database",
    );
  });

  it('refuses tables that are projected from another log', async () => {
    await expectRefused(
      { log: logOf(OTHER_EVENTS), projected: headOf(EVENTS, 2) },
      `the tables are a projection of another log: ${PLACE} has a different event at position 2`,
    );
  });

  it('refuses a log that has events if the database has none, unless told to adopt the log', async () => {
    await expectRefused(
      { log: logOf(EVENTS), projected: GENESIS },
      `${PLACE} has 3 events, and this database has none. If the log belongs to this bank, ` +
        'start once with KURRENTDB_ADOPT=yes; otherwise choose another KURRENTDB_STREAM',
    );
    await checkRemoteLog({ ...checkOf(logOf(EVENTS), GENESIS), mayAdopt: true });
  });

  it('waits while another process projects the first events of a new bank [LED-28]', async () => {
    const heads = [GENESIS, GENESIS, headOf(EVENTS, 1)];
    const readProjected = (): Promise<Head> => Promise.resolve(heads.shift() ?? headOf(EVENTS, 3));
    const patience = { withinMs: 60_000, pauseMs: 0 };
    await checkRemoteLog({ log: logOf(EVENTS), readProjected, mayAdopt: false, patience });
    expect(heads).toEqual([]);
  });

  it('refuses a log whose first event has a wrong hash', async () => {
    const events = EVENTS.map((event) => ({ ...event, actor: 'user:3' }));
    await expectRefused(
      { log: logOf(events), projected: headOf(EVENTS, 3) },
      `${PLACE} isn't a complete log of this bank: the hash of its first event is wrong`,
    );
  });

  it('refuses a stream with events from other programs', async () => {
    const head = (): Promise<Head> => Promise.reject(new ForeignEventError('event number 7 has no hash'));
    await expectRefused(
      { log: { ...logOf(EVENTS), head }, projected: headOf(EVENTS, 3) },
      `${PLACE} isn't a complete log of this bank: event number 7 has no hash`,
    );
  });

  it('refuses a stream whose settings let the server remove events', async () => {
    const limits = ['$maxCount', '$tb'];
    await expectRefused(
      { log: logOf(EVENTS, { ...ALLOWED, limits }), projected: headOf(EVENTS, 3) },
      `${PLACE} has $maxCount and $tb in its metadata, which lets the server remove events. Remove $maxCount and $tb`,
    );
  });

  it('refuses a user who lacks a required permission', async () => {
    await expectRefused(
      { log: logOf([], { ...ALLOWED, denied: ['read', 'append to'] }), projected: GENESIS },
      `the user of KURRENTDB_URL isn't allowed to read or append to ${PLACE}`,
    );
  });
});

describe('checkRemoteLog after the log has moved to PostgreSQL', () => {
  it('refuses the old stream [LED-29]', async () => {
    await expectRefused(
      { log: logOf(EVENTS, { ...ALLOWED, isFenced: true }), projected: headOf(EVENTS, 3) },
      `${PLACE} was closed, because its log was moved to PostgreSQL. ` +
        'Set LEDGER_LOG=postgres, or copy the log to another KURRENTDB_STREAM',
    );
  });
});

describe('assertEmptyLog', () => {
  it('refuses a log that already has events', async () => {
    await assertEmptyLog(logOf([]));
    await expect(assertEmptyLog(logOf(EVENTS))).rejects.toThrow(
      new UnusableLogError(
        `${PLACE} already has 3 events, so no demo data is written to it. Choose another KURRENTDB_STREAM`,
      ),
    );
  });
});

const ALLOWED: StreamInspection = { limits: [], denied: [], isFenced: false };

async function expectRefused(
  { log, projected }: { readonly log: InspectableLog; readonly projected: Head },
  message: string,
): Promise<void> {
  const refusal = { name: UnusableLogError.name, message };
  await expect(checkRemoteLog(checkOf(log, projected))).rejects.toMatchObject(refusal);
}

function checkOf(log: InspectableLog, projected: Head): Parameters<typeof checkRemoteLog>[0] {
  const patience = { withinMs: 0, pauseMs: 0 };
  return { log, readProjected: () => Promise.resolve(projected), mayAdopt: false, patience };
}

function logOf(events: readonly RemoteEvent[], inspection: StreamInspection = ALLOWED): InspectableLog {
  return {
    name: 'bank-1',
    inspect: () => Promise.resolve(inspection),
    append: () => Promise.resolve(),
    fence: () => Promise.resolve(),
    head: () => Promise.resolve(events.at(-1) ?? GENESIS),
    read: (after, limit) => Promise.resolve(events.slice(after, after + limit)),
    close: () => Promise.resolve(),
  };
}

function headOf(events: readonly RemoteEvent[], position: number): Head {
  return events[position - 1] ?? GENESIS;
}

function chain(actor: string, count: number): RemoteEvent[] {
  const events: RemoteEvent[] = [];
  while (events.length < count) {
    const position = events.length + 1;
    const fields = {
      ...{ position, stream: 'audit:1', version: position, type: 'UserDeleted', payloadVersion: 1 },
      ...{ recordedAt: new Date(0), actor, correlationId: '', causationId: '', payload: '{"userId":"1"}' },
    };
    const hash = eventHash(events.at(-1)?.hash ?? GENESIS_HASH, fields);
    events.push({ ...fields, hash, idempotency: null, signature: null });
  }
  return events;
}
