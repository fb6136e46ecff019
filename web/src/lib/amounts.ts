import { useContext, useSyncExternalStore } from 'react';
import { AmountsHiddenContext } from './amounts-hidden-context';
import { formatCents } from './money';

/** Shown in place of a hidden amount; independent of its size. */
export const AMOUNT_MASK = '••••';
/** Replaces a hidden amount in plain text and for screen readers. */
export const AMOUNT_HIDDEN = 'Amount hidden';

const STORAGE_KEY = 'moniker.amounts';
const AMOUNT_PATTERN = /[−+]?\$\d[\d,]*(?:\.\d{2})?/g;
const listeners = new Set<() => void>();

// Read before the first render, so that a hidden amount never flashes.
let isHiding = readChoice();

window.addEventListener('storage', ({ key }) => {
  if (key === STORAGE_KEY || key === null) publish(readChoice());
});

function readChoice(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'hidden';
  } catch {
    return false;
  }
}

function publish(next: boolean): void {
  isHiding = next;
  for (const listener of listeners) listener();
}

/** Stores whether to hide amounts and updates every screen and open tab. */
export function setHideAmounts(next: boolean): void {
  try {
    localStorage.setItem(STORAGE_KEY, next ? 'hidden' : 'shown');
  } catch {
    // If storage is blocked, the choice is only not remembered.
  }
  publish(next);
}

/** Whether the customer has chosen to hide amounts. */
export function useHideAmountsSetting(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isHiding,
  );
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
