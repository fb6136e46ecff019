import { Module } from '@nestjs/common';
import { PlatformModule } from '../platform/platform.module.js';
import { ChainVerifier } from './chain-verifier.js';
import { EventIndexer } from './event-indexer.js';
import { Verifications } from './verifications.service.js';

export { ChainVerifier, EventIndexer };

/** What the worker runs for the event history. The API only reads what comes of it. */
@Module({
  imports: [PlatformModule],
  providers: [Verifications, ChainVerifier, EventIndexer],
})
export class EventHistoryWorkerModule {}
