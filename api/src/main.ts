import 'reflect-metadata';
import type { Server } from 'node:http';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DataSource } from 'typeorm';
import { AppModule } from './app.module.js';
import { readConfig } from './platform/config/config.js';
import { configureApp } from './platform/http/configure-app.js';
import { explainAndExit } from './platform/explain-and-exit.js';
import { JsonLogger } from './platform/logs/json-logger.js';
import { openOperations } from './platform/metrics/open-operations.js';
import { assertMigrated } from './platform/migrations/missing-migrations.js';
import { stopOnSignal } from './platform/stopping.js';

/**
 * Longer than nginx keeps a connection that it does not use (60 s): it is for the side that sends requests to close one,
 * since a request that is sent into a closing connection is lost.
 */
const KEEP_ALIVE_MS = 65_000;

async function main(): Promise<void> {
  // First of all, so that an unusable setting is one clear line and nothing else.
  const config = readConfig(process.env);
  const logger = new JsonLogger('api');
  const app = await NestFactory.create<NestExpressApplication>(AppModule, {
    bodyParser: false,
    abortOnError: false,
    logger,
  });
  await assertMigrated(app.get(DataSource));
  configureApp(app, config);
  const closeOperations = await openOperations(app, config, 'api');
  const server: Server = await app.listen(config.port, config.host);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  stopOnSignal(app, config, closeOperations);
  logger.begin(`api ready on port ${config.port}`);
}

main().catch(explainAndExit('api'));
