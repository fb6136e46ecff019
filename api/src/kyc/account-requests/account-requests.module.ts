import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApprovalsModule } from '../../admin/approvals/approvals.module.js';
import { UsersModule } from '../../identity/users/users.module.js';
import { AccountRequestEntity } from './account-request.entity.js';
import { AccountRequestsService } from './account-requests.service.js';
import { AdminAccountRequestsController } from './admin-account-requests.controller.js';
import { DecideAccountRequestHandler } from './decide-account-request.handler.js';

@Module({
  imports: [TypeOrmModule.forFeature([AccountRequestEntity]), ApprovalsModule, UsersModule],
  controllers: [AdminAccountRequestsController],
  providers: [AccountRequestsService, DecideAccountRequestHandler],
  exports: [AccountRequestsService],
})
export class AccountRequestsModule {}
