import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What shows that the log or the texts were changed. Halts are times when the worker stopped to sign checkpoints, because
 * the log contradicted an earlier one; they are for the admin panel, since what counts are the files beside the
 * checkpoints. Auditors may see how far each table reaches, and digests of texts that they may not read.
 */
export class Evidence1763602810000 implements MigrationInterface {
  name = 'Evidence1763602810000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(HALTS);
    await runner.query(REACH);
    await runner.query(DIGESTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function ledger_text_digests();
      drop function ledger_mailed_position();
      revoke select on ledger_follower from moniker_auditor;
      revoke select (position) on ledger_event_index from moniker_auditor;
      revoke select (last_position) on ledger_idempotency_key from moniker_auditor;
      revoke select (position, status) on ledger_verification from moniker_auditor;
      drop table ledger_checkpoint_halt;
    `);
  }
}

const HALTS = `
  create table ledger_checkpoint_halt (
    stopped_at timestamptz(3) primary key,
    position bigint not null check (position > 0),
    problem text not null,
    resumed_at timestamptz(3),
    resumed_by text,
    reason text,
    note text,
    check (num_nulls(resumed_at, resumed_by, reason, note) in (0, 4))
  );
  grant select, insert, update on ledger_checkpoint_halt to moniker_app;
  grant select on ledger_checkpoint_halt to moniker_auditor;
`;

const REACH = `
  create function ledger_mailed_position() returns bigint language sql stable security definer
    set search_path = public, pg_temp
    return (select max((params ->> 'position')::bigint) from outbox where params ? 'position');
  revoke execute on function ledger_mailed_position() from public;
  grant execute on function ledger_mailed_position() to moniker_app, moniker_auditor;
  grant select on ledger_follower to moniker_auditor;
  grant select (position) on ledger_event_index to moniker_auditor;
  grant select (last_position) on ledger_idempotency_key to moniker_auditor;
  grant select (position, status) on ledger_verification to moniker_auditor;
`;

// The format of docs/ledger.md, section 8. Later versions of it need a function with another name: verify recognizes this
// one by its source (ledger/verify/check-texts.ts).
const DIGESTS = `
  create function ledger_text_digests() returns table (transaction_id uuid, texts_digest text, notes_digest text)
    language sql stable security definer set search_path = public, pg_temp as $$
    select x.transaction_id,
      translate(encode(sha256(convert_to(x.salt || E'\\n' || '[' || concat_ws(',',
        to_json(x.description)::text,
        coalesce(to_json(x.recipient_name)::text, 'null'),
        coalesce(to_json(x.recipient_account)::text, 'null'),
        coalesce(to_json(x.recipient_routing)::text, 'null'),
        coalesce(to_json(x.purpose)::text, 'null'),
        coalesce(to_json(x.payment_for)::text, 'null'),
        coalesce(to_json(x.from_account)::text, 'null'),
        coalesce(to_json(x.from_routing)::text, 'null'),
        coalesce(to_json(x.to_account)::text, 'null'),
        coalesce(to_json(x.to_routing)::text, 'null'),
        coalesce(to_json(x.reason)::text, 'null')) || ']', 'UTF8')), 'base64'), '+/=', '-_'),
      translate(encode(sha256(convert_to(x.notes_salt || E'\\n' || '[' || to_json(x.admin_notes)::text || ']',
        'UTF8')), 'base64'), '+/=', '-_')
    from ledger_transaction_text x
  $$;
  revoke execute on function ledger_text_digests() from public;
  grant execute on function ledger_text_digests() to moniker_app, moniker_auditor;
`;
