import { rmSync } from 'node:fs';
import { CONVERSION_LIMITS } from '../kyc/documents/conversion/conversion-limits.js';
import { createConversionServer } from '../kyc/documents/conversion/serve-conversions.js';
import { ConfigError, readSettings } from '../platform/config/read-settings.js';
import { exitWithError } from '../platform/process/exit-with-error.js';

// The document worker: converts uploads for the API. It can't reach the API and has no secrets.
try {
  const { DOCUMENT_WORKER_SOCKET: path } = readSettings(process.env, ['DOCUMENT_WORKER_SOCKET']);
  if (path === null) throw new ConfigError(["DOCUMENT_WORKER_SOCKET isn't set"]);
  // An earlier worker may have left its socket behind.
  rmSync(path, { force: true });
  const server = createConversionServer(CONVERSION_LIMITS).listen(path);
  server.on('error', exitWithError('documents'));
  // Exit immediately: customers can retry interrupted uploads.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(0));
} catch (error) {
  exitWithError('documents')(error);
}
