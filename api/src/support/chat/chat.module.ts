import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '../../identity/users/users.module.js';
import { AdminChatsController } from './admin-chats.controller.js';
import { ChatMessageEntity } from './chat-message.entity.js';
import { ChatController } from './chat.controller.js';
import { ChatService } from './chat.service.js';
import { SendChatReplyHandler } from './send-chat-reply.handler.js';

@Module({
  imports: [TypeOrmModule.forFeature([ChatMessageEntity]), UsersModule],
  controllers: [ChatController, AdminChatsController],
  providers: [ChatService, SendChatReplyHandler],
  exports: [ChatService],
})
export class ChatModule {}
