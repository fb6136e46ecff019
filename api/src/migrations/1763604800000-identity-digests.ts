import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the log states about identity checks: salted digests of their details, SSN and documents (LED-70). The salt is
 * erased with the row. Auditors see the digests, and who decided and when, which they may not read otherwise. Applications
 * from before have no digest.
 */
export class IdentityDigests1763604800000 implements MigrationInterface {
  name = 'IdentityDigests1763604800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table kyc_application add column ssn_index bytea, add column digest_salt text');
    await runner.query(DIGESTS);
    await runner.query(DECIDERS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function ledger_deciders();
      drop function ledger_identity_digests();
      alter table kyc_application drop column ssn_index, drop column digest_salt;
    `);
  }
}

// The format of docs/ledger.md, section 8. Later versions of it need a function with another name: verify recognizes this
// one by its source (ledger/verify/check-identity.ts).
const DIGESTS = `
  create function ledger_identity_digests() returns table (id uuid, user_id uuid, is_salted boolean,
      identity_digest text, claim_digest text, documents jsonb, is_claimed boolean)
    language sql stable security definer set search_path = public, pg_temp as $$
    select k.id, k.user_id, k.digest_salt is not null,
      translate(encode(sha256(convert_to(coalesce(k.digest_salt, '') || E'\\n' || '[' || concat_ws(',',
        to_json(k.account_type)::text,
        to_json(k.first_name)::text,
        to_json(k.last_name)::text,
        coalesce(to_json(k.company_name)::text, 'null'),
        to_json(k.street)::text,
        to_json(k.city)::text,
        to_json(k.state)::text,
        to_json(k.zip_code)::text) || ']', 'UTF8')), 'base64'), '+/=', '-_'),
      translate(encode(sha256(convert_to(coalesce(k.digest_salt, '') || E'\\n' || '[' || concat_ws(',',
        coalesce(to_json(encode(k.ssn_index, 'hex'))::text, 'null'),
        to_json(encode(k.ssn_ciphertext, 'hex'))::text) || ']', 'UTF8')), 'base64'), '+/=', '-_'),
      coalesce((select jsonb_object_agg(d.kind, jsonb_build_array(
          translate(encode(sha256(convert_to(coalesce(k.digest_salt, '') || E'\\n' || '[' || concat_ws(',',
            to_json(d.kind)::text,
            coalesce(to_json(encode(o.sha256, 'hex'))::text, 'null')) || ']', 'UTF8')), 'base64'), '+/=', '-_')))
        from (values ('drivingLicenseFront', k.driving_license_front), ('drivingLicenseBack', k.driving_license_back),
          ('llcDocument', k.llc_document), ('einDocument', k.ein_document)) as d (kind, object_id)
        left join stored_object o on o.id = d.object_id where d.object_id is not null), '{}'),
      k.status = 'rejected'
        or exists (select from identity_claim c where c.ssn_index = k.ssn_index and c.user_id = k.user_id)
    from kyc_application k
  $$;
  revoke execute on function ledger_identity_digests() from public;
  grant execute on function ledger_identity_digests() to moniker_app, moniker_auditor;
`;

const DECIDERS = `
  create function ledger_deciders() returns table (kind text, id uuid, decided_by uuid, decided_at timestamptz)
    language sql stable security definer set search_path = public, pg_temp as $$
    select 'identity check', k.id, k.reviewed_by, k.reviewed_at from kyc_application k
    union all
    select 'account request', r.id, r.decided_by, r.decided_at from account_request r
  $$;
  revoke execute on function ledger_deciders() from public;
  grant execute on function ledger_deciders() to moniker_app, moniker_auditor;
`;
