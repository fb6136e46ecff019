import path from 'node:path';
import { Module } from '@nestjs/common';
import type { Config } from '../platform/config/config.js';
import { openBucket } from '../platform/storage/open-bucket.js';
import { CONFIG } from '../platform/config/config.token.js';
import { CheckpointArchive } from './checkpoint-archive.js';
import { CheckpointBucket } from './checkpoint-bucket.js';
import { CheckpointFolder } from './checkpoint-folder.js';
import { CheckpointScheduler } from './checkpoint-scheduler.js';
import { CheckpointsService } from './checkpoints.service.js';

/** Opens the archive: always a folder and, if configured, also a bucket. */
async function openArchive({ s3, dataDir }: Config): Promise<CheckpointArchive> {
  const folder = new CheckpointFolder(path.join(dataDir, 'checkpoints'));
  return new CheckpointArchive(s3 === null ? [folder] : [folder, new CheckpointBucket(await openBucket(s3))]);
}

/** Checkpoints in the worker. */
@Module({
  providers: [
    { provide: CheckpointArchive, inject: [CONFIG], useFactory: openArchive },
    CheckpointsService,
    CheckpointScheduler,
  ],
})
export class CheckpointWorkerModule {}
