import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the mail to be queued without reading all that is queued and unsent, which may be many thousands (MAIL-4). */
export class OutboxBacklog1763604200000 implements MigrationInterface {
  name = 'OutboxBacklog1763604200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index outbox_unqueued on outbox (created_at)
        where sent_at is null and failed_at is null and enqueued_at is null;
      create index outbox_queued on outbox (enqueued_at)
        where sent_at is null and failed_at is null and enqueued_at is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index outbox_unqueued, outbox_queued');
  }
}
