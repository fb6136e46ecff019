import { Logger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { AttemptsWorkerModule, FailedSignInRecorder } from '../identity/attempts/attempts-worker.module.js';
import { SignInWorkerModule, ExpiredAuthData } from '../identity/sign-in/sign-in-worker.module.js';
import { CheckpointScheduler } from '../admin/checkpoints/checkpoint-scheduler.js';
import { CheckpointWorkerModule } from '../admin/checkpoints/checkpoint-worker.module.js';
import {
  VerificationRunner,
  EventHistoryWorkerModule,
} from '../admin/event-history/event-history-worker.module.js';
import { assertLogLocation, EventIndexer, LedgerWorkerModule } from '../ledger/ledger.module.js';
import {
  LedgerMailFollower,
  MailProcessor,
  MailWorkerModule,
  OutboxRelay,
} from '../support/mail/mail-worker.module.js';
import {
  AbandonedDocumentsService,
  DocumentsWorkerModule,
} from '../kyc/documents/documents-worker.module.js';
import { MIGRATIONS } from '../migrations/migrations.js';
import type { Config } from '../platform/config/config.js';
import type { JsonLogger } from '../platform/logs/json-logger.js';
import { registerBankGauges } from './bank-gauges.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { openOperations } from '../platform/metrics/open-operations.js';
import { assertMigrated } from '../platform/database/missing-migrations.js';
import { PlatformModule } from '../platform/platform.module.js';
import { requireUsableRedis } from '../platform/redis/require-usable-redis.js';
import type { StartedProgram } from '../platform/process/stopping.js';

const COLLECTION_INTERVAL_MS = 60 * 60 * 1000;

// Nest stops modules in the reverse of this order. Mail is last, so it stops first. Otherwise it would continue while
// the others finish.
@Module({
  imports: [
    PlatformModule.forRoot(MIGRATIONS),
    DocumentsWorkerModule,
    AttemptsWorkerModule,
    SignInWorkerModule,
    CheckpointWorkerModule,
    EventHistoryWorkerModule,
    LedgerWorkerModule,
    MailWorkerModule,
  ],
})
class WorkerModule {}

/**
 * Creates the worker, which does most of the work outside requests: mail, the event index, checkpoints, verifications,
 * the record of failed sign-ins, and the removal of expired data. It serves HTTP only to operators.
 *
 * @throws Error Redis is unusable, the database is unreachable or lacks a migration, or the log is not where the
 *   settings say
 */
export async function createWorker(config: Config, logger: JsonLogger): Promise<StartedProgram> {
  await requireUsableRedis(config.redisUrl);
  const app = await NestFactory.createApplicationContext(WorkerModule, { abortOnError: false, logger });
  await assertMigrated(app.get(DataSource));
  await assertLogLocation(app.get(DataSource), config.kurrent);
  registerBankGauges(app.get(Metrics), app.get(DataSource));
  return { app, closeOperations: await openOperations(app, config, 'worker') };
}

/** Starts processing jobs and following the log. */
export function beginWork({ app }: StartedProgram, logger: JsonLogger): void {
  app.get(MailProcessor).start();
  app.get(OutboxRelay).start();
  app.get(CheckpointScheduler).start();
  app.get(LedgerMailFollower).start();
  app.get(EventIndexer).start();
  app.get(VerificationRunner).start();
  app.get(FailedSignInRecorder).start();
  const [objects, authData] = [app.get(AbandonedDocumentsService), app.get(ExpiredAuthData)];
  scheduleCollection('AbandonedObjects', 'abandoned uploads', () => objects.collectAbandoned());
  scheduleCollection('ExpiredAuthData', 'expired registrations and codes', () => authData.collect());
  logger.logReady('worker ready');
}

/** Removes expired data now and every hour. Several workers can do so at once. A failure is retried an hour later. */
function scheduleCollection(name: string, what: string, run: () => Promise<unknown>): void {
  const logger = new Logger(name);
  const collect = (): void => {
    run().catch((error: unknown) => {
      logger.error(`removing ${what} failed: ${error instanceof Error ? error.name : 'unknown error'}`);
    });
  };
  collect();
  setInterval(collect, COLLECTION_INTERVAL_MS).unref();
}
