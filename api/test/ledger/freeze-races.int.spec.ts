import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { withLedgerAudit } from '../../src/ledger/audit/ledger-audit.js';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import type { LedgerWriter } from '../../src/ledger/writer/ledger-writer.service.js';
import type { Outcome } from '../../src/ledger/writer/submission.js';
import { InMemoryRemoteLog } from '../harness/in-memory-remote-log.js';
import { createDatabase, query, type TestDatabase } from '../harness/database.js';
import { TEST_SIGNER } from '../harness/writer-key.js';
import { assertLedgerSound, openFundedAccounts, submission, transfer } from './ledger.fixtures.js';

const QUICK = { settleWithinMs: 20_000, retryMs: 5, pollMs: 20 };
const ACTOR = { actor: 'user:admin', correlationId: 'test' };

let database: TestDatabase;
let dataSource: DataSource;
let writers: LedgerWriter[];

beforeEach(async () => {
  database = await createDatabase();
  dataSource = new DataSource({ type: 'postgres', url: database.appUrl, poolSize: 4 });
  await dataSource.initialize();
  writers = [];
});

afterEach(async () => {
  await Promise.all(writers.map((writer) => writer.close()));
  await dataSource.destroy();
  await database.drop();
});

function openWriters(engine: 'PostgreSQL' | 'a remote log'): [LedgerWriter, LedgerWriter] {
  const remote = new InMemoryRemoteLog();
  const open = () => {
    const log = { log: remote.connect(), keySecret: randomBytes(32), timings: QUICK };
    const options = engine === 'PostgreSQL' ? null : log;
    return createLedgerWriter(database.appUrl, TEST_SIGNER, { dataSource, remote: options });
  };
  const opened: [LedgerWriter, LedgerWriter] = [open(), open()];
  writers = opened;
  return opened;
}

/** Freezes or unfreezes an account as the handlers do, in a transaction that can also write rows. */
const submitWithRows = (
  writer: LedgerWriter,
  command: 'FreezeAccount' | 'UnfreezeAccount',
  accountId: string,
) =>
  writer.transaction((_manager, submit) =>
    command === 'FreezeAccount'
      ? submit({ command: { type: command, accountId, reason: 'other', signIn: 'blocked' }, context: ACTOR })
      : submit({ command: { type: command, accountId, reason: 'resolved' }, context: ACTOR }),
  );

const isFrozenRefusal = (outcome: Outcome) => !outcome.ok && outcome.refusal.code === 'ACCOUNT_FROZEN';

/** The types of transfer and freeze events, in log order. */
const typesInLog = async (): Promise<string[]> => {
  const rows = await query<{ type: string }>(
    database.superUrl,
    `select type from ledger_event where type in ('TransferRequested', 'AccountFrozen', 'AccountUnfrozen')
      order by position`,
  );
  return rows.map(({ type }) => type);
};

describe.each(['PostgreSQL', 'a remote log'] as const)('with the log in %s', (engine) => {
  it('a freeze among parallel transfers blocks every later transfer until the account is unfrozen [TRF-41]', async () => {
    const [one, other] = openWriters(engine);
    const [accountId = ''] = await openFundedAccounts(one, 1, 100_00);
    const send = (writer: LedgerWriter) => writer.submit(submission(transfer(accountId, 1_00)));
    const sendTen = () => Array.from({ length: 5 }, () => [send(one), send(other)]).flat();

    const before = sendTen();
    const freeze = submitWithRows(other, 'FreezeAccount', accountId);
    const outcomes = await Promise.all([...before, ...sendTen()]);
    expect((await freeze).ok).toBe(true);
    outcomes.push(await send(one), await send(other));

    const types = await typesInLog();
    expect(types.at(-1)).toBe('AccountFrozen');
    const accepted = outcomes.filter(({ ok }) => ok);
    expect(types).toHaveLength(accepted.length + 1);
    const refused = outcomes.filter((outcome) => !outcome.ok);
    expect(refused.length).toBeGreaterThanOrEqual(2);
    expect(refused.every(isFrozenRefusal)).toBe(true);

    expect((await submitWithRows(one, 'UnfreezeAccount', accountId)).ok).toBe(true);
    expect((await send(other)).ok).toBe(true);
    await assertLedgerSound(database);
    const verified = await withLedgerAudit(database.auditorUrl, (audit) => audit.verify({}));
    expect(verified.findings).toEqual([]);
  });
});
