import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The documents of an application, a row for each instead of a column (KYC-61). Kinds are listed in
 * `common/src/applications.ts` only: a list here would need a migration for each new kind, so the check is one of form.
 *
 * While the previous release runs, which knows the four columns only, triggers copy every change in both directions. Each
 * writes only what differs, so the other one ends the exchange. A later release drops the columns, the triggers, and
 * `ledger_identity_digests()`.
 */
export class KycDocuments1763604870000 implements MigrationInterface {
  name = 'KycDocuments1763604870000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    // Creating the triggers locks the applications, so that none is written between them and the copy.
    await runner.query(FROM_COLUMNS);
    await runner.query(COPY);
    await runner.query(TO_COLUMNS);
    await runner.query(DIGESTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function ledger_kyc_digests();
      drop trigger kyc_application_documents on kyc_application;
      drop function copy_documents_of_application();
      drop table kyc_document;
      drop function copy_document_to_application();
    `);
  }
}

// Without its file, a document is gone: no record keeps a file from being erased (FILE-11).
const TABLE = `
  create table kyc_document (
    application_id uuid not null references kyc_application (id) on delete cascade,
    kind text not null check (kind ~ '^[a-z][A-Za-z]{0,39}$'),
    object_id uuid not null references stored_object (id) on delete cascade,
    -- The file that a rejection named. The customer replaces it; the row then has another object_id.
    refused_object_id uuid,
    primary key (application_id, kind)
  );
  create index kyc_document_object on kyc_document (object_id);
  grant select, insert, update, delete on kyc_document to moniker_app;
`;

/** Pairs a kind with its column in a row of kyc_application. */
const pairs = (...rows: string[]): string =>
  [
    ['drivingLicenseFront', 'driving_license_front'],
    ['drivingLicenseBack', 'driving_license_back'],
    ['llcDocument', 'llc_document'],
    ['einDocument', 'ein_document'],
  ]
    .map(([kind, column]) => `('${kind}', ${rows.map((row) => `${row}.${column}`).join(', ')})`)
    .join(', ');

const FROM_COLUMNS = `
  create function copy_documents_of_application() returns trigger language plpgsql
    set search_path = public, pg_temp as $$
  begin
    delete from kyc_document d
      using (values ${pairs('old', 'new')}) as c (kind, before, after)
      where d.application_id = new.id and d.kind = c.kind and d.object_id = c.before and c.after is null;
    insert into kyc_document (application_id, kind, object_id)
      select new.id, kind, after from (values ${pairs('old', 'new')}) as c (kind, before, after)
        where after is not null and after is distinct from before
      on conflict (application_id, kind) do update set object_id = excluded.object_id
        where kyc_document.object_id <> excluded.object_id;
    return null;
  end $$;
  create trigger kyc_application_documents
    after insert or update of driving_license_front, driving_license_back, llc_document, ein_document
    on kyc_application for each row execute function copy_documents_of_application();
`;

const COPY = `
  insert into kyc_document (application_id, kind, object_id)
    select k.id, c.kind, c.object_id from kyc_application k,
      lateral (values ${pairs('k')}) as c (kind, object_id) where c.object_id is not null
`;

const TO_COLUMNS = `
  create function copy_document_to_application() returns trigger language plpgsql
    set search_path = public, pg_temp as $$
  declare
    changed kyc_document := case when tg_op = 'DELETE' then old else new end;
    before uuid := case when tg_op <> 'INSERT' then old.object_id end;
    after uuid := case when tg_op <> 'DELETE' then new.object_id end;
    copied text := case changed.kind
      when 'drivingLicenseFront' then 'driving_license_front'
      when 'drivingLicenseBack' then 'driving_license_back'
      when 'llcDocument' then 'llc_document'
      when 'einDocument' then 'ein_document'
    end;
  begin
    if copied is not null then
      execute format('update kyc_application set %1$I = $1
          where id = $2 and %1$I is distinct from $1 and ($1 is not null or %1$I = $3)', copied)
        using after, changed.application_id, before;
    end if;
    return null;
  end $$;
  create trigger kyc_document_column after insert or update of object_id or delete
    on kyc_document for each row execute function copy_document_to_application();
`;

// The format of docs/ledger.md, section 8, as ledger_identity_digests() has it, which the previous release's verify
// recognizes by its source. Later versions need a function with another name (ledger/verify/check-identity.ts).
const DIGESTS = `
  create function ledger_kyc_digests() returns table (id uuid, user_id uuid, is_salted boolean,
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
        from kyc_document d left join stored_object o on o.id = d.object_id where d.application_id = k.id), '{}'),
      k.status = 'rejected'
        or exists (select from identity_claim c where c.ssn_index = k.ssn_index and c.user_id = k.user_id)
    from kyc_application k
  $$;
  revoke execute on function ledger_kyc_digests() from public;
  grant execute on function ledger_kyc_digests() to moniker_app, moniker_auditor;
`;
