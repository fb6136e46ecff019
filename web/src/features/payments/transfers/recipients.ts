import type { Recipient } from '@/lib/api/types';
import { mapTransferTexts, textToSend } from '@/lib/transfer-texts';
import { searchKey } from '@moniker/common/search-key.js';
import { EMPTY_TRANSFER, type TransferValues } from './transfer-values';

/** How many recipients show without a search (TRF-80). */
export const SHOWN_RECIPIENTS = 6;

/** Returns the latest recipients with a text in their name or account number. */
export function findRecipients(recipients: readonly Recipient[], search: string): readonly Recipient[] {
  const key = searchKey(search.trim());
  return recipients
    .filter(
      (one) => searchKey(one.recipientName).includes(key) || searchKey(one.recipientAccount).includes(key),
    )
    .slice(0, SHOWN_RECIPIENTS);
}

/** Whether a form has the numbers of a recipient. */
export function isRecipientOf(values: TransferValues, recipient: Recipient): boolean {
  const sent = mapTransferTexts((field) => textToSend(field, values[field.name]));
  return (
    sent.recipientAccount === recipient.recipientAccount &&
    sent.recipientRouting === recipient.recipientRouting
  );
}

/** Returns the form's values for a chosen recipient, or for a new one (null). The typed amount stays. */
export function withRecipient(values: TransferValues, recipient: Recipient | null): TransferValues {
  const { amount, netAmount } = values;
  if (recipient === null) return { ...EMPTY_TRANSFER, amount, netAmount };
  const texts = mapTransferTexts(({ name }) => recipient[name]);
  return { ...texts, amount, netAmount, category: recipient.category ?? '' };
}
