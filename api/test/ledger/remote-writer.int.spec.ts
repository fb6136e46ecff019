import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { withLedgerAudit } from '../../src/ledger/audit/ledger-audit.js';
import { withAuditConnection } from '../../src/ledger/log/audit-connection.js';
import { RemoteAuditLog } from '../../src/ledger/log/remote-audit-log.js';
import { verifyLedger } from '../../src/ledger/verify/verify-ledger.js';
import { setTracer, type Tracer } from '../../src/platform/tracing/tracing.js';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import { asHashedKey } from '../../src/ledger/writer/hashed-keys.js';
import type { LedgerWriter } from '../../src/ledger/writer/ledger-writer.service.js';
import {
  LedgerUnavailableError,
  type RowSubmission,
  type Submission,
} from '../../src/ledger/writer/submission.js';
import { APPEND_FAULTS, InMemoryRemoteLog, type AppendFault } from '../harness/in-memory-remote-log.js';
import { createDatabase, query, type TestDatabase } from '../harness/database.js';
import { waitFor } from '../harness/wait-for.js';
import {
  assertLedgerSound,
  balanceOf,
  credit,
  openAccount,
  openFundedAccounts,
  receiptOf,
  refusalOf,
  storedEvents,
  submission,
  transfer,
} from './ledger.fixtures.js';
import { TEST_SIGNER } from '../harness/writer-key.js';

const SECRET = randomBytes(32);
const QUICK = { settleWithinMs: 20_000, retryMs: 5, pollMs: 20, graceMs: 200 };
const NEVER = 1_000_000;
const PREPARED = 'select from pg_prepared_xacts where database = current_database()';
const SENDER = { actor: 'user:sender', correlationId: 'test' };

