import { Module } from '@nestjs/common';
import { AdminCheckpointsController } from './admin-checkpoints.controller.js';
import { CheckpointsService } from './checkpoints.service.js';

/** Checkpoints in the admin panel. */
@Module({ controllers: [AdminCheckpointsController], providers: [CheckpointsService] })
export class CheckpointsModule {}
