import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Wrong tries apart from those still being checked, and the browser of a session, so that a browser's sessions can be
 * ended (AUTH-70 to AUTH-72). Null for sessions of an earlier version, which end within 12 hours.
 */
export class CredentialGate1763604400000 implements MigrationInterface {
  name = 'CredentialGate1763604400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table attempt add column wrong integer not null default 0;
      alter table session add column browser_hash bytea check (octet_length(browser_hash) = 32)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table attempt drop column wrong; alter table session drop column browser_hash');
  }
}
