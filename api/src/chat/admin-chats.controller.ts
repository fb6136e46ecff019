import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ForAdmins } from '../platform/http/access.js';
import { IdPipe } from '../platform/http/id-param.js';
import { ChatMessageDto, ConversationDto, SendMessageBody } from './chat.dto.js';
import { ChatService } from './chat.service.js';

@ApiTags('admin')
@ForAdmins()
@Controller('api/admin/chats')
export class AdminChatsController {
  constructor(private readonly chat: ChatService) {}

  @Get()
  @ApiOkResponse({ type: [ConversationDto] })
  listChats(): Promise<ConversationDto[]> {
    return this.chat.conversations();
  }

  @Get(':userId')
  @ApiOkResponse({ type: [ChatMessageDto] })
  getChat(@Param('userId', IdPipe) userId: string): Promise<ChatMessageDto[]> {
    return this.chat.conversationWith(userId);
  }

  @Post(':userId/reply')
  @ApiCreatedResponse({ type: ChatMessageDto })
  replyToChat(
    @Param('userId', IdPipe) userId: string,
    @Body() { message }: SendMessageBody,
  ): Promise<ChatMessageDto> {
    return this.chat.reply(userId, message);
  }

  /** Apart from the reading itself, because no GET changes anything. */
  @Post(':userId/read')
  @HttpCode(204)
  @ApiNoContentResponse()
  markChatRead(@Param('userId', IdPipe) userId: string): Promise<void> {
    return this.chat.markRead(userId);
  }
}
