import type { TransactionCategory } from '../ledger/domain/transactions.js';

const KEYWORDS: readonly (readonly [TransactionCategory, readonly string[]])[] = [
  ['food', ['food', 'restaurant', 'grocery']],
  ['transportation', ['gas', 'uber', 'transport']],
  ['entertainment', ['movie', 'game', 'entertainment']],
];

/** The category of a transfer that was given none, from keywords in its purpose (spec.md §5). */
export function guessCategory(purpose: string): TransactionCategory {
  const words = purpose.toLowerCase();
  const match = KEYWORDS.find(([, keywords]) => keywords.some((keyword) => words.includes(keyword)));
  return match?.[0] ?? 'other';
}
