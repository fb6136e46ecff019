import 'reflect-metadata';
import { Logger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { CheckpointKeeper } from './checkpoints/checkpoint-keeper.js';
import { CheckpointWorkerModule } from './checkpoints/checkpoint-worker.module.js';
import {
  ChainVerifier,
  EventHistoryWorkerModule,
  EventIndexer,
} from './event-history/event-history-worker.module.js';
import { MailFromLedger, MailProcessor, MailWorkerModule, OutboxRelay } from './mail/mail-worker.module.js';
import { AbandonedObjectsService, ObjectStoreModule } from './objects/object-store.module.js';
import { readConfig } from './platform/config/config.js';
import { explainAndExit } from './platform/explain-and-exit.js';
import { JsonLogger } from './platform/logs/json-logger.js';
import { watchBank } from './platform/metrics/bank-gauges.js';
import { Metrics } from './platform/metrics/metrics.js';
import { openOperations } from './platform/metrics/open-operations.js';
import { assertMigrated } from './platform/migrations/missing-migrations.js';
import { requireUsableRedis } from './platform/redis/require-usable-redis.js';
import { stopOnSignal } from './platform/stopping.js';

const COLLECT_EVERY_MS = 60 * 60 * 1000;

// Nest stops them in turn and from the last one on: mail first, which would go on while the others finish.
@Module({ imports: [ObjectStoreModule, CheckpointWorkerModule, EventHistoryWorkerModule, MailWorkerModule] })
class WorkerModule {}

/** Everything that happens apart from requests: no HTTP here but for operators. Stops once what is in hand is finished. */
async function main(): Promise<void> {
  // First of all, so that an unusable setting or Redis is one clear line and nothing else.
  const config = readConfig(process.env);
  await requireUsableRedis(config.redisUrl);
  const logger = new JsonLogger('worker');
  const app = await NestFactory.createApplicationContext(WorkerModule, { abortOnError: false, logger });
  await assertMigrated(app.get(DataSource));
  watchBank(app.get(Metrics), app.get(DataSource));
  const closeOperations = await openOperations(app, config, 'worker');
  stopOnSignal(app, config, closeOperations);
  app.get(MailProcessor).start();
  await app.get(OutboxRelay).start();
  app.get(CheckpointKeeper).start();
  app.get(MailFromLedger).start();
  app.get(EventIndexer).start();
  app.get(ChainVerifier).start();
  collectNowAndThen(app.get(AbandonedObjectsService));
  logger.begin('worker ready');
}

/** Uploads that nobody came back for. Several workers may do it at once; a failure is tried again next time. */
function collectNowAndThen(objects: AbandonedObjectsService): void {
  const logger = new Logger('AbandonedObjects');
  const collect = (): void => {
    objects.collectAbandoned().catch((error: unknown) => {
      logger.error(`not collected: ${error instanceof Error ? error.name : 'unknown error'}`);
    });
  };
  collect();
  setInterval(collect, COLLECT_EVERY_MS).unref();
}

main().catch(explainAndExit('worker'));
