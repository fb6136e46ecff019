import { Module } from '@nestjs/common';
import { PlatformModule } from '../platform/platform.module.js';
import { VerificationRunner } from './verification-runner.js';
import { EventIndexer } from './event-indexer.js';
import { VerificationsService } from './verifications.service.js';

export { VerificationRunner, EventIndexer };

/** What the worker runs for the event history. The API only reads what comes of it. */
@Module({
  imports: [PlatformModule],
  providers: [VerificationsService, VerificationRunner, EventIndexer],
})
export class EventHistoryWorkerModule {}
