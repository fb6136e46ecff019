import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The repository's root folder. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A compiled program of the API. */
export const compiled = (name: string): string => path.join(ROOT, 'api/dist', name);

/** Loaded into child processes so that they end with the test process, even if that one is killed. */
export const FOLLOW_PARENT = pathToFileURL(path.join(ROOT, 'infra/local/follow-parent.mjs')).href;
