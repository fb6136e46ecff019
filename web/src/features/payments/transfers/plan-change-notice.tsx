import { Alert } from '@/components/ui/alert';
import { usePlan } from '@/lib/queries/use-plans';
import { planChangeNotes } from './schedule';
import type { TransferValues } from './transfer-values';

/** Says on the form and on the review that a planned transfer is replaced, and what else that changes (TRF-170, TRF-176). */
export function PlanChangeNotice({ values, className }: { values: TransferValues; className: string }) {
  const { data: plan } = usePlan(values.replacesPlanId || null);
  if (!plan) return null;
  const notes = planChangeNotes(plan, values);
  return (
    <Alert
      tone={notes.length > 0 ? 'warning' : 'info'}
      title="You're changing a planned transfer"
      className={className}
    >
      {['It stays as it is until you confirm.', ...notes].join(' ')}
    </Alert>
  );
}
