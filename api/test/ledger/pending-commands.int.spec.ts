import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource, type EntityManager } from 'typeorm';
import { withLedgerAudit } from '../../src/ledger/audit/ledger-audit.js';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import { postgresEventLog } from '../../src/ledger/log/postgres-event-log.js';
import type { LedgerWriter } from '../../src/ledger/writer/ledger-writer.service.js';
import { loadPendingCommands, settlePendingCommands } from '../../src/ledger/writer/pending-commands.js';
import { RemoteRowTransactions } from '../../src/ledger/writer/remote-row-transactions.js';
import { LedgerUnavailableError, type RowSubmission } from '../../src/ledger/writer/submission.js';
import { writerConnection } from '../../src/ledger/writer/writer-connection.js';
import type { PipelinedConnection } from '../../src/platform/database/pipelined-connection.js';
import { InMemoryRemoteLog } from '../harness/in-memory-remote-log.js';
import { query } from '../harness/database.js';
import { credit, openFundedAccounts, receiptOf, refusalOf, submission } from './ledger.fixtures.js';
import { TEST_SIGNER } from '../harness/writer-key.js';
import { useDatabase, use } from '../harness/index.js';

const context = { actor: 'user:test', correlationId: 'test' };

const audit = (id: string): RowSubmission => {
  const event = { type: 'KycRejected', payload: { kycId: id, userId: 'user' } } as const;
  return { command: { type: 'RecordAudit', stream: `kyc:${id}`, event }, context };
};

const open = (accountId: string): RowSubmission => ({ command: { type: 'OpenAccount', accountId }, context });

const close = (accountId: string, expectedVersion?: number): RowSubmission => {
  const expected = expectedVersion === undefined ? {} : { expectedVersion };
  return { command: { type: 'CloseAccount', accountId, ...expected }, context };
};

