import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { withAuditConnection } from '../../src/ledger/log/audit-connection.js';
import { verifyLedger, type VerifyResult } from '../../src/ledger/verify/verify-ledger.js';
import { requestTransfer } from '../payments/money.fixtures.js';
import { query, runCli, signIn, useBank } from '../harness/index.js';
import { executeWithoutTriggers } from './tamper.fixtures.js';

const TABLES = ['ledger_event_index', 'ledger_idempotency_key', 'ledger_follower'];

const bank = useBank();
/** Position of the last event. The last two events have recorded idempotency keys. */
let last: number;

beforeAll(async () => {
  const alice = await signIn(bank.api.baseUrl, 'alice');
  for (const key of [randomUUID(), randomUUID()])
    expect((await requestTransfer(alice, { amount: 1 }, key)).status).toBe(201);
  const [head] = await sql<{ position: number }>('select position::int from ledger_head');
  last = head?.position ?? 0;
  await sql(`update ledger_follower set position = ${last} where name = 'event-index'`);
  const env = { DATABASE_OWNER_URL: bank.database.ownerUrl };
  expect((await runCli(['rebuild', 'event-index'], { database: bank.database, env })).code).toBe(0);
  const copies = TABLES.map((table) => `create table saved.${table} as table public.${table}`);
  await sql(`create schema saved; ${copies.join('; ')}`);
});

afterEach(async () => {
  const copies = TABLES.map((table) => `delete from ${table}; insert into ${table} table saved.${table}`);
  await tamper(copies.join('; '));
});

const sql = <Row extends Record<string, unknown>>(text: string): Promise<Row[]> =>
  query<Row>(bank.database.superUrl, text);
const tamper = (text: string) => executeWithoutTriggers(bank.database, text);
const verify = (): Promise<VerifyResult> =>
  withAuditConnection(bank.database.auditorUrl, (connection) => verifyLedger(connection));

describe('verification of the event index and the idempotency keys', () => {
  it('accepts a bank whose index and keys were not changed [AUD-51, AUD-52]', async () => {
    expect(await verify()).toMatchObject({ ok: true, findings: [], notCompared: [] });
    const { stdout } = await runCli(['verify'], { database: bank.database });
    expect(stdout).toContain(
      'event index, idempotency keys, proposals, and records of checkpoints and verifications, all matching their events',
    );
  });

  it.each([
    [
      'a changed row',
      () => `update ledger_event_index set actor = 'user:eve' where position = ${last}`,
      'actor is',
    ],
    [
      'a changed customer',
      () => `update ledger_event_index set customer_id = null where position = ${last}`,
      'customer_id',
    ],
    ['a removed row', () => `delete from ledger_event_index where position = ${last}`, 'is missing'],
    [
      "a row beyond the follower's position",
      () => `update ledger_follower set position = ${last - 1}
      where name = 'event-index'`,
      'should not exist',
    ],
  ])('finds %s in the event index [AUD-51]', async (_what, change, problem) => {
    await tamper(change());
    const { findings } = await verify();
    expect(findings).toMatchObject([{ check: 'index', position: last }]);
    expect(findings[0]?.message).toContain(problem);
  });

  it.each([
    ['another actor', () => `actor = 'user:eve'`, 'belongs to a different actor'],
    ['another time', () => `recorded_at = recorded_at + interval '1 day'`, 'has a different time'],
    ['another transaction', () => 'transaction_id = gen_random_uuid()', 'has a different transaction'],
    ['no transaction', () => 'transaction_id = null', 'has a different transaction'],
    ['no last event', () => 'last_position = null', 'points to missing events'],
    ['a reversed range', () => 'last_position = first_position - 1', 'points to missing events'],
    ['an earlier first event', () => 'first_position = first_position - 1', ''],
  ])('finds an idempotency key with %s [AUD-52]', async (_what, set, problem) => {
    await tamper(`update ledger_idempotency_key set ${set()} where first_position = ${last}`);
    const { ok, findings } = await verify();
    expect(ok).toBe(false);
    expect(findings).toMatchObject([{ check: 'keys' }]);
    expect(findings[0]?.message).toContain(problem);
  });

  it('finds a second key for an event [AUD-52]', async () => {
    await tamper(`insert into ledger_idempotency_key select actor, 'another', fingerprint, transaction_id,
      first_position, last_position, recorded_at from ledger_idempotency_key where first_position = ${last}`);
    expect((await verify()).findings).toMatchObject([
      { check: 'keys', position: last, message: expect.stringContaining('overlaps with another key') },
    ]);
  });

  it('shows auditors neither keys nor request fingerprints [AUD-18]', async () => {
    for (const column of ['key', 'fingerprint']) {
      const read = query(bank.database.auditorUrl, `select ${column} from ledger_idempotency_key`);
      await expect(read).rejects.toThrow('permission denied');
    }
    const rows = await query(
      bank.database.auditorUrl,
      'select * from ledger_hashed_keys((select array_agg(correlation_id) from ledger_event))',
    );
    expect(rows).toEqual([]);
  });
});
