import {
  ACCOUNT_NUMBER_PATTERN,
  hasRoutingChecksum,
  MAX_ACCOUNT_NUMBER_LENGTH,
  ROUTING_DIGITS,
} from '@moniker/common/account-numbers.js';
import { compactNumber } from '@moniker/common/typed-number.js';
import { hasHidden, HIDDEN_TEXT_RULE, isBlankText, normalizeText } from '@moniker/common/typed-text.js';
import { digitsOnly } from './format';

interface TransferTextField {
  readonly name: string;
  /** The label of the form's field. */
  readonly label: string;
  /** The term in a transaction's details, if it differs from the label. */
  readonly term?: string;
  /** The error message if the field is empty. A field without this message is optional. */
  readonly error?: string;
  /** A hint next to the field, which can depend on its text. */
  readonly hintFor?: (text: string) => string;
  readonly isWide?: boolean;
  readonly isNumber?: boolean;
  /** Whether the text is hidden while an admin's dialog previews the entries of a decision. */
  readonly isMinor?: boolean;
  /** Returns a warning if the submitted text is accepted but looks wrong. */
  readonly warningFor?: (text: string) => string | undefined;
  /** Normalizes the text as it is typed. */
  readonly clean?: (text: string) => string;
  /** Returns the text as it is sent and shown for review. Without this function, the text is trimmed. */
  readonly compact?: (text: string) => string;
  /** Returns the error for the submitted text. Called only if the text is not empty. */
  readonly check?: (text: string) => string | undefined;
}

const ROUTING_HINT = '9 digits';
/** The error for a routing number with more than nine digits (TRF-51). */
export const ROUTING_TOO_LONG = 'Routing numbers have up to 9 digits';

const MIN_ACCOUNT_DIGITS = 4;

/**
 * Warns about an account number with fewer than four digits (TRF-151). Never an error, because some banks may have
 * such numbers.
 */
export function accountWarning(text: string): string | undefined {
  if (text === '' || digitsOnly(text).length >= MIN_ACCOUNT_DIGITS) return undefined;
  return "That doesn't look like an account number. Check it with the recipient.";
}

/**
 * Warns about a routing number with too few digits or a wrong checksum (TRF-25). Never an error, because the bank
 * accepts such numbers too.
 */
export function routingWarning(digits: string): string | undefined {
  if (digits === '' || digits.length > ROUTING_DIGITS || hasRoutingChecksum(digits)) return undefined;
  return "This isn't a valid US routing number. Please check it.";
}

/**
 * The texts that a customer writes for a transfer. The form, its validation, the review, the request, the transaction's
 * details and the admins' dialog use this list.
 */
export const TRANSFER_TEXTS = [
  {
    name: 'recipientName',
    label: 'Recipient name',
    term: 'Recipient',
    error: "Enter the recipient's name",
    isWide: true,
    check: (text: string) => (hasHidden(text) ? HIDDEN_TEXT_RULE : undefined),
  },
  {
    name: 'recipientAccount',
    label: 'Account number',
    error: "Enter the recipient's account number",
    warningFor: accountWarning,
    compact: compactNumber,
    check: (text: string) =>
      ACCOUNT_NUMBER_PATTERN.test(text)
        ? undefined
        : `Use up to ${MAX_ACCOUNT_NUMBER_LENGTH} letters and digits`,
  },
  {
    name: 'recipientRouting',
    label: 'Routing number',
    error: "Enter the recipient's routing number",
    hintFor: (digits) => (digits.length > ROUTING_DIGITS ? ROUTING_TOO_LONG : ROUTING_HINT),
    warningFor: routingWarning,
    isNumber: true,
    isMinor: true,
    // Never truncated: the first nine of ten digits could be another bank's number.
    clean: (text: string) => digitsOnly(text),
    check: (text: string) => (text.length > ROUTING_DIGITS ? ROUTING_TOO_LONG : undefined),
  },
  { name: 'purpose', label: 'Purpose', error: 'Enter a purpose', compact: normalizeText },
] as const satisfies readonly TransferTextField[];

export type TransferTextName = (typeof TRANSFER_TEXTS)[number]['name'];

/** The same list, typed with all options of a field, for code that treats every field alike. */
export const TRANSFER_TEXT_FIELDS: readonly (TransferTextField & { readonly name: TransferTextName })[] =
  TRANSFER_TEXTS;

/** Computes a value for each text. */
export function mapTransferTexts<Value>(
  valueOf: (field: (typeof TRANSFER_TEXT_FIELDS)[number]) => Value,
): Record<TransferTextName, Value> {
  const entries = TRANSFER_TEXT_FIELDS.map((field) => [field.name, valueOf(field)]);
  return Object.fromEntries(entries) as Record<TransferTextName, Value>;
}

/** The text of a field as it is sent and shown for review. */
export function textToSend({ compact }: Pick<TransferTextField, 'compact'>, text: string): string {
  if (compact) return compact(text);
  return isBlankText(text) ? '' : text.trim();
}
