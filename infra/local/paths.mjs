// @ts-check
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A path inside the repository. */
export const inRoot = (/** @type {string[]} */ ...parts) => path.join(ROOT, ...parts);

/** The folder in which a local installation stores all its data. */
export const dataFolderOf = (env = process.env) => path.resolve(ROOT, env.DATA_DIR || '.moniker');
