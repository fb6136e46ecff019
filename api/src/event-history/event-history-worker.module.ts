import { Module } from '@nestjs/common';
import { VerificationRunner } from './verification-runner.js';
import { VerificationsService } from './verifications.service.js';

export { VerificationRunner };

/** The event history in the worker: verifications. */
@Module({
  providers: [VerificationsService, VerificationRunner],
})
export class EventHistoryWorkerModule {}
