import type { TransactionCategory } from '../ledger/domain/transactions.js';

const KEYWORDS: readonly (readonly [TransactionCategory, readonly string[]])[] = [
  ['food', ['food', 'restaurant', 'grocery']],
  ['transportation', ['gas', 'uber', 'transport']],
  ['entertainment', ['movie', 'game', 'entertainment']],
];

/** Guesses the category of a transfer from keywords in its purpose (TRF-2). */
export function guessCategory(purpose: string): TransactionCategory {
  const text = purpose.toLowerCase();
  const match = KEYWORDS.find(([, keywords]) => keywords.some((keyword) => text.includes(keyword)));
  return match?.[0] ?? 'other';
}
