import { useEffect, type RefObject } from 'react';

const STEPS: Record<string, number> = { j: 1, k: -1 };
const TYPING_TARGETS = 'input, textarea, select, [contenteditable], [role="dialog"]';

/** J and K move the focus to the link in the next or previous row of a list. Enter opens it natively (TXN-5). */
export function useListKeyboardNavigation(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      const step = STEPS[event.key.toLowerCase()];
      const isTyping = event.target instanceof Element && event.target.closest(TYPING_TARGETS) !== null;
      if (!step || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('li p a') ?? [])];
      const at = rows.findIndex((row) => row === document.activeElement);
      const next = at < 0 ? rows[0] : rows[at + step];
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    document.addEventListener('keydown', move);
    return () => document.removeEventListener('keydown', move);
  }, [list]);
}
