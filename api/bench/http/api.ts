import 'reflect-metadata';
import { Controller, Get, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from '../../src/apps/app.module.js';
import { readConfig } from '../../src/platform/config/config.js';
import { exitWithError } from '../../src/platform/process/exit-with-error.js';
import { ForSignedIn } from '../../src/http/access.js';
import { configureApp } from '../../src/http/configure-app.js';

/** Two empty routes. They cost what every route costs: headers, body, session, access check. */
@ForSignedIn()
@Controller('api/bench')
class EmptyController {
  @Get('empty')
  get(): object {
    return {};
  }

  @Post('empty')
  post(): object {
    return {};
  }
}

@Module({ imports: [AppModule], controllers: [EmptyController] })
class BenchModule {}

/** Starts the API with the empty routes, and without the background work of `apps/start-api.ts`. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const app = await NestFactory.create<NestExpressApplication>(BenchModule, {
    bodyParser: false,
    abortOnError: false,
    logger: ['error', 'warn'],
  });
  configureApp(app, config);
  await app.listen(config.port, config.host);
}

main().catch(exitWithError('api'));
