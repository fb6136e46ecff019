import { ROUTING_DIGITS } from './constants';
import { digitsOnly } from './format';

interface TransferTextField {
  readonly name: string;
  /** The label of the form's field. */
  readonly label: string;
  /** The term in details, if it is not the label. */
  readonly term?: string;
  /** The error of an empty field; a field without one is optional. */
  readonly error?: string;
  readonly hint?: string;
  readonly isWide?: boolean;
  readonly isNumber?: boolean;
  /** Left out beside the entries of a decision. */
  readonly isMinor?: boolean;
  /** Normalizes the text while it is typed. */
  readonly clean?: (text: string) => string;
}

/**
 * What a customer writes about a transfer. The form, its validation, the review, the request, the transaction's details and
 * the admins' dialog derive from this list.
 */
export const TRANSFER_TEXTS = [
  {
    name: 'recipientName',
    label: 'Recipient name',
    term: 'Recipient',
    error: "Enter the recipient's name",
    isWide: true,
  },
  {
    name: 'recipientAccount',
    label: 'Account number',
    error: "Enter the recipient's account number",
    isNumber: true,
  },
  {
    name: 'recipientRouting',
    label: 'Routing number',
    error: "Enter the recipient's routing number",
    hint: 'Up to 9 digits',
    isNumber: true,
    isMinor: true,
    clean: (text: string) => digitsOnly(text, ROUTING_DIGITS),
  },
  { name: 'purpose', label: 'Purpose', error: 'Say what the payment is for' },
] as const satisfies readonly TransferTextField[];

export type TransferTextName = (typeof TRANSFER_TEXTS)[number]['name'];

/** The list with all options of a field, for code that treats every field alike. */
export const TRANSFER_TEXT_FIELDS: readonly (TransferTextField & { readonly name: TransferTextName })[] =
  TRANSFER_TEXTS;

/** Computes a value for each text. */
export function mapTransferTexts<Value>(
  valueOf: (field: (typeof TRANSFER_TEXT_FIELDS)[number]) => Value,
): Record<TransferTextName, Value> {
  const entries = TRANSFER_TEXT_FIELDS.map((field) => [field.name, valueOf(field)]);
  return Object.fromEntries(entries) as Record<TransferTextName, Value>;
}
