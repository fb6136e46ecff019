import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Used idempotency keys by the key first: keys that begin with their time, as our web sends them, then lie side by side.
 * By the actor first, each transfer of another customer touched another page of a large index
 * (docs/adr/0005-benchmark-contenders.md). It holds up the writers while it builds the index: on a large bank, at a
 * quiet hour.
 */
export class KeysByTime1763601700000 implements MigrationInterface {
  name = 'KeysByTime1763601700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(primaryKey('key, actor'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(primaryKey('actor, key'));
  }
}

function primaryKey(columns: string): string {
  return `alter table ledger_idempotency_key
    drop constraint ledger_idempotency_key_pkey, add primary key (${columns})`;
}
