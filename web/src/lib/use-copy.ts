import { useEffect, useState } from 'react';
import { copyText } from './copy-text';
import { toastError } from './toast';

const SHOW_COPIED_MS = 2_000;

/**
 * Copies text to the clipboard, or shows a toast if the browser refuses (UI-59). `isCopied` is true for two seconds
 * afterwards.
 */
export function useCopy(text: string) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = window.setTimeout(() => setIsCopied(false), SHOW_COPIED_MS);
    return () => window.clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    if (await copyText(text)) setIsCopied(true);
    else toastError("Your browser won't let us copy", 'Select the text and copy it instead.');
  };
  return { isCopied, copy };
}
