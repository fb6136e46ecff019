import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { LedgerAudit } from '../../src/ledger/audit/ledger-audit.js';
import { compareLogs } from '../../src/ledger/copy/compare-logs.js';
import { compareSignatures } from '../../src/ledger/copy/compare-signatures.js';
import { copyToPostgres } from '../../src/ledger/copy/copy-to-postgres.js';
import { copyToRemote } from '../../src/ledger/copy/copy-to-remote.js';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import { withAuditConnection, type AuditSql } from '../../src/ledger/log/audit-connection.js';
import { GENESIS_HASH } from '../../src/ledger/log/hash-chain.js';
import { assertLogIsElsewhere, assertLogIsHere } from '../../src/ledger/log/log-fence.js';
import { RemoteAuditLog } from '../../src/ledger/log/remote-audit-log.js';
import { RemoteLogUnavailableError } from '../../src/ledger/log/remote-log.port.js';
import { LEDGER_BATCH_SIGNATURE } from '../../src/ledger/tables/ledger-batch-signature.js';
import { hasHashedKeys, LogKeys } from '../../src/ledger/writer/hashed-keys.js';
import type { LedgerWriter } from '../../src/ledger/writer/ledger-writer.service.js';
import { LedgerUnavailableError } from '../../src/ledger/writer/submission.js';
import { executeWithoutTriggers, rechainLog } from '../audit/tamper.fixtures.js';
import { copyDatabase, createDatabase, query, type TestDatabase } from '../harness/database.js';
import { InMemoryRemoteLog } from '../harness/in-memory-remote-log.js';
import { appendCredits, BOB, SAMPLE_LENGTH, writeSampleLedger } from '../harness/sample-ledger.js';
import { credit, receiptOf, storedEvents, submission } from './ledger.fixtures.js';
import { eventsAfter } from './remote-log.fixtures.js';
import { waitFor } from '../harness/wait-for.js';
import { TEST_SIGNER } from '../harness/writer-key.js';
import { useDatabase } from '../harness/index.js';

const SECRET = randomBytes(32);
const QUICK = { settleWithinMs: 300, retryMs: 5, pollMs: 20 };
/** More events than fit in one append. */
const MANY = 1_200;

