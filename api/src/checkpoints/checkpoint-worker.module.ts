import { Module } from '@nestjs/common';
import { CheckpointKeeper } from './checkpoint-keeper.js';
import { CheckpointsService } from './checkpoints.service.js';

/** What the worker runs of checkpoints. */
@Module({ providers: [CheckpointsService, CheckpointKeeper] })
export class CheckpointWorkerModule {}
