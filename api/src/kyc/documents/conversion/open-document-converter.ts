import type { Config } from '../../../platform/config/config.js';
import { CONVERSION_LIMITS } from './conversion-limits.js';
import { DocumentConverter } from './document-converter.js';

/** Uses the document worker if one is configured, otherwise processes of our own. */
export function openDocumentConverter({
  documentWorkerSocket,
}: Pick<Config, 'documentWorkerSocket'>): DocumentConverter {
  return new DocumentConverter({ socketPath: documentWorkerSocket, limits: CONVERSION_LIMITS });
}
