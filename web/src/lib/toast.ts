import { useSyncExternalStore } from 'react';
import { TOAST_REMOVE_DELAY_MS } from './constants';

export type ToastMessage = {
  title: string;
  description?: string | undefined;
  variant?: 'default' | 'destructive';
};
export type ToastState = ToastMessage & {
  id: number;
  isOpen: boolean;
  /** Shared by toasts that replace each other while open. */
  seriesId: number;
};

let nextId = 1;
let current: ToastState | null = null;
const listeners = new Set<() => void>();

function publish(next: ToastState | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast and replaces the current one; there is only one at a time (UI-9). */
export function toast(message: ToastMessage): void {
  const id = nextId++;
  publish({ ...message, id, isOpen: true, seriesId: current?.isOpen ? current.seriesId : id });
}

/** Closes a toast. It is removed from the state after a delay (UI-9). */
export function dismissToast(id: number): void {
  if (current?.id !== id) return;
  publish({ ...current, isOpen: false });
  window.setTimeout(() => {
    if (current?.id === id) publish(null);
  }, TOAST_REMOVE_DELAY_MS);
}

/** Closes an open error toast, because its cause is resolved. */
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
