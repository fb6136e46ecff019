import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '../../identity/users/users.module.js';
import { AdminChatsController } from './admin-chats.controller.js';
import { ChatMessageEntity } from './chat-message.entity.js';
import { ChatController } from './chat.controller.js';
import { ChatService } from './chat.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([ChatMessageEntity]), UsersModule],
  controllers: [ChatController, AdminChatsController],
  providers: [ChatService],
  exports: [ChatService],
})
export class ChatModule {}
