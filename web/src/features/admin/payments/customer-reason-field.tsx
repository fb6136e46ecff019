import { useState } from 'react';
import { CUSTOMER_REASONS, MAX_CUSTOMER_REASON_LENGTH } from '@moniker/common/customer-reasons.js';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/input';

type CustomerReasonFieldProps = { value: string; onChange: (value: string) => void };

const OWN = 'own';
const REASONS: Readonly<Record<string, string>> = CUSTOMER_REASONS;

/**
 * The reason that the customer reads when a transfer is declined: none, one of a few sentences, or the admin's own text
 * (TRF-86).
 */
export function CustomerReasonField({ value, onChange }: CustomerReasonFieldProps) {
  const [choice, setChoice] = useState('');
  const choose = (chosen: string) => {
    setChoice(chosen);
    onChange(REASONS[chosen] ?? '');
  };
  const hint =
    choice === ''
      ? 'The reason above stays internal.'
      : 'Shown in their email, notification and transaction details.';
  return (
    <div className="space-y-3">
      <Field label="Message to the customer" isOptional hint={REASONS[choice] ?? hint}>
        {(control) => (
          <Select {...control} value={choice} onChange={(event) => choose(event.target.value)}>
            <option value="">No message</option>
            {Object.keys(REASONS).map((label) => (
              <option key={label}>{label}</option>
            ))}
            <option value={OWN}>Write your own</option>
          </Select>
        )}
      </Field>
      {choice === OWN ? (
        <Textarea
          aria-label="Your message"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          maxLength={MAX_CUSTOMER_REASON_LENGTH}
          rows={2}
        />
      ) : null}
    </div>
  );
}
