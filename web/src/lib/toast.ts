import { useSyncExternalStore } from 'react';
import { TOAST_REMOVE_DELAY_MS } from './constants';

export type ToastMessage = {
  title: string;
  description?: string | undefined;
  variant?: 'default' | 'destructive';
};
export type ToastState = ToastMessage & { id: number; isOpen: boolean };

let nextId = 1;
let current: ToastState | null = null;
const listeners = new Set<() => void>();

function publish(next: ToastState | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast in place of the one that is shown: one at a time (spec.md §8). */
export function toast(message: ToastMessage): void {
  publish({ ...message, id: nextId++, isOpen: true });
}

/** Closes a toast; it leaves the state only after the removal delay. */
export function dismissToast(id: number): void {
  if (current?.id !== id) return;
  publish({ ...current, isOpen: false });
  window.setTimeout(() => {
    if (current?.id === id) publish(null);
  }, TOAST_REMOVE_DELAY_MS);
}

/** Closes a complaint that no longer holds. */
export function dismissErrorToast(): void {
  if (current?.variant === 'destructive' && current.isOpen) dismissToast(current.id);
}

export function useToast(): ToastState | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
