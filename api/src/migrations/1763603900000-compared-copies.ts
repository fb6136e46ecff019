import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets auditors compare what was recorded beside the events: the event index, which has no personal data, and where
 * recorded keys point (AUD-51, AUD-52). They see keys and fingerprints only as HMACs, which a log outside PostgreSQL has too:
 * a fingerprint is a hash of what somebody typed, which could be guessed.
 */
export class ComparedCopies1763603900000 implements MigrationInterface {
  name = 'ComparedCopies1763603900000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(GRANTS);
    await runner.query(HASHED_KEYS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function ledger_hashed_keys(text[]);
      revoke select (${KEY_COLUMNS}) on ledger_idempotency_key from moniker_auditor;
      revoke select on ledger_event_index from moniker_auditor;
      grant select (position) on ledger_event_index to moniker_auditor;
    `);
  }
}

/** Auditors may read `last_position` since an earlier migration. */
const KEY_COLUMNS = 'actor, transaction_id, first_position, recorded_at';

const GRANTS = `
  grant select on ledger_event_index to moniker_auditor;
  grant select (${KEY_COLUMNS}) on ledger_idempotency_key to moniker_auditor;
`;

// Verify recognizes the function by its source (ledger/verify/check-hashed-keys.ts).
const HASHED_KEYS = `
  create function ledger_hashed_keys(keys text[]) returns table (actor text, key text, fingerprint text,
      transaction_id uuid, first_position bigint, last_position bigint, recorded_at timestamptz)
    language sql stable security definer set search_path = public, pg_temp as $$
    select k.actor, k.key, k.fingerprint, k.transaction_id, k.first_position, k.last_position, k.recorded_at
      from ledger_idempotency_key k where k.key = any(keys) and k.key ~ '^hmac:[A-Za-z0-9_-]{43}$'
  $$;
  revoke execute on function ledger_hashed_keys(text[]) from public;
  grant execute on function ledger_hashed_keys(text[]) to moniker_app, moniker_auditor;
`;
