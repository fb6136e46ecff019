import { ApiProperty, OmitType } from '@nestjs/swagger';
import { MAX_MESSAGE_LENGTH } from '@moniker/common/text-lengths.js';
import { Id, LongText } from '../../http/fields.js';
import { PageQuery } from '../../http/page.js';

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
  @ApiProperty({ description: 'Customers’ messages that no admin has opened' })
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
