import { Alert } from '@/components/ui/alert';
import { textToSend, TRANSFER_TEXT_FIELDS } from '@/lib/transfer-texts';
import { isTyped, type TransferValues } from './transfer-values';

type TransferWarningsProps = {
  values: TransferValues;
  /** The values at the moment when a field last lost focus, so nobody is warned while typing (TRF-151). */
  left?: TransferValues;
  className: string;
};

/** Warnings about a recipient's numbers that look wrong, on the form and the review (TRF-25, TRF-151). */
export function TransferWarnings({ values, left = values, className }: TransferWarningsProps) {
  return TRANSFER_TEXT_FIELDS.map(({ name, label, warningFor, ...field }) => {
    const isChecked = isTyped(values, name) && values[name] === left[name];
    const warning = isChecked ? warningFor?.(textToSend(field, values[name])) : undefined;
    return warning === undefined ? null : (
      <Alert key={name} tone="warning" title={label} className={className}>
        {warning}
      </Alert>
    );
  });
}
