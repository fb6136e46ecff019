import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '../../identity/users/users.module.js';
import { SavedFilterEntity } from './saved-filter.entity.js';
import { SavedFiltersController } from './saved-filters.controller.js';
import { SavedFiltersService } from './saved-filters.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([SavedFilterEntity]), UsersModule],
  controllers: [SavedFiltersController],
  providers: [SavedFiltersService],
  exports: [SavedFiltersService],
})
export class SavedFiltersModule {}
