import { ApiProperty } from '@nestjs/swagger';
import { byTime, type List, type ListRequest } from '../../http/list.js';
import type { ColumnsOf } from '../../platform/database/select.js';
import { USER_SUMMARY_SQL, UserSummaryDto } from '../../identity/users/user-summary.dto.js';
import { ChatMessageDto } from './chat.dto.js';

/** A conversation in the admin panel (CHAT-8, ADM-24). */
export class ConversationDto {
  @ApiProperty({ format: 'uuid' })
  userId: string;

  @ApiProperty({ type: UserSummaryDto })
  user: UserSummaryDto;

  @ApiProperty({ type: ChatMessageDto })
  lastMessage: ChatMessageDto;

  @ApiProperty({ description: 'The customer’s messages that no admin has opened' })
  unreadCount: number;
}

/** `m` is the message. */
const MESSAGE_COLUMNS: ColumnsOf<ChatMessageDto> = {
  id: 'm.id',
  message: 'm.message',
  isFromUser: 'm.is_from_user',
  createdAt: 'm.created_at',
};

/** A conversation with its last message's fields. */
type ConversationRow = Omit<ConversationDto, 'lastMessage'> & ChatMessageDto;

export const CONVERSATIONS: List<ConversationRow, ListRequest & { readonly customerIds: string[] | null }> = {
  columns: { ...MESSAGE_COLUMNS, userId: 'c.user_id', user: USER_SUMMARY_SQL, unreadCount: 'c.unread_count' },
  tables: `chat_conversation c
    join chat_message m on m.id = c.last_message_id
    join app_user u on u.id = c.user_id and u.deleted_at is null`,
  // The count needs no join, because deleting a customer also deletes their conversation.
  countedTables: 'chat_conversation c',
  id: { by: 'c.user_id', type: 'uuid' },
  sorts: byTime('c.last_message_at'),
  filters: { customerIds: 'c.user_id = any(?::uuid[])' },
};

/** One conversation's messages. */
export const MESSAGES: List<ChatMessageDto, ListRequest & { readonly userId: string }> = {
  columns: MESSAGE_COLUMNS,
  tables: 'chat_message m',
  id: { by: 'm.id', type: 'uuid' },
  // Ids are time-ordered, and the conversation's index is sorted by id.
  sorts: { newest: { by: 'm.id', type: 'uuid', isDescending: true } },
  filters: { userId: 'm.user_id = ?' },
};
