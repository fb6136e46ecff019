import { useEffect, useEffectEvent } from 'react';
import { isComposing } from './is-composing';
import { createStoredChoice } from './stored-choice';

const choice = createStoredChoice('moniker.shortcuts', ['on', 'off']);

/** Switches single-key shortcuts on or off in this browser (ADM-35). */
export function setShortcuts(next: boolean): void {
  choice.set(next ? 'on' : 'off');
}

export function useAreShortcutsOn(): boolean {
  return choice.use() === 'on';
}

/**
 * Runs an action when its key is pressed outside fields and dialogs (ADM-34, ADM-35). `actions` maps lowercase key
 * names to actions.
 */
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