describe('a transaction whose commands are appended to another log after its commit', () => {
  const database = useDatabase();
  const dataSource = use(
    () => new DataSource({ type: 'postgres', url: database.appUrl, poolSize: 4 }).initialize(),
    (source) => source.destroy(),
  );
  const log = new InMemoryRemoteLog();
  let reads: PipelinedConnection;
  let drains = 0;
  let drain: () => Promise<void>;
  let rows: RemoteRowTransactions;

  beforeAll(async () => {
    // Outside of the schema that `verify` compares with the release.
    await query(
      database.superUrl,
      `create schema elsewhere; create table elsewhere.decision (id uuid primary key);
       grant usage on schema elsewhere to moniker_app; grant select, insert on elsewhere.decision to moniker_app`,
    );
  });

  beforeEach(() => {
    reads = writerConnection(database.appUrl);
    drains = 0;
    drain = () => Promise.resolve();
    rows = new RemoteRowTransactions({
      dataSource,
      reads,
      log: postgresEventLog,
      remoteLog: log.connect(),
      now: () => new Date(),
      drain: () => {
        drains += 1;
        return drain();
      },
    });
  });

  afterEach(async () => {
    log.comeBack();
    await reads.close();
    await query(database.superUrl, 'delete from ledger_pending_command');
  });

  /** Writes while the log is in PostgreSQL, and moves it away again. */
  const withPostgresWriter = async (work: (writer: LedgerWriter) => Promise<void>) => {
    await query(database.superUrl, 'update ledger_head set fence = null');
    const writer = createLedgerWriter(database.appUrl, TEST_SIGNER);
    await work(writer);
    await writer.close();
    await query(database.superUrl, 'update ledger_head set fence = position');
  };

  const insert = (manager: EntityManager, id: string) =>
    manager.query('insert into elsewhere.decision (id) values ($1)', [id]);

  const pending = async () => {
    const found = await query<{ commands: string }>(
      database.superUrl,
      'select commands from ledger_pending_command order by ordinal',
    );
    return found.map(({ commands }) => JSON.parse(commands) as RowSubmission[]);
  };

  const isStored = async (id: string) =>
    (await query(database.superUrl, 'select from elsewhere.decision where id = $1', [id])).length === 1;

  it('stores all its commands together with its rows, and has them appended [LED-9]', async () => {
    const id = randomUUID();
    const outcome = await rows.run(async (manager, submit) => {
      await insert(manager, id);
      receiptOf(await submit(open(id)));
      return submit(audit(id));
    });
    expect(receiptOf(outcome)).toMatchObject({ firstPosition: null, lastPosition: null });
    expect(await isStored(id)).toBe(true);
    expect(await pending()).toEqual([[open(id), audit(id)]]);
    expect(drains).toBe(1);
  });

  it('has nothing appended without a command', async () => {
    const id = randomUUID();
    await rows.run((manager) => insert(manager, id));
    expect(await isStored(id)).toBe(true);
    expect([await pending(), drains]).toEqual([[], 0]);
  });

  it('leaves neither rows nor commands after a refusal or an exception [LED-9]', async () => {
    const id = randomUUID();
    const refused = rows.run(async (manager, submit) => {
      await insert(manager, id);
      receiptOf(await submit(audit(id)));
      throw new Error(refusalOf(await submit(close(id))).code);
    });
    await expect(refused).rejects.toThrow('ACCOUNT_NOT_FOUND');
    const ignored = rows.run(async (manager, submit) => {
      await insert(manager, id);
      await submit(close(id));
    });
    await expect(ignored).rejects.toThrow('a command of the transaction was refused: ACCOUNT_NOT_FOUND');
    expect([await isStored(id), await pending(), drains]).toEqual([false, [], 0]);
  });

  it('leaves neither rows nor commands while the log cannot be reached', async () => {
    const id = randomUUID();
    log.goDown();
    const failed = rows.run(async (manager, submit) => {
      await insert(manager, id);
      receiptOf(await submit(audit(id)));
    });
    await expect(failed).rejects.toBeInstanceOf(LedgerUnavailableError);
    expect([await isStored(id), await pending(), drains]).toEqual([false, [], 0]);
  });

  it('succeeds once it has committed, although its commands are appended only later', async () => {
    const id = randomUUID();
    drain = () => Promise.reject(new LedgerUnavailableError());
    await rows.run(async (manager, submit) => {
      await insert(manager, id);
      receiptOf(await submit(audit(id)));
    });
    expect([await isStored(id), await pending()]).toEqual([true, [[audit(id)]]]);
  });

  it('leaves nothing once the log has moved to PostgreSQL, where nobody would append its commands [LED-29]', async () => {
    const id = randomUUID();
    await withPostgresWriter(async (writer) => {
      await openFundedAccounts(writer, 1, 1_00);
    });
    await query(database.superUrl, 'update ledger_head set fence = null');
    const late = rows.run(async (manager, submit) => {
      await insert(manager, id);
      receiptOf(await submit(audit(id)));
    });
    await expect(late).rejects.toBeInstanceOf(LedgerUnavailableError);
    expect([await isStored(id), await pending(), drains]).toEqual([false, [], 0]);
    await query(database.superUrl, 'update ledger_head set fence = position');
  });

  it('is decided behind commands that are still pending', async () => {
    const id = randomUUID();
    await rows.run(async (_manager, submit) => receiptOf(await submit(open(id))));
    const again = rows.run(async (_manager, submit) => receiptOf(await submit(open(id))));
    await expect(again).rejects.toThrow('ACCOUNT_EXISTS');
    await rows.run(async (_manager, submit) => receiptOf(await submit(close(id))));
    const twice = rows.run(async (_manager, submit) => receiptOf(await submit(close(id))));
    await expect(twice).rejects.toThrow('ACCOUNT_CLOSED');
    expect(await pending()).toEqual([[open(id)], [close(id)]]);
  });

  it('checks an expected version before its commit, and stores the command without it [ACC-16]', async () => {
    let accountId = '';
    await withPostgresWriter(async (writer) => {
      [accountId = ''] = await openFundedAccounts(writer, 1, 10_00);
    });
    const stale = rows.run(async (_manager, submit) => receiptOf(await submit(close(accountId, 1))));
    await expect(stale).rejects.toThrow('ACCOUNT_CHANGED');
    await rows.run(async (_manager, submit) => receiptOf(await submit(close(accountId, 2))));
    expect(await pending()).toEqual([[close(accountId)]]);
  });

  it('needs no second connection of a pool that its callers have used up', async () => {
    const ids = Array.from({ length: 12 }, () => randomUUID());
    await Promise.all(
      ids.map((id) => rows.run(async (_manager, submit) => receiptOf(await submit(audit(id))))),
    );
    expect((await pending()).length).toBe(ids.length);
  });

  it('has its commands loaded in the order of dependent transactions, and settled by their events', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    for (const id of [first, second]) {
      await rows.run(async (_manager, submit) => {
        receiptOf(await submit(open(id)));
        receiptOf(await submit(audit(id)));
      });
    }
    const sql = await reads.open();
    const [one, two] = await loadPendingCommands(sql, 10);
    expect(one?.submissions).toEqual(
      [open(first), audit(first)].map((each) => ({ ...each, pendingId: one?.id })),
    );
    const opened = { type: 'AccountOpened', payload: JSON.stringify({ accountId: first }) };
    await settlePendingCommands(sql, [
      { ...opened, pendingId: one?.id ?? null },
      { ...opened, pendingId: null },
    ]);
    expect((await loadPendingCommands(sql, 10)).map(({ id }) => id)).toEqual([two?.id]);
  });

  it('erases texts of transactions that were appended before the close of their account [LED-8]', async () => {
    let accounts: string[] = [];
    await withPostgresWriter(async (writer) => {
      accounts = await openFundedAccounts(writer, 2, 10_00);
      for (const accountId of accounts) {
        const transactionId = randomUUID();
        const texts = {
          kind: 'new',
          transactionId,
          salt: 'salt',
          texts: { description: 'a secret' },
        } as const;
        receiptOf(await writer.submit({ ...submission(credit(accountId, 1_00, transactionId)), texts }));
      }
    });
    const [closed = ''] = accounts;
    const event = { type: 'AccountClosed', payload: JSON.stringify({ accountId: closed }) };
    await settlePendingCommands(await reads.open(), [{ ...event, pendingId: randomUUID() }]);
    const left = await query(
      database.superUrl,
      `select account_id as "accountId" from ledger_transaction_text join ledger_transaction using (transaction_id)
        where account_id = any($1)`,
      [accounts],
    );
    expect(left).toEqual([{ accountId: accounts[1] }]);
  });

  it('is reported by verify as a warning if its commands are not in the log after a minute [AUD-34]', async () => {
    const verify = () => withLedgerAudit(database.auditorUrl, (audit) => audit.verify({}));
    await rows.run(async (_manager, submit) => receiptOf(await submit(audit(randomUUID()))));
    expect(await verify()).toMatchObject({ ok: true, warnings: [] });
    await query(
      database.superUrl,
      `update ledger_pending_command set recorded_at = clock_timestamp() - interval '61 seconds'`,
    );
    expect(await verify()).toMatchObject({
      ok: true,
      warnings: [
        {
          check: 'pending',
          position: null,
          message: expect.stringMatching(
            /^the commands of 1 committed transactions are not in the log, the oldest for 6\d s$/,
          ),
        },
      ],
    });
  });
});
