import { useEffect, useRef, useState } from 'react';

/** How long the pointer must rest on the trigger. A pointer that only crosses it doesn't open the tooltip. */
const HOVER_DELAY_MS = 150;

/** Opens a tooltip while the pointer rests on its trigger or the trigger has focus. Escape closes it. */
export function useTooltip() {
  const [isOpen, setIsOpen] = useState(false);
  const timer = useRef<number | undefined>(undefined);
  const change = (next: boolean) => {
    window.clearTimeout(timer.current);
    setIsOpen(next);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOpen) return;
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setIsOpen(false);
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [isOpen]);
  const trigger = {
    onPointerEnter: () => {
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => setIsOpen(true), HOVER_DELAY_MS);
    },
    onPointerLeave: () => change(false),
    onFocus: () => change(true),
    onBlur: () => change(false),
  };
  return { isOpen, trigger };
}
