import { Alert } from '@/components/ui/alert';
import { textToSend, TRANSFER_TEXT_FIELDS } from '@/lib/transfer-texts';
import type { TransferValues } from './transfer-values';

type TransferWarningsProps = {
  values: TransferValues;
  /** Whether nothing is typed any more. */
  isComplete?: boolean;
  className?: string;
};

/** What the customer should check before they send a transfer, on the form and on the review (TRF-25). */
export function TransferWarnings({ values, isComplete = false, className }: TransferWarningsProps) {
  return TRANSFER_TEXT_FIELDS.map(({ name, label, warningFor, ...field }) => {
    const warning = warningFor?.(textToSend(field, values[name]), isComplete);
    return warning === undefined ? null : (
      <Alert key={name} tone="warning" title={label} {...(className && { className })}>
        {warning}
      </Alert>
    );
  });
}
