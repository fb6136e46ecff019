import { Command, CommanderError } from 'commander';
import { accessCommand } from './access.js';
import { approvalKeysCommand } from './approval-keys.js';
import { approvalsCommand } from './approvals.js';
import { balanceSheetCommand } from './balance-sheet.js';
import { balancesCommand } from './balances.js';
import { checkpointCommand } from './checkpoint.js';
import { copyCommand } from './copy.js';
import { diffCommand } from './diff.js';
import { EXIT, EXIT_CODES_HELP, type ExitCode } from './exit-codes.js';
import { exportCommand } from './export.js';
import { historyCommand } from './history.js';
import { printJson } from './output.js';
import { plainUsageError } from './plain-usage-error.js';
import { checkProofCommand, proveCommand } from './prove.js';
import { rebuildCommand } from './rebuild.js';
import { reconcileCommand } from './reconcile.js';
import { replayCommand } from './replay.js';
import { showCommand } from './show.js';
import { tailCommand } from './tail.js';
import { trialBalanceCommand } from './trial-balance.js';
import { verifyCommand } from './verify.js';
import { errorMessage } from '../platform/logs/error-message.js';
import { ContradictionError } from '../ledger/proof/checkpoints.js';
import { BrokenLogError, type FindingJson, toFindingJson } from '../ledger/audit/ledger-audit.js';

const HELP = `
Only "rebuild", "copy" and "checkpoint resume" change anything. Other commands are read-only: they use the role of
DATABASE_AUDITOR_URL, which can't see personal data. With --json, standard output is exactly one JSON document (for
tail, one per line) with amounts in cents; progress goes to standard error. For a command's options and examples,
use "ledger <command> --help".
${EXIT_CODES_HELP}

Examples:
  ledger verify
  ledger balances --at 2026-01-31T17:00:00-05:00
  ledger balance-sheet --at 2026-01-31
  ledger reconcile january.csv
  ledger history fees --limit 20
  ledger approvals
  ledger show 1042`;

const COMMANDS = [
  verifyCommand,
  replayCommand,
  balancesCommand,
  trialBalanceCommand,
  balanceSheetCommand,
  reconcileCommand,
  historyCommand,
  approvalsCommand,
  approvalKeysCommand,
  showCommand,
  tailCommand,
  accessCommand,
  exportCommand,
  checkpointCommand,
  diffCommand,
  proveCommand,
  checkProofCommand,
  rebuildCommand,
  copyCommand,
];

/**
 * Runs one command of the auditors' command line. Writes the result to standard output, and problems and progress to
 * standard error.
 *
 * @param args - the arguments after the program's name
 * @returns the exit code; errors are mapped to exit codes too
 */
export async function runLedger(args: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok;
  const done = (code: ExitCode): void => {
    exitCode = code;
  };
  const group = args[0] === 'checkpoint' ? 'checkpoint ' : '';
  const program = new Command('ledger')
    .description("Moniker's ledger, for auditors")
    .addHelpText('after', HELP)
    .configureOutput({ outputError: (text, write) => write(`ledger: ${plainUsageError(text, group)}`) })
    .exitOverride();
  for (const command of COMMANDS) program.addCommand(inheritSettings(command(done), program));
  try {
    const [first, topic = ''] = args;
    // Without this, Commander prints the whole help.
    if (first === 'help' && /^[^-]/.test(topic) && program.commands.every((each) => each.name() !== topic))
      program.error(`unknown command '${topic}'`);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    exitCode = exitCodeFor(error);
    if (exitCode !== EXIT.ok && args.includes('--json'))
      printJson({ ok: false, ...describeError(error, group) });
  }
  return exitCode;
}

/**
 * Copies `parent`'s settings to a command and its subcommands; otherwise a subcommand's help would exit the process.
 */
function inheritSettings(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent);
  for (const subcommand of command.commands) inheritSettings(subcommand, command);
  return command;
}

function exitCodeFor(error: unknown): ExitCode {
  // Commander prints its own errors. A request for help also throws a Commander error, with exit code 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.notChecked;
  process.stderr.write(`ledger: ${describeError(error).error}\n`);
  const isFinding = error instanceof BrokenLogError || error instanceof ContradictionError;
  return isFinding ? EXIT.finding : EXIT.notChecked;
}

function describeError(
  error: unknown,
  group = '',
): {
  readonly error: string;
  readonly findings?: readonly FindingJson[];
} {
  // Messages from libraries don't end with a period.
  const message = plainUsageError(errorMessage(error), group).replace(/[\w'"]$/, '$&.');
  return error instanceof BrokenLogError
    ? { error: message, findings: [toFindingJson(error.finding)] }
    : { error: message };
}
