import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { withAuditConnection } from '../../src/ledger/log/audit-connection.js';
import type { RecordedEvent } from '../../src/ledger/log/event-log.port.js';
import { postgresEventLog } from '../../src/ledger/log/postgres-event-log.js';
import { RemoteAuditLog } from '../../src/ledger/log/remote-audit-log.js';
import { checkPending } from '../../src/ledger/verify/check-pending.js';
import { verifyLedger, type VerifyOptions } from '../../src/ledger/verify/verify-ledger.js';
import { executeWithoutTriggers } from '../audit/tamper.fixtures.js';
import { query } from '../harness/database.js';
import { InMemoryRemoteLog } from '../harness/in-memory-remote-log.js';
import {
  BOB,
  restoreLedger,
  SAMPLE_LENGTH,
  snapshotLedger,
  writeSampleLedger,
} from '../harness/sample-ledger.js';
import { eventsAfter } from './remote-log.fixtures.js';
import { useDatabase } from '../harness/index.js';

describe('verify with a log outside PostgreSQL', () => {
  const database = useDatabase();
  let events: readonly RecordedEvent[];
  let remote: InMemoryRemoteLog;

  beforeAll(async () => {
    await writeSampleLedger(database);
    await snapshotLedger(database);
    events = await withAuditConnection(database.auditorUrl, (sql) =>
      postgresEventLog.read(sql, 0, SAMPLE_LENGTH),
    );
  });

  beforeEach(() => {
    remote = new InMemoryRemoteLog();
    const beside = { idempotency: null, signature: null };
    remote.events.push(...events.map((event) => ({ ...event, ...beside })));
  });

  afterEach(() => restoreLedger(database));

  const verify = (options: VerifyOptions = {}) =>
    withAuditConnection(database.auditorUrl, (sql) =>
      verifyLedger(sql, options, new RemoteAuditLog(remote.connect())),
    );

  const tamper = (statement: string) => executeWithoutTriggers(database, statement);

  const findings = async (options?: VerifyOptions) => {
    const result = await verify(options);
    return result.findings.map(({ check, position, message }) => [check, position, message]);
  };

  it('finds nothing if the log, its copy and the tables agree [AUD-30]', async () => {
    const result = await verify();
    expect(result).toMatchObject({ ok: true, findings: [], unprojected: 0, notCompared: [] });
    expect(result.counts).toEqual({ events: SAMPLE_LENGTH, entries: 62, accounts: 7, transactions: 28 });
    expect(result.checkedTo.position).toBe(SAMPLE_LENGTH);
  });

  it('counts events that are not projected yet and checks their hashes [AUD-30]', async () => {
    const later = eventsAfter(remote.head(), 3);
    remote.events.push(...later);
    const [kept] = later;
    if (kept === undefined) throw new Error('no event');
    const root = Buffer.alloc(32);
    const expectedHeads = [{ position: kept.position, hash: kept.hash, root }];
    expect(await verify({ expectedHeads })).toMatchObject({
      ...{ ok: true, unprojected: 3, counts: { events: SAMPLE_LENGTH } },
      checkedTo: { position: SAMPLE_LENGTH },
    });
    expect(await findings({ expectedHeads: [{ position: 44, hash: kept.hash }] })).toEqual([
      ['expected-head', 44, expect.stringContaining('the log ends at 43')],
    ]);
    remote.events[41] = { ...kept, position: 42, actor: 'user:eve' };
    expect(await findings()).toEqual([
      ['chain', 42, expect.stringContaining("the hash doesn't match")],
      ['chain', 43, expect.stringContaining("the hash doesn't match")],
    ]);
  });

  it('warns of a transaction that is waiting for the log [AUD-34]', async () => {
    const name = `moniker:44:${'0'.repeat(64)}`;
    await query(database.superUrl, `begin; prepare transaction '${name}'`);
    try {
      expect(await verify()).toMatchObject({ ok: true, warnings: [] });
      // The age of a prepared transaction can't be changed, so this test lowers the age at which the check warns.
      const warnings = await withAuditConnection(database.auditorUrl, (sql) => checkPending(sql, 0));
      expect(warnings).toEqual([
        {
          check: 'pending',
          position: null,
          message: expect.stringMatching(
            /^a prepared transaction has been waiting for the log for \d+ s\. Do not end it by hand$/,
          ),
        },
      ]);
    } finally {
      await query(database.superUrl, `rollback prepared '${name}'`);
    }
  });

  it('finds events that were removed from the beginning of the log [AUD-32]', async () => {
    remote.removedTo = 12;
    remote.limits.push('$tb');
    expect(await findings()).toEqual(
      expect.arrayContaining([
        ['positions', 1, 'the first event is 13'],
        ['copy', 1, 'the events from 1 to 12 are in the copy of the log in PostgreSQL, but not in the log'],
        ['stream', null, 'the stream in-memory has $tb in its metadata, which lets the server remove events'],
      ]),
    );
  });

  it('finds a log that ends before its copy [AUD-32]', async () => {
    remote.events.splice(38);
    expect(await findings()).toEqual([
      ['ahead', 39, expect.stringContaining('a signed batch ends at position 40')],
      ['head', 39, 'the head row is at position 40, but the log ends at 38'],
      ['projection', 39, 'the read tables are at position 40, but the log ends at 38'],
      ['copy', 39, 'the events from 39 to 40 are in the copy of the log in PostgreSQL, but not in the log'],
      // The rows of later events may be right, but the events themselves are not in the log.
      ['entries', 39, expect.stringContaining('not in the log')],
      ['entries', 39, expect.stringContaining('not in the log')],
      ['entries', 40, expect.stringContaining('not in the log')],
      ['entries', 40, expect.stringContaining('not in the log')],
    ]);
  });

  it('finds events that the bank did not write [AUD-32]', async () => {
    const problem = "event number 12 of the stream isn't from this bank";
    remote.foreign.set(13, problem);
    expect((await findings())[0]).toEqual(['stream', 13, problem]);
    remote.foreign.clear();
    remote.foreign.set(SAMPLE_LENGTH + 1, problem);
    expect(await findings()).toEqual([['stream', SAMPLE_LENGTH + 1, problem]]);
  });

  it('finds the position for a given time even if the events around it are foreign [AUD-32]', async () => {
    const time = events[9]?.recordedAt;
    if (time === undefined) throw new Error('no event');
    for (const position of [19, 20, 21, 22]) remote.foreign.set(position, 'foreign');
    const { position } = await new RemoteAuditLog(remote.connect()).resolve({ kind: 'time', time });
    expect(position).toBe(events.findLast(({ recordedAt }) => recordedAt <= time)?.position);
  });

  it('finds an event that was changed in the log [AUD-32]', async () => {
    const changed = remote.events[6];
    if (changed === undefined) throw new Error('no event');
    remote.events[6] = { ...changed, actor: 'user:eve' };
    expect(await findings()).toEqual([['chain', 7, expect.stringContaining("the hash doesn't match")]]);
  });

  it.each([
    [`update ledger_event set actor = 'user:eve' where position = 7`, 'the event is different'],
    [`update ledger_event set hash = sha256('') where position = 7`, 'the event is different'],
    [
      `update ledger_event set payload = payload || ' ' where position in (7, 8)`,
      'the events from 7 to 8 are different',
    ],
    ['delete from ledger_event where position = 7', 'the event is not'],
    ['delete from ledger_event where position between 7 and 9', 'the events from 7 to 9 are not'],
  ])('finds what was changed only in the copy: %s [AUD-31]', async (statement, message) => {
    await tamper(statement);
    expect(await findings()).toEqual([['copy', 7, `${message} in the copy of the log in PostgreSQL`]]);
  });

  it('finds events that were added only to the copy [AUD-31]', async () => {
    await tamper(`insert into ledger_event select 41, 'kyc:9', 1, type, payload_version, recorded_at, actor,
      correlation_id, causation_id, payload, hash from ledger_event where position = 16`);
    expect(await findings()).toEqual([
      ['copy', 41, 'the event is in the copy of the log in PostgreSQL, but not in the log'],
    ]);
  });

  describe('checking recorded idempotency keys', () => {
    /** Position of the event that has the key: the credit to Alice. */
    const POSITION = 4;
    const KEY = `hmac:${'k'.repeat(43)}`;
    const change = (set: string) => tamper(`update ledger_idempotency_key set ${set}`);

    beforeEach(async () => {
      const event = remote.events[POSITION - 1];
      if (event === undefined) throw new Error('no event');
      const { transactionId } = JSON.parse(event.payload) as { transactionId: string };
      const idempotency = { key: KEY, fingerprint: 'fingerprint', transactionId, eventCount: 1 };
      remote.events[POSITION - 1] = { ...event, idempotency };
      await query(
        database.superUrl,
        `insert into ledger_idempotency_key select actor, $1, 'fingerprint', $2, position, position, recorded_at
          from ledger_event where position = $3`,
        [KEY, transactionId, POSITION],
      );
    });

    it('accepts a key in the form used in the log, or as the customer sent it [AUD-52]', async () => {
      expect(await findings()).toEqual([]);
      await change(`key = 'as the customer sent it', fingerprint = 'plain'`);
      expect(await findings()).toEqual([]);
    });

    it.each([
      ['a changed fingerprint', () => change(`fingerprint = 'other'`), 'differs: fingerprint is other'],
      ['a changed key', () => change(`key = 'hmac:${'x'.repeat(43)}', actor = 'user:eve'`), 'is missing'],
      ['a removed row', () => tamper('delete from ledger_idempotency_key'), 'is missing'],
    ])('finds %s [AUD-52]', async (_what, tamperWith, problem) => {
      await tamperWith();
      expect(await findings()).toContainEqual(['keys', POSITION, expect.stringContaining(problem)]);
    });

    it('finds a function that hides changes [AUD-52]', async () => {
      const [original] = await query<{ text: string }>(
        database.superUrl,
        `select pg_get_functiondef('ledger_hashed_keys(text[])'::regprocedure) as text`,
      );
      const text = original?.text ?? '';
      await query(database.superUrl, text.replace('where ', 'where true or '));
      try {
        expect(await findings()).toEqual([
          ['keys', null, expect.stringContaining('was changed')],
          ['schema', null, expect.stringContaining('the function ledger_hashed_keys(text[]) is')],
        ]);
      } finally {
        await query(database.superUrl, text);
      }
    });
  });

  it('finds tables that were changed [AUD-5, AUD-31]', async () => {
    await tamper(`update ledger_account set posted_cents = posted_cents + 1 where account_id = '${BOB}'`);
    expect((await findings()).some(([check]) => check === 'accounts')).toBe(true);
  });
});
