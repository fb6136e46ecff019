import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, IsNull, Repository } from 'typeorm';
import { v7 as newId } from 'uuid';
import { AppError } from '../platform/http/app-error.js';
import { CLOCK, type Clock } from '../platform/platform.module.js';
import { USER_SUMMARY_SQL, type UserSummaryDto } from '../users/user-summary.dto.js';
import { UsersService } from '../users/users.service.js';
import { ChatMessageEntity } from './chat-message.entity.js';
import { type ChatMessageDto, type ConversationDto, mapChatMessage } from './chat.dto.js';

/** What one look at a conversation shows; older messages stay in the table. */
const MAX_SHOWN = 200;
const MAX_CONVERSATIONS = 200;

interface ConversationRow {
  readonly userId: string;
  readonly user: UserSummaryDto;
  readonly id: string;
  readonly message: string;
  readonly isFromUser: boolean;
  readonly createdAt: Date;
  readonly unreadCount: number;
}

/** Support chat: one conversation a customer, answered by any admin. */
@Injectable()
export class ChatService {
  constructor(
    @InjectRepository(ChatMessageEntity) private readonly messages: Repository<ChatMessageEntity>,
    private readonly users: UsersService,
    private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** A conversation in the order in which it was written. */
  async messagesOf(userId: string): Promise<ChatMessageDto[]> {
    const newest = await this.messages.find({ where: { userId }, order: { id: 'DESC' }, take: MAX_SHOWN });
    return newest.reverse().map(mapChatMessage);
  }

  /** A message of a customer. */
  send(userId: string, message: string): Promise<ChatMessageDto> {
    return this.add(userId, message, true);
  }

  /** An answer of an admin. Throws NOT_FOUND for nobody. */
  async reply(userId: string, message: string): Promise<ChatMessageDto> {
    await this.requireUser(userId);
    return this.add(userId, message, false);
  }

  /** A customer's conversation for an admin. Throws NOT_FOUND for nobody. */
  async conversationWith(userId: string): Promise<ChatMessageDto[]> {
    await this.requireUser(userId);
    return this.messagesOf(userId);
  }

  /** Marks what the customer wrote as seen by support. */
  async markRead(userId: string): Promise<void> {
    await this.requireUser(userId);
    await this.messages.update({ userId, isFromUser: true, readAt: IsNull() }, { readAt: this.now() });
  }

  /** All conversations, the one with the newest message first. */
  async conversations(): Promise<ConversationDto[]> {
    const rows = await this.dataSource.query<ConversationRow[]>(
      `select u.id as "userId", ${USER_SUMMARY_SQL} as "user", last.id, last.message,
         last.is_from_user as "isFromUser", last.created_at as "createdAt",
         (select count(*) from chat_message m
           where m.user_id = u.id and m.is_from_user and m.read_at is null) as "unreadCount"
       from app_user u
         join lateral (select * from chat_message m where m.user_id = u.id order by m.id desc limit 1) last on true
       where u.deleted_at is null
       order by last.id desc limit $1`,
      [MAX_CONVERSATIONS],
    );
    return rows.map(({ userId, user, unreadCount, id, message, isFromUser, createdAt }) => ({
      userId,
      user,
      unreadCount,
      lastMessage: { id, message, isFromUser, createdAt: createdAt.toISOString() },
    }));
  }

  private async requireUser(userId: string): Promise<void> {
    if ((await this.users.findById(userId)) === null) throw new AppError('NOT_FOUND');
  }

  private async add(userId: string, message: string, isFromUser: boolean): Promise<ChatMessageDto> {
    const entity = this.messages.create({
      id: newId(),
      userId,
      message,
      isFromUser,
      createdAt: this.now(),
      readAt: null,
    });
    await this.messages.insert(entity);
    return mapChatMessage(entity);
  }
}
