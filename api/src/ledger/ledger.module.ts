import { Global, Inject, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Config } from '../platform/config/config.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { CONFIG } from '../platform/config/config.token.js';
import { sqlOfSource } from '../platform/database/sql.js';
import { Readiness } from '../platform/process/readiness.js';
import { CLOCK, type Clock } from '../platform/time/clock.js';
import {
  ACCESS_ACTIONS,
  appendAccesses,
  showsCustomer,
  type Access,
  type AccessAction,
  type AccessDetails,
  type AccessEntry,
} from './access/access-log.js';
import { LedgerApprovals } from './approvals/ledger-approvals.service.js';
import { EventIndexer } from './projections/event-indexer.js';
import { LedgerBalances } from './queries/ledger-balances.service.js';
import { LedgerEvents } from './queries/ledger-events.service.js';
import { hashesOf } from './log-hashes.js';
import { prepareKurrentDb } from './log/prepare-kurrentdb.js';
import { assertLogIsEmpty, assertLogLocation, openLedger, type OpenLedger } from './open-ledger.js';
import { LedgerWriter } from './writer/ledger-writer.service.js';
import { IS_PREPARED_BATCH } from './log/prepared-name.js';
import { LedgerPreview } from './writer/submission.js';
import { watchClock } from './watch-clock.js';
import { watchRemoteLog } from './watch-remote-log.js';
import { watchQueue, writerMetrics } from './writer/writer-metrics.js';

export { ACCESS_ACTIONS, appendAccesses, showsCustomer };
export type { Access, AccessAction, AccessDetails, AccessEntry };
export {
  assertLogIsEmpty,
  assertLogLocation,
  EventIndexer,
  hashesOf,
  IS_PREPARED_BATCH,
  openLedger,
  prepareKurrentDb,
};

/** Read access to balances and events, including for programs that don't write to the ledger. */
@Module({
  providers: [LedgerBalances, LedgerEvents],
  exports: [LedgerBalances, LedgerEvents],
})
export class LedgerReadModule {}

/** The asynchronous projections, which run in the worker. */
@Module({ providers: [EventIndexer] })
export class LedgerWorkerModule {}

const OPEN_LEDGER = Symbol('OPEN_LEDGER');

/** Commits the queued commands before the process ends (OPS-3). */
@Injectable()
class LedgerShutdown implements OnApplicationShutdown {
  constructor(@Inject(OPEN_LEDGER) private readonly ledger: OpenLedger) {}

  async onApplicationShutdown(): Promise<void> {
    await this.ledger.close();
  }
}

/** Provides the ledger to every feature that moves money or records audit events. */
@Global()
@Module({
  imports: [LedgerReadModule],
  providers: [
    {
      provide: OPEN_LEDGER,
      inject: [CONFIG, CLOCK, Metrics, DataSource, Readiness],
      useFactory: openWatchedLedger,
    },
    { provide: LedgerWriter, inject: [OPEN_LEDGER], useFactory: ({ writer }: OpenLedger) => writer },
    { provide: LedgerPreview, useExisting: LedgerWriter },
    LedgerApprovals,
    LedgerShutdown,
  ],
  exports: [LedgerApprovals, LedgerWriter, LedgerPreview, LedgerReadModule],
})
export class LedgerModule {}

async function openWatchedLedger(
  config: Config,
  clock: Clock,
  metrics: Metrics,
  dataSource: DataSource,
  readiness: Readiness,
): Promise<OpenLedger> {
  const ledger = await openLedger({ config, dataSource, now: clock, observer: writerMetrics(metrics) });
  watchQueue(metrics, ledger.writer);
  watchClock(sqlOfSource(dataSource), clock, metrics, readiness);
  if (ledger.remoteLog !== null) watchRemoteLog(ledger.remoteLog, metrics, readiness);
  return ledger;
}
