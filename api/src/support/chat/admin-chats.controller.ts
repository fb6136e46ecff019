import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CommandContextParam, ForAdmins } from '../../http/access.js';
import { RecordsAccess, ShowsNobody } from '../../http/records-access.js';
import { IdPipe } from '../../http/id.pipe.js';
import { PageQuery, pageDto, type Page } from '../../http/page.js';
import { ChatMessageDto, MarkReadBody, MessagesQuery, SendMessageBody, UnreadDto } from './chat.dto.js';
import { ConversationDto } from './chats.list.js';
import { ChatService } from './chat.service.js';
import { SendChatReplyCommand } from './send-chat-reply.command.js';
import type { CommandContext } from '../../ledger/writer/submission.js';

const ConversationPageDto = pageDto(ConversationDto);
const ChatMessagePageDto = pageDto(ChatMessageDto);

@ApiTags('admin')
@ForAdmins('support:chat')
@Controller('api/admin/chats')
export class AdminChatsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly chat: ChatService,
  ) {}

  @Get()
  @RecordsAccess('chat-list', ({ items }: Page<ConversationDto>) => items.map(({ userId }) => userId))
  @ApiOkResponse({ type: ConversationPageDto })
  listChats(@Query() query: PageQuery): Promise<Page<ConversationDto>> {
    return this.chat.conversations(query);
  }

  @Get('unread')
  @ShowsNobody('a number')
  @ApiOkResponse({ type: UnreadDto })
  getUnread(): Promise<UnreadDto> {
    return this.chat.unread();
  }

  @Get(':userId')
  @RecordsAccess('chat', (_messages: Page<ChatMessageDto>, { userId }) => [userId])
  @ApiOkResponse({ type: ChatMessagePageDto })
  getChat(
    @Param('userId', IdPipe) userId: string,
    @Query() query: MessagesQuery,
  ): Promise<Page<ChatMessageDto>> {
    return this.chat.conversationWith(userId, query);
  }

  @Post(':userId/reply')
  @ApiCreatedResponse({ type: ChatMessageDto })
  replyToChat(
    @Param('userId', IdPipe) userId: string,
    @Body() { message }: SendMessageBody,
    @CommandContextParam() context: CommandContext,
  ): Promise<ChatMessageDto> {
    return this.commands.execute(new SendChatReplyCommand(userId, message, context));
  }

  /** A separate route, because a GET must not change anything (SEC-5). */
  @Post(':userId/read')
  @HttpCode(204)
  @ApiNoContentResponse()
  markChatRead(@Param('userId', IdPipe) userId: string, @Body() { upTo }: MarkReadBody): Promise<void> {
    return this.chat.markRead(userId, upTo);
  }
}
