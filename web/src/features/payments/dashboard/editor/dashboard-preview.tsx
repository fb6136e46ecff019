import { DAILY_LIMIT_CENTS } from '@moniker/common/limits.js';
import { formatCents } from '@/lib/money';
import type { DashboardTexts } from '@moniker/common/dashboard-texts.js';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import type { AccountSummary, AdminUser } from '@/lib/api/types';
import { DashboardTextsContext } from '@/lib/dashboard-texts';
import { AccountRequestCard } from '../account-request-card';
import { BalanceCard } from '../balance-card';
import { Greeting } from '../greeting';
import { QuickActions } from '../quick-actions';

/** A read-only preview, built from the components of the real dashboard (DASH-13). */
export function DashboardPreview({ texts, user }: { texts: DashboardTexts; user: AdminUser }) {
  const summary = previewSummary(user);
  return (
    <section aria-label="Preview" className="min-w-0 lg:sticky lg:top-24 lg:self-start">
      <h2 className="caption mb-3 border-b border-rule-strong pb-2">Preview</h2>
      <DashboardTextsContext value={texts}>
        <div
          tabIndex={0}
          role="group"
          aria-label="Preview of the dashboard"
          className="rounded-lg border border-rule bg-paper lg:max-h-[calc(100dvh-10rem)] lg:overflow-y-auto"
        >
          <div inert className="space-y-4 p-4 break-words">
            <Greeting firstName={user.firstName} isAdmin={false} />
            <BalanceCard summary={summary} />
            <QuickActions summary={summary} />
            <Card>
              <CardHeader title="Payments History" description={texts.transactionTitle} />
              <CardBody>
                <EmptyState title="The customer's payments appear here" />
              </CardBody>
            </Card>
            <div>
              <p className="mb-1.5 text-sm text-ink-3">With a pending request:</p>
              <AccountRequestCard accountRequest={summary.accountRequest} isKycRejected={false} />
            </div>
          </div>
        </div>
      </DashboardTextsContext>
    </section>
  );
}

/** The customer's balances, with a pending account request so that the preview includes the status message. */
function previewSummary(user: AdminUser): AccountSummary {
  return {
    totalBalance: user.accountBalance,
    totalBalanceCents: user.accountBalanceCents,
    availableBalance: user.availableBalance,
    availableBalanceCents: user.availableBalanceCents,
    pendingBalance: user.pendingBalance,
    pendingBalanceCents: user.pendingBalanceCents,
    leftToSendToday: formatCents(DAILY_LIMIT_CENTS),
    leftToSendTodayCents: DAILY_LIMIT_CENTS,
    bankDay: user.createdAt.slice(0, 10),
    timeZone: 'UTC',
    kyc: null,
    accountRequest: {
      id: user.id,
      accountType: 'personal',
      status: 'pending',
      statusMessage: null,
      accountNumber: null,
      routingNumber: null,
      approvedAt: null,
      createdAt: user.createdAt,
    },
  };
}
