import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

const SHOW_DONE_MS = 2_000;

/** Copies `value` to the clipboard. */
export function CopyButton({ label, value }: { label: string; value: string }) {
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = window.setTimeout(() => setIsDone(false), SHOW_DONE_MS);
    return () => window.clearTimeout(timer);
  }, [isDone]);
  const Icon = isDone ? Check : Copy;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setIsDone(true);
    } catch {
      // The clipboard is unavailable without permission or over plain HTTP; the text can still be selected by hand.
    }
  };
  return (
    <button
      type="button"
      aria-label={isDone ? `Copied ${label}` : `Copy ${label}`}
      title={isDone ? 'Copied' : `Copy ${label}`}
      onClick={() => void copy()}
      className="-my-2 -mr-2 inline-flex size-11 items-center justify-center rounded-md text-ink-3 hover:bg-hover hover:text-ink md:size-8"
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  );
}
