import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { SCHEMA_MANIFEST } from '../../src/ledger/verify/schema-manifest.generated.js';
import { ROOT } from './paths.js';

/**
 * The folder below `api/src` that owns each table. Only code in that folder is allowed to write to the table. The
 * tables `outbox` and `pending_sign_in` have two owners each: the folder `outbox` queues mail, and `support/mail`
 * records what became of it; `identity/sessions` stores pending sign-ins, and `identity/sign-in` deletes expired ones.
 */
const TABLE_OWNERS: Readonly<Record<string, string | readonly string[]>> = {
  access_log: 'ledger',
  access_log_head: 'ledger',
  account_request: 'kyc/account-requests',
  admin_role_change: 'admin/team',
  app_user: 'identity/users',
  approval_proposal: 'admin/approvals',
  attempt: 'identity/attempts',
  authenticator_app: 'identity/factors',
  chat_conversation: 'support/chat',
  chat_message: 'support/chat',
  code_recipient: 'identity/sign-in',
  dashboard_content: 'support/dashboard-content',
  emailed_code: 'identity/sign-in',
  factor_challenge: 'identity/factors',
  failed_sign_in: 'identity/attempts',
  identity_claim: 'kyc/identity-checks',
  known_browser: 'identity/sessions',
  kyc_application: 'kyc/identity-checks',
  kyc_document: 'kyc/identity-checks',
  ledger_account: 'ledger',
  ledger_batch_signature: 'ledger',
  ledger_checkpoint: 'admin/checkpoints',
  ledger_checkpoint_halt: 'admin/checkpoints',
  ledger_entry: 'ledger',
  ledger_event: 'ledger',
  ledger_event_index: 'ledger',
  ledger_follower: 'ledger',
  ledger_head: 'ledger',
  ledger_idempotency_key: 'ledger',
  ledger_merkle_subtree: 'ledger',
  ledger_pending_command: 'ledger',
  ledger_projection: 'ledger',
  ledger_quarantine: 'ledger',
  ledger_staged_text: 'ledger',
  ledger_transaction: 'ledger',
  ledger_transaction_text: 'ledger',
  ledger_verification: 'admin/event-history',
  money_request: 'payments/transfers',
  money_request_block: 'payments/transfers',
  notification_read: 'support/notifications',
  otp: 'identity/sign-in',
  outbox: ['outbox', 'support/mail'],
  passkey: 'identity/factors',
  pending_sign_in: ['identity/sessions', 'identity/sign-in'],
  recipient: 'payments/recipients',
  recovery_code: 'identity/factors',
  registration: 'identity/sign-in',
  registration_browser: 'identity/sign-in',
  request_key: 'http',
  saved_filter: 'admin/saved-filters',
  session: 'identity/sessions',
  transfer_plan: 'payments/plans',
  sign_in_alert: 'identity/sign-in',
  stored_object: 'kyc/documents',
  transaction_category: 'payments/transactions',
};

/** Columns with a person's id, name or address. */
const PERSONAL_COLUMN =
  /^(?:(?:user|customer|owner|account|subject|actor|asker|payer)(?:_id)?|\w+_by|email|first_name|recipient_name|street)$/;

/** Tables that have personal columns, but whose rows no `@OwnsPersonalData` service erases, and the reason for each. */
const NOT_ERASED: Readonly<Record<string, string>> = {
  access_log: 'proves who read what, but has only ids',
  failed_sign_in: 'names the account only by a keyed digest',
  factor_challenge: 'expires within five minutes',
  ledger_account: 'the ledger keeps ids and amounts',
  ledger_checkpoint: 'names admins, who cannot be deleted',
  ledger_checkpoint_halt: 'names admins',
  ledger_entry: 'the ledger keeps ids and amounts',
  ledger_event: 'the ledger keeps ids and amounts',
  ledger_event_index: 'the ledger keeps ids and amounts',
  ledger_idempotency_key: 'the ledger keeps ids and amounts',
  ledger_quarantine: 'the ledger keeps ids and amounts',
  ledger_transaction: 'the ledger keeps ids and amounts',
  ledger_transaction_text: 'eraseTextsOfAccount erases it once the account is closed',
  ledger_verification: 'names admins',
  otp: 'no longer written to; its codes have expired',
  registration: 'belongs to nobody yet, and expires',
  registration_browser: 'belongs to nobody yet, and expires',
  request_key: 'has only ids, and expires',
};

