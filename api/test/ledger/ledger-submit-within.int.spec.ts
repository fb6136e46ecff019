import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource, type EntityManager } from 'typeorm';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import type { LedgerWriter } from '../../src/ledger/writer/ledger-writer.service.js';
import type { Outcome, Submission } from '../../src/ledger/writer/submission.js';
import {
  assertLedgerSound,
  balanceOf,
  credit,
  openFundedAccounts,
  receiptOf,
  refusalOf,
  storedEvents,
  submission,
  transfer,
} from './ledger.fixtures.js';
import { createDatabase, query, type TestDatabase } from '../support/database.js';

/** `submitWithin`: a table row and an audit event that commit together. */
describe('a command in the caller’s transaction', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let writer: LedgerWriter;

  beforeAll(async () => {
    database = await createDatabase();
    await query(database.ownerUrl, 'create table decision (id uuid primary key)');
    await query(database.ownerUrl, 'grant select, insert on decision to moniker_app');
    dataSource = new DataSource({ type: 'postgres', url: database.appUrl, poolSize: 8 });
    await dataSource.initialize();
  });

  beforeEach(() => {
    writer = createLedgerWriter(database.appUrl);
  });

  afterEach(async () => {
    await writer.close();
    await assertLedgerSound(database);
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const audit = (id: string): Submission =>
    submission({
      type: 'RecordAudit',
      stream: `kyc:${id}`,
      event: { type: 'KycApproved', payload: { kycId: id, userId: 'user' } },
    });

  const insert = (manager: EntityManager, id: string) =>
    manager.query('insert into decision (id) values ($1)', [id]);

  async function findRowAndEvent(id: string): Promise<{ row: boolean; event: boolean }> {
    const rows = await query(database.superUrl, 'select from decision where id = $1', [id]);
    const events = (await storedEvents(database)).filter(({ stream }) => stream === `kyc:${id}`);
    return { row: rows.length === 1, event: events.length === 1 };
  }

  it('commits together with the row [LED-9]', async () => {
    const id = randomUUID();
    const outcome = await dataSource.transaction(async (manager) => {
      await insert(manager, id);
      return writer.submitWithin(manager, audit(id));
    });
    receiptOf(outcome);
    expect(await findRowAndEvent(id)).toEqual({ row: true, event: true });
  });

  it('limits how long an idle transaction keeps the head locked [OPS-11]', async () => {
    const limit = await dataSource.transaction(async (manager) => {
      receiptOf(await writer.submitWithin(manager, audit(randomUUID())));
      const rows = await manager.query<{ limit: string }[]>(
        `select current_setting('idle_in_transaction_session_timeout') as "limit"`,
      );
      return rows[0]?.limit;
    });
    expect(limit).toBe('3s');
  });

  it('rolls back together with the row [LED-9]', async () => {
    const id = randomUUID();
    const head = (await storedEvents(database)).length;
    const failure = dataSource.transaction(async (manager) => {
      await insert(manager, id);
      receiptOf(await writer.submitWithin(manager, audit(id)));
      throw new Error('the caller changes its mind');
    });
    await expect(failure).rejects.toThrow('changes its mind');
    expect(await findRowAndEvent(id)).toEqual({ row: false, event: false });
    receiptOf(await writer.submit(audit(id)));
    expect((await storedEvents(database)).length).toBe(head + 1);
  });

  it('leaves neither row nor event when it is refused', async () => {
    const [accountId = ''] = await openFundedAccounts(writer, 1, 10_00);
    const head = (await storedEvents(database)).length;
    const id = randomUUID();
    const refused = dataSource.transaction(async (manager) => {
      await insert(manager, id);
      const outcome = await writer.submitWithin(
        manager,
        submission(transfer(accountId, 11_00), randomUUID()),
      );
      throw new Error(refusalOf(outcome).code);
    });
    await expect(refused).rejects.toThrow('INSUFFICIENT_FUNDS');
    expect(await findRowAndEvent(id)).toEqual({ row: false, event: false });
    expect((await storedEvents(database)).length).toBe(head);
  });

  it('leaves nothing when a table rejects one of its rows', async () => {
    const [accountId = ''] = await openFundedAccounts(writer, 1, 10_00);
    const transactionId = randomUUID();
    const texts = { kind: 'new', transactionId, salt: 'salt', texts: { description: 'a\u0000b' } } as const;
    for (const bad of [
      { ...submission(credit(accountId, 1_00, transactionId)), texts },
      { ...submission(credit(accountId, 1_00)), context: { actor: 'user:\n', correlationId: 'test' } },
    ]) {
      const id = randomUUID();
      const failure = dataSource.transaction(async (manager) => {
        await insert(manager, id);
        return writer.submitWithin(manager, bad);
      });
      await expect(failure).rejects.toThrow();
      expect(await findRowAndEvent(id)).toEqual({ row: false, event: false });
      await assertLedgerSound(database);
    }
  });

  it('is rejected outside a transaction', async () => {
    const head = (await storedEvents(database)).length;
    await expect(writer.submitWithin(dataSource.manager, audit(randomUUID()))).rejects.toThrow(
      'no active transaction',
    );
    expect((await storedEvents(database)).length).toBe(head);
  });

  it('moves money and stores its idempotency key', async () => {
    const [accountId = ''] = await openFundedAccounts(writer, 1, 10_00);
    const request = submission(transfer(accountId, 4_00), randomUUID());
    const within = () => dataSource.transaction((manager) => writer.submitWithin(manager, request));
    const first = await within();
    expect(await within()).toEqual({ ok: true, replayed: true, receipt: receiptOf(first) });
    expect(await writer.submit(request)).toMatchObject({ ok: true, replayed: true });
    const other = { ...request, idempotency: { key: request.idempotency?.key ?? '', fingerprint: 'other' } };
    const reused = await dataSource.transaction((manager) => writer.submitWithin(manager, other));
    expect(refusalOf(reused)).toEqual({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('runs concurrently with group commits, also when every third is rolled back', async () => {
    const [accountId = ''] = await openFundedAccounts(writer, 1, 1_00);
    const ids = Array.from({ length: 45 }, () => randomUUID());
    const isRolledBack = (n: number) => n % 3 === 0;
    const within = ids.map((id, n) =>
      dataSource.transaction(async (manager) => {
        await insert(manager, id);
        receiptOf(await writer.submitWithin(manager, audit(id)));
        if (isRolledBack(n)) throw new Error('rolled back');
      }),
    );
    const groups: Promise<Outcome[]>[] = [];
    for (let n = 0; n < 40; n += 1) {
      groups.push(Promise.all([1, 2, 3].map(() => writer.submit(submission(credit(accountId, 1))))));
      await groups.at(-1);
    }
    const settled = await Promise.allSettled(within);
    (await Promise.all(groups)).flat().forEach(receiptOf);
    for (const [n, { status }] of settled.entries()) expect(status === 'rejected').toBe(isRolledBack(n));
    for (const [n, id] of ids.entries()) {
      expect(await findRowAndEvent(id)).toEqual({ row: !isRolledBack(n), event: !isRolledBack(n) });
    }
    expect((await balanceOf(database, accountId)).posted).toBe(1_00 + 120);
  });
});
