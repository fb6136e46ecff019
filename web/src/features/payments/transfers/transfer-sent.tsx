import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { netCentsOf } from '@moniker/common/fee.js';
import { buttonClass } from '@/components/ui/button';
import { Card, CardBody } from '@/components/ui/card';
import { Money } from '@/components/ui/money';
import { REDIRECT_ON_SUCCESS_MS } from '@/lib/constants';
import { useDelayedNavigate } from '@/lib/use-delayed-navigate';
import { isSchedule, scheduleText } from './schedule';
import { useUsualTime } from './queries/use-usual-time';
import { amountCentsOf, type TransferValues } from './transfer-values';

/** The confirmation. The dashboard follows after a delay (TRF-11). */
export function TransferSent({ values }: { values: TransferValues }) {
  const amountCents = amountCentsOf(values);
  const usualTime = useUsualTime();
  const isPlanned = isSchedule(values.schedule);
  const heading = useRef<HTMLHeadingElement>(null);
  const navigateLater = useDelayedNavigate();
  useEffect(() => {
    heading.current?.focus();
    navigateLater('/dashboard', REDIRECT_ON_SUCCESS_MS);
  }, [navigateLater]);
  return (
    <Card className="animate-fade mx-auto max-w-2xl">
      <CardBody className="py-10! text-center">
        <span className="mx-auto flex size-12 items-center justify-center rounded-full border border-accent text-accent">
          <Check aria-hidden="true" className="size-6" />
        </span>
        <h2 ref={heading} tabIndex={-1} className="display mt-4 text-2xl outline-none">
          {isPlanned ? 'Transfer planned' : 'Transfer request submitted'}
        </h2>
        <p className="mx-auto mt-2 max-w-md text-ink-2">
          <bdi className="wrap-anywhere">{values.recipientName.trim()}</bdi> <span>will get</span>{' '}
          <Money cents={netCentsOf(amountCents)} dimsCents={false} />{' '}
          {isPlanned ? (
            <span>{scheduleText(values)}. Taking you to your dashboard...</span>
          ) : (
            <>
              <span>once we&apos;ve approved it. You pay</span>{' '}
              <Money cents={amountCents} dimsCents={false} />
              <span>, on hold until then. Taking you to your dashboard...</span>
            </>
          )}
        </p>
        {usualTime && !isPlanned ? <p className="mt-2 text-sm text-ink-3">{usualTime}</p> : null}
        <Link to="/dashboard" className={`${buttonClass({ variant: 'secondary' })} mt-6`}>
          Go to Dashboard
        </Link>
      </CardBody>
    </Card>
  );
}