/** Migrations and the demo data are allowed to write to all tables. Tests and fixtures are not part of the programs. */
const IS_EXEMPT = /^(migrations|seed)\/|\.(spec|fixtures)\.ts$/;
const SOURCES = path.join(ROOT, 'api/src');
const NAMES = Object.keys(TABLE_OWNERS).join('|');
const WRITE = new RegExp(
  `\\b(?:insert\\s+into|update|delete\\s+from|truncate(?:\\s+table)?|merge\\s+into|copy)\\s+(?:only\\s+)?(?:public\\.)?"?(${NAMES})\\b`,
  'gi',
);
/** Matches declarations of entities and row sets, through which TypeORM and the ledger write. */
const DECLARATION = new RegExp(`(?:@Entity|\\btable)\\('(${NAMES})'`, 'g');
const READ = new RegExp(`\\b(?:from|join)\\s+(?:${NAMES})\\b`, 'i');

const writtenTablesIn = (code: string): string[] =>
  [...code.matchAll(WRITE), ...code.matchAll(DECLARATION)].map(([, table]) => table?.toLowerCase() ?? '');

const isOwnedBy = (file: string, table: string): boolean =>
  [TABLE_OWNERS[table]].flat().some((owner) => file.startsWith(`${owner}/`));

const erasedTablesIn = (code: string): string[] =>
  [...code.matchAll(/^@OwnsPersonalData\(([^)]*)\)/gm)].flatMap(
    ([, tables = '']) => tables.match(/\w+/g) ?? [],
  );

const filesIn = (folder: string): string[] =>
  readdirSync(path.join(SOURCES, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.join(folder, file));

const codeOf = (file: string): string => readFileSync(path.join(SOURCES, file), 'utf8');

describe('tables', () => {
  it('each have an owner', () => {
    const created = filesIn('migrations').flatMap((file) =>
      [...codeOf(file).matchAll(/create table (\w+)/g)].map(([, table]) => table),
    );
    expect([...new Set(created)].sort()).toEqual(Object.keys(TABLE_OWNERS).sort());
  });

  it('are written to only by their owner', () => {
    const violations = filesIn('.')
      .filter((file) => !IS_EXEMPT.test(file))
      .flatMap((file) =>
        writtenTablesIn(codeOf(file))
          .filter((table) => !isOwnedBy(file, table))
          .map((table) => `${file} writes to ${table}`),
      );
    expect(violations).toEqual([]);
  });

  it("that hold a person's id or data are listed as exempt, or their owner's code erases the person's rows [ADM-10]", () => {
    const personal = [...SCHEMA_MANIFEST.matchAll(/^column \| (\w+)\.(\w+) \|/gm)].flatMap(
      ([, table = '', column = '']) => (PERSONAL_COLUMN.test(column) && table in TABLE_OWNERS ? [table] : []),
    );
    const erased = filesIn('.').flatMap((file) =>
      erasedTablesIn(codeOf(file)).map((table) => ({ table, isByOwner: isOwnedBy(file, table) })),
    );
    expect(erased.filter(({ isByOwner }) => !isByOwner)).toEqual([]);
    const known = [...erased.map(({ table }) => table), ...Object.keys(NOT_ERASED)].sort();
    expect(known).toEqual([...new Set(personal)].sort());
  });

  it("are not used by the platform's code", () => {
    const known = filesIn('platform').filter(
      (file) => writtenTablesIn(codeOf(file)).length > 0 || READ.test(codeOf(file)),
    );
    expect(known).toEqual([]);
  });

  it.each([
    'insert into outbox (id) values ($1)',
    'UPDATE public.outbox set sent_at = now()',
    'delete from\n  only outbox',
    'truncate outbox',
    "@Entity('outbox')",
  ])('are recognized as written to by %j', (code) => {
    expect(writtenTablesIn(code)).toEqual(['outbox']);
  });
});
