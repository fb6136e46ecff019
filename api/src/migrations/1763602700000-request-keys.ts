import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Idempotency keys of requests that change rows rather than money, such as decisions on applications, and of decisions on
 * several transactions. A key commits together with the rows. Like those of money requests, keys are never deleted.
 */
export class RequestKeys1763602700000 implements MigrationInterface {
  name = 'RequestKeys1763602700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table request_key (
        actor text not null,
        key text not null,
        fingerprint text not null,
        used_at timestamptz(3) not null default clock_timestamp(),
        primary key (key, actor)
      );
      grant select, insert on request_key to moniker_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table request_key');
  }
}
