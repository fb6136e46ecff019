import { useEffect, useRef, type SubmitEvent } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Card, CardBody } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { CATEGORIES, ROUTING_DIGITS } from '@/lib/constants';
import { digitsOnly, humanize } from '@/lib/format';
import { AmountFields } from './amount-fields';
import { LimitsCard } from './limits-card';
import { LIMIT_TITLE, type TransferFormState } from './transfer-values';

type TransferFormProps = {
  form: TransferFormState;
  availableCents: number;
  /** Whether the user returned from the review to correct the transfer. */
  isEditing: boolean;
  limitMessage: string | undefined;
  onAmountChange: () => void;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
};

export function TransferForm({
  form,
  availableCents,
  isEditing,
  limitMessage,
  onAmountChange,
  onSubmit,
}: TransferFormProps) {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // The clicked button unmounted with the review, so the focus moves to the first field.
    if (isEditing) element.current?.querySelector('input')?.focus();
  }, [isEditing]);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6">
      <Card aria-label="Transfer">
        <CardBody>
          <form ref={element} noValidate onSubmit={onSubmit} className="space-y-6">
            {limitMessage ? (
              <Alert tone="danger" title={LIMIT_TITLE} isLive>
                {limitMessage}
              </Alert>
            ) : null}
            <AmountFields form={form} onChange={onAmountChange} />
            <RecipientFields form={form} />
            <Button type="submit" size="lg" className="w-full sm:w-auto">
              Review Transfer
            </Button>
          </form>
        </CardBody>
      </Card>
      <LimitsCard availableCents={availableCents} />
    </div>
  );
}

function RecipientFields({ form: { bind, errors } }: { form: TransferFormState }) {
  const routing = (text: string) => digitsOnly(text, ROUTING_DIGITS);
  return (
    <>
      <Field label="Recipient name" error={errors.recipientName}>
        {(control) => <Input {...control} {...bind('recipientName')} autoComplete="off" />}
      </Field>
      <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
        <Field label="Account number" error={errors.recipientAccount}>
          {(control) => (
            <Input
              {...control}
              {...bind('recipientAccount')}
              inputMode="numeric"
              autoComplete="off"
              className="tnum"
            />
          )}
        </Field>
        <Field label="Routing number" error={errors.recipientRouting} hint="Up to 9 digits">
          {(control) => (
            <Input
              {...control}
              {...bind('recipientRouting', routing)}
              inputMode="numeric"
              autoComplete="off"
              className="tnum"
            />
          )}
        </Field>
      </div>
      <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
        <Field label="Purpose" error={errors.purpose}>
          {(control) => <Input {...control} {...bind('purpose')} autoComplete="off" />}
        </Field>
        <Field label="Category" isOptional>
          {(control) => (
            <Select {...control} {...bind('category')}>
              <option value="">Choose by purpose</option>
              {CATEGORIES.map((category) => (
                <option key={category} value={category}>
                  {humanize(category)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </>
  );
}
