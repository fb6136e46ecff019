import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

const SHOW_COPIED_MS = 2_000;

/** Copies `value` to the clipboard. */
export function CopyButton({ label, value }: { label: string; value: string }) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = window.setTimeout(() => setIsCopied(false), SHOW_COPIED_MS);
    return () => window.clearTimeout(timer);
  }, [isCopied]);
  const Icon = isCopied ? Check : Copy;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setIsCopied(true);
    } catch {
      // The clipboard is unavailable without permission or over plain HTTP; the text can still be selected by hand.
    }
  };
  return (
    <button
      type="button"
      aria-label={isCopied ? `Copied ${label}` : `Copy ${label}`}
      title={isCopied ? 'Copied' : `Copy ${label}`}
      onClick={() => void copy()}
      className="-my-2 -mr-2 inline-flex size-11 items-center justify-center rounded-md text-ink-3 hover:bg-hover hover:text-ink md:size-8"
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  );
}
