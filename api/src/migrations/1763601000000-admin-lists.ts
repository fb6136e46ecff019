import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the admins' lists of transactions and conversations are read by. */
export class AdminLists1763601000000 implements MigrationInterface {
  name = 'AdminLists1763601000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TRANSACTIONS);
    await runner.query(CONVERSATIONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table chat_conversation; drop index ledger_transaction_listed');
  }
}

// The one index that the lists cost the ledger's write path; the amount comes along so that it can be looked for.
const TRANSACTIONS = `
  create index ledger_transaction_listed on ledger_transaction (kind, status, created_position desc)
    include (amount_cents);
`;

// One row a conversation, kept by whoever adds or reads messages. It goes with its messages.
const CONVERSATIONS = `
  create table chat_conversation (
    user_id uuid primary key references app_user (id),
    last_message_id uuid not null references chat_message (id) on delete cascade,
    last_message_at timestamptz(3) not null,
    unread_count integer not null check (unread_count >= 0)
  );
  create index chat_conversation_newest on chat_conversation (last_message_at desc, user_id desc);
  create index chat_conversation_last on chat_conversation (last_message_id);
  create index chat_conversation_unread on chat_conversation (unread_count) where unread_count > 0;
  insert into chat_conversation (user_id, last_message_id, last_message_at, unread_count)
    select distinct on (user_id) user_id, id, created_at,
      (select count(*) from chat_message unread
        where unread.user_id = newest.user_id and unread.is_from_user and unread.read_at is null)
    from chat_message newest order by user_id, id desc;
  grant select, insert, update, delete on chat_conversation to moniker_app;
`;
