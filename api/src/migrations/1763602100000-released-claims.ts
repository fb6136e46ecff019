import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Releases the SSNs of customers whose applications are all rejected, as a rejection does since (KYC-29). A reset and an
 * approval claim them again.
 */
export class ReleasedClaims1763602100000 implements MigrationInterface {
  name = 'ReleasedClaims1763602100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from identity_claim c
        where exists (select from kyc_application k where k.user_id = c.user_id)
          and not exists (
            select from kyc_application k where k.user_id = c.user_id and k.status <> 'rejected')`);
  }

  async down(): Promise<void> {
    // The digests are not known any more.
  }
}
