import type { Recipient, ResponseBody } from '@/lib/api/types';
import { mapTransferTexts, textToSend } from '@/lib/transfer-texts';
import { searchKey } from '@moniker/common/search-key.js';
import { EMPTY_TRANSFER, type TransferValues } from './transfer-values';

/** A customer who was found by their moniker (TRF-100). */
export type FoundRecipient = ResponseBody<'/api/transfer/find-recipient', 'post'>;

/** How many recipients are shown at once (TRF-80). */
export const SHOWN_RECIPIENTS = 6;

/** Returns the latest recipients, up to six, whose name, account number or moniker contains the search text. */
export function findRecipients(recipients: readonly Recipient[], search: string): readonly Recipient[] {
  const key = searchKey(search.trim());
  return recipients
    .filter(({ recipientName, recipientAccount, recipientMoniker }) =>
      [recipientName, recipientAccount, `$${recipientMoniker ?? ''}`].some((text) =>
        searchKey(text).includes(key),
      ),
    )
    .slice(0, SHOWN_RECIPIENTS);
}

/** The fields that identify a recipient. */
export type PaidRecipient = Pick<Recipient, 'recipientAccount' | 'recipientRouting' | 'recipientMoniker'>;

/** Whether a form's values name this recipient, by moniker or by numbers. */
export function isRecipientOf(values: TransferValues, recipient: PaidRecipient): boolean {
  if (values.recipientMoniker !== (recipient.recipientMoniker ?? '')) return false;
  if (recipient.recipientMoniker !== null) return true;
  const sent = mapTransferTexts((field) => textToSend(field, values[field.name]));
  return (
    sent.recipientAccount === recipient.recipientAccount &&
    sent.recipientRouting === recipient.recipientRouting
  );
}

/** Returns a recipient with the same name as the one in a form, or undefined (TRF-187). */
export function namesakeOf(values: TransferValues, recipients: readonly Recipient[]): Recipient | undefined {
  const key = searchKey(values.recipientName.trim());
  return recipients.find(({ recipientName }) => searchKey(recipientName) === key);
}

/**
 * Returns the form's values for a chosen recipient, or for a new one (null). Keeps the amount, the schedule and the
 * replaced plan. Also keeps the purpose and the category, unless they came from the previous recipient (TRF-158).
 */
export function withRecipient(
  values: TransferValues,
  recipient: Recipient | null,
  previous?: Recipient,
): TransferValues {
  const { amount, netAmount, schedule, firstDay, replacesPlanId } = values;
  const written = (name: 'purpose' | 'category') =>
    values[name] === previous?.[name] ? '' : values[name].trim();
  return {
    ...EMPTY_TRANSFER,
    ...(recipient && mapTransferTexts(({ name }) => recipient[name])),
    ...{ amount, netAmount, schedule, firstDay, replacesPlanId },
    recipientMoniker: recipient?.recipientMoniker ?? '',
    purpose: written('purpose') || (recipient?.purpose ?? ''),
    category: written('category') || (recipient?.category ?? ''),
  };
}

/** The initial purpose of a transfer to a moniker, which the customer can change (TRF-143). */
const purposeFor = (name: string): string => `Payment to ${name}`;

/**
 * Returns the form's values for a customer who was found by their moniker, or for no customer (null). A purpose that
 * the customer wrote is kept.
 */
export function withFound(values: TransferValues, found: FoundRecipient | null): TransferValues {
  const written = values.purpose === purposeFor(values.recipientName) ? '' : values.purpose;
  return {
    ...values,
    purpose: written.trim() === '' && found ? purposeFor(found.name) : written,
    ...{ recipientName: found?.name ?? '', recipientAccount: '', recipientRouting: '' },
    ...{ recipientMoniker: found?.moniker ?? '', recipientProof: found?.proof ?? '' },
  };
}
