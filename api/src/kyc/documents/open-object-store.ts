import path from 'node:path';
import type { Config } from '../../platform/config/config.js';
import { openBucket } from '../../platform/storage/open-bucket.js';
import { BucketObjectStore } from './bucket-object-store.js';
import { FolderObjectStore } from './folder-object-store.js';
import type { ObjectStore } from './object-store.port.js';

/** Uses the bucket if one is configured, otherwise a folder. */
export async function openObjectStore({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<ObjectStore> {
  return s3 === null
    ? new FolderObjectStore(path.join(dataDir, 'objects'))
    : new BucketObjectStore(await openBucket(s3));
}
