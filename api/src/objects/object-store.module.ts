import path from 'node:path';
import { Module } from '@nestjs/common';
import type { Config } from '../platform/config/config.js';
import { CONFIG } from '../platform/tokens.js';
import { AbandonedObjectsService } from './abandoned-objects.service.js';
import { FolderObjectStore } from './folder-object-store.js';
import { OBJECT_STORE } from './object-store.port.js';

export { AbandonedObjectsService };

/** Where files are kept, and what clears up there: all that the worker needs of uploads. */
@Module({
  providers: [
    {
      provide: OBJECT_STORE,
      inject: [CONFIG],
      useFactory: (config: Config) => new FolderObjectStore(path.join(config.dataDir, 'objects')),
    },
    AbandonedObjectsService,
  ],
  exports: [OBJECT_STORE, AbandonedObjectsService],
})
export class ObjectStoreModule {}
