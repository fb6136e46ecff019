import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { SCHEMA_MANIFEST } from './schema-manifest.generated.js';

const SECURITY = path.resolve(import.meta.dirname, '../../../../docs/security.md');

/** The columns that `verify` compares with the log, by table. The integration tests `audit/tamper-*` prove it. */
const COMPARED: Readonly<Record<string, 'all' | readonly string[]>> = {
  access_log: 'all',
  access_log_head: ['hash', 'position', 'recorded_at'],
  account_request: [
    'id',
    'user_id',
    'status',
    'account_number',
    'routing_number',
    'number_salt',
    'decided_by',
    'decided_at',
  ],
  admin_role_change: ['id', 'user_id', 'is_recorded', 'reason', 'salt'],
  app_user: ['status', 'is_admin', 'admin_role', 'frozen_at', 'is_sign_in_blocked'],
  approval_proposal: [
    'id',
    'action',
    'subject_id',
    'customer_id',
    'amount_cents',
    'digest',
    'proposed_by',
    'closed_at',
  ],
  identity_claim: 'all',
  kyc_application: [
    'id',
    'user_id',
    'status',
    'account_type',
    'first_name',
    'last_name',
    'company_name',
    'street',
    'city',
    'state',
    'zip_code',
    'ssn_ciphertext',
    'ssn_index',
    'digest_salt',
    'reviewed_by',
    'reviewed_at',
  ],
  kyc_document: ['application_id', 'kind', 'object_id'],
  stored_object: ['id', 'sha256'],
  ledger_account: 'all',
  ledger_batch_signature: 'all',
  ledger_checkpoint: ['position', 'note', 'key_id', 'taken_at'],
  ledger_entry: 'all',
  ledger_event: 'all',
  ledger_event_index: 'all',
  ledger_head: ['position', 'hash', 'recorded_at'],
  ledger_idempotency_key: ['actor', 'first_position', 'last_position', 'transaction_id', 'recorded_at'],
  ledger_projection: ['name', 'position'],
  ledger_quarantine: ['account_id', 'position', 'entry_posted_cents', 'entry_held_cents'],
  ledger_transaction: 'all',
  ledger_transaction_text: 'all',
  ledger_verification: ['position', 'hash', 'status', 'findings', 'findings_omitted'],
  schema_migration: ['name'],
  transfer_plan: [
    'id',
    'user_id',
    'status',
    'amount_cents',
    'schedule',
    'first_day',
    'category',
    'salt',
    'recipient_name',
    'recipient_account',
    'recipient_routing',
    'purpose',
    'recipient_id',
    'to_account',
  ],
};

/** The columns that no check compares, according to docs/security.md, by table. */
function readUncompared(): Map<string, 'all' | readonly string[]> {
  const text = readFileSync(SECURITY, 'utf8');
  const section = text.slice(text.indexOf('**What no check compares.**'));
  const rows = [...section.matchAll(/^\| `(\w+)` +\| ([^|]+?) +\|/gm)];
  return new Map(
    rows.map(([, table = '', columns = '']) => [
      table,
      columns === 'all' ? 'all' : columns.replaceAll('`', '').split(', '),
    ]),
  );
}

const objects = SCHEMA_MANIFEST.split('\n').map((line) => line.split(' | '));
const tables = objects.flatMap(([kind, name = '', definition = '']) =>
  kind === 'table' && definition.startsWith('kind r,') ? [name] : [],
);
const columns = objects.flatMap(([kind, name = '']) => {
  const [table = '', column = ''] = name.split('.');
  return kind === 'column' && tables.includes(table) ? [{ table, column }] : [];
});

const includes = (list: 'all' | readonly string[] | undefined, column: string): boolean =>
  list === 'all' || list?.includes(column) === true;

describe('each column of a table', () => {
  it('is compared by verify, or listed in docs/security.md as not compared [AUD-85]', () => {
    const uncompared = readUncompared();
    const judged = columns.map(({ table, column }) => ({
      ...{ table, column },
      isCompared: includes(COMPARED[table], column),
      isListed: includes(uncompared.get(table), column),
    }));
    expect(judged.length).toBeGreaterThan(300);
    expect(judged.filter(({ isCompared, isListed }) => isCompared === isListed)).toEqual([]);
  });

  it('is in the schema if either list names it', () => {
    const named = [...Object.entries(COMPARED), ...readUncompared()].flatMap(([table, list]) =>
      list === 'all' ? [table] : list.map((column) => `${table}.${column}`),
    );
    const existing = new Set([...tables, ...columns.map(({ table, column }) => `${table}.${column}`)]);
    expect(named.filter((name) => !existing.has(name))).toEqual([]);
  });
});
