import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountRequestEntity } from './account-request.entity.js';
import { AccountRequestsService } from './account-requests.service.js';
import { AdminAccountRequestsController } from './admin-account-requests.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([AccountRequestEntity])],
  controllers: [AdminAccountRequestsController],
  providers: [AccountRequestsService],
  exports: [AccountRequestsService],
})
export class AccountRequestsModule {}
