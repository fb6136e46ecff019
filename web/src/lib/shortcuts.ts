import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { isComposing } from './is-composing';

const STORAGE_KEY = 'moniker.shortcuts';
const listeners = new Set<() => void>();

let areOn = readChoice();

function readChoice(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off';
  } catch {
    return true;
  }
}

/** Switches the shortcuts of single keys on or off in this browser (ADM-35). */
export function setShortcuts(next: boolean): void {
  try {
    localStorage.setItem(STORAGE_KEY, next ? 'on' : 'off');
  } catch {
    // If storage is blocked, the choice is only not remembered.
  }
  areOn = next;
  for (const listener of listeners) listener();
}

export function useAreShortcutsOn(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => areOn,
  );
}

/** Runs the action of a pressed key, by its lowercase name, outside of fields and dialogs (ADM-34, ADM-35). */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const isOn = useAreShortcutsOn();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const action = actions[event.key.toLowerCase()];
    if (!action || !isShortcut(event)) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    if (!isOn) return;
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}

const TYPING = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';

function isShortcut(event: KeyboardEvent): boolean {
  const { defaultPrevented, ctrlKey, metaKey, altKey, target } = event;
  if (defaultPrevented || ctrlKey || metaKey || altKey || isComposing(event)) return false;
  const isTyping = target instanceof Element && target.closest(TYPING) !== null;
  return !isTyping && document.querySelector('[role="dialog"]') === null;
}
