/** The fixed transaction categories (CON-3). */
export const TRANSACTION_CATEGORIES = [
  'food',
  'transportation',
  'entertainment',
  'shopping',
  'bills',
  'healthcare',
  'education',
  'personal',
  'business',
  'other',
] as const;
export type TransactionCategory = (typeof TRANSACTION_CATEGORIES)[number];

/** Returns the category with this name; undefined for any other text. */
export function categoryOf(name: string): TransactionCategory | undefined {
  return TRANSACTION_CATEGORIES.find((category) => category === name);
}

const KEYWORDS: readonly (readonly [TransactionCategory, readonly string[]])[] = [
  ['food', ['food', 'restaurant', 'grocery']],
  ['transportation', ['gas', 'uber', 'transport']],
  ['entertainment', ['movie', 'game', 'entertainment']],
];

/** Guesses a transfer's category from words in its purpose that start with a keyword (TRF-2). */
export function guessCategory(purpose: string): TransactionCategory {
  const text = purpose.normalize('NFC');
  const match = KEYWORDS.find(([, keywords]) =>
    new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${keywords.join('|')})`, 'iu').test(text),
  );
  return match?.[0] ?? 'other';
}
