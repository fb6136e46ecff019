import path from 'node:path';
import type { Config } from '../../platform/config/config.js';
import { openBucket } from '../../platform/storage/open-bucket.js';
import { BucketObjectStore } from './bucket-object-store.js';
import { DocumentFiles } from './document-files.js';
import { FolderObjectStore } from './folder-object-store.js';

/** Opens the files of documents in the bucket if one is configured, otherwise in a folder. */
export async function openDocumentFiles(config: Config): Promise<DocumentFiles> {
  const { s3, dataDir } = config;
  const store =
    s3 === null
      ? new FolderObjectStore(path.join(dataDir, 'objects'))
      : new BucketObjectStore(await openBucket(s3));
  return new DocumentFiles(store, config);
}
