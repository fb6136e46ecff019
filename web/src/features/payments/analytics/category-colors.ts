import type { TransactionCategory } from '@moniker/common/categories.js';

/** One fixed color per category and theme. Each has a contrast of at least 3:1 with the card background. */
export const CATEGORY_COLORS: Record<'light' | 'dark', Record<TransactionCategory, string>> = {
  light: {
    food: '#2f7d4f',
    transportation: '#2b5fa5',
    entertainment: '#7f4a9c',
    shopping: '#bd5418',
    bills: '#8a6a00',
    healthcare: '#a3271d',
    education: '#0e7782',
    personal: '#b0437f',
    business: '#3d4842',
    other: '#848b84',
  },
  dark: {
    food: '#7fd1a0',
    transportation: '#8fb8f0',
    entertainment: '#c3a0e4',
    shopping: '#f0a36b',
    bills: '#dcc06a',
    healthcare: '#ee8080',
    education: '#62c6cf',
    personal: '#eba0c8',
    business: '#cfd2c8',
    other: '#868f88',
  },
};

const CATEGORIES = Object.keys(CATEGORY_COLORS.light) as TransactionCategory[];

/** The category, or `other` if it is unknown or missing (ANA-5). */
export function categoryOrOther(value: string | null): TransactionCategory {
  return CATEGORIES.find((category) => category === value) ?? 'other';
}
