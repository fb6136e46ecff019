import { beforeAll, describe, expect, it } from '@jest/globals';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import { assertLedgerSound, openFundedAccounts } from './ledger.fixtures.js';
import { query } from '../harness/database.js';
import { TEST_SIGNER } from '../harness/writer-key.js';
import { useDatabase } from '../harness/index.js';

describe('the database', () => {
  const database = useDatabase();

  beforeAll(async () => {
    const writer = createLedgerWriter(database.appUrl, TEST_SIGNER);
    await openFundedAccounts(writer, 1, 10_00);
    await writer.close();
  });

  const changes = [
    `update ledger_event set payload = '{}' where position = 1`,
    'delete from ledger_event where position = 1',
    'truncate ledger_event',
  ];

  it.each(changes)('rejects a change to the log by the application: %s [LED-3]', async (statement) => {
    await expect(query(database.appUrl, statement)).rejects.toThrow('permission denied');
  });

  it.each(changes)('rejects a change to the log by the auditor: %s', async (statement) => {
    await expect(query(database.auditorUrl, statement)).rejects.toThrow('read-only');
    const inReadWriteMode = `begin read write; ${statement}`;
    await expect(query(database.auditorUrl, inReadWriteMode)).rejects.toThrow('permission denied');
  });

  it.each(changes)('rejects a change to the log by the owner: %s [LED-3]', async (statement) => {
    await expect(query(database.ownerUrl, statement)).rejects.toThrow('is append-only');
  });

  it.each([
    'ledger_entry',
    'ledger_idempotency_key',
    'ledger_account',
    'ledger_transaction',
    'ledger_head',
    'ledger_projection',
  ])('rejects "delete from %s" by the application', async (table) => {
    await expect(query(database.appUrl, `delete from ${table}`)).rejects.toThrow('permission denied');
  });

  it('lets the auditor read the log, but not change accounts or read texts', async () => {
    expect(await query(database.auditorUrl, 'select position from ledger_event')).toHaveLength(2);
    await expect(
      query(database.auditorUrl, 'begin read write; update ledger_account set posted_cents = 0'),
    ).rejects.toThrow('permission denied');
    await expect(query(database.auditorUrl, 'select * from ledger_transaction_text')).rejects.toThrow(
      'permission denied',
    );
  });

  it('has an unchanged log after all attempts', async () => {
    expect(await assertLedgerSound(database)).toHaveLength(2);
  });
});
