import { Alert } from '@/components/ui/alert';
import { Detail, DetailList } from '@/components/ui/detail-list';
import { usePlan, type Plan } from '@/lib/queries/use-plans';
import { planChanges, type TransferValues } from './transfer-values';

type PlanChangeNoticeProps = { values: TransferValues; listsChanges?: boolean; className: string };

/**
 * Says on the form and the review that the customer is changing a scheduled transfer. If the plan is paused, also says
 * that saving will resume it. `listsChanges` adds the changed values (TRF-170, TRF-176).
 */
export function PlanChangeNotice({ values, listsChanges = false, className }: PlanChangeNoticeProps) {
  const { data: plan } = usePlan(values.replacesPlanId || null);
  if (!plan) return null;
  const isPaused = plan.status === 'paused';
  return (
    <Alert
      tone={isPaused ? 'warning' : 'info'}
      title="You're changing a scheduled transfer"
      className={className}
    >
      It stays as it is until you confirm.
      {isPaused ? " It's paused now. Saving your change will resume it." : null}
      {listsChanges ? <PlanChanges plan={plan} values={values} /> : null}
    </Alert>
  );
}

function PlanChanges({ plan, values }: { plan: Plan; values: TransferValues }) {
  return (
    <DetailList className="mt-2 text-ink empty:hidden">
      {planChanges(plan, values).map(([term, from, to]) => (
        <Detail key={term} term={term}>
          <span className="sr-only">was </span>
          <bdi className="font-normal text-ink-3">{from}</bdi> <span aria-hidden="true">→</span>
          <span className="sr-only">, now</span> <bdi>{to}</bdi>
        </Detail>
      ))}
    </DetailList>
  );
}
