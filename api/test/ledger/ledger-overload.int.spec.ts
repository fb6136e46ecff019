import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import type { LedgerWriter } from '../../src/ledger/writer/ledger-writer.service.js';
import { LedgerBusyError, LedgerUnavailableError } from '../../src/ledger/writer/submission.js';
import {
  assertLedgerSound,
  balanceOf,
  credit,
  openFundedAccounts,
  receiptOf,
  submission,
} from './ledger.fixtures.js';
import { query } from '../harness/database.js';
import { TEST_SIGNER } from '../harness/writer-key.js';
import { atEnd, useDatabase } from '../harness/index.js';

const database = useDatabase();
let writer: LedgerWriter;

beforeEach(() => {
  writer = createLedgerWriter(database.appUrl, TEST_SIGNER);
});

afterEach(() => writer.close());

atEnd(() => assertLedgerSound(database));

describe('an overloaded writer', () => {
  it('rejects submissions beyond 10,000 queued commands and loses no queued command [LED-12]', async () => {
    const [accountId = ''] = await openFundedAccounts(writer, 1, 1_00);
    const submitted = Array.from({ length: 10_400 }, () => writer.submit(submission(credit(accountId, 1))));
    const settled = await Promise.allSettled(submitted);
    const rejected = settled.filter((one) => one.status === 'rejected');
    expect(rejected).toHaveLength(400);
    for (const { reason } of rejected) expect(reason).toBeInstanceOf(LedgerBusyError);
    expect(await balanceOf(database, accountId)).toMatchObject({ posted: 1_00 + 10_000 });
    const { queued, batches } = writer.stats();
    expect(queued).toBe(0);
    // At most 500 commands per batch.
    expect(batches).toBeGreaterThanOrEqual(10_000 / 500);
    receiptOf(await writer.submit(submission(credit(accountId, 1))));
  });
});

describe('closing a writer', () => {
  it('finishes queued commands, rejects later ones and closes the connections', async () => {
    const [accountId = ''] = await openFundedAccounts(writer, 1, 1_00);
    const accepted = Array.from({ length: 1_200 }, () => writer.submit(submission(credit(accountId, 1))));
    const closed = writer.close();
    await expect(writer.submit(submission(credit(accountId, 1)))).rejects.toBeInstanceOf(
      LedgerUnavailableError,
    );
    await closed;
    (await Promise.all(accepted)).forEach(receiptOf);
    expect(await balanceOf(database, accountId)).toMatchObject({ posted: 1_00 + 1_200 });
    const connections = await query(
      database.superUrl,
      `select from pg_stat_activity where datname = $1 and application_name = 'moniker-ledger-writer'`,
      [database.name],
    );
    expect(connections).toHaveLength(0);
  });
});
