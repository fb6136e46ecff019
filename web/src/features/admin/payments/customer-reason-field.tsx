import { CUSTOMER_REASONS, MAX_CUSTOMER_REASON_LENGTH } from '@moniker/common/customer-reasons.js';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/input';
import { OWN_REASON } from './status-change';

type CustomerReasonFieldProps = {
  /** The label of a standard reason, `OWN_REASON`, or an empty string for no reason. */
  choice: string;
  text: string;
  error: string | undefined;
  onChange: (choice: string, text: string) => void;
};

const REASONS: Readonly<Record<string, string>> = CUSTOMER_REASONS;

/**
 * The reason that the customer reads when a transfer is declined: none, one of a few sentences, or the admin's own text
 * (TRF-86).
 */
export function CustomerReasonField({ choice, text, error, onChange }: CustomerReasonFieldProps) {
  const hint =
    choice === ''
      ? 'The reason above stays internal.'
      : 'Shown in their email, notification and transaction details.';
  return (
    <div className="space-y-3">
      <Field label="Message to the customer" isOptional hint={REASONS[choice] ?? hint}>
        {(control) => (
          <Select
            {...control}
            value={choice}
            onChange={({ target }) => onChange(target.value, REASONS[target.value] ?? '')}
          >
            <option value="">No message</option>
            {Object.keys(REASONS).map((label) => (
              <option key={label}>{label}</option>
            ))}
            <option value={OWN_REASON}>Write your own</option>
          </Select>
        )}
      </Field>
      {choice === OWN_REASON ? (
        <Field label="Your message" error={error}>
          {(control) => (
            <Textarea
              {...control}
              value={text}
              onChange={(event) => onChange(choice, event.target.value)}
              maxLength={MAX_CUSTOMER_REASON_LENGTH}
              rows={2}
            />
          )}
        </Field>
      ) : null}
    </div>
  );
}
