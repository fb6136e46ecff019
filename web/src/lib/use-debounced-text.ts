import { useEffect, useRef, useState } from 'react';

const DELAY_MS = 250;

/**
 * State of a debounced text input. An outside change of `value` updates the text, unless they differ only in surrounding
 * spaces.
 */
export function useDebouncedText(value: string, onChange: (value: string) => void) {
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    if (value.trim() !== text.trim()) setText(value);
  }
  const pass = useRef(onChange);
  useEffect(() => {
    pass.current = onChange;
  });
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => pass.current(text), DELAY_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  return [text, setText] as const;
}
