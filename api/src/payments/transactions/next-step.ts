import { BRAND } from '@moniker/common/brand.js';
import { formatUsd } from '@moniker/common/money.js';
import { isOpenStatus, type TransactionStatus } from '@moniker/common/transactions.js';
import type { TransactionFacts } from '../../events/event-texts.js';
import { incomingNoun } from '../../events/transaction-words.js';

/** Who acts next and what can happen then. */
export interface NextStep {
  readonly actor: typeof BRAND;
  readonly text: string;
}

/** Describes what comes next in a transaction of this status, or null if it is final. */
export function nextStepOf(facts: TransactionFacts, status: TransactionStatus): NextStep | null {
  if (!isOpenStatus(status)) return null;
  const amount = formatUsd(facts.amountCents);
  if (facts.kind !== 'transfer') {
    return {
      actor: BRAND,
      text: `${BRAND} checks the ${incomingNoun(facts.kind)}. Once it is completed, ${amount} is added to your account.`,
    };
  }
  return status === 'processing'
    ? {
        actor: BRAND,
        text: `${BRAND} carries out the transfer. When it is completed, ${amount} leaves your account; should it fail, the amount is yours to use again.`,
      }
    : {
        actor: BRAND,
        text: `${BRAND} reviews the transfer, usually within one business day. If it is approved, ${amount} leaves your account; if it is not, the amount is yours to use again.`,
      };
}
