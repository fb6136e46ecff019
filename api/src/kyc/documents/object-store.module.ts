import path from 'node:path';
import { Module } from '@nestjs/common';
import type { Config } from '../../platform/config/config.js';
import { openBucket } from '../../platform/storage/open-bucket.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { AbandonedObjectsService } from './abandoned-objects.service.js';
import { BucketObjectStore } from './bucket-object-store.js';
import { FolderObjectStore } from './folder-object-store.js';
import { OBJECT_STORE, type ObjectStore } from './object-store.port.js';

export { AbandonedObjectsService };

/** Uses the bucket if one is configured, otherwise a folder. */
async function openObjectStore({ s3, dataDir }: Config): Promise<ObjectStore> {
  return s3 === null
    ? new FolderObjectStore(path.join(dataDir, 'objects'))
    : new BucketObjectStore(await openBucket(s3));
}

/** Provides the object store and its cleanup, which is all the worker needs of uploads. */
@Module({
  providers: [
    {
      provide: OBJECT_STORE,
      inject: [CONFIG],
      useFactory: openObjectStore,
    },
    AbandonedObjectsService,
  ],
  exports: [OBJECT_STORE, AbandonedObjectsService],
})
export class ObjectStoreModule {}
