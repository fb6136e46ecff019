import type { Server } from 'node:http';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DataSource } from 'typeorm';
import { ApprovalSignatures, VoidProposals } from '../admin/approvals/approvals.module.js';
import { AppModule } from './app.module.js';
import { PlanRunner } from '../payments/plans/plans.module.js';
import { LedgerWriter } from '../ledger/writer/ledger-writer.service.js';
import type { Config } from '../platform/config/config.js';
import { configureApp } from '../http/configure-app.js';
import { limitSlowClients } from '../http/limit-slow-clients.js';
import type { JsonLogger } from '../platform/logs/json-logger.js';
import { openOperations } from '../platform/metrics/open-operations.js';
import { recordExistingDecisions } from './record-existing-decisions.js';
import { assertMigrated } from '../platform/database/missing-migrations.js';
import { Stopping, type StartedProgram } from '../platform/process/stopping.js';

/**
 * Starts the API with its background work, such as scheduled transfers, and resolves once it listens.
 *
 * @throws Error approvals cannot be signed as configured, the database is unreachable or lacks a migration, or the port
 *   is taken
 */
export async function startApi(config: Config, logger: JsonLogger): Promise<StartedProgram> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule, {
    bodyParser: false,
    abortOnError: false,
    logger,
  });
  await assertMigrated(app.get(DataSource));
  await recordExistingDecisions(app.get(LedgerWriter));
  await app.get(ApprovalSignatures).start();
  configureApp(app, config);
  const closeOperations = await openOperations(app, config, 'api');
  const server: Server = app.getHttpServer();
  limitSlowClients(server, config);
  app.get(Stopping).serve(server);
  app.get(VoidProposals).start();
  app.get(PlanRunner).start();
  await app.listen(config.port, config.host);
  logger.logReady(`api ready on port ${config.port}`);
  return { app, closeOperations };
}
