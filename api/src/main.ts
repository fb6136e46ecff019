import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { readConfig } from './platform/config/config.js';
import { configureApp } from './platform/http/configure-app.js';
import { explainAndExit } from './platform/explain-and-exit.js';

async function main(): Promise<void> {
  // First of all, so that an unusable setting is one clear line and nothing else.
  const config = readConfig(process.env);
  const app = await NestFactory.create<NestExpressApplication>(AppModule, {
    bodyParser: false,
    abortOnError: false,
    logger: ['error', 'warn', 'log'],
  });
  configureApp(app, config);
  await app.listen(config.port, config.host);
  console.log(`api ready on port ${config.port}`);
}

main().catch(explainAndExit('api'));
