import { Command } from 'commander';
import { formatApprovalKey, type LoggedKey } from '../ledger/audit/ledger-audit.js';
import { withAudit } from './database.js';
import { EXIT_CODES_HELP } from './exit-codes.js';
import { isoTime, printJson, printLines } from './output.js';

const HELP = `
Each line has the id of an admin, the id of the passkey and its public key. The comment above it says when the passkey
was added. Check each with its admin, remove the lines that you can't confirm, and keep the file where nobody at the
bank can change it. "verify --approval-keys <file>" then trusts these passkeys, and later ones that one of them has
signed. Removed passkeys aren't printed.
${EXIT_CODES_HELP}

Examples:
  ledger approval-keys > approval-keys.txt
  ledger verify --approval-keys approval-keys.txt`;

/** `ledger approval-keys`: prints the passkeys that sign approvals, as a list to confirm and keep (APR-34). */
export function approvalKeysCommand(): Command {
  return new Command('approval-keys')
    .description('print the passkeys that admins sign approvals with, so you can check and keep them')
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action(async ({ json }: { readonly json?: true }) => {
      const keys = await withAudit((audit) => audit.approvalKeys());
      if (json === true) printJson({ keys: keys.map(({ isTrusted: _isTrusted, ...key }) => key) });
      else if (keys.length === 0) printLines(['# No approval passkeys.']);
      else printLines(['# user, passkey, public key', ...keys.flatMap(approvalKeyLines)]);
    });
}

function approvalKeyLines(key: LoggedKey): string[] {
  const by = key.isSigned ? 'signed by an earlier passkey' : 'not signed by an earlier passkey';
  return [`# position ${key.position}, ${isoTime(key.recordedAt)}, ${by}`, formatApprovalKey(key)];
}