describe('a copy of the log', () => {
  /** A database with the sample ledger, to be copied. */
  const template = useDatabase();
  let database: TestDatabase;
  let remote: InMemoryRemoteLog;
  let dataSource: DataSource;
  let writers: LedgerWriter[];

  beforeAll(async () => {
    await writeSampleLedger(template);
  });

  beforeEach(async () => {
    database = await copyDatabase(template.name);
    dataSource = new DataSource({ type: 'postgres', url: database.appUrl, poolSize: 4 });
    await dataSource.initialize();
    remote = new InMemoryRemoteLog();
    writers = [];
  });

  afterEach(async () => {
    await Promise.all(writers.map((writer) => writer.close()));
    await dataSource.destroy();
    await database.drop();
  });

  const asOwner = <Result>(work: (sql: AuditSql) => Promise<Result>): Promise<Result> =>
    withAuditConnection(database.ownerUrl, work);

  const toRemote = (isCutOver = false) =>
    asOwner((sql) => copyToRemote(sql, remote.connect(), SECRET, { isCutOver, onProgress: () => undefined }));

  const toPostgres = (isCutOver = false, target = database, log = remote.connect()) =>
    withAuditConnection(target.ownerUrl, (sql) =>
      copyToPostgres(target.ownerUrl, sql, log, { isCutOver, onProgress: () => undefined }),
    );

  const auditRemote = <Result>(work: (audit: LedgerAudit) => Promise<Result>): Promise<Result> =>
    asOwner((sql) => work(new LedgerAudit(sql, new RemoteAuditLog(remote.connect()))));

  const differences = (upTo: number) =>
    asOwner((sql) =>
      compareLogs(
        sql,
        new RemoteAuditLog(remote.connect()),
        { after: 0, previousHash: GENESIS_HASH, upTo },
        () => undefined,
      ),
    );

  const signatureDifferences = (upTo: number) =>
    asOwner((sql) => compareSignatures(sql, remote.connect(), { after: 0, upTo }));

  const storedSignatures = () =>
    asOwner((sql) => LEDGER_BATCH_SIGNATURE.select('order by last_position')(sql, []));

  const postgresWriter = async () => {
    const recordedKeys = (await asOwner(hasHashedKeys)) ? new LogKeys(SECRET) : null;
    const writer = createLedgerWriter(database.appUrl, TEST_SIGNER, { dataSource, recordedKeys });
    writers.push(writer);
    return writer;
  };

  const remoteWriter = (pollMs = QUICK.pollMs) => {
    const options = { log: remote.connect(), keySecret: SECRET, timings: { ...QUICK, pollMs } };
    const writer = createLedgerWriter(database.appUrl, TEST_SIGNER, { dataSource, remote: options });
    writers.push(writer);
    return writer;
  };

  const hashesOf = async () => (await storedEvents(database)).map(({ hash }) => hash.toString('hex'));
  const remoteHashes = () => remote.events.map(({ hash }) => hash.toString('hex'));

  describe('to KurrentDB', () => {
    it('has the same positions and hashes, and an HMAC in place of each idempotency key [LED-25]', async () => {
      const writer = await postgresWriter();
      const { lastPosition } = receiptOf(await writer.submit(submission(credit(BOB, 1_00), 'a-key')));
      expect(await toRemote()).toEqual({ from: 0, to: SAMPLE_LENGTH + 1 });
      expect(remoteHashes()).toEqual(await hashesOf());
      expect(await differences(SAMPLE_LENGTH + 1)).toEqual([]);
      const keyed = remote.events.filter(({ idempotency }) => idempotency !== null);
      expect(keyed).toMatchObject([
        {
          position: lastPosition,
          idempotency: { key: expect.stringMatching(/^hmac:[\w-]{43}$/), eventCount: 1 },
        },
      ]);
      expect(JSON.stringify(remote.events)).not.toContain('a-key');
      // While the bank keeps writing to PostgreSQL, another run copies the new events.
      await appendCredits(database, 2);
      expect(await toRemote()).toEqual({ from: SAMPLE_LENGTH + 1, to: SAMPLE_LENGTH + 3 });
    });

    it('has the signatures of the writers [LED-25]', async () => {
      await toRemote();
      const signatures = remote.events.flatMap(({ signature }) => signature ?? []);
      expect(signatures).toEqual(await storedSignatures());
      expect(signatures.at(-1)).toMatchObject({ lastPosition: SAMPLE_LENGTH });
      expect(await signatureDifferences(SAMPLE_LENGTH)).toEqual([]);

      const [first, second] = remote.events;
      if (first?.signature == null || second === undefined) throw new Error('no signature');
      remote.events[0] = { ...first, signature: { ...first.signature, keyId: 'f'.repeat(16) } };
      remote.events[1] = { ...second, signature: null };
      expect(await signatureDifferences(SAMPLE_LENGTH)).toMatchObject([
        { check: 'signatures', position: 1 },
        { check: 'signatures', position: 2 },
      ]);
    });

    it('that was interrupted continues after the last copied event [LED-26]', async () => {
      await appendCredits(database, MANY);
      remote.faults.push(null, 'reply lost');
      await expect(toRemote()).rejects.toBeInstanceOf(RemoteLogUnavailableError);
      const copied = remote.events.length;
      expect(copied).toBeGreaterThan(500);
      expect(copied).toBeLessThan(SAMPLE_LENGTH + MANY);
      expect(await toRemote()).toEqual({ from: copied, to: SAMPLE_LENGTH + MANY });
      expect(remoteHashes()).toEqual(await hashesOf());
      expect(remote.appends).toBe(3);
    });

    it('refuses a stream that contains a different log [LED-26]', async () => {
      remote.events.push(...eventsAfter(remote.head(), 3));
      await expect(toRemote()).rejects.toThrow('have different events at position 3');
      remote.events.push(...eventsAfter(remote.head(), SAMPLE_LENGTH));
      await expect(toRemote()).rejects.toThrow(`have different events at position ${SAMPLE_LENGTH}`);
    });

    it('refuses a stream that may lose events or was closed', async () => {
      remote.limits.push('$maxAge');
      await expect(toRemote()).rejects.toThrow('has $maxAge in its metadata');
      remote.limits.pop();
      remote.isFenced = true;
      await expect(toRemote()).rejects.toThrow('was closed, because its log was moved to PostgreSQL');
    });

    it('stays empty if KurrentDB would not return a payload byte for byte [LED-27]', async () => {
      await executeWithoutTriggers(
        database,
        `update ledger_event set payload = replace(payload, ':', ': ') where position = 7`,
      );
      await expect(toRemote()).rejects.toThrow("the hash of event 7 doesn't match");
      await rechainLog(database);
      await expect(toRemote()).rejects.toThrow("the payload of event 7 wouldn't be read back byte for byte");
      expect(remote.events).toEqual([]);
    });

    it('stays empty if an event is missing from the log [LED-27]', async () => {
      await executeWithoutTriggers(database, 'delete from ledger_event where position = 7');
      await expect(toRemote()).rejects.toThrow('event 7 is missing');
      expect(remote.events).toEqual([]);
    });

    it('stops every writer to PostgreSQL when the log moves [LED-28]', async () => {
      const running = await postgresWriter();
      receiptOf(await running.submit(submission(credit(BOB, 1_00), 'before')));
      await asOwner(assertLogIsHere);
      await expect(asOwner(assertLogIsElsewhere)).rejects.toThrow(
        'the log of this database is in PostgreSQL',
      );

      expect(await toRemote(true)).toEqual({ from: 0, to: SAMPLE_LENGTH + 1 });

      await expect(running.submit(submission(credit(BOB, 1_00), 'late'))).rejects.toBeInstanceOf(
        LedgerUnavailableError,
      );
      const burst = Array.from({ length: 200 }, () => running.submit(submission(credit(BOB, 1_00))));
      const results = await Promise.allSettled(burst);
      expect(results.filter(({ status }) => status === 'fulfilled')).toEqual([]);
      const withRow = running.transaction((_manager, submit) =>
        submit({
          command: { type: 'OpenAccount', accountId: randomUUID() },
          context: { actor: 'system', correlationId: 'test' },
        }),
      );
      await expect(withRow).rejects.toBeInstanceOf(LedgerUnavailableError);
      await expect(asOwner(assertLogIsHere)).rejects.toThrow('Set LEDGER_LOG=kurrentdb');
      await asOwner(assertLogIsElsewhere);
      expect((await storedEvents(database)).length).toBe(SAMPLE_LENGTH + 1);
    });

    it('lets a writer continue in the new log and recognize repeated requests [LED-30]', async () => {
      const before = await postgresWriter();
      const repeated = submission(credit(BOB, 1_00), 'a-key');
      const { lastPosition } = receiptOf(await before.submit(repeated));
      await toRemote(true);
      const writer = remoteWriter();
      expect(await writer.submit(repeated)).toMatchObject({ replayed: true, receipt: { lastPosition } });
      receiptOf(await writer.submit(submission(credit(BOB, 1_00), 'b-key')));
      expect(remote.events.length).toBe(SAMPLE_LENGTH + 2);
      expect(await auditRemote((audit) => audit.verify({}))).toMatchObject({ ok: true, unprojected: 0 });
    });
  });

  describe('to PostgreSQL', () => {
    beforeEach(() => toRemote(true));

    it('adds the events that the tables lack [LED-25]', async () => {
      const writer = remoteWriter(1_000_000);
      remote.faults.push('reply lost');
      remote.goDownAfterNext();
      await expect(writer.submit(submission(credit(BOB, 1_00), 'a-key'))).rejects.toThrow();
      remote.comeBack();
      // Removes the prepared transaction, as if PostgreSQL had failed over to a standby that lagged behind.
      const [left] = await query<{ gid: string }>(
        database.superUrl,
        'select gid from pg_prepared_xacts where database = current_database()',
      );
      await query(database.superUrl, `rollback prepared '${left?.gid}'`);
      expect((await storedEvents(database)).length).toBe(SAMPLE_LENGTH);
      expect(await toPostgres()).toEqual({ from: SAMPLE_LENGTH, to: SAMPLE_LENGTH + 1 });
      expect(await hashesOf()).toEqual(remoteHashes());
      expect(await signatureDifferences(SAMPLE_LENGTH + 1)).toEqual([]);
      expect((await storedSignatures()).at(-1)).toMatchObject({ lastPosition: SAMPLE_LENGTH + 1 });
      expect(await auditRemote((audit) => audit.verify({}))).toMatchObject({ ok: true });
      await asOwner(assertLogIsElsewhere);
    });

    it('closes the stream for every writer when the log moves [LED-29]', async () => {
      const running = remoteWriter();
      receiptOf(await running.submit(submission(credit(BOB, 1_00))));
      expect(await toPostgres(true)).toEqual({ from: SAMPLE_LENGTH + 1, to: SAMPLE_LENGTH + 1 });
      await asOwner(assertLogIsHere);
      const late = submission(credit(BOB, 1_00), 'late');
      await expect(running.submit(late)).rejects.toBeInstanceOf(LedgerUnavailableError);
      receiptOf(await (await postgresWriter()).submit(late));
      await expect(running.submit(submission(credit(BOB, 1_00)))).rejects.toBeInstanceOf(
        LedgerUnavailableError,
      );
      expect(remote.events.length).toBe(SAMPLE_LENGTH + 1);
      const verified = await asOwner((sql) => new LedgerAudit(sql).verify({}));
      expect(verified).toMatchObject({ ok: true, checkedTo: { position: SAMPLE_LENGTH + 2 } });
    });

    it('moves the log while the bank writes to it, and loses nothing [LED-29]', async () => {
      const running = [remoteWriter(), remoteWriter()];
      const acknowledged: string[] = [];
      let isMoved = false;
      const calls = running.map(async (writer, index) => {
        for (let n = 0; !isMoved; n += 1) {
          const key = `key-${index}-${n}`;
          const outcome = await writer.submit(submission(credit(BOB, 1), key)).catch(() => null);
          if (outcome !== null) acknowledged.push(key);
        }
      });
      try {
        await waitFor(() => acknowledged.length > 0, { what: 'the first acknowledgment' });
        await toPostgres(true);
      } finally {
        // Stops the callers even if the move fails. Otherwise, they would retry endlessly once the writers are closed,
        // and block this process.
        isMoved = true;
      }
      await Promise.all(calls);
      const next = await postgresWriter();
      const retried = await Promise.all(
        acknowledged.map((key) => next.submit(submission(credit(BOB, 1), key))),
      );
      expect(retried.filter((outcome) => !outcome.ok || !outcome.replayed)).toEqual([]);
      const verified = await asOwner((sql) => new LedgerAudit(sql).verify({}));
      expect(verified.findings).toEqual([]);
    });

    it('recognizes a repeated request by the HMAC of its key [LED-30]', async () => {
      const before = remoteWriter();
      const repeated = submission(credit(BOB, 1_00), 'a-key');
      const { lastPosition } = receiptOf(await before.submit(repeated));
      await toPostgres(true);
      const writer = await postgresWriter();
      expect(await writer.submit(repeated)).toMatchObject({ replayed: true, receipt: { lastPosition } });
      expect(await writer.submit(submission(credit(BOB, 1_00), 'a-key', 'other'))).toMatchObject({
        refusal: { code: 'IDEMPOTENCY_KEY_REUSED' },
      });
      receiptOf(await writer.submit(submission(credit(BOB, 1_00), 'plain')));
      const keys = await query<{ key: string }>(
        database.superUrl,
        'select key from ledger_idempotency_key order by key',
      );
      expect(keys.map(({ key }) => key)).toEqual(['a-key', 'plain']);
    });

    it('finishes an interrupted move [LED-26]', async () => {
      await remote.connect().fence(remote.head());
      await asOwner(assertLogIsElsewhere);
      await toPostgres(true);
      receiptOf(await (await postgresWriter()).submit(submission(credit(BOB, 1_00))));
    });

    it('moves the log back even if the stream has only part of it [LED-26]', async () => {
      remote.events.splice(30);
      await toPostgres(true);
      await asOwner(assertLogIsHere);
      receiptOf(await (await postgresWriter()).submit(submission(credit(BOB, 1_00))));
      expect(remote.isFenced).toBe(true);
    });

    it('refuses a database whose log is already in PostgreSQL', async () => {
      await toPostgres(true);
      await expect(toPostgres()).rejects.toThrow('the log of this database is in PostgreSQL');
    });

    it('stops at the last event that existed when it began, even if the log never stops growing [LED-25]', async () => {
      const empty = await createDatabase();
      const log = remote.connect();
      const growing = { head: () => Promise.resolve(remote.events[9] ?? remote.head()) };
      const read = log.read.bind(log);
      const oneByOne = { read: (after: number) => read(after, 1) };
      expect(await toPostgres(false, empty, Object.assign(log, growing, oneByOne))).toEqual({
        from: 0,
        to: 10,
      });
      await empty.drop();
    });

    it('fills an empty database without sending mail again [LED-25, AUD-33]', async () => {
      const empty = await createDatabase();
      expect(await toPostgres(false, empty)).toEqual({ from: 0, to: SAMPLE_LENGTH });
      for (const table of ['ledger_event', 'ledger_account', 'ledger_entry', 'ledger_transaction']) {
        const rows = (one: TestDatabase) => query(one.superUrl, `select * from ${table} order by 1, 2`);
        expect(await rows(empty)).toEqual(await rows(database));
      }
      const followers = await query(
        empty.superUrl,
        'select name, position::int from ledger_follower order by name',
      );
      expect(followers).toEqual([
        { name: 'event-index', position: 0 },
        { name: 'mail-from-ledger', position: SAMPLE_LENGTH },
      ]);
      await empty.drop();
    });
  });

  describe('that is rebuilt', () => {
    const TABLES = [
      'ledger_event',
      'ledger_account',
      'ledger_entry',
      'ledger_transaction',
      'ledger_idempotency_key',
      'ledger_event_index',
      'ledger_merkle_subtree',
      'ledger_projection',
      'ledger_head',
      'ledger_follower',
    ];

    beforeEach(async () => {
      await appendCredits(database, 300);
      const writer = await postgresWriter();
      receiptOf(await writer.submit(submission(credit(BOB, 1_00), 'a-key')));
      await toRemote(true);
      receiptOf(await remoteWriter().submit(submission(credit(BOB, 1_00), 'b-key')));
      // The rebuild restores the deleted key from the log, as an HMAC.
      await executeWithoutTriggers(database, `delete from ledger_idempotency_key where key = 'b-key'`);
      await rebuild();
    });

    const rebuild = () => auditRemote((audit) => audit.rebuild(undefined, () => undefined));

    const contents = () =>
      Promise.all(
        TABLES.map(async (table) => [
          table,
          await query(database.superUrl, `select * from ${table} as r order by r::text collate "C"`),
        ]),
      );

    it('equals the former copy, apart from hashed keys, even if most of its tables had been emptied [AUD-33]', async () => {
      const before = await contents();
      const emptied = TABLES.filter((table) => !['ledger_head', 'ledger_follower'].includes(table));
      await executeWithoutTriggers(database, `truncate ${emptied.join(', ')}`);
      const { tables, subtrees } = await rebuild();
      expect(tables?.copy).toEqual({ events: SAMPLE_LENGTH + 302, keys: 2 });
      expect(subtrees).toBe(1);
      const after = new Map((await contents()) as [string, unknown[]][]);
      // The rebuild restores the key `a-key` as an HMAC, but the table had the plain key, so the table of keys differs.
      const plain = new Map(before as [string, unknown[]][]);
      expect(after.get('ledger_idempotency_key')).toHaveLength(2);
      plain.delete('ledger_idempotency_key');
      after.delete('ledger_idempotency_key');
      expect(after).toEqual(plain);
      expect(await remoteWriter().submit(submission(credit(BOB, 1_00), 'a-key'))).toMatchObject({
        replayed: true,
      });
      expect(await auditRemote((audit) => audit.verify({}))).toMatchObject({ ok: true });
    });

    it.each([
      [`update ledger_event set actor = 'user:eve' where position in (7, 9)`, { events: 2, keys: 0 }],
      ['delete from ledger_event where position > 330', { events: 12, keys: 0 }],
      [`update ledger_head set hash = sha256('')`, { events: 0, keys: 0 }],
      [
        `update ledger_idempotency_key set transaction_id = null where key like 'hmac:%'`,
        { events: 0, keys: 1 },
      ],
      [`delete from ledger_idempotency_key where key = 'a-key'`, { events: 0, keys: 1 }],
    ])('is repaired where it differs: %s [AUD-33]', async (statement, repaired) => {
      const before = await contents();
      await executeWithoutTriggers(database, statement);
      expect((await rebuild()).tables?.copy).toEqual(repaired);
      const isSame = JSON.stringify(await contents()) === JSON.stringify(before);
      expect(isSame).toBe(!statement.includes('a-key'));
      expect((await rebuild()).tables?.copy).toEqual({ events: 0, keys: 0 });
    });

    it('stays append-only [LED-3]', async () => {
      const change = query(database.ownerUrl, `update ledger_event set actor = '' where position = 1`);
      await expect(change).rejects.toThrow('append-only');
    });

    it('is left unchanged if the log is not sound [AUD-33]', async () => {
      await executeWithoutTriggers(database, `update ledger_event set actor = 'user:eve' where position = 7`);
      const before = await contents();
      const changed = remote.events[9];
      if (changed !== undefined) remote.events[9] = { ...changed, actor: 'user:eve' };
      await expect(rebuild()).rejects.toThrow("The log isn't sound at position 10");
      expect(await contents()).toEqual(before);
    });
  });
});
