import { Command, CommanderError } from 'commander';
import { balanceSheetCommand } from './cli/balance-sheet.js';
import { balancesCommand } from './cli/balances.js';
import { checkpointCommand } from './cli/checkpoint.js';
import { diffCommand } from './cli/diff.js';
import { EXIT, EXIT_CODES_HELP, type ExitCode } from './cli/exit-codes.js';
import { exportCommand } from './cli/export.js';
import { historyCommand } from './cli/history.js';
import { printJson } from './cli/output.js';
import { checkProofCommand, proveCommand } from './cli/prove.js';
import { rebuildCommand } from './cli/rebuild.js';
import { reconcileCommand } from './cli/reconcile.js';
import { replayCommand } from './cli/replay.js';
import { showCommand } from './cli/show.js';
import { tailCommand } from './cli/tail.js';
import { trialBalanceCommand } from './cli/trial-balance.js';
import { verifyCommand } from './cli/verify.js';
import type { Finding } from './ledger/audit/finding-list.js';
import { BrokenLogError } from './ledger/audit/replay.js';

const HELP = `
All but rebuild read only, as the role of DATABASE_AUDITOR_URL, which can see no personal data. With --json, standard
output is exactly one JSON document, with amounts in cents; progress goes to standard error. "ledger <command> --help"
has the options of a command, its exit codes and examples.
${EXIT_CODES_HELP}

Examples:
  ledger verify
  ledger balances --at 2026-01-31T17:00:00-05:00
  ledger balance-sheet --at 2026-01-31
  ledger reconcile january.csv
  ledger history fees --limit 20
  ledger show 1042`;

const COMMANDS = [
  verifyCommand,
  replayCommand,
  balancesCommand,
  trialBalanceCommand,
  balanceSheetCommand,
  reconcileCommand,
  historyCommand,
  showCommand,
  tailCommand,
  exportCommand,
  checkpointCommand,
  diffCommand,
  proveCommand,
  checkProofCommand,
  rebuildCommand,
];

/** The auditors' command line. */
async function main(args: readonly string[]): Promise<void> {
  const done = (code: ExitCode): void => {
    process.exitCode = code;
  };
  const program = new Command('ledger')
    .description("Moniker's ledger, for auditors")
    .addHelpText('after', HELP)
    .exitOverride();
  for (const command of COMMANDS) program.addCommand(command(done).copyInheritedSettings(program));
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    const code = exitCodeFor(error);
    if (code !== EXIT.ok && args.includes('--json')) printJson({ ok: false, ...describeError(error) });
    done(code);
  }
}

function exitCodeFor(error: unknown): ExitCode {
  // Commander has told its own errors already; asking for help ends with one that is none.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.notChecked;
  process.stderr.write(`ledger: ${describeError(error).error}\n`);
  return error instanceof BrokenLogError ? EXIT.difference : EXIT.notChecked;
}

function describeError(error: unknown): { readonly error: string; readonly findings?: readonly Finding[] } {
  const message = (error instanceof Error ? error.message : String(error)).replace(/^error: /, '');
  return error instanceof BrokenLogError ? { error: message, findings: [error.finding] } : { error: message };
}

// A reader that has seen enough, such as head, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

await main(process.argv.slice(2));
