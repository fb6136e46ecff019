import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The forms in which the ledger's rows travel into its tables (platform/database/row-arrays.ts). They are types of their
 * own, so that a column may be added to a table while a program that does not know it is writing. None is ever altered,
 * for the same reason: a row with another column is another type.
 */
export class RowTypes1763601900000 implements MigrationInterface {
  name = 'RowTypes1763601900000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [type, columns] of Object.entries(TYPES)) {
      await runner.query(`create type ${type} as (${columns})`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop type ${Object.keys(TYPES).join(', ')}`);
  }
}

// All numbers are bigint, as in the programs; the table's own type is what they are narrowed to.
const TYPES = {
  ledger_event_row: `position bigint, stream text, version bigint, type text, payload_version bigint,
    recorded_at timestamptz, actor text, correlation_id text, causation_id text, payload text, hash bytea`,
  ledger_account_row: `account_id uuid, status text, posted_cents bigint, held_cents bigint, version bigint,
    outgoing_day date, outgoing_day_cents bigint`,
  ledger_entry_row: `account_id uuid, position bigint, account_version bigint, transaction_id uuid,
    amount_cents bigint, hold_cents bigint, posted_after_cents bigint, held_after_cents bigint`,
  ledger_transaction_row: `transaction_id uuid, account_id uuid, kind text, status text, amount_cents bigint,
    fee_cents bigint, category text, bank_day date, revision bigint, created_position bigint,
    changed_position bigint, created_at timestamptz, changed_at timestamptz, visible_at timestamptz,
    shown_at timestamptz`,
  ledger_transaction_text_row: `transaction_id uuid, salt text, description text, recipient_name text,
    recipient_account text, recipient_routing text, purpose text, payment_for text, from_account text,
    from_routing text, to_account text, to_routing text, reason text, admin_notes text, notes_salt text`,
  ledger_idempotency_key_row: `actor text, key text, fingerprint text, transaction_id uuid, first_position bigint,
    last_position bigint, recorded_at timestamptz`,
  ledger_event_index_row: `position bigint, type text, actor text, actor_role text, customer_id uuid,
    account_id uuid, transaction_id uuid, correlation_id text`,
} as const;
