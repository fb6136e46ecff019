import { recordExistingNumbers } from '../kyc/account-requests/record-existing-numbers.js';
import type { LedgerWriter } from '../ledger/writer/ledger-writer.service.js';
import { recordExistingRoles } from '../admin/team/record-existing-roles.js';

/** Records events for decisions that were made before decisions had events (LED-61). Records each only once. */
export async function recordExistingDecisions(ledger: LedgerWriter): Promise<void> {
  await ledger.transaction(recordExistingRoles);
  let hasMore: boolean;
  do hasMore = await ledger.transaction(recordExistingNumbers);
  while (hasMore);
}
