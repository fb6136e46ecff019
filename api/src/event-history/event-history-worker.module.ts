import { Module } from '@nestjs/common';
import { VerificationRunner } from './verification-runner.js';
import { EventIndexer } from './event-indexer.js';
import { VerificationsService } from './verifications.service.js';

export { VerificationRunner, EventIndexer };

/** The event history in the worker: verifications and the search index. */
@Module({
  providers: [VerificationsService, VerificationRunner, EventIndexer],
})
export class EventHistoryWorkerModule {}
