import { useEffect, useRef, useState } from 'react';

const DELAY_MS = 250;

/**
 * State of a debounced text input. An outside change of `value` updates the text, unless the text and `value`
 * differ only in surrounding spaces. A change of `resetKey` discards text that is not applied yet.
 */
export function useDebouncedText(value: string, onChange: (value: string) => void, resetKey = 0) {
  const [text, setText] = useState(value);
  const [previous, setPrevious] = useState({ value, resetKey });
  if (previous.value !== value || previous.resetKey !== resetKey) {
    setPrevious({ value, resetKey });
    if (previous.resetKey !== resetKey || value.trim() !== text.trim()) setText(value);
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
