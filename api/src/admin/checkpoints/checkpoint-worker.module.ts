import { Module } from '@nestjs/common';
import { CONFIG } from '../../platform/config/config.token.js';
import { AccessHeads } from './access-heads.service.js';
import { CheckpointArchive, type WriteOnceStore } from './checkpoint-archive.js';
import { CheckpointGuard } from './checkpoint-guard.js';
import { CheckpointScheduler } from './checkpoint-scheduler.js';
import { CHECKPOINT_STORES } from './checkpoint-store.js';
import { CheckpointsService } from './checkpoints.service.js';
import { openCheckpointStores } from './open-checkpoint-stores.js';

/** Checkpoints in the worker. */
@Module({
  providers: [
    { provide: CHECKPOINT_STORES, inject: [CONFIG], useFactory: openCheckpointStores },
    {
      provide: CheckpointArchive,
      inject: [CHECKPOINT_STORES],
      useFactory: (stores: readonly WriteOnceStore[]) => new CheckpointArchive(stores),
    },
    CheckpointGuard,
    CheckpointsService,
    AccessHeads,
    CheckpointScheduler,
  ],
  exports: [AccessHeads, CheckpointsService],
})
export class CheckpointWorkerModule {}
