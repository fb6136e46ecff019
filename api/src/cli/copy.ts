import { Command, Option } from 'commander';
import { copyLedger, ENGINES, type Engine, type LedgerCopy } from '../ledger/audit/ledger-audit.js';
import { toFindingJson } from '../ledger/audit/ledger-audit.js';
import { readKurrentTarget, readSecrets } from '../platform/config/config.js';
import { withDatabase } from './database.js';
import { CannotCheckError, EXIT, EXIT_CODES_HELP, type ExitCode } from './exit-codes.js';
import { findingLines, pluralize, printJson, printLines } from './output.js';
import { showProgress } from './progress.js';

interface Options {
  readonly from: Engine;
  readonly to: Engine;
  readonly cutOver?: true;
  readonly json?: true;
}

const HELP = `
Copies the log between PostgreSQL and the stream KURRENTDB_STREAM at KURRENTDB_URL. Positions, hashes and proofs stay
the same. Needs DATABASE_OWNER_URL and SECRET_KEY. The bank can keep working. An interrupted copy continues where it
stopped. At the end, both logs are compared event by event.

With --cut-over, the log moves: the source is closed after the comparison, so nothing more is written there, and the
rest is copied. Then set LEDGER_LOG to the target and restart all programs; docs/kurrentdb.md has the steps. A closed
stream stays closed: to move the log to KurrentDB again, choose another KURRENTDB_STREAM.
${EXIT_CODES_HELP}

Examples:
  ledger copy --from postgres --to kurrentdb
  ledger copy --from postgres --to kurrentdb --cut-over
  ledger copy --from kurrentdb --to postgres --cut-over`;

/** `ledger copy`: copies or moves the log to the other engine (LED-25). */
export function copyCommand(done: (code: ExitCode) => void): Command {
  return new Command('copy')
    .description('copy or move the log between PostgreSQL and KurrentDB')
    .addOption(new Option('--from <engine>', 'the source').choices(ENGINES).makeOptionMandatory())
    .addOption(new Option('--to <engine>', 'the target').choices(ENGINES).makeOptionMandatory())
    .option('--cut-over', 'close the source and continue the log in the target')
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action(async ({ from, to, cutOver, json }: Options) => {
      if (from === to) throw new CannotCheckError('--from and --to are the same engine.');
      const copy = await runCopy(to, cutOver === true);
      const { findings } = copy;
      const ok = findings.length === 0;
      if (json === true) printJson({ ok, ...copy, findings: findings.map(toFindingJson) });
      else printLines(ok ? copiedLines(copy, to) : differentLines(copy));
      done(ok ? EXIT.ok : EXIT.finding);
    });
}

async function runCopy(to: Engine, isCutOver: boolean): Promise<LedgerCopy> {
  const kurrent = readKurrentTarget(process.env);
  const { idempotency: keySecret } = readSecrets(process.env);
  const copying = showProgress('copy');
  const comparing = showProgress('compare');
  const onProgress = (step: 'copy' | 'compare', position: number, total: number): void =>
    (step === 'copy' ? copying : comparing).update(position, total);
  try {
    return await withDatabase('DATABASE_OWNER_URL', (databaseUrl) =>
      copyLedger({ databaseUrl, kurrent, to, keySecret, isCutOver, onProgress }),
    );
  } finally {
    copying.stop();
    comparing.stop();
  }
}

const NAMES: Readonly<Record<Engine, string>> = { postgres: 'PostgreSQL', kurrentdb: 'KurrentDB' };

function copiedLines({ from, to, isClosed }: LedgerCopy, engine: Engine): string[] {
  const name = NAMES[engine];
  return [
    `${name} has the log up to position ${to}: ${pluralize(to - from, 'event')} copied, identical to the source.`,
    isClosed
      ? `The source is closed. Restart all programs with LEDGER_LOG=${engine}.`
      : 'The source is still in use. Copy again with --cut-over to move the log.',
  ];
}

function differentLines({ to, isClosed, findings }: LedgerCopy): string[] {
  const source = isClosed ? 'The source is closed.' : 'The source is still in use.';
  return [`The logs differ up to position ${to}. ${source}`, '', ...findingLines(findings)];
}
