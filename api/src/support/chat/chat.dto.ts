import { ApiProperty, OmitType } from '@nestjs/swagger';
import { MAX_MESSAGE_LENGTH } from '@moniker/common/text-lengths.js';
import { Id, LongText } from '../../http/fields.js';
import type { ColumnsOf } from '../../platform/database/select.js';
import { PageQuery } from '../../http/page.js';
import { UserSummaryDto } from '../../identity/users/user-summary.dto.js';

export class SendMessageBody {
  @LongText(MAX_MESSAGE_LENGTH, { message: 'Please enter a message' })
  message: string;
}

export class MessagesQuery extends OmitType(PageQuery, ['search']) {}

export class MarkReadBody {
  @Id({ optional: true, description: 'The last message to mark as read; all messages if missing' })
  upTo?: string;
}

export class UnreadDto {
  @ApiProperty({ description: 'Messages of customers that no admin has opened' })
  unreadCount: number;
}

export class ChatMessageDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty()
  message: string;

  @ApiProperty({ description: 'False for messages from support' })
  isFromUser: boolean;

  @ApiProperty()
  createdAt: Date;
}

/** `m` is the message. */
export const MESSAGE_COLUMNS: ColumnsOf<ChatMessageDto> = {
  id: 'm.id',
  message: 'm.message',
  isFromUser: 'm.is_from_user',
  createdAt: 'm.created_at',
};

/** A conversation in the admin panel (CHAT-8, ADM-24). */
export class ConversationDto {
  @ApiProperty({ format: 'uuid' })
  userId: string;

  @ApiProperty({ type: UserSummaryDto })
  user: UserSummaryDto;

  @ApiProperty({ type: ChatMessageDto })
  lastMessage: ChatMessageDto;

  @ApiProperty({ description: 'Messages of the customer that no admin has opened' })
  unreadCount: number;
}
