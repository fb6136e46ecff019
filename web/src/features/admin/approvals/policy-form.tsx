import { centsToPlain } from '@moniker/common/money.js';
import { POLICY_LABELS } from '@moniker/common/policy-labels.js';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import type { ApprovalPolicy, Proposal } from '@/lib/api/types';
import { errorFlags } from '@/lib/api/api-error';
import { typedDollars, unreadableAmountError } from '@/lib/amount-input';
import { toast } from '@/lib/toast';
import { useForm } from '@/lib/use-form';
import { AmountField } from '../amount-field';
import { useAdminFailure } from '../use-admin-failure';
import { MAY_NEED_APPROVAL } from './actions';
import { useChangeApprovalPolicy } from './queries/use-approval-policy';

type Action = Proposal['action'];
type Rules = ApprovalPolicy['rules'];

const ACTION_NAMES = Object.keys(POLICY_LABELS) as Action[];
const WITHOUT_LIMIT: readonly Action[] = [
  ...(['deletion', 'account_number', 'role', 'policy', 'shown_date', 'account_number_removal'] as const),
];

const RULES = { alone: 'One admin', limit: 'One admin, up to the limit', approval: 'Two admins' } as const;

type Values = Record<Action | 'dailyLimit', string>;

function validate({ dailyLimit }: Values) {
  return { dailyLimit: unreadableAmountError(dailyLimit) };
}

/** The form of the approval policy. The policy may require two admins for changes to itself (APR-5). */
export function PolicyForm({ policy }: { policy: ApprovalPolicy }) {
  const change = useChangeApprovalPolicy();
  const fail = useAdminFailure();
  const initial = { ...policy.rules, dailyLimit: centsToPlain(policy.dailyLimitCents) };
  const form = useForm<Values>(initial, validate);
  const isChanged = Object.entries(initial).some(([name, value]) => form.values[name as Action] !== value);
  const send = ({ dailyLimit, ...rules }: Values) =>
    change.mutate(
      {
        rules: rules as Rules,
        dailyLimit: typedDollars(dailyLimit),
        expectedVersion: policy.version,
      },
      {
        onSuccess: () => toast({ title: 'Approval policy changed' }),
        onError: (error) => {
          // The policy in force is still the old one.
          if (errorFlags(error).code === 'APPROVAL_REQUIRED') form.reset();
          fail(error, 'Failed to change the approval policy');
        },
      },
    );
  return (
    <form noValidate aria-label="Approval policy" onSubmit={form.submit(send)} className="space-y-5">
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        {ACTION_NAMES.map((action) => (
          <Field key={action} label={POLICY_LABELS[action]}>
            {(control) => (
              <Select {...control} {...form.bind(action)}>
                {Object.entries(RULES)
                  .filter(([rule]) => rule !== 'limit' || !WITHOUT_LIMIT.includes(action))
                  .map(([rule, label]) => (
                    <option key={rule} value={rule}>
                      {label}
                    </option>
                  ))}
              </Select>
            )}
          </Field>
        ))}
        <AmountField
          label="Daily limit per admin"
          hint="Applies to “One admin, up to the limit”. If it's 0.00, those actions need two admins."
          error={form.errors.dailyLimit}
          {...form.bind('dailyLimit')}
        />
      </div>
      {isChanged ? <p className="text-sm text-ink-3">{MAY_NEED_APPROVAL}</p> : null}
      <Button type="submit" disabled={!isChanged} isBusy={change.isPending} className="max-sm:w-full">
        Change Policy
      </Button>
    </form>
  );
}
