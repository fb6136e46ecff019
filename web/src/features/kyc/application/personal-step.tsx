import { normalizeState, stateNameOf } from '@moniker/common/address.js';
import { formatSsn } from '@moniker/common/ssn.js';
import { Field } from '@/components/ui/field';
import { Input, SecretInput } from '@/components/ui/input';
import { NameFields } from '@/components/ui/name-fields';
import type { useForm } from '@/lib/use-form';
import { AccountTypeField } from './account-type-field';
import { zipHint } from './zip-hint';
import { normalizeZip, type ApplicationValues } from './application-values';

type PersonalStepProps = { form: ReturnType<typeof useForm<ApplicationValues>>; canOmitSsn: boolean };

const LEGEND = 'mb-4 text-base font-semibold';

/** Step 1: account type and personal information. */
export function PersonalStep({ form, canOmitSsn }: PersonalStepProps) {
  const { bind, errors, values } = form;
  return (
    <>
      <AccountTypeField value={values.accountType} onChange={(type) => form.set('accountType', type)} />
      <fieldset className="min-w-0 space-y-5">
        <legend className={LEGEND}>Personal information</legend>
        <NameFields form={form} className="grid gap-5 sm:grid-cols-2 sm:gap-4" />
        {values.accountType === 'business' ? (
          <Field label="Company name" error={errors.companyName} isOptional>
            {(control) => <Input {...control} {...bind('companyName')} autoComplete="organization" />}
          </Field>
        ) : null}
        <Field
          label="Social Security number"
          error={errors.ssn}
          isOptional={canOmitSsn}
          hint={
            canOmitSsn
              ? 'We already have your number. Enter it only to correct it.'
              : 'We encrypt it and show it masked. One account per person.'
          }
        >
          {(control) => (
            <SecretInput
              {...control}
              {...bind('ssn', formatSsn)}
              inputMode="numeric"
              placeholder="XXX-XX-XXXX"
            />
          )}
        </Field>
      </fieldset>
      <fieldset className="min-w-0 space-y-5">
        <legend className={LEGEND}>Address</legend>
        <Field label="Street address" error={errors.street}>
          {(control) => <Input {...control} {...bind('street')} autoComplete="street-address" />}
        </Field>
        <div className="grid items-start gap-5 sm:grid-cols-[minmax(0,1fr)_7rem_9rem] sm:gap-4">
          <Field label="City" error={errors.city}>
            {(control) => <Input {...control} {...bind('city')} autoComplete="address-level2" />}
          </Field>
          <Field label="State" error={errors.state} hint={stateNameOf(values.state)}>
            {(control) => (
              <Input
                {...control}
                {...bind('state', normalizeState)}
                autoComplete="address-level1"
                placeholder="CA"
              />
            )}
          </Field>
          <Field label="ZIP code" error={errors.zipCode} hint={zipHint(values)}>
            {(control) => (
              <Input
                {...control}
                {...bind('zipCode', normalizeZip)}
                inputMode="numeric"
                autoComplete="postal-code"
                className="tnum"
              />
            )}
          </Field>
        </div>
      </fieldset>
    </>
  );
}
