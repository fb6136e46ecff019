import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Root folder of the repository. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Folder of the built web app; coverage runs have a build with source maps. */
export const WEB_DIR = process.env['MONIKER_TEST_WEB_DIR'] ?? path.join(ROOT, 'web/dist');

/** Returns the path of a compiled file of the API. */
export const compiled = (name: string): string => path.join(ROOT, 'api/dist', name);

/** Preloaded into child processes, so they end together with the test process even if it is killed. */
export const FOLLOW_PARENT = pathToFileURL(path.join(ROOT, 'infra/local/follow-parent.mjs')).href;
