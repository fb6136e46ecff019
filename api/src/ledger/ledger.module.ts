import { Global, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Config } from '../platform/config/config.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { CONFIG } from '../platform/config/config.token.js';
import { CLOCK, type Clock } from '../platform/time/clock.js';
import { createLedgerWriter } from './create-ledger-writer.js';
import { EventIndexer } from './projections/event-indexer.js';
import { LedgerBalances } from './queries/ledger-balances.service.js';
import { LedgerEvents } from './queries/ledger-events.service.js';
import { LedgerWriter } from './writer/ledger-writer.service.js';
import { LedgerPreview } from './writer/submission.js';
import { watchQueue, writerMetrics } from './writer/writer-metrics.js';

export { createLedgerWriter, EventIndexer };

/** Read access to balances and events, also for programs that do not write to the ledger. */
@Module({
  providers: [LedgerBalances, LedgerEvents],
  exports: [LedgerBalances, LedgerEvents],
})
export class LedgerReadModule {}

/** The asynchronous projections, which run in the worker. */
@Module({ providers: [EventIndexer] })
export class LedgerWorkerModule {}

/** Commits the queued commands before the process ends (OPS-3). */
@Injectable()
class LedgerShutdown implements OnApplicationShutdown {
  constructor(private readonly writer: LedgerWriter) {}

  async onApplicationShutdown(): Promise<void> {
    await this.writer.close();
  }
}

/** Provides the ledger to every feature that moves money or records audit events. */
@Global()
@Module({
  imports: [LedgerReadModule],
  providers: [
    {
      provide: LedgerWriter,
      inject: [CONFIG, CLOCK, Metrics, DataSource],
      useFactory: (config: Config, clock: Clock, metrics: Metrics, dataSource: DataSource) => {
        const writer = createLedgerWriter(config.databaseUrl, clock, writerMetrics(metrics), dataSource);
        watchQueue(metrics, writer);
        return writer;
      },
    },
    { provide: LedgerPreview, useExisting: LedgerWriter },
    LedgerShutdown,
  ],
  exports: [LedgerWriter, LedgerPreview, LedgerReadModule],
})
export class LedgerModule {}
