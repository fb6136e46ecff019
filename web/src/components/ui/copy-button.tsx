import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '@/lib/copy-text';
import { toastError } from '@/lib/toast';

const SHOW_COPIED_MS = 2_000;

/** Copies `value` to the clipboard, or says that it cannot (UI-59). */
export function CopyButton({ label, value }: { label: string; value: string }) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = window.setTimeout(() => setIsCopied(false), SHOW_COPIED_MS);
    return () => window.clearTimeout(timer);
  }, [isCopied]);
  const Icon = isCopied ? Check : Copy;
  const copy = async () => {
    if (await copyText(value)) setIsCopied(true);
    else toastError("Your browser won't let us copy", 'Select the text and copy it instead.');
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
