import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '../../identity/users/users.module.js';
import { ChangeDashboardTextsHandler } from './change-dashboard-texts.handler.js';
import { DashboardContentController } from './dashboard-content.controller.js';
import { DashboardContentEntity } from './dashboard-content.entity.js';
import { DashboardContentService } from './dashboard-content.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([DashboardContentEntity]), UsersModule],
  controllers: [DashboardContentController],
  providers: [DashboardContentService, ChangeDashboardTextsHandler],
  exports: [DashboardContentService],
})
export class DashboardContentModule {}
