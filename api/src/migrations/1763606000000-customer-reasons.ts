import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What an admin tells the customer about a declined transfer (TRF-86). It is part of the notes, whose digest covers it.
 * `ledger_text_digests()` stays for the release before, which knows only the notes.
 */
export class CustomerReasons1763606000000 implements MigrationInterface {
  name = 'CustomerReasons1763606000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table ledger_transaction_text add column customer_reason text;
      -- As for the other columns: autovacuum reads few pages to analyze a large table.
      alter table ledger_transaction_text alter column customer_reason set statistics 10;
      create type ledger_transaction_text_row_2 as (transaction_id uuid, salt text, description text, recipient_name text,
        recipient_account text, recipient_routing text, purpose text, payment_for text, from_account text,
        from_routing text, to_account text, to_routing text, reason text, admin_notes text, notes_salt text,
        customer_reason text)`);
    await runner.query(DIGESTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function ledger_texts_and_notes_digests();
      drop type ledger_transaction_text_row_2;
      alter table ledger_transaction_text drop column customer_reason`);
  }
}

// The format of docs/ledger.md, section 8. Later versions of it need a function with another name: verify recognizes this
// one by its source (ledger/verify/check-texts.ts).
const DIGESTS = `
  create function ledger_texts_and_notes_digests()
    returns table (transaction_id uuid, texts_digest text, notes_digest text)
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
      translate(encode(sha256(convert_to(x.notes_salt || E'\\n' || '[' || to_json(x.admin_notes)::text
        || coalesce(',' || to_json(x.customer_reason)::text, '') || ']', 'UTF8')), 'base64'), '+/=', '-_')
    from ledger_transaction_text x
  $$;
  revoke execute on function ledger_texts_and_notes_digests() from public;
  grant execute on function ledger_texts_and_notes_digests() to moniker_app, moniker_auditor;
`;
