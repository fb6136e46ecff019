import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Dashboard texts and replies in chats become events with salted digests (DASH-31, CHAT-20). The salts are beside the texts and
 * are erased with them. Texts from before have no salt and no event.
 *
 * While the previous version still runs, a dashboard that it changes after this version differs from its last event, and
 * `verify` says so until it is changed again.
 */
export class SupportTexts1763604500000 implements MigrationInterface {
  name = 'SupportTexts1763604500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table dashboard_content add column salt text');
    await runner.query('alter table chat_message add column salt text');
    await runner.query(SUPPORT_TEXTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function ledger_support_texts();
      alter table chat_message drop column salt;
      alter table dashboard_content drop column salt;
    `);
  }
}

// The format of docs/ledger.md, section 8. verify recognizes this function by its source (ledger/verify/check-support-texts.ts),
// so a later version needs another name. A text without a salt has no digest.
const SUPPORT_TEXTS = `
  create function ledger_support_texts() returns table (kind text, id uuid, user_id uuid, digest text)
    language sql stable security definer set search_path = public, pg_temp as $$
    select 'dashboard', d.user_id, d.user_id, translate(encode(sha256(convert_to(d.salt || E'\\n' || (
        select '[' || string_agg(coalesce(to_json(d.texts ->> name)::text, 'null'), ',' order by number) || ']'
        from unnest(array['welcomeTitle', 'welcomeMessage', 'balanceLabel', 'availableLabel', 'pendingLabel', 'cardName',
          'cardNumber', 'statusTitle', 'statusMessage', 'transactionTitle', 'quickActionTitle'])
          with ordinality as field (name, number)), 'UTF8')), 'base64'), '+/=', '-_')
      from dashboard_content d
    union all
    select 'reply', m.id, m.user_id, translate(encode(sha256(convert_to(
        m.salt || E'\\n' || '[' || to_json(m.message)::text || ']', 'UTF8')), 'base64'), '+/=', '-_')
      from chat_message m where not m.is_from_user
  $$;
  revoke execute on function ledger_support_texts() from public;
  grant execute on function ledger_support_texts() to moniker_app, moniker_auditor;
`;
