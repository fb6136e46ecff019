import { CreditCard } from 'lucide-react';
import { Link } from 'react-router-dom';
import { BalanceFigures, HoldNote } from '@/components/ledger/balance-figures';
import { Card } from '@/components/ui/card';
import { Badge } from '@/components/ui/status-badge';
import type { AccountSummary } from '@/lib/api/types';
import { useDashboardTexts } from '@/lib/dashboard-texts';

/** Total, available and held balance, and the payment card that is coming soon (DASH-3). */
export function BalanceCard({ summary }: { summary: AccountSummary }) {
  const texts = useDashboardTexts();
  return (
    <Card aria-label="Balances">
      <div className="px-4 py-5 sm:px-6 sm:py-6">
        <BalanceFigures
          totalCents={summary.totalBalanceCents}
          availableCents={summary.availableBalanceCents}
          heldCents={summary.pendingBalanceCents}
        />
        {summary.pendingBalanceCents > 0 ? (
          <div className="mt-4">
            <HoldNote heldCents={summary.pendingBalanceCents} />
          </div>
        ) : null}
        <Link
          to="/explain"
          className="mt-2 -mb-2 inline-flex min-h-11 items-center text-sm font-[550] text-accent underline decoration-rule-strong underline-offset-4 hover:decoration-accent"
        >
          Where does this come from?
        </Link>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-rule px-4 py-3 text-sm sm:px-6">
        <span className="flex items-center gap-2.5 text-ink-2">
          <CreditCard aria-hidden="true" className="size-4 text-ink-3" />
          {texts.cardName}
          <span aria-hidden="true" className="tracking-wider text-ink-3 max-sm:hidden">
            {texts.cardNumber}
          </span>
        </span>
        <Badge>Cards Coming Soon</Badge>
      </div>
    </Card>
  );
}
