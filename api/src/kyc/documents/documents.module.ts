import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessLogModule } from '../../admin/access-log/access-log.module.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { DocumentConverter } from './conversion/document-converter.js';
import { DocumentFiles } from './document-files.js';
import { DocumentsController } from './documents.controller.js';
import { DocumentsService } from './documents.service.js';
import { ReadDocumentHandler } from './read-document.handler.js';
import { DocumentEntity } from './document.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([DocumentEntity]), AccessLogModule],
  controllers: [DocumentsController],
  providers: [
    {
      provide: DocumentFiles,
      inject: [CONFIG],
      useFactory: (config: Config) => DocumentFiles.open(config),
    },
    {
      provide: DocumentConverter,
      inject: [CONFIG],
      useFactory: ({ documentWorkerSocket }: Config) =>
        new DocumentConverter({ socketPath: documentWorkerSocket }),
    },
    DocumentsService,
    ReadDocumentHandler,
  ],
  exports: [DocumentsService],
})
export class DocumentsModule {}
