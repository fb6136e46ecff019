import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Conversations between customers and support: one a customer. */
export class Chat1763600500000 implements MigrationInterface {
  name = 'Chat1763600500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table chat_message (
        id uuid primary key,
        user_id uuid not null references app_user (id),
        is_from_user boolean not null,
        message text not null,
        created_at timestamptz(3) not null,
        read_at timestamptz(3)
      );
      create index chat_message_conversation on chat_message (user_id, id desc);
      create index chat_message_unread on chat_message (user_id) where is_from_user and read_at is null;
      grant select, insert, update, delete on chat_message to moniker_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table chat_message');
  }
}