describe('a ledger writer with its log outside PostgreSQL', () => {
  let database: TestDatabase;
  let remote: InMemoryRemoteLog;
  let dataSource: DataSource;
  let writers: LedgerWriter[];

  beforeEach(async () => {
    database = await createDatabase();
    dataSource = new DataSource({ type: 'postgres', url: database.appUrl, poolSize: 4 });
    await dataSource.initialize();
    remote = new InMemoryRemoteLog();
    writers = [];
  });

  afterEach(async () => {
    remote.comeBack();
    await Promise.all(writers.map((writer) => writer.close()));
    await dataSource.destroy();
    await database.drop();
  });

  const startWriter = (timings: Partial<typeof QUICK> = {}, now?: () => Date) => {
    const options = { log: remote.connect(), keySecret: SECRET, timings: { ...QUICK, ...timings } };
    const writer = createLedgerWriter(database.appUrl, TEST_SIGNER, { now, dataSource, remote: options });
    writers.push(writer);
    return writer;
  };

  /**
   * Waits until PostgreSQL has as many events as the remote log. Asserts that both have the same events, that all
   * tables match these events, and that no prepared transaction is left.
   */
  const assertSound = async () => {
    const stored = await waitFor(
      async () => {
        const events = await assertLedgerSound(database);
        return events.length === remote.events.length && events;
      },
      { what: 'the projection of all events' },
    );
    expect(stored.map(({ hash }) => hash.toString('hex'))).toEqual(
      remote.events.map(({ hash }) => hash.toString('hex')),
    );
    const verified = await withLedgerAudit(database.auditorUrl, (audit) => audit.verify({}));
    expect(verified.findings).toEqual([]);
    expect(await query(database.superUrl, PREPARED)).toEqual([]);
  };

  const withTexts = (accountId: string, key: string): Submission => {
    const transactionId = randomUUID();
    const texts = { kind: 'new', transactionId, salt: 'salt', texts: { description: key } } as const;
    return { ...submission(credit(accountId, 1_00, transactionId), key), texts };
  };

  const storedTexts = async () =>
    (
      await query<{ description: string }>(
        database.superUrl,
        'select description from ledger_transaction_text order by description',
      )
    ).map(({ description }) => description);

  it('writes the same log and returns the same receipts as a writer with its log in PostgreSQL', async () => {
    const other = await createDatabase();
    const now = () => new Date('2026-03-02T12:00:00Z');
    const plain = createLedgerWriter(other.appUrl, TEST_SIGNER, { now });
    const [first, second] = [randomUUID(), randomUUID()];
    const requested = transfer(first, 10_00);
    const steps = [
      submission(openAccount(first)),
      submission(openAccount(second)),
      withTexts(first, 'one'),
      submission(credit(first, 100_00), 'key'),
      submission(credit(first, 100_00), 'key', 'other'),
      submission(requested, 'two'),
      submission(requested, 'two'),
      submission(transfer(second, 1_00)),
    ];
    const run = async (writer: LedgerWriter) => {
      const outcomes = [];
      for (const step of steps) outcomes.push(await writer.submit(step));
      return outcomes;
    };
    const writer = startWriter({}, now);
    expect(await run(writer)).toEqual(await run(plain));
    await plain.close();
    const hashes = (await assertLedgerSound(other)).map(({ hash }) => hash.toString('hex'));
    await other.drop();
    await assertSound();
    expect(remote.events.map(({ hash }) => hash.toString('hex'))).toEqual(hashes);
    expect(await storedTexts()).toEqual(['one']);
  });

  it('pipelines batches, and needs only one append for many concurrent submissions', async () => {
    const writer = startWriter();
    remote.latencyMs = 2;
    const [accountId = ''] = await openFundedAccounts(writer, 1, 1_00);
    const outcomes = await Promise.all(
      Array.from({ length: 600 }, (_, n) => writer.submit(submission(credit(accountId, 1), `key-${n}`))),
    );
    outcomes.forEach(receiptOf);
    expect((await balanceOf(database, accountId)).posted).toBe(7_00);
    expect(writer.stats().pipelinedBatches).toBeGreaterThan(0);
    expect(remote.appends).toBeLessThan(50);
    await assertSound();
  });

  it.each(APPEND_FAULTS)('appends once despite a fault in one append: %s', async (fault) => {
    const writer = startWriter();
    const [accountId = ''] = await openFundedAccounts(writer, 1, 1_00);
    remote.faults.push(fault);
    const credited = withTexts(accountId, 'key');
    const { lastPosition } = receiptOf(await writer.submit(credited));
    remote.deliverLate();
    expect(await writer.submit(credited)).toMatchObject({ replayed: true, receipt: { lastPosition } });
    expect((await balanceOf(database, accountId)).posted).toBe(2_00);
    expect(await storedTexts()).toEqual(['key']);
    await assertSound();
  });

  it('traces the append as part of the commit [OPS-67]', async () => {
    const traced: Parameters<Tracer['recordShared']>[] = [];
    const ignore = () => undefined;
    setTracer({
      recordRequest: ignore,
      recordPart: ignore,
      recordShared: (...call) => void traced.push(call),
    });
    remote.latencyMs = 40;
    try {
      await startWriter().submit(submission(openAccount(randomUUID())));
    } finally {
      setTracer(null);
    }
    const [[batch, steps, parts] = []] = traced;
    expect([traced.length, batch?.name]).toEqual([1, 'ledger.batch']);
    expect(steps?.map(({ name }) => name)).toEqual(['ledger.decide', 'ledger.commit']);
    const [, commitMs] = (steps ?? []).map(({ from, to }) => to - from);
    expect(commitMs).toBeGreaterThan(2 * remote.latencyMs - 1);
    expect(parts).toMatchObject([{ requestId: 'test', work: { attributes: { 'ledger.position': 1 } } }]);
  });

  it('commits an append that arrives after its caller got an error, and answers a retry as a replay [LED-32]', async () => {
    const writer = startWriter({ settleWithinMs: 0 });
    const [accountId = ''] = await openFundedAccounts(writer, 1, 1_00);
    remote.faults.push('late');
    const release = remote.hold();
    const credited = withTexts(accountId, 'key');
    const outcome = writer.submit(credited);
    await waitFor(() => remote.held > 0, { what: 'the append' });
    const refused = expect(outcome).rejects.toBeInstanceOf(LedgerUnavailableError);
    remote.goDownAfterNext();
    release();
    await refused;
    expect(await query(database.superUrl, PREPARED)).toHaveLength(1);
    expect(remote.deliverLate()).toBe(1);
    remote.comeBack();
    await waitFor(async () => (await storedTexts()).length === 1, { what: 'the late event' });
    expect(await writer.submit(credited)).toMatchObject({ replayed: true });
    expect((await balanceOf(database, accountId)).posted).toBe(2_00);
    await assertSound();
  });

  it('abandons an append that never arrived, so it cannot arrive later [LED-33]', async () => {
    const writer = startWriter();
    const [accountId = ''] = await openFundedAccounts(writer, 1, 1_00);
    remote.faults.push('late');
    receiptOf(await writer.submit(withTexts(accountId, 'key')));
    expect(remote.deliverLate()).toBe(0);
    expect(remote.events.map(({ type }) => type).slice(2)).toEqual(['BatchAbandoned', 'CreditRecorded']);
    expect((await balanceOf(database, accountId)).posted).toBe(2_00);
    await assertSound();
  });

  it('refuses commands while the log cannot be reached and recovers on its own', async () => {
    const writer = startWriter({ settleWithinMs: 300 });
    const [accountId = ''] = await openFundedAccounts(writer, 1, 1_00);
    remote.goDown();
    const credited = submission(credit(accountId, 1_00), 'key');
    await expect(writer.submit(credited)).rejects.toBeInstanceOf(LedgerUnavailableError);
    await expect(writer.submit(credited)).rejects.toBeInstanceOf(LedgerUnavailableError);
    remote.comeBack();
    receiptOf(await writer.submit(credited));
    expect((await balanceOf(database, accountId)).posted).toBe(2_00);
    await assertSound();
  });

  it.each(['reply lost', 'late'] as const)(
    'on startup, settles a prepared transaction from before a crash, including its idempotency key and texts: %s [LED-32]',
    async (fault) => {
      const writer = startWriter({ settleWithinMs: 0, pollMs: NEVER });
      const [accountId = ''] = await openFundedAccounts(writer, 1, 1_00);
      remote.faults.push(fault);
      remote.goDownAfterNext();
      const credited = withTexts(accountId, 'key');
      await expect(writer.submit(credited)).rejects.toBeInstanceOf(LedgerUnavailableError);
      remote.comeBack();
      expect(await storedTexts()).toEqual([]);
      const next = startWriter({ pollMs: NEVER, graceMs: 0 });
      await next.catchUp();
      expect(await query(database.superUrl, PREPARED)).toEqual([]);
      expect(await next.submit(credited)).toMatchObject({ replayed: fault === 'reply lost' });
      expect(
        refusalOf(await next.submit({ ...credited, idempotency: { key: 'key', fingerprint: 'x' } })),
      ).toEqual({ code: 'IDEMPOTENCY_KEY_REUSED' });
      expect(await storedTexts()).toEqual(['key']);
      await assertSound();
    },
  );

  it('can settle a transaction concurrently with two other writers [LED-32]', async () => {
    const writer = startWriter({ settleWithinMs: 0, pollMs: NEVER });
    const [accountId = ''] = await openFundedAccounts(writer, 1, 1_00);
    remote.faults.push('late');
    remote.goDownAfterNext();
    const credited = withTexts(accountId, 'key');
    await expect(writer.submit(credited)).rejects.toBeInstanceOf(LedgerUnavailableError);
    remote.comeBack();
    remote.latencyMs = 2;
    const others = Array.from({ length: 3 }, () => startWriter({ pollMs: NEVER, graceMs: 0 }));
    await Promise.all(others.map((other) => other.catchUp()));
    expect(remote.events.filter(({ type }) => type === 'BatchAbandoned')).toHaveLength(1);
    receiptOf(await writer.submit(credited));
    await assertSound();
  });

  it('answers nobody before the event is in the log [LED-32]', async () => {
    const writer = startWriter();
    const [accountId = ''] = await openFundedAccounts(writer, 1, 1_00);
    const release = remote.hold();
    let answers = 0;
    const id = randomUUID();
    const both = [writer.submit(submission(credit(accountId, 1_00), 'key')), openWithRow(writer, id)].map(
      (outcome) => outcome.finally(() => (answers += 1)),
    );
    await waitFor(() => remote.held > 0, { what: 'an append' });
    expect(await balanceOf(database, accountId)).toMatchObject({ posted: 1_00 });
    expect(answers).toBe(0);
    release();
    await Promise.all(both);
    await assertSound();
  });

  it('applies events that the tables lack, both on startup and before a write [LED-34]', async () => {
    const writer = startWriter();
    const [accountId = ''] = await openFundedAccounts(writer, 1, 1_00);
    const [known, refused] = [withTexts(accountId, 'known'), submission(transfer(accountId, 1_90), 'spend')];
    receiptOf(await writer.submit(known));
    const { lastPosition } = receiptOf(await writer.submit(refused));
    // An empty database, like a standby that is far behind.
    const standby = await createDatabase();
    const startThere = () => {
      const options = { log: remote.connect(), keySecret: SECRET, timings: { ...QUICK, pollMs: NEVER } };
      const other = createLedgerWriter(standby.appUrl, TEST_SIGNER, { remote: options });
      writers.push(other);
      return other;
    };
    const [atStart, atWrite] = [startThere(), startThere()];
    // The replay shows that the tables have caught up: without the account, the command would have been refused.
    expect(await atWrite.submit(refused)).toMatchObject({ replayed: true, receipt: { lastPosition } });
    await atStart.catchUp();
    expect(await atStart.submit({ ...known, idempotency: { key: 'known', fingerprint: 'x' } })).toMatchObject(
      {
        refusal: { code: 'IDEMPOTENCY_KEY_REUSED' },
      },
    );
    expect((await assertLedgerSound(standby)).length).toBe(remote.events.length);
    await Promise.all([atStart.close(), atWrite.close()]);
    await standby.drop();
  });

  it('can take turns appending with another writer', async () => {
    const both = [startWriter(), startWriter()] as const;
    const [accountId = ''] = await openFundedAccounts(both[0], 1, 1_00);
    remote.latencyMs = 1;
    const results = Array.from({ length: 200 }, (_, n) =>
      both[n % 2 === 0 ? 0 : 1].submit(submission(credit(accountId, 1), `key-${n}`)),
    );
    (await Promise.all(results)).forEach(receiptOf);
    expect(remote.refused).toBe(0);
    expect((await balanceOf(database, accountId)).posted).toBe(3_00);
    await assertSound();
  });

  it('executes each command once with two writers under every kind of fault', async () => {
    const both = [startWriter({ graceMs: 0 }), startWriter({ settleWithinMs: 20 })] as const;
    const [accountId = ''] = await openFundedAccounts(both[0], 1, 1_00);
    const submitUntilSettled = async (n: number) => {
      const credited = withTexts(accountId, `key-${String(n).padStart(2, '0')}`);
      const fault = n % 5 === 4 ? null : APPEND_FAULTS[n % 5];
      remote.faults.push(fault ?? null);
      return waitFor(
        async () => {
          remote.deliverLate();
          return receiptOf(await both[n % 2 === 0 ? 0 : 1].submit(credited));
        },
        { what: 'the outcome of the append', everyMs: 5 },
      );
    };
    for (let round = 0; round < 6; round += 1) {
      await Promise.all(Array.from({ length: 8 }, (_, n) => submitUntilSettled(round * 8 + n)));
    }
    remote.deliverLate();
    expect((await balanceOf(database, accountId)).posted).toBe(49_00);
    expect(await storedTexts()).toHaveLength(48);
    await assertSound();
  });

  it('gives the log only HMACs of idempotency keys, and recognizes keys that are stored as HMACs [LED-30]', async () => {
    const writer = startWriter();
    const [accountId = ''] = await openFundedAccounts(writer, 1, 1_00);
    receiptOf(await writer.submit({ ...submission(credit(accountId, 1_00), 'plain'), context: SENDER }));
    const restored = asHashedKey(SECRET, { actor: SENDER.actor, key: 'restored', fingerprint: 'same' });
    await query(
      database.superUrl,
      'insert into ledger_idempotency_key (actor, key, fingerprint, recorded_at) values ($1, $2, $3, now())',
      [SENDER.actor, restored.key, restored.fingerprint],
    );
    const repeated = { ...submission(credit(accountId, 1_00), 'restored', 'same'), context: SENDER };
    expect(await writer.submit(repeated)).toMatchObject({ replayed: true });
    expect(remote.events.at(-1)?.idempotency?.key).toMatch(/^hmac:[\w-]{43}$/);
    const keys = await query<{ key: string }>(database.superUrl, 'select key from ledger_idempotency_key');
    expect(keys.map(({ key }) => key)).toEqual(expect.arrayContaining(['plain', restored.key]));
  });

  const openWithRow = (writer: LedgerWriter, accountId: string) =>
    writer.transaction(async (_manager, submit) =>
      receiptOf(
        await submit({
          command: { type: 'OpenAccount', accountId },
          context: { actor: 'system', correlationId: 'test' },
        }),
      ),
    );

  describe('with rows', () => {
    const CREATE = `create schema elsewhere; create table elsewhere.decision (id uuid primary key);
      grant usage on schema elsewhere to moniker_app; grant select, insert on elsewhere.decision to moniker_app`;

    beforeEach(async () => {
      // Creates a table outside the schema that `verify` compares with the release.
      await query(database.superUrl, CREATE);
    });

    const insert = (manager: EntityManager, id: string) =>
      manager.query('insert into elsewhere.decision (id) values ($1)', [id]);

    const isStored = async (id: string) =>
      (await query(database.superUrl, 'select from elsewhere.decision where id = $1', [id])).length === 1;

    const opening = (accountId: string): RowSubmission => ({
      command: { type: 'OpenAccount', accountId },
      context: { actor: 'system', correlationId: 'test' },
    });

    const decide = (writer: LedgerWriter, id: string) =>
      writer.transaction(async (manager, submit) => {
        await insert(manager, id);
        return receiptOf(await submit(opening(id)));
      });

    it('commits the rows together with their events, even from several writers [LED-9]', async () => {
      const both = [startWriter(), startWriter()] as const;
      const ids = Array.from({ length: 6 }, () => randomUUID());
      await Promise.all(ids.map((id, n) => decide(both[n % 2 === 0 ? 0 : 1], id)));
      expect(await Promise.all(ids.map(isStored))).toEqual(ids.map(() => true));
      expect(remote.events.length).toBe(ids.length);
      await assertSound();
    });

    it('needs one append for all commands of a transaction, and none without a command [LED-9]', async () => {
      const writer = startWriter();
      const [id, alone] = [randomUUID(), randomUUID()];
      await writer.transaction(async (manager, submit) => {
        await insert(manager, id);
        receiptOf(await submit(opening(id)));
        receiptOf(await submit(opening(randomUUID())));
      });
      expect(remote.appends).toBe(1);
      await writer.transaction((manager) => insert(manager, alone));
      expect([await isStored(id), await isStored(alone), remote.appends]).toEqual([true, true, 1]);
      await assertSound();
    });

    it('leaves neither rows nor events after a refusal or an error [LED-9]', async () => {
      const writer = startWriter();
      const id = randomUUID();
      receiptOf(await writer.submit(submission(openAccount(id))));
      await expect(decide(writer, id)).rejects.toThrow('ACCOUNT_EXISTS');
      const ignored = writer.transaction(async (manager, submit) => {
        await insert(manager, id);
        await submit(opening(randomUUID()));
        await manager.query('select 1 / 0').catch(() => undefined);
      });
      await expect(ignored).rejects.toThrow('rolled back');
      expect([await isStored(id), remote.events.length]).toEqual([false, 1]);
      await assertSound();
    });

    it('commits nothing while the log cannot be reached, and abandons the transaction later [LED-32]', async () => {
      const writer = startWriter({ settleWithinMs: 0 });
      const id = randomUUID();
      remote.goDown();
      await expect(decide(writer, id)).rejects.toBeInstanceOf(LedgerUnavailableError);
      expect(await isStored(id)).toBe(false);
      remote.comeBack();
      await waitFor(async () => (await storedEvents(database)).length === 1, { what: 'the settlement' });
      expect([await isStored(id), remote.events.map(({ type }) => type)]).toEqual([
        false,
        ['BatchAbandoned'],
      ]);
      await decide(writer, id);
      await assertSound();
    });

    it('notifies listeners of new mail when it commits [LED-9]', async () => {
      const writer = startWriter();
      const client = new pg.Client({ connectionString: database.appUrl });
      await client.connect();
      let notifications = 0;
      client.on('notification', () => (notifications += 1));
      await client.query('listen moniker_outbox');
      await decide(writer, randomUUID());
      await waitFor(() => notifications === 1, { what: 'the notification' });
      await client.end();
    });
  });

  describe('with a transaction that someone ended by hand, contrary to the log,', () => {
    let writer: LedgerWriter;

    beforeEach(() => {
      writer = startWriter({ settleWithinMs: 0, pollMs: NEVER });
    });

    const leavePrepared = async (fault: AppendFault, write: () => Promise<unknown>) => {
      remote.faults.push(fault);
      remote.goDownAfterNext();
      await expect(write()).rejects.toBeInstanceOf(LedgerUnavailableError);
      remote.comeBack();
    };

    const end = async (how: 'commit' | 'rollback') => {
      const [left] = await query<{ gid: string }>(
        database.superUrl,
        PREPARED.replace('select', 'select gid'),
      );
      await query(database.superUrl, `${how} prepared '${left?.gid}'`);
    };

    const verify = async () => {
      const { findings, warnings } = await withAuditConnection(database.auditorUrl, (sql) =>
        verifyLedger(sql, {}, new RemoteAuditLog(remote.connect())),
      );
      return {
        findings: new Set(findings.map(({ check }) => check)),
        warnings: warnings.map(({ check }) => check),
      };
    };

    it('leaves tables ahead of the log, which verify finds [LED-73]', async () => {
      const [accountId = ''] = await openFundedAccounts(writer, 1, 1_00);
      await leavePrepared('request lost', () => writer.submit(withTexts(accountId, 'key')));
      await end('commit');
      const { findings } = await verify();
      expect(findings).toEqual(new Set(['ahead', 'head', 'projection', 'copy', 'entries']));
    });

    it('leaves texts missing, which verify warns of [LED-73]', async () => {
      const [accountId = ''] = await openFundedAccounts(writer, 1, 1_00);
      const { command, ...credited } = withTexts(accountId, 'key');
      const digested = { ...credited, command: { ...command, textsDigest: 'A'.repeat(43) } } as Submission;
      await leavePrepared('reply lost', () => writer.submit(digested));
      await end('rollback');
      await writer.catchUp();
      expect(await verify()).toEqual({ findings: new Set(), warnings: ['texts'] });
    });

    it('leaves a row without its decision, which verify finds [LED-73]', async () => {
      const [userId, accountRequestId] = [randomUUID(), randomUUID()];
      await query(database.superUrl, insertRequest(userId, accountRequestId));
      await leavePrepared('reply lost', () =>
        writer.transaction(async (manager, submit) => {
          await manager.query("update account_request set status = 'rejected'");
          const payload = { accountRequestId, userId, status: 'rejected' };
          const stream = `account-request:${accountRequestId}`;
          receiptOf(
            await submit({
              command: { type: 'RecordAudit', stream, event: { type: 'AccountRequestDecided', payload } },
              context: SENDER,
            }),
          );
        }),
      );
      await end('rollback');
      await writer.catchUp();
      expect((await verify()).findings).toContain('decisions');
    });
  });
});

const insertRequest = (userId: string, id: string) => `
  insert into app_user (id, email, first_name, last_name, moniker, phone_number, password_hash, is_admin,
      is_email_verified, created_at)
    values ('${userId}', 'c@mail.example', 'C', 'D', 'two', null, '', false, true, now());
  insert into account_request (id, user_id, account_type, status, created_at)
    values ('${id}', '${userId}', 'personal', 'pending', now())`;
