import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Uploaded files, and the documents of an application for identity verification. */
export class Documents1763600300000 implements MigrationInterface {
  name = 'Documents1763600300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table stored_object (
        id uuid primary key,
        user_id uuid not null references app_user (id),
        status text not null check (status in ('issued', 'stored', 'attached', 'discarded')),
        content_type text,
        bytes integer check (bytes > 0),
        sha256 bytea check (octet_length(sha256) = 32),
        expires_at timestamptz(3) not null,
        used_at timestamptz(3),
        created_at timestamptz(3) not null,
        changed_at timestamptz(3) not null,
        check (status in ('issued', 'discarded')
          or (content_type is not null and bytes is not null and sha256 is not null))
      );
      create index stored_object_user on stored_object (user_id, created_at desc);
      create index stored_object_loose on stored_object (changed_at) where status <> 'attached';
      -- A file that is collected leaves an empty place: no record keeps it from being erased.
      alter table kyc_application
        add column driving_license_front uuid references stored_object (id) on delete set null,
        add column driving_license_back uuid references stored_object (id) on delete set null,
        add column llc_document uuid references stored_object (id) on delete set null,
        add column ein_document uuid references stored_object (id) on delete set null,
        add column reviewed_by uuid references app_user (id);
      create index kyc_application_front on kyc_application (driving_license_front);
      create index kyc_application_back on kyc_application (driving_license_back);
      create index kyc_application_llc on kyc_application (llc_document);
      create index kyc_application_ein on kyc_application (ein_document);
      grant select, insert, update, delete on stored_object to moniker_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table kyc_application drop column driving_license_front, drop column driving_license_back,
        drop column llc_document, drop column ein_document, drop column reviewed_by;
      drop table stored_object;
    `);
  }
}
