import { Check, Copy } from 'lucide-react';
import { useCopy } from '@/lib/use-copy';

/** Copies `value` to the clipboard, or shows a toast if the browser refuses (UI-59). */
export function CopyButton({ label, value }: { label: string; value: string }) {
  const { isCopied, copy } = useCopy(value);
  const Icon = isCopied ? Check : Copy;
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
