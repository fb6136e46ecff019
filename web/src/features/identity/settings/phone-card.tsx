import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { errorIfBlank, phoneError } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { useForm } from '@/lib/use-form';
import { useFailure } from '@/lib/use-failure';
import { unwrap, api } from '@/lib/api/client';
import { useMutation } from '@/lib/queries/use-mutation';
import { updateUser } from '@/lib/session';

const EMPTY = { phoneNumber: '' };
const validate = (values: typeof EMPTY) => ({
  phoneNumber:
    errorIfBlank(values.phoneNumber, 'Please enter a phone number') ?? phoneError(values.phoneNumber),
});

/** Asks for the phone number, which can be set only once (SET-3). */
export function PhoneCard() {
  return (
    <Card>
      <CardHeader title="Phone Number" />
      <CardBody>
        <PhoneForm />
      </CardBody>
    </Card>
  );
}

function PhoneForm() {
  const add = useMutation({
    mutationFn: (phoneNumber: string) => unwrap(api.PUT('/api/user/phone', { body: { phoneNumber } })),
    onSuccess: updateUser,
  });
  const fail = useFailure();
  const form = useForm(EMPTY, validate);
  const send = (values: typeof EMPTY) =>
    add.mutate(values.phoneNumber.trim(), {
      onSuccess: () => {
        toast({ title: 'Phone number added' });
        // The form unmounts, so the focus moves to the main content.
        document.getElementById('main')?.focus({ preventScroll: true });
      },
      onError: (error) => fail(error, 'Failed to update phone number'),
    });
  return (
    <form noValidate onSubmit={form.submit(send)} className="flex max-w-md flex-col gap-4">
      <Field
        label="Phone number"
        error={form.errors.phoneNumber}
        hint="Required for all features. You can't change it once it's added."
      >
        {(control) => <Input {...control} {...form.bind('phoneNumber')} type="tel" autoComplete="tel" />}
      </Field>
      <Button type="submit" isBusy={add.isPending} className="self-start">
        Add Phone Number
      </Button>
    </form>
  );
}
