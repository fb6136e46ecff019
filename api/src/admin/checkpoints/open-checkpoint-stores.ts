import path from 'node:path';
import type { Config } from '../../platform/config/config.js';
import { openBucket } from '../../platform/storage/open-bucket.js';
import { CheckpointBucket } from './checkpoint-bucket.js';
import { CheckpointFolder } from './checkpoint-folder.js';
import type { CheckpointStore } from './checkpoint-store.js';

/** Opens the checkpoint stores: always a folder and, if configured, also a bucket. */
export async function openCheckpointStores({ s3, dataDir }: Config): Promise<CheckpointStore[]> {
  const folder = new CheckpointFolder(path.join(dataDir, 'checkpoints'));
  return s3 === null ? [folder] : [folder, new CheckpointBucket(await openBucket(s3))];
}
