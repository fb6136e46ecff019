import { Lock } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { messageOf } from '@/lib/api/api-error';
import { whenBlank } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { useForm } from '@/lib/use-form';
import { useAddPhone } from './queries/use-add-phone';

const EMPTY = { phoneNumber: '' };
const validate = (values: typeof EMPTY) => ({
  phoneNumber: whenBlank(values.phoneNumber, 'Please enter a phone number'),
});

/** The phone number, settable once (spec.md §5, Phone). */
export function PhoneCard({ phoneNumber }: { phoneNumber: string | null }) {
  return (
    <Card>
      <CardHeader title="Phone Number" />
      <CardBody>{phoneNumber ? <FixedPhone phoneNumber={phoneNumber} /> : <PhoneForm />}</CardBody>
    </Card>
  );
}

function FixedPhone({ phoneNumber }: { phoneNumber: string }) {
  return (
    <>
      <p className="tnum font-medium">{phoneNumber}</p>
      <p className="mt-1 flex items-center gap-1.5 text-sm text-ink-3">
        <Lock aria-hidden="true" className="size-3.5" />
        Phone number cannot be changed once added
      </p>
    </>
  );
}

function PhoneForm() {
  const add = useAddPhone();
  const form = useForm(EMPTY, validate);
  const send = (values: typeof EMPTY) =>
    add.mutate(values.phoneNumber.trim(), {
      onSuccess: () => toast({ title: 'Phone number added' }),
      onError: (error) =>
        toast({
          title: 'Error',
          description: messageOf(error, 'Failed to update phone number'),
          variant: 'destructive',
        }),
    });
  return (
    <form noValidate onSubmit={form.submit(send)} className="flex max-w-md flex-col gap-4">
      <Field
        label="Phone number"
        error={form.errors.phoneNumber}
        hint="Needed for all features. It cannot be changed once added."
      >
        {(control) => <Input {...control} {...form.bind('phoneNumber')} type="tel" autoComplete="tel" />}
      </Field>
      <Button type="submit" isBusy={add.isPending} className="self-start">
        Add Phone Number
      </Button>
    </form>
  );
}
