import { useContext } from 'react';
import { AmountsHiddenContext } from './amounts-hidden-context';
import { formatCents } from './money';
import { createStoredChoice } from './stored-choice';

/** Replaces a hidden amount. Has the same length for every amount. */
export const AMOUNT_MASK = '••••';
/** Replaces a hidden amount in plain text and for screen readers. */
export const AMOUNT_HIDDEN = 'Amount hidden';

const AMOUNT_PATTERN = /[−+]?\$\d[\d,]*(?:\.\d{2})?/g;

// Read before the first render, so a hidden amount never flashes.
const choice = createStoredChoice('moniker.amounts', ['shown', 'hidden']);

/** Stores whether to hide amounts and updates every screen and open tab. */
export function setHideAmounts(next: boolean): void {
  choice.set(next ? 'hidden' : 'shown');
}

/** Whether the customer has chosen to hide amounts. */
export function useHideAmountsSetting(): boolean {
  return choice.use() === 'hidden';
}

export function useAreAmountsHidden(): boolean {
  return useContext(AmountsHiddenContext);
}

/** Formats an amount as plain text, or as "Amount hidden". Use `Money` where an element is possible. */
export function useFormatCents(): typeof formatCents {
  return useAreAmountsHidden() ? formatHidden : formatCents;
}

function formatHidden(): string {
  return AMOUNT_HIDDEN;
}

/** Masks the amounts in a server message. Use `AmountText` where an element is possible. */
export function useMaskAmounts(): (text: string) => string {
  const areHidden = useAreAmountsHidden();
  return (text) => (areHidden ? text.replaceAll(AMOUNT_PATTERN, AMOUNT_HIDDEN) : text);
}

/** Splits a server message into alternating text and amounts; amounts have odd indexes. */
export function splitAtAmounts(text: string): readonly string[] {
  const words = text.split(AMOUNT_PATTERN);
  const amounts = text.match(AMOUNT_PATTERN) ?? [];
  return words.flatMap((word, index) => (index < amounts.length ? [word, amounts[index] ?? ''] : [word]));
}
