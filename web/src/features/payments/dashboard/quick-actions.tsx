import { ChartNoAxesColumn, Receipt, Send, Settings, type LucideIcon } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { Alert } from '@/components/ui/alert';
import { Card, CardHeader } from '@/components/ui/card';
import { Badge } from '@/components/ui/status-badge';
import type { AccountSummary } from '@/lib/api/types';
import { cn } from '@/lib/cn';
import { useDashboardTexts } from '@/lib/dashboard-texts';
import { sendMoneyBlockedReason } from '@/lib/send-money-blocked-reason';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';

const TILE = 'flex min-h-20 flex-col justify-between gap-2 p-3 text-left text-sm font-[550] sm:p-4';
const ACTIVE = 'transition-colors duration-120 hover:bg-hover focus-visible:-outline-offset-2';

/** Shortcuts (DASH-7). If sending money is not available, the “Send Money” button says why (TRF-12). */
export function QuickActions({ summary }: { summary: AccountSummary }) {
  const texts = useDashboardTexts();
  const navigate = useNavigate();
  const { user } = useSession();
  const block = sendMoneyBlockedReason(summary, user);
  const sendMoney = () => {
    if (block === null) return void navigate('/send-money');
    toast({ title: 'Feature Unavailable', description: block, variant: 'destructive' });
  };
  return (
    <Card>
      <CardHeader title={texts.quickActionTitle} />
      <div className="p-4 sm:px-6 sm:pb-6">
        <div className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-rule bg-rule [&>*]:bg-sheet">
          <button type="button" onClick={sendMoney} className={cn(TILE, ACTIVE, 'hover:bg-hover!')}>
            <TileContent label="Send Money" Icon={Send} />
          </button>
          <div className={cn(TILE, 'text-ink-3')}>
            <TileContent label="Pay Bills" Icon={Receipt} isSoon />
          </div>
          <Link to="/analytics" className={cn(TILE, ACTIVE, 'hover:bg-hover!')}>
            <TileContent label="Analytics" Icon={ChartNoAxesColumn} />
          </Link>
          <Link to="/settings" className={cn(TILE, ACTIVE, 'hover:bg-hover!')}>
            <TileContent label="Settings" Icon={Settings} />
          </Link>
        </div>
        {summary.kyc?.status === 'rejected' ? (
          <Alert
            tone="warning"
            title="Account Restricted: Complete KYC verification to access all features."
            className="mt-4"
          />
        ) : null}
      </div>
    </Card>
  );
}

type TileContentProps = { label: string; Icon: LucideIcon; isSoon?: boolean };

function TileContent({ label, Icon, isSoon = false }: TileContentProps) {
  return (
    <>
      <span className="flex items-center justify-between">
        <Icon
          aria-hidden="true"
          className={cn('size-5', isSoon ? 'text-ink-3' : 'text-accent')}
          strokeWidth={1.75}
        />
        {isSoon ? <Badge>Soon</Badge> : null}
      </span>
      {label}
    </>
  );
}
