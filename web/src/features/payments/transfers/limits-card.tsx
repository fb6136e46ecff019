import { FEE_PERCENT } from '@moniker/common/fee.js';
import { DAILY_LIMIT_CENTS } from '@moniker/common/limits.js';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Detail, DetailList } from '@/components/ui/detail-list';
import { Money } from '@/components/ui/money';
import { ProgressBar } from '@/components/ui/progress-bar';
import { useAreAmountsHidden } from '@/lib/amounts';
import type { AccountSummary } from '@/lib/api/types';
import { useUsualTime } from './queries/use-usual-time';

export type LimitsCardProps = {
  summary: Pick<AccountSummary, 'availableBalanceCents' | 'leftToSendTodayCents'>;
  /**
   * Whether the transfer is scheduled. If so, the card doesn't say how long transfers usually take, because that time
   * is measured from now.
   */
  isPlanned: boolean;
};

/**
 * The available balance, the daily limit and how much of it is left (TRF-84), and the fee. Unless the transfer is
 * scheduled, the card also says how long transfers take (TRF-85).
 */
export function LimitsCard({ summary, isPlanned }: LimitsCardProps) {
  const usualTime = useUsualTime();
  return (
    <Card>
      <CardHeader title="Limits and fee" />
      <CardBody className="pt-2! sm:pt-2!">
        <DetailList>
          <Detail term="Available balance">
            <Money cents={summary.availableBalanceCents} />
          </Detail>
          <Detail term="Daily limit">
            <Money cents={DAILY_LIMIT_CENTS} />
          </Detail>
          <Detail term="Transaction fee">{FEE_PERCENT}%</Detail>
        </DetailList>
        <LeftToday cents={summary.leftToSendTodayCents} />
        {usualTime && !isPlanned ? <p className="mt-3 text-sm text-ink-2">{usualTime}</p> : null}
        <p className="mt-3 text-sm text-ink-3">
          Failed and canceled transfers don't count toward the daily limit.
        </p>
      </CardBody>
    </Card>
  );
}

/**
 * How much of the daily limit is left, as text and as a bar. The bar is empty while amounts are hidden, because it
 * would otherwise reveal what was sent today.
 */
function LeftToday({ cents }: { cents: number }) {
  const areHidden = useAreAmountsHidden();
  return (
    <div className="mt-3">
      <p className="text-sm text-ink-2">
        <Money cents={cents} /> <span>of</span> <Money cents={DAILY_LIMIT_CENTS} /> <span>left today</span>
      </p>
      <ProgressBar percent={areHidden ? 0 : (100 * cents) / DAILY_LIMIT_CENTS} className="mt-2" />
    </div>
  );
}
