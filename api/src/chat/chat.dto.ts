import { ApiProperty } from '@nestjs/swagger';
import { LongText } from '../platform/http/fields.js';
import { UserSummaryDto } from '../users/user-summary.dto.js';
import type { ChatMessageEntity } from './chat-message.entity.js';

/** The specification names no limit; this one keeps a message readable and a row small. */
const MAX_MESSAGE_LENGTH = 4000;

export class SendMessageBody {
  @LongText(MAX_MESSAGE_LENGTH, { message: 'Please enter a message' })
  message: string;
}

export class ChatMessageDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty()
  message: string;

  @ApiProperty({ description: 'False for what support wrote' })
  isFromUser: boolean;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;
}

/** A customer's conversation in the admins' list (spec.md §3). */
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

export function mapChatMessage(message: ChatMessageEntity): ChatMessageDto {
  return {
    id: message.id,
    message: message.message,
    isFromUser: message.isFromUser,
    createdAt: message.createdAt.toISOString(),
  };
}
