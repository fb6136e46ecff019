import { formatUsd } from '@moniker/common/money.js';
import { isOpenStatus, type TransactionStatus } from '@moniker/common/transactions.js';
import type { TransactionFacts } from '../../events/event-texts.js';
import { incomingNoun } from '../../events/transaction-words.js';

/** Says what comes next for a transaction with this status (TXN-7). Null if the status is final. */
export function nextStepOf(facts: TransactionFacts, status: TransactionStatus): string | null {
  if (!isOpenStatus(status)) return null;
  const amount = formatUsd(facts.amountCents);
  if (facts.kind !== 'transfer') {
    return `We're checking this ${incomingNoun(facts.kind)}. Once it's complete, we'll add ${amount} to your account.`;
  }
  return status === 'processing'
    ? `We're sending your transfer. Once it's complete, ${amount} will leave your account. If it fails, the money will be available again.`
    : `We'll review your transfer, usually within one business day. If we approve it, ${amount} will leave your account. If we decline it, the money will be available again.`;
}
