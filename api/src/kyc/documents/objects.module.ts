import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessLogModule } from '../../admin/access-log/access-log.module.js';
import { ObjectStoreModule } from './object-store.module.js';
import { ObjectsController } from './objects.controller.js';
import { ObjectsService } from './objects.service.js';
import { ReadObjectHandler } from './read-object.handler.js';
import { StoredObjectEntity } from './stored-object.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([StoredObjectEntity]), AccessLogModule, ObjectStoreModule],
  controllers: [ObjectsController],
  providers: [ObjectsService, ReadObjectHandler],
  exports: [ObjectsService],
})
export class ObjectsModule {}
