import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { AbandonedDocumentsService } from './abandoned-documents.service.js';
import { openObjectStore } from './document-files.js';

export { AbandonedDocumentsService };

/** The worker deletes documents' files but never opens them. */
@Module({
  providers: [
    {
      provide: AbandonedDocumentsService,
      inject: [DataSource, CONFIG, CLOCK],
      useFactory: async (dataSource: DataSource, config: Config, now: Clock) =>
        new AbandonedDocumentsService(dataSource, await openObjectStore(config), now),
    },
  ],
})
export class DocumentsWorkerModule {}
