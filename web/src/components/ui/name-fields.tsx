import { useState, type ComponentProps } from 'react';
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

/** First and last name. People with only one name type it once, and it fills both (REG-45). */
export function NameFields({ form, className }: { form: NameForm; className: string }) {
  const { bind, errors, set, values } = form;
  const [hasOne, setHasOne] = useState(values.firstName !== '' && values.firstName === values.lastName);
  const both = (text: string) => {
    if (hasOne) set('lastName', text);
    return text;
  };
  return (
    <div>
      <div className={className}>
        <Field label="First name" error={errors.firstName}>
          {(control) => <Input {...control} {...bind('firstName', both)} autoComplete="given-name" />}
        </Field>
        <Field label="Last name" error={errors.lastName}>
          {(control) => (
            <Input {...control} {...bind('lastName')} readOnly={hasOne} autoComplete="family-name" />
          )}
        </Field>
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
