import { createContext, useContext, useSyncExternalStore } from 'react';
import { formatCents } from './money';

/** What stands on the screen in place of an amount, however large it is. */
export const AMOUNT_MASK = '••••';
/** What stands in place of an amount where the text is also spoken. */
export const AMOUNT_HIDDEN = 'Amount hidden';

const STORAGE_KEY = 'moniker.amounts';
const AMOUNT_PATTERN = /[−+]?\$\d[\d,]*(?:\.\d{2})?/g;
const listeners = new Set<() => void>();

// Read before anything is drawn, so that a hidden amount is never seen, not even for a moment.
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

/** Remembers whether the customer's amounts are hidden, and shows or hides them on every screen at once. */
export function setHideAmounts(next: boolean): void {
  try {
    localStorage.setItem(STORAGE_KEY, next ? 'hidden' : 'shown');
  } catch {
    // Blocked storage only means that the choice is not remembered.
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

/** Whether amounts are hidden here: on a customer's own screens, and not on the public ones or an admin's. */
export const AmountsHiddenContext = createContext(false);

export function useAreAmountsHidden(): boolean {
  return useContext(AmountsHiddenContext);
}

/** Writes an amount into a plain text, or says that it is hidden. Where an element can stand, use `Money`. */
export function useFormatCents(): typeof formatCents {
  return useAreAmountsHidden() ? formatHidden : formatCents;
}

function formatHidden(): string {
  return AMOUNT_HIDDEN;
}

/** Takes the amounts out of a text of the server. Where an element can stand, use `AmountText`. */
export function useMaskAmounts(): (text: string) => string {
  const areHidden = useAreAmountsHidden();
  return (text) => (areHidden ? text.replaceAll(AMOUNT_PATTERN, AMOUNT_HIDDEN) : text);
}

/** A text of the server cut into words and amounts, in turn; the amounts have the odd places. */
export function splitAtAmounts(text: string): readonly string[] {
  const words = text.split(AMOUNT_PATTERN);
  const amounts = text.match(AMOUNT_PATTERN) ?? [];
  return words.flatMap((word, at) => (at < amounts.length ? [word, amounts[at] ?? ''] : [word]));
}
