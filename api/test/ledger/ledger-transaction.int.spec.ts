import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource, type EntityManager } from 'typeorm';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import type { LedgerWriter } from '../../src/ledger/writer/ledger-writer.service.js';
import type { Outcome, RowSubmission } from '../../src/ledger/writer/submission.js';
import {
  assertLedgerSound,
  balanceOf,
  credit,
  openFundedAccounts,
  receiptOf,
  refusalOf,
  storedEvents,
  submission,
} from './ledger.fixtures.js';
import { query } from '../harness/database.js';
import { TEST_SIGNER } from '../harness/writer-key.js';
import { use, useDatabase } from '../harness/index.js';

/** Table rows and commands that commit together. */
describe('a ledger transaction', () => {
  const database = useDatabase();
  const dataSource = use(
    () => new DataSource({ type: 'postgres', url: database.appUrl, poolSize: 8 }).initialize(),
    (source) => source.destroy(),
  );
  let writer: LedgerWriter;

  beforeAll(async () => {
    await query(database.ownerUrl, 'create table decision (id uuid primary key)');
    await query(database.ownerUrl, 'grant select, insert on decision to moniker_app');
  });

  beforeEach(() => {
    writer = createLedgerWriter(database.appUrl, TEST_SIGNER, { dataSource });
  });

  afterEach(async () => {
    await writer.close();
    await assertLedgerSound(database);
  });

  const context = { actor: 'user:test', correlationId: 'test' };

  const audit = (id: string): RowSubmission => {
    const event = { type: 'KycRejected', payload: { kycId: id, userId: 'user' } } as const;
    return { command: { type: 'RecordAudit', stream: `kyc:${id}`, event }, context };
  };

  const open = (accountId: string): RowSubmission => ({
    command: { type: 'OpenAccount', accountId },
    context,
  });

  const insert = (manager: EntityManager, id: string) =>
    manager.query('insert into decision (id) values ($1)', [id]);

  async function findRowAndEvent(id: string): Promise<{ row: boolean; event: boolean }> {
    const rows = await query(database.superUrl, 'select from decision where id = $1', [id]);
    const events = (await storedEvents(database)).filter(({ stream }) => stream === `kyc:${id}`);
    return { row: rows.length === 1, event: events.length === 1 };
  }

  it('commits a command together with a row [LED-9]', async () => {
    const id = randomUUID();
    const outcome = await writer.transaction(async (manager, submit) => {
      await insert(manager, id);
      return submit(audit(id));
    });
    receiptOf(outcome);
    expect(await findRowAndEvent(id)).toEqual({ row: true, event: true });
  });

  it('limits how long an idle transaction keeps the head locked [OPS-11]', async () => {
    const limit = await writer.transaction(async (manager, submit) => {
      receiptOf(await submit(audit(randomUUID())));
      const rows = await manager.query<{ limit: string }[]>(
        `select current_setting('idle_in_transaction_session_timeout') as "limit"`,
      );
      return rows[0]?.limit;
    });
    expect(limit).toBe('3s');
  });

  it('rolls back a command together with a row [LED-9]', async () => {
    const id = randomUUID();
    const head = (await storedEvents(database)).length;
    const failure = writer.transaction(async (manager, submit) => {
      await insert(manager, id);
      receiptOf(await submit(audit(id)));
      throw new Error('the caller changes its mind');
    });
    await expect(failure).rejects.toThrow('changes its mind');
    expect(await findRowAndEvent(id)).toEqual({ row: false, event: false });
    receiptOf(await writer.submit(audit(id)));
    expect((await storedEvents(database)).length).toBe(head + 1);
  });

  it('leaves neither row nor event when a command is refused', async () => {
    const [accountId = ''] = await openFundedAccounts(writer, 1, 10_00);
    const head = (await storedEvents(database)).length;
    const id = randomUUID();
    const refused = writer.transaction(async (manager, submit) => {
      await insert(manager, id);
      receiptOf(await submit(audit(id)));
      throw new Error(refusalOf(await submit(open(accountId))).code);
    });
    await expect(refused).rejects.toThrow('ACCOUNT_EXISTS');
    expect(await findRowAndEvent(id)).toEqual({ row: false, event: false });
    expect((await storedEvents(database)).length).toBe(head);
  });

  it('rolls back after a refusal that its caller ignores', async () => {
    const [accountId = ''] = await openFundedAccounts(writer, 1, 10_00);
    const id = randomUUID();
    const ignored = writer.transaction(async (manager, submit) => {
      await insert(manager, id);
      await submit(open(accountId));
      await submit(audit(id));
    });
    await expect(ignored).rejects.toThrow('a command in the transaction was refused: ACCOUNT_EXISTS');
    expect(await findRowAndEvent(id)).toEqual({ row: false, event: false });
  });

  it('decides each command based on the results of earlier ones', async () => {
    const accountId = randomUUID();
    const close: RowSubmission = { command: { type: 'CloseAccount', accountId }, context };
    const outcomes = await writer.transaction(async (_manager, submit) => {
      const opened = await submit(open(accountId));
      return [opened, await submit(close)];
    });
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, true]);
    const events = (await storedEvents(database)).filter(({ stream }) => stream === `account:${accountId}`);
    expect(events.map(({ type }) => type)).toEqual(['AccountOpened', 'AccountClosed']);
  });

  it('leaves nothing behind when a table rejects a row', async () => {
    const id = randomUUID();
    const bad = { ...audit(id), context: { actor: 'user:\n', correlationId: 'test' } };
    const failure = writer.transaction(async (manager, submit) => {
      await insert(manager, id);
      return submit(bad);
    });
    await expect(failure).rejects.toThrow();
    expect(await findRowAndEvent(id)).toEqual({ row: false, event: false });
  });

  it('rejects a command after the transaction has ended', async () => {
    const head = (await storedEvents(database)).length;
    const late = await writer.transaction((_manager, submit) => Promise.resolve({ submit }));
    await expect(late.submit(audit(randomUUID()))).rejects.toThrow('no active transaction');
    expect((await storedEvents(database)).length).toBe(head);
  });

  it('runs concurrently with group commits, even if every third transaction is rolled back', async () => {
    const [accountId = ''] = await openFundedAccounts(writer, 1, 1_00);
    const ids = Array.from({ length: 45 }, () => randomUUID());
    const isRolledBack = (n: number) => n % 3 === 0;
    const transactions = ids.map((id, n) =>
      writer.transaction(async (manager, submit) => {
        await insert(manager, id);
        receiptOf(await submit(audit(id)));
        if (isRolledBack(n)) throw new Error('rolled back');
      }),
    );
    const groups: Promise<Outcome[]>[] = [];
    for (let n = 0; n < 40; n += 1) {
      groups.push(Promise.all([1, 2, 3].map(() => writer.submit(submission(credit(accountId, 1))))));
      await groups.at(-1);
    }
    const settled = await Promise.allSettled(transactions);
    (await Promise.all(groups)).flat().forEach(receiptOf);
    for (const [n, { status }] of settled.entries()) expect(status === 'rejected').toBe(isRolledBack(n));
    for (const [n, id] of ids.entries()) {
      expect(await findRowAndEvent(id)).toEqual({ row: !isRolledBack(n), event: !isRolledBack(n) });
    }
    expect((await balanceOf(database, accountId)).posted).toBe(1_00 + 120);
  });
});
