import { lazy, Suspense, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Money } from '@/components/ui/money';
import { formatBankDay } from '@/lib/bank-day';
import type { Plan } from '@/lib/queries/use-plans';
import { planNotice, SCHEDULE_NAMES } from './plan-texts';

/** Loaded on demand, because dialogs are large and few visits open one. */
const PlanDialog = lazy(async () => ({ default: (await import('./plan-dialog')).PlanDialog }));

/** The customer's scheduled transfers, the next one first (TRF-132). */
export function UpcomingCard({ plans }: { plans: readonly Plan[] }) {
  const [openId, setOpenId] = useState<string>();
  // The dashboard has two of these cards, one for phones and one for wide windows, so each needs its own id.
  const titleId = useId();
  const open = plans.find(({ id }) => id === openId);
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader title="Upcoming" titleId={titleId} />
      <CardBody className="py-2!">
        <ul className="divide-y divide-rule">
          {plans.map((plan) => (
            <PlanRow key={plan.id} plan={plan} onOpen={() => setOpenId(plan.id)} />
          ))}
        </ul>
      </CardBody>
      {open ? (
        <Suspense>
          <PlanDialog plan={open} onClose={() => setOpenId(undefined)} />
        </Suspense>
      ) : null}
    </Card>
  );
}

function PlanRow({ plan, onOpen }: { plan: Plan; onOpen: () => void }) {
  const { recipientName, recipientMoniker, amountCents, schedule, status, nextDays } = plan;
  const [next] = nextDays;
  const notice = planNotice(plan);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-3 text-sm">
      <p className="font-[550] wrap-anywhere">
        <bdi translate="no">{recipientName}</bdi>
        {recipientMoniker === null ? null : (
          <span translate="no" className="font-normal text-ink-3">{` $${recipientMoniker}`}</span>
        )}
      </p>
      <Money cents={amountCents} className="text-right font-[550]" />
      <p className="text-ink-3">
        {status === 'active' && next !== undefined ? `${formatBankDay(next)} · ` : null}
        {SCHEDULE_NAMES[schedule]}
      </p>
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Manage transfer to ${recipientName}`}
        onClick={onOpen}
        className="justify-self-end"
      >
        Manage
      </Button>
      {notice ? <p className="col-span-2 text-ink-2">{notice}</p> : null}
    </li>
  );
}
