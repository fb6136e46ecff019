import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { withAuditConnection } from '../../src/ledger/log/audit-connection.js';
import { parseNote } from '../../src/ledger/proof/checkpoint.js';
import {
  verifyLedger,
  type VerifyOptions,
  type VerifyResult,
} from '../../src/ledger/verify/verify-ledger.js';
import { newestProposal, POLICY, PROPOSED, STRICT } from '../admin/approvals.fixtures.js';
import { newAdmin } from '../kyc/kyc.fixtures.js';
import { query, useBank } from '../harness/index.js';
import { executeWithoutTriggers } from './tamper.fixtures.js';

const bank = useBank();
const { database } = bank;
/** Id of a pending proposal to change a role. */
let pending: string;
/** Id of a rejected proposal to change a role. */
let rejected: string;
/** Id of a rejected proposal to delete a user. */
let rejectedDeletion: string;

beforeAll(async () => {
  const { admin } = bank;
  const second = await newAdmin(bank.api.baseUrl, database);
  expect((await admin.put(POLICY, { ...STRICT, expectedVersion: 0 })).status).toBe(200);
  const [bob] = await query<{ id: string }>(
    database.superUrl,
    `select id from app_user where moniker = 'bobs_bikes'`,
  );
  const propose = async (role: string): Promise<string> => {
    const change = { role, reason: 'Helps with letters' };
    expect(await admin.put(`/api/admin/team/${bob?.id ?? ''}`, change)).toMatchObject(PROPOSED);
    return (await newestProposal(second)).id;
  };
  rejected = await propose('support');
  expect(await admin.delete(`/api/admin/users/${bob?.id ?? ''}`)).toMatchObject(PROPOSED);
  rejectedDeletion = (await newestProposal(second)).id;
  for (const id of [rejected, rejectedDeletion]) {
    expect((await second.post(`/api/admin/proposals/${id}/reject`, {})).status).toBe(200);
  }
  pending = await propose('reviewer');
  expect((await admin.post('/api/admin/checkpoints', {})).status).toBeLessThan(300);
  await query(database.superUrl, VERIFICATION);
  await query(database.superUrl, QUARANTINE);
  const copies = TABLES.map((table) => `create table saved.${table} as table public.${table}`);
  await query(database.superUrl, `create schema saved; ${copies.join('; ')}`);
});

const TABLES = ['approval_proposal', 'ledger_checkpoint', 'ledger_verification', 'ledger_quarantine'];

const VERIFICATION = `insert into ledger_verification (id, requested_by, status, finished_at, position, hash)
  select gen_random_uuid(), 'schedule', 'sound', now(), position, hash from ledger_head`;

const QUARANTINE = `
  insert into ledger_quarantine (account_id, position, posted_cents, held_cents, entry_posted_cents, entry_held_cents)
  select account_id, (select position from ledger_head), posted_cents + 1, held_cents, posted_cents, held_cents
    from ledger_account where account_id = (select id from app_user where moniker = 'alice')`;

const verify = (options: VerifyOptions = {}): Promise<VerifyResult> =>
  withAuditConnection(database.auditorUrl, (sql) => verifyLedger(sql, options));

const behindTriggers = (sql: string) => executeWithoutTriggers(database, sql);

const rejectedRow = () => `id = '${rejected}'`;
const pendingRow = () => `id = '${pending}'`;

