import { TOAST_REMOVE_DELAY_MS } from './constants';
import { createStore } from './store';

export type ToastMessage = {
  title: string;
  description?: string | undefined;
  variant?: 'default' | 'destructive';
  /** Buttons for the user's next steps, on one line. */
  actions?: readonly { label: string; run: () => void }[];
};
export type ToastState = ToastMessage & {
  id: number;
  isOpen: boolean;
  /** Shared by toasts that replace each other while open. */
  seriesId: number;
};

let nextId = 1;
const store = createStore<ToastState | null>(null);

/** Shows a toast and replaces the current one; there is only one at a time (UI-9). */
export function toast(message: ToastMessage): void {
  const id = nextId++;
  const current = store.get();
  store.set({ ...message, id, isOpen: true, seriesId: current?.isOpen ? current.seriesId : id });
}

export function toastError(title: string, description?: string): void {
  toast({ title, description, variant: 'destructive' });
}

/** Closes a toast. It is removed from the state after a delay (UI-9). */
export function dismissToast(id: number): void {
  const current = store.get();
  if (current?.id !== id) return;
  store.set({ ...current, isOpen: false });
  window.setTimeout(() => {
    if (store.get()?.id === id) store.set(null);
  }, TOAST_REMOVE_DELAY_MS);
}

/** Closes an open error toast, because its cause is resolved. */
export function dismissErrorToast(): void {
  const current = store.get();
  if (current?.variant === 'destructive' && current.isOpen) dismissToast(current.id);
}

export const useToast = store.use;
