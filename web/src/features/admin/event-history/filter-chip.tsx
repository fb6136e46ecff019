import { X } from 'lucide-react';

/** A filter in use, with a button that removes it. */
export function FilterChip({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      aria-label={`Remove filter ${text}`}
      onClick={onRemove}
      className="flex min-h-11 max-w-full items-center gap-1.5 rounded-md border border-rule-strong bg-sheet px-3 text-sm hover:bg-hover md:min-h-8"
    >
      <span className="truncate">{text}</span>
      <X aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" />
    </button>
  );
}
