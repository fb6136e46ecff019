import { BankTime } from '@/components/time/bank-time';
import { Alert } from '@/components/ui/alert';
import type { ChainStatus } from '@/lib/api/types';
import { EventLink } from './event-link';

/** Accounts whose rows contradict the log. The ledger refuses commands on these accounts (LED-31). */
export function QuarantinedAccounts({ accounts }: { accounts: ChainStatus['quarantined'] }) {
  const title =
    accounts.length === 1 ? 'An account is in quarantine' : `${accounts.length} accounts are in quarantine`;
  return (
    <Alert tone="danger" title={title} className="mb-4">
      <p className="mt-1">
        An account whose rows contradict the log can't send or receive money. Find out who changed the rows,
        then run <code>npm run ledger -- rebuild</code>.
      </p>
      <ul className="mt-1 space-y-1.5">
        {accounts.map(({ accountId, name, balance, entryBalance, position, foundAt }) => (
          <li key={accountId} className="break-words">
            {name}:{' '}
            {balance === entryBalance
              ? 'its status, its daily total or one of its payments differs'
              : `${balance}, but the log says ${entryBalance}`}
            , found <BankTime value={foundAt} /> at{' '}
            <EventLink position={position}>position {position}</EventLink>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
