import { Module } from '@nestjs/common';
import { CheckpointWorkerModule } from '../checkpoints/checkpoint-worker.module.js';
import { VerificationRunner } from './verification-runner.js';
import { VerificationsService } from './verifications.service.js';

export { VerificationRunner };

/** The event history in the worker: verifications. */
@Module({
  imports: [CheckpointWorkerModule],
  providers: [VerificationsService, VerificationRunner],
})
export class EventHistoryWorkerModule {}