/** Changes by a superuser, and the finding of `verify` for each. */
const EDITS: readonly (readonly [what: string, check: string, edit: () => string, finding: () => string])[] =
  [
    [
      'a pending proposal moved to another customer',
      'proposals',
      () => `update approval_proposal set customer_id = proposed_by where ${pendingRow()}`,
      () => `proposal ${pending} differs from the event that recorded it`,
    ],
    [
      'a pending proposal with another digest',
      'proposals',
      () => `update approval_proposal set digest = 'x' where ${pendingRow()}`,
      () => `proposal ${pending} differs from the event that recorded it`,
    ],
    [
      'a pending proposal attributed to someone else',
      'proposals',
      () => `update approval_proposal set proposed_by = customer_id where ${pendingRow()}`,
      () => `proposal ${pending} differs from the event that recorded it`,
    ],
    [
      'a removed proposal',
      'proposals',
      () => `delete from approval_proposal where ${pendingRow()}`,
      () => `proposal ${pending} is missing, but an event recorded it`,
    ],
    [
      'a proposal that nobody made',
      'proposals',
      () => `insert into approval_proposal select '00000000-0000-4000-8000-000000000001', action, subject_id, customer_id,
      amount_cents, payload, digest, proposed_by, null, proposed_at, closed_at from approval_proposal where ${pendingRow()}`,
      () => 'proposal 00000000-0000-4000-8000-000000000001 is in the table, but no event recorded it',
    ],
    [
      'a pending proposal that was closed',
      'proposals',
      () => `update approval_proposal set closed_at = now() where ${pendingRow()}`,
      () => `proposal ${pending} is closed, but according to the log nobody decided it`,
    ],
    [
      'a decided proposal that was opened again',
      'proposals',
      () => `update approval_proposal set closed_at = null where ${rejectedRow()}`,
      () => `proposal ${rejected} is open, but according to the log it has been decided`,
    ],
    [
      'a rejected deletion that was opened again',
      'proposals',
      () => `update approval_proposal set closed_at = null where id = '${rejectedDeletion}'`,
      () => `proposal ${rejectedDeletion} is open, but according to the log it has been decided`,
    ],
    [
      'a checkpoint with a changed note',
      'records',
      () => `update ledger_checkpoint set note = replace(note, 'position', 'place')`,
      () => 'contains no valid checkpoint',
    ],
    [
      'a checkpoint with another hash',
      'records',
      () =>
        `update ledger_checkpoint set note = regexp_replace(note, 'hash [0-9a-f]{64}', 'hash ' || repeat('0', 64))`,
      () => 'has a different hash from the event',
    ],
    [
      'a checkpoint with another time',
      'records',
      () => `update ledger_checkpoint set taken_at = taken_at - interval '1 day'`,
      () => 'has a different position, key or time from its signed note',
    ],
    [
      'a checkpoint with another position',
      'records',
      () => `update ledger_checkpoint set position = position - 1`,
      () => 'has a different position, key or time from its signed note',
    ],
    [
      'a verification with another hash',
      'records',
      () => `update ledger_verification set hash = sha256('x')`,
      () => 'says sound, but the event at its position has a different hash',
    ],
    [
      'a verification with another status',
      'records',
      () => `update ledger_verification set status = 'unsound'`,
      () => 'says unsound, but it has no findings',
    ],
    [
      'a quarantined account with another balance',
      'records',
      () => `update ledger_quarantine set entry_posted_cents = entry_posted_cents + 5`,
      () => "differ from those in the account's entries at the quarantine's position",
    ],
    [
      'a quarantine of an account without events',
      'records',
      () => `update ledger_quarantine set account_id = '00000000-0000-4000-8000-000000000001'`,
      () => 'concerns an account without events',
    ],
  ];

describe('verification of proposals and of the records of checkpoints, verifications and quarantines', () => {
  afterEach(async () => {
    const copies = TABLES.map((table) => `delete from ${table}; insert into ${table} table saved.${table}`);
    await behindTriggers(copies.join('; '));
  });

  it('finds nothing wrong with what the bank wrote [AUD-83, AUD-84]', async () => {
    expect(await verify()).toMatchObject({ ok: true, findings: [], notCompared: [] });
  });

  it.each(EDITS)('finds tampering: %s [AUD-83, AUD-84]', async (_what, check, edit, finding) => {
    await behindTriggers(edit());
    const { ok, findings } = await verify();
    expect(ok).toBe(false);
    const found = findings.filter((one) => one.check === check);
    expect(found.map(({ message }) => message)).toContainEqual(expect.stringContaining(finding()));
  });

  it('names a stored checkpoint whose root is not the one that was signed [AUD-84]', async () => {
    const [row] = await query<{ note: string }>(database.superUrl, 'select note from ledger_checkpoint');
    const { checkpoint } = parseNote(row?.note ?? '');
    const options = { expectedHeads: [checkpoint] };
    expect(await verify(options)).toMatchObject({ findings: [] });

    await behindTriggers(
      `update ledger_checkpoint set note = regexp_replace(note, 'root [0-9a-f]{64}', 'root ' || repeat('0', 64))`,
    );

    expect((await verify(options)).findings).toMatchObject([
      { check: 'records', message: expect.stringContaining('differs from the signed checkpoint') },
    ]);
  });
});
