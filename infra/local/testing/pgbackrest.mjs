// @ts-check
import { existsSync } from 'node:fs';
import { say } from '../output.mjs';
import { canInstall, install } from './apt.mjs';

/** Debian's PostgreSQL. Debian's pgBackRest rejects the newer one that npm installs. */
export const DEBIAN_POSTGRES = '/usr/lib/postgresql/15';

export const hasPgBackRest = () =>
  existsSync('/usr/bin/pgbackrest') && existsSync(`${DEBIAN_POSTGRES}/bin/postgres`);

/** Installs Debian's pgBackRest if it is missing. Where that is impossible, says which tests are skipped. */
export async function ensurePgBackRest() {
  if (hasPgBackRest()) return;
  if (canInstall()) return install('pgBackRest', ['pgbackrest', 'postgresql-15']);
  say('No pgBackRest with PostgreSQL 15 here: tests of production backups are skipped.');
}
