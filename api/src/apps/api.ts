import 'reflect-metadata';
import { readConfig } from '../platform/config/config.js';
import { exitWithError } from '../platform/process/exit-with-error.js';
import { JsonLogger } from '../platform/logs/json-logger.js';
import { stopOnSignal } from '../platform/process/stopping.js';
import { startApi } from './start-api.js';

async function main(): Promise<void> {
  // Read the settings first, so an invalid setting is reported in one clear line.
  const config = readConfig(process.env);
  stopOnSignal(await startApi(config, new JsonLogger('api')), config);
}

main().catch(exitWithError('api'));
