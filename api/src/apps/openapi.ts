import 'reflect-metadata';
import { readFile, writeFile } from 'node:fs/promises';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { BRAND } from '@moniker/common/brand.js';
import { AppModule } from './app.module.js';
import { completeDocument } from '../http/openapi/complete-document.js';
import { exitWithError } from '../platform/process/exit-with-error.js';

/**
 * Writes the API's OpenAPI document to a file, or with `--check` fails if the file is outdated. Preview mode
 * instantiates nothing, so it needs neither a database nor settings.
 */
async function main(args: readonly string[]): Promise<void> {
  const file = args.at(-1);
  if (file === undefined) throw new Error('usage: openapi [--check] <file>');
  const app = await NestFactory.create<NestExpressApplication>(AppModule, {
    preview: true,
    logger: ['error'],
  });
  const description = new DocumentBuilder().setTitle(`${BRAND} API`).setVersion('1').build();
  const generated = SwaggerModule.createDocument(app, description, {
    operationIdFactory: (_controller, method) => method,
  });
  const document = completeDocument(generated);
  const json = `${JSON.stringify(document, null, 2)}\n`;
  if (args[0] !== '--check') {
    await writeFile(file, json);
  } else if ((await readFile(file, 'utf8')) !== json) {
    throw new Error(`${file} is outdated: run \`npm run generate\` and commit the result`);
  }
}

main(process.argv.slice(2)).catch(exitWithError('openapi'));
