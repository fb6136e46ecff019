import { Module } from '@nestjs/common';
import { CONFIG } from '../../platform/config/config.token.js';
import { AbandonedDocumentsService } from './abandoned-documents.service.js';
import { DocumentFiles } from './document-files.js';
import { openDocumentFiles } from './open-document-files.js';

export { AbandonedDocumentsService };

/** Provides the files of documents and their cleanup, which is all the worker needs of uploads. */
@Module({
  providers: [
    { provide: DocumentFiles, inject: [CONFIG], useFactory: openDocumentFiles },
    AbandonedDocumentsService,
  ],
  exports: [DocumentFiles, AbandonedDocumentsService],
})
export class DocumentFilesModule {}
