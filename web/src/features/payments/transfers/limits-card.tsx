import { FEE_PERCENT } from '@moniker/common/fee.js';
import { DAILY_LIMIT_CENTS } from '@moniker/common/limits.js';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Detail, DetailList } from '@/components/ui/detail-list';
import { Money } from '@/components/ui/money';

/** Available balance, daily limit and fee. */
export function LimitsCard({ availableCents }: { availableCents: number }) {
  return (
    <Card>
      <CardHeader title="Limits and fee" />
      <CardBody className="pt-2! sm:pt-2!">
        <DetailList>
          <Detail term="Available balance">
            <Money cents={availableCents} />
          </Detail>
          <Detail term="Daily limit">
            <Money cents={DAILY_LIMIT_CENTS} />
          </Detail>
          <Detail term="Transaction fee">{FEE_PERCENT}%</Detail>
        </DetailList>
        <p className="mt-3 text-sm text-ink-3">
          Failed and cancelled transfers do not count toward the daily limit.
        </p>
      </CardBody>
    </Card>
  );
}
