import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Since when a customer waits for an answer, for the admins' work queue (ADM-31). The index also has conversations with
 * unread messages, because a process of the version before stores messages without the new column.
 */
export class WaitingConversations1763602600000 implements MigrationInterface {
  name = 'WaitingConversations1763602600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table chat_conversation add column waiting_since timestamptz(3);
      update chat_conversation c set waiting_since = (
        select m.created_at from chat_message m
        where m.user_id = c.user_id and m.id > coalesce(
          (select reply.id from chat_message reply
            where reply.user_id = c.user_id and not reply.is_from_user order by reply.id desc limit 1),
          '00000000-0000-0000-0000-000000000000')
        order by m.id limit 1);
      create index chat_conversation_waiting on chat_conversation (coalesce(waiting_since, last_message_at), user_id)
        where waiting_since is not null or unread_count > 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index chat_conversation_waiting;
      alter table chat_conversation drop column waiting_since`);
  }
}
