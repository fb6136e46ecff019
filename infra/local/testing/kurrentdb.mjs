// @ts-check
import { PROGRAM } from '../kurrentdb-node.mjs';
import { say } from '../output.mjs';
import { Problem } from '../problem.mjs';

/**
 * Prints a note if there is no KurrentDB for the tests, or throws if REQUIRE_KURRENTDB is 1. Does not install
 * KurrentDB, because the user must decide whether to accept its license.
 */
export async function reportKurrentDb() {
  if (process.env.KURRENTDB_URL || PROGRAM !== undefined) return;
  const hint =
    'set KURRENTDB_URL to the URL of a server, or KURRENTDB_HOME to the folder of an installed one';
  if (process.env.REQUIRE_KURRENTDB === '1') throw new Problem(`No KurrentDB here: ${hint}.`);
  say(`No KurrentDB here: tests that need it are skipped. To run them, ${hint}.`);
}
