import { Module } from '@nestjs/common';
import { CONFIG } from '../../platform/config/config.token.js';
import { AdminCheckpointsController } from './admin-checkpoints.controller.js';
import { CheckpointGuard } from './checkpoint-guard.js';
import { CHECKPOINT_STORES } from './checkpoint-store.js';
import { CheckpointsService } from './checkpoints.service.js';
import { openCheckpointStores } from './open-checkpoint-stores.js';

/** Checkpoints in the admin panel. */
@Module({
  controllers: [AdminCheckpointsController],
  providers: [
    { provide: CHECKPOINT_STORES, inject: [CONFIG], useFactory: openCheckpointStores },
    CheckpointGuard,
    CheckpointsService,
  ],
})
export class CheckpointsModule {}
