import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a user sees of an own session: an id that is neither the session's nor its token's, and a short label in place
 * of the whole User-Agent, which is forgotten. Its column stays, empty: a process of the version before may still
 * write it. Sessions from before last twelve hours at most and stay without a label.
 */
export class SessionLabels1763600600000 implements MigrationInterface {
  name = 'SessionLabels1763600600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table session
        add column public_id uuid not null default gen_random_uuid() unique,
        add column label text not null default 'Unknown browser' check (length(label) between 1 and 60),
        alter column user_agent set default '';
      update session set user_agent = '' where user_agent <> '';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table session drop column public_id, drop column label, alter column user_agent drop default;
    `);
  }
}
