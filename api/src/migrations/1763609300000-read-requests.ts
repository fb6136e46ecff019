import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests for money are notifications too, and have no log position up to which they were read (NTF-4). */
export class ReadRequests1763609300000 implements MigrationInterface {
  name = 'ReadRequests1763609300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table notification_read add column requests_read_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table notification_read drop column requests_read_at');
  }
}
