import { Command, InvalidArgumentError } from 'commander';
import type { AccessDetails, AccessEntry } from '../ledger/audit/ledger-audit.js';
import { parseLimit, parseStartTime } from './arguments.js';
import { withAudit } from './database.js';
import { EXIT_CODES_HELP } from './exit-codes.js';
import { type ItemColumn, isoTime, itemLines, printJson, printLines } from './output.js';

interface Options {
  readonly admin?: string;
  readonly customer?: string;
  readonly since?: Date;
  readonly limit: number;
  readonly json?: true;
}

const DEFAULT_LIMIT = 50;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const HELP = `
Newest first, with ids instead of names. Failed sign-ins are listed by account and hour. "ledger verify" checks that no
entry was changed or removed.
${EXIT_CODES_HELP}

Examples:
  ledger access --limit 200
  ledger access --customer 0d3a7c52-6f0e-4f5e-9a57-2f6f8f1d2b11 --since 2026-01-01
  ledger access --admin 6a1f0c3e-8a54-4f0e-b0c6-55c2b6c4a1de --json`;

/** `ledger access`: prints the access log (LOG-8). */
export function accessCommand(): Command {
  return new Command('access')
    .description('print who read which personal data, and failed sign-ins')
    .option('--admin <id>', 'only what this admin read', parseUserId)
    .option('--customer <id>', "only reads of this customer's data, alone or in a list", parseUserId)
    .option('--since <day|time>', 'only from this day or time on', parseStartTime)
    .option('--limit <count>', 'maximum number of lines', parseLimit, DEFAULT_LIMIT)
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action(async ({ admin, customer, since, limit, json }: Options) => {
      const selection = { actor: admin && `user:${admin}`, customer, since };
      const found = await withAudit((audit) => audit.accesses(selection, limit + 1));
      const entries = found.slice(0, limit);
      const older =
        found.length > limit ? ['', "Older entries aren't shown; use a higher --limit to see them."] : [];
      if (json === true) printJson({ entries: entries.map(accessJson) });
      else printLines(entries.length === 0 ? ['No entries.'] : [...itemLines(COLUMNS, entries), ...older]);
    });
}

function parseUserId(text: string): string {
  if (!UUID.test(text)) throw new InvalidArgumentError('Use the id of a user.');
  return text.toLowerCase();
}

function accessJson({ recordedAt, hash, details, ...entry }: AccessEntry) {
  return {
    ...entry,
    recordedAt: isoTime(recordedAt),
    details: JSON.parse(details) as unknown,
    hash: hash.toString('hex'),
  };
}

/** Leaves out the ids of the people on a list, which could fill several thousand characters; `--json` includes them. */
function withoutPeople(details: string): string {
  const { people: _, ...others } = JSON.parse(details) as AccessDetails;
  return Object.keys(others).length === 0 ? '-' : JSON.stringify(others);
}

const COLUMNS: readonly ItemColumn<AccessEntry>[] = [
  { title: 'entry', align: 'right', cell: ({ position }) => String(position) },
  { title: 'recorded', cell: ({ recordedAt }) => isoTime(recordedAt) },
  { title: 'by', cell: ({ actor }) => actor },
  { title: 'what', cell: ({ action }) => action },
  { title: 'customer', cell: ({ subject }) => subject ?? '-' },
  { title: 'count', align: 'right', cell: ({ count }) => String(count ?? '-') },
  { title: 'details', cell: ({ details }) => withoutPeople(details) },
];
