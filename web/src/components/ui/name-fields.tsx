import { useState, type ComponentProps } from 'react';
import { errorIfBlank } from '@/lib/forms';
import { Checkbox } from './checkbox';
import { Field } from './field';
import { Input } from './input';

type Name = 'firstName' | 'lastName';

/** The part of a form that `NameFields` uses. */
type NameForm = {
  readonly values: Readonly<Record<Name, string>>;
  readonly errors: { readonly [K in Name]?: string | undefined };
  readonly set: (name: Name, value: string) => void;
  readonly bind: (name: Name, clean?: (text: string) => string) => ComponentProps<'input'>;
};

/** First and last name, or one field that fills both for people with only one name (REG-45). */
export function NameFields({ form, className }: { form: NameForm; className: string }) {
  const { bind, errors, set, values } = form;
  const [hasOne, setHasOne] = useState(values.firstName !== '' && values.firstName === values.lastName);
  const both = (text: string) => {
    if (hasOne) set('lastName', text);
    return text;
  };
  const errorOfOne = errors.firstName && errorIfBlank(values.firstName, 'Enter your name');
  return (
    <div>
      <div className={hasOne ? undefined : className}>
        <Field
          label={hasOne ? 'Name' : 'First name'}
          error={hasOne ? (errorOfOne ?? errors.firstName ?? errors.lastName) : errors.firstName}
          hint={hasOne ? "We'll use it as your first and last name." : undefined}
        >
          {(control) => (
            <Input {...control} {...bind('firstName', both)} autoComplete={hasOne ? 'name' : 'given-name'} />
          )}
        </Field>
        {hasOne ? null : (
          <Field label="Last name" error={errors.lastName}>
            {(control) => <Input {...control} {...bind('lastName')} autoComplete="family-name" />}
          </Field>
        )}
      </div>
      <Checkbox
        label="I only have one name"
        checked={hasOne}
        onChange={(event) => {
          setHasOne(event.target.checked);
          set('lastName', event.target.checked ? values.firstName : '');
        }}
      />
    </div>
  );
}
