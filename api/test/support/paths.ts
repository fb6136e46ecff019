import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Root folder of the repository. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Returns the path of a compiled program of the API. */
export const compiled = (name: string): string => path.join(ROOT, 'api/dist', name);

/** Preloaded into child processes, so that they end together with the test process even if it is killed. */
export const FOLLOW_PARENT = pathToFileURL(path.join(ROOT, 'infra/local/follow-parent.mjs')).href;
