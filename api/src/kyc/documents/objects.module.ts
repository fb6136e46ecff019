import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessLogModule } from '../../admin/access-log/access-log.module.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { DocumentConverter } from './conversion/document-converter.js';
import { openDocumentConverter } from './conversion/open-document-converter.js';
import { DocumentFiles } from './document-files.js';
import { ObjectStoreModule } from './object-store.module.js';
import { OBJECT_STORE, type ObjectStore } from './object-store.port.js';
import { ObjectsController } from './objects.controller.js';
import { ObjectsService } from './objects.service.js';
import { ReadDocumentHandler } from './read-document.handler.js';
import { StoredObjectEntity } from './stored-object.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([StoredObjectEntity]), AccessLogModule, ObjectStoreModule],
  controllers: [ObjectsController],
  providers: [
    {
      provide: DocumentFiles,
      inject: [OBJECT_STORE, CONFIG],
      useFactory: (store: ObjectStore, config: Config) => new DocumentFiles(store, config),
    },
    {
      provide: DocumentConverter,
      inject: [CONFIG],
      useFactory: openDocumentConverter,
    },
    ObjectsService,
    ReadDocumentHandler,
  ],
  exports: [ObjectsService],
})
export class ObjectsModule {}
