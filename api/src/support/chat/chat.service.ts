import { Inject, Injectable } from '@nestjs/common';
import {
  OwnsPersonalData,
  type Person,
  type PersonalDataOwner,
} from '../../platform/database/personal-data.service.js';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, type EntityManager, Repository } from 'typeorm';
import { newId } from '../../platform/crypto/new-id.js';
import { Lists } from '../../http/lists.service.js';
import type { Page, PageQuery } from '../../http/page.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { UsersService } from '../../identity/users/users.service.js';
import { ChatMessageEntity } from './chat-message.entity.js';
import type { ChatMessageDto, MessagesQuery, UnreadDto } from './chat.dto.js';
import { type ConversationDto, CONVERSATIONS, MESSAGES } from './chats.list.js';

/** A customer sees at most this many of the newest messages. Older ones stay in the table. */
const MAX_CUSTOMER_MESSAGES = 200;

const INSERT_MESSAGE = `
  insert into chat_message (id, user_id, is_from_user, message, created_at, salt) values ($1, $2, $3, $4, $5, $6)`;

// Messages don't always commit in the order of their ids, so `greatest` keeps the newest one as the last message.
// Only the last message decides whether the customer is waiting. The wait begins with the first message after the
// last reply (ADM-31).
const UPSERT_CONVERSATION = `
  insert into chat_conversation as c (user_id, last_message_id, last_message_at, unread_count, waiting_since)
  values ($1, $2, $3, $4, $5)
  on conflict (user_id) do update set
    last_message_id = greatest(c.last_message_id, excluded.last_message_id),
    last_message_at = greatest(c.last_message_at, excluded.last_message_at),
    unread_count = c.unread_count + excluded.unread_count,
    waiting_since = case
      when excluded.last_message_id < c.last_message_id then c.waiting_since
      when excluded.waiting_since is not null then coalesce(c.waiting_since, excluded.waiting_since)
    end`;

/** Support chat: one conversation per customer, answered by any admin (CHAT-1). */
@OwnsPersonalData('chat_message', 'chat_conversation')
@Injectable()
export class ChatService implements PersonalDataOwner {
  constructor(
    @InjectRepository(ChatMessageEntity) private readonly messages: Repository<ChatMessageEntity>,
    private readonly users: UsersService,
    private readonly dataSource: DataSource,
    private readonly lists: Lists,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** Returns the customer's newest messages, oldest first. */
  async messagesOf(userId: string): Promise<ChatMessageDto[]> {
    const newest = await this.messages.find({
      where: { userId },
      order: { id: 'DESC' },
      take: MAX_CUSTOMER_MESSAGES,
    });
    return newest.reverse();
  }

  /** Adds a message from the customer. */
  send(userId: string, message: string): Promise<ChatMessageDto> {
    return this.dataSource.transaction((manager) => this.add(manager, userId, { message, salt: null }));
  }

  /**
   * Adds a reply from support (CHAT-10). `salt` is the salt of the message's digest in the reply's event.
   *
   * @throws NOT_FOUND the customer does not exist
   */
  addReply(
    manager: EntityManager,
    userId: string,
    reply: { readonly message: string; readonly salt: string },
  ): Promise<ChatMessageDto> {
    return this.add(manager, userId, reply);
  }

  /**
   * Returns one page of a customer's conversation, newest message first (CHAT-11).
   *
   * @throws NOT_FOUND the customer does not exist
   */
  async conversationWith(userId: string, { cursor, limit }: MessagesQuery): Promise<Page<ChatMessageDto>> {
    await this.users.getById(userId);
    return this.lists.page(MESSAGES, { userId, cursor, limit });
  }

  /**
   * Marks the customer's messages as read by support, up to and including `upTo`, or all of them without `upTo`.
   * Later messages stay unread, even if they arrive concurrently (CHAT-9).
   */
  async markRead(userId: string, upTo: string | undefined): Promise<void> {
    await this.users.getById(userId);
    await this.dataSource.transaction(async (manager) => {
      // Concurrent messages wait for this lock, so they increment the count only after this transaction.
      await manager.query('select 1 from chat_conversation where user_id = $1 for update', [userId]);
      await manager.query(
        `update chat_message set read_at = $2
         where user_id = $1 and is_from_user and read_at is null and ($3::uuid is null or id <= $3)`,
        [userId, this.now(), upTo ?? null],
      );
      await manager.query(
        `update chat_conversation set unread_count = (
           select count(*) from chat_message where user_id = $1 and is_from_user and read_at is null)
         where user_id = $1`,
        [userId],
      );
    });
  }

  /** Returns one page of conversations, newest message first. `search` matches the customer (CHAT-8, CHAT-11). */
  async conversations({ search, cursor, limit }: PageQuery): Promise<Page<ConversationDto>> {
    const customerIds = search ? await this.users.idsMatching(search) : null;
    const page = await this.lists.page(CONVERSATIONS, { customerIds, cursor, limit });
    return { ...page, items: page.items.map((row) => ({ ...row, lastMessage: row })) };
  }

  /** Counts the customers' messages that no admin has opened. */
  async unread(): Promise<UnreadDto> {
    const [row] = await this.dataSource.query<{ unreadCount: number }[]>(
      `select coalesce(sum(unread_count), 0)::bigint as "unreadCount" from chat_conversation where unread_count > 0`,
    );
    return { unreadCount: row?.unreadCount ?? 0 };
  }

  async erasePersonalData(manager: EntityManager, { id }: Person): Promise<void> {
    await manager.delete(ChatMessageEntity, { userId: id });
  }

  /** Adds a customer's message or, with a salt, a reply. */
  private async add(
    manager: EntityManager,
    userId: string,
    { message, salt }: { readonly message: string; readonly salt: string | null },
  ): Promise<ChatMessageDto> {
    const isFromUser = salt === null;
    const added = { id: newId(), message, isFromUser, createdAt: this.now() };
    // Deleting a customer erases the conversation. Without this lock, a concurrent message could be added after the
    // erasure.
    await this.users.lock(manager, userId);
    await manager.query(INSERT_MESSAGE, [added.id, userId, isFromUser, message, added.createdAt, salt]);
    const [unreadCount, waitingSince] = isFromUser ? [1, added.createdAt] : [0, null];
    await manager.query(UPSERT_CONVERSATION, [userId, added.id, added.createdAt, unreadCount, waitingSince]);
    return added;
  }
}
