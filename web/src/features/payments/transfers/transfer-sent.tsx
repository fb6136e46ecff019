import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { netCentsOf } from '@moniker/common/fee.js';
import { buttonClass } from '@/components/ui/button';
import { Card, CardBody } from '@/components/ui/card';
import { Money } from '@/components/ui/money';
import { useFormatCents } from '@/lib/amounts';
import { REDIRECT_ON_SUCCESS_MS } from '@/lib/constants';
import { usePlan } from '@/lib/queries/use-plans';
import { toast } from '@/lib/toast';
import { useDelayedNavigate } from '@/lib/use-delayed-navigate';
import { isSchedule, scheduleText } from './schedule';
import type { Accepted } from './queries/use-request-transfer';
import { useUsualTime } from './queries/use-usual-time';
import { amountCentsOf, type TransferValues } from './transfer-values';

type TransferSentProps = { values: TransferValues; accepted: Accepted };

/** Confirms the transfer, offers next steps (TRF-145), and opens the dashboard after a delay (TRF-11). */
export function TransferSent({ values, accepted: { arrival, id } }: TransferSentProps) {
  const amountCents = amountCentsOf(values);
  const usualTime = useUsualTime();
  const format = useFormatCents();
  const isPlanned = isSchedule(values.schedule);
  const { data: replaced } = usePlan(values.replacesPlanId || null);
  const heading = useRef<HTMLHeadingElement>(null);
  const scheduledTitle = values.replacesPlanId === '' ? 'Transfer scheduled' : 'Scheduled transfer changed';
  const title = isPlanned ? scheduledTitle : 'Transfer request submitted';
  const each = values.schedule === 'once' ? '' : 'Each time, ';
  const plan = isPlanned ? `We'll make this transfer ${scheduleText(values, replaced)}. ${each}` : '';
  const description = `${plan}${values.recipientName.trim()} will get ${format(netCentsOf(amountCents))} once we've approved it.`;
  const view = id === undefined || isPlanned ? undefined : `/dashboard?transaction=${id}`;
  const navigate = useNavigate();
  const navigateLater = useDelayedNavigate();
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    const leadTo = (label: string, path: string) => ({ label, run: () => void navigate(path) });
    navigateLater('/dashboard', REDIRECT_ON_SUCCESS_MS, () => {
      // After a retry, the toast about the earlier attempt is still open (TRF-29).
      if (arrival === 'first')
        toast({
          title,
          description,
          actions: [...(view ? [leadTo('View Transfer', view)] : []), leadTo('Send Another', '/send-money')],
        });
    });
  }, [navigate, navigateLater, arrival, view, title, description]);
  return (
    <Card className="animate-fade mx-auto max-w-2xl">
      <CardBody className="py-10! text-center">
        <span className="mx-auto flex size-12 items-center justify-center rounded-full border border-accent text-accent">
          <Check aria-hidden="true" className="size-6" />
        </span>
        <h2 ref={heading} tabIndex={-1} className="display mt-4 text-2xl outline-none">
          {title}
        </h2>
        <p className="mx-auto mt-2 max-w-md text-ink-2">
          <span>{plan}</span>
          <bdi translate="no" className="wrap-anywhere">
            {values.recipientName.trim()}
          </bdi>{' '}
          <span>will get</span> <Money cents={netCentsOf(amountCents)} dimsCents={false} />{' '}
          {isPlanned ? (
            <span>once we&apos;ve approved it. Taking you to your dashboard...</span>
          ) : (
            <>
              <span>once we&apos;ve approved it. We&apos;re holding</span>{' '}
              <Money cents={amountCents} dimsCents={false} />{' '}
              <span>until then. Taking you to your dashboard...</span>
            </>
          )}
        </p>
        {usualTime && !isPlanned ? <p className="mt-2 text-sm text-ink-3">{usualTime}</p> : null}
        <div className="mt-6 flex flex-wrap justify-center gap-2">
          {view ? (
            <Link to={view} className={buttonClass({ variant: 'secondary' })}>
              View Transfer
            </Link>
          ) : null}
          <Link to="/dashboard" className={buttonClass({ variant: 'secondary' })}>
            Go to Dashboard
          </Link>
        </div>
      </CardBody>
    </Card>
  );
}
