import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ForSignedIn, CurrentUser } from '../../http/access.js';
import { LimitPerUser } from '../../http/limit-per-user.js';
import type { AuthenticatedUser } from '../../http/request.js';
import { ChatMessageDto, SendMessageBody } from './chat.dto.js';
import { ChatService } from './chat.service.js';

@ApiTags('chat')
@ForSignedIn()
@Controller('api/chat')
export class ChatController {
  constructor(private readonly chat: ChatService) {}

  @Get('messages')
  @ApiOkResponse({ type: [ChatMessageDto] })
  listChatMessages(@CurrentUser() me: AuthenticatedUser): Promise<ChatMessageDto[]> {
    return this.chat.messagesOf(me.userId);
  }

  @Post('send')
  @LimitPerUser('chat-messages')
  @ApiCreatedResponse({ type: ChatMessageDto })
  sendChatMessage(
    @CurrentUser() me: AuthenticatedUser,
    @Body() { message }: SendMessageBody,
  ): Promise<ChatMessageDto> {
    return this.chat.send(me.userId, message);
  }
}
