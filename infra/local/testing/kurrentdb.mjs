// @ts-check
import { existsSync } from 'node:fs';
import path from 'node:path';
import { say } from '../output.mjs';

/** As in `api/test/support/kurrentdb.ts`. */
const PROGRAMS = ['EventStore.ClusterNode', 'bin/EventStore.ClusterNode', 'kurrentd', 'bin/kurrentd'];

/** Says if there is no KurrentDB for the tests. It is not installed, because its license is a decision of the user. */
export async function reportKurrentDb() {
  const home = process.env.KURRENTDB_HOME ?? '/opt/kurrentdb';
  if (process.env.KURRENTDB_URL || PROGRAMS.some((program) => existsSync(path.join(home, program)))) return;
  const hint = 'set KURRENTDB_URL to a server, or KURRENTDB_HOME to the folder of an installed one';
  if (process.env.REQUIRE_KURRENTDB === '1') throw new Error(`No KurrentDB here: ${hint}.`);
  say(`No KurrentDB here: the tests on it are skipped. To run them, ${hint}.`);
}
