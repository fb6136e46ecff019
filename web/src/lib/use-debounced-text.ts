import { useEffect, useRef, useState } from 'react';

const DELAY_MS = 250;

/**
 * State of a debounced text input. An outside change of `value` updates the text, unless they differ only in surrounding
 * spaces.
 */
export function useDebouncedText(value: string, onChange: (value: string) => void) {
  const [text, setText] = useState(value);
  const [previousValue, setPreviousValue] = useState(value);
  if (previousValue !== value) {
    setPreviousValue(value);
    if (value.trim() !== text.trim()) setText(value);
  }
  const latestOnChange = useRef(onChange);
  useEffect(() => {
    latestOnChange.current = onChange;
  });
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => latestOnChange.current(text), DELAY_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  return [text, setText] as const;
}
