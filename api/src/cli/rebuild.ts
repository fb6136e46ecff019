import { Argument, Command } from 'commander';
import { PROJECTIONS, type Projection, type Rebuilt } from '../ledger/audit/ledger-audit.js';
import { withAudit } from './database.js';
import { EXIT_CODES_HELP } from './exit-codes.js';
import { pluralize, isoTime, printJson, printLines } from './output.js';
import { showProgress } from './progress.js';

const HELP = `
Replays the whole log into shadow tables of accounts, entries and transactions, compares every row with the live tables,
and then repairs, in one final step, the rows that differ. Payments continue; they wait only during that last step. The
event-history index is rebuilt in the same way without blocking payments. If the log isn't sound, nothing is changed
and the exit code is 1. Needs DATABASE_OWNER_URL.

If the log is in KurrentDB, its copy in PostgreSQL (the events and the recorded keys) is compared with it and repaired
first. The stored Merkle subtrees are rebuilt as well. No mail is sent again.

Projections: ${PROJECTIONS.join(', ')}
(default: all, but merkle-subtrees and log-copy only if the log is in KurrentDB).
${EXIT_CODES_HELP}

Examples:
  ledger rebuild
  ledger rebuild transactions
  ledger rebuild event-index --json`;

/** `ledger rebuild`: rebuilds the read tables from the log and repairs the rows that differ (AUD-17). */
export function rebuildCommand(): Command {
  return new Command('rebuild')
    .description('rebuild the read tables from the log and repair rows that differ')
    .addArgument(new Argument('[projection]', 'only this projection').choices(PROJECTIONS))
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action(async (projection: Projection | undefined, { json }: { readonly json?: true }) => {
      const progress = showProgress('rebuild');
      const result = await withAudit(
        (audit) => audit.rebuild(projection, progress.update),
        'DATABASE_OWNER_URL',
      ).finally(progress.stop);
      const { tables, index, subtrees } = result;
      if (json === true) printJson({ ok: true, ...tables, eventIndex: index, merkleSubtrees: subtrees });
      else
        printLines([...readTableLines(tables, projection), ...indexLines(index), ...subtreeLines(subtrees)]);
    });
}

function readTableLines(result: Rebuilt['tables'], projection: Projection | undefined): string[] {
  if (result === null) return [];
  const { place, repaired, released, copy, lockedMs } = result;
  return [
    ...repairLines(repaired, projection, `${place.position}, ${isoTime(place.recordedAt)}`),
    ...copyLines(copy),
    ...(released === 0 ? [] : [`Released ${pluralize(released, 'account')} from quarantine.`]),
    `Payments were blocked for ${lockedMs} ms.`,
  ];
}

/** Describes the repaired read tables: all of them, one, or none if only other projections were rebuilt. */
function repairLines(
  { accounts, entries, transactions }: NonNullable<Rebuilt['tables']>['repaired'],
  projection: Projection | undefined,
  place: string,
): string[] {
  const counts = {
    accounts: pluralize(accounts, 'account'),
    entries: pluralize(entries, 'entry|entries'),
    transactions: pluralize(transactions, 'transaction'),
  };
  const isUnchanged = accounts + entries + transactions === 0;
  if (projection === undefined) {
    const all = `${counts.accounts}, ${counts.entries} and ${counts.transactions}`;
    return [
      `Rebuilt the read tables to position ${place}.`,
      isUnchanged ? 'Every row matched the log.' : `Repaired ${all}.`,
    ];
  }
  if (!(projection in counts)) return [];
  return [
    `Rebuilt ${projection} to position ${place}.`,
    isUnchanged
      ? `Every row of ${projection} matched the log.`
      : `Repaired ${counts[projection as keyof typeof counts]}.`,
  ];
}

function copyLines(copy: NonNullable<Rebuilt['tables']>['copy']): string[] {
  if (copy === null) return [];
  const { events, keys } = copy;
  return events + keys === 0
    ? ['The copy of the log matched the log.']
    : [`Repaired ${pluralize(events, 'event')} and ${pluralize(keys, 'key')} in the copy of the log.`];
}

function subtreeLines(repaired: Rebuilt['subtrees']): string[] {
  if (repaired === null) return [];
  const outcome = repaired === 0 ? 'every one matched the log' : `repaired ${repaired}`;
  return [`Rebuilt the Merkle subtrees: ${outcome}.`];
}

function indexLines(result: Rebuilt['index']): string[] {
  if (result === null) return [];
  const { position, repaired } = result;
  const outcome = repaired === 0 ? 'every row matched the log' : `repaired ${pluralize(repaired, 'row')}`;
  return [`Rebuilt the event-history index to position ${position}: ${outcome}.`];
}
