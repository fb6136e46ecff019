import { Check, X } from 'lucide-react';
import { CopyButton } from '@/components/ui/copy-button';
import { translateAttribute } from '@/components/ui/exact';
import { Badge } from '@/components/ui/status-badge';
import type { LedgerEventDetail } from '@/lib/api/types';

/** The hashes of the event and of the previous event. The API recomputes the event's hash on each request. */
export function EventChain({ event }: { event: LedgerEventDetail }) {
  const { hash, previousHash, isHashRight } = event;
  return (
    <section aria-labelledby="chain-of-event">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="chain-of-event" className="text-sm font-semibold">
          Hash
        </h3>
        <Badge tone={isHashRight ? 'positive' : 'danger'}>
          {isHashRight ? (
            <Check aria-hidden="true" className="size-3" strokeWidth={2.5} />
          ) : (
            <X aria-hidden="true" className="size-3" strokeWidth={2.5} />
          )}
          {isHashRight
            ? 'We just recalculated it, and it matches.'
            : "We just recalculated it, and it doesn't match."}
        </Badge>
      </div>
      <p className="mt-1 text-sm text-ink-3">hash = SHA-256(previous ‖ fields ‖ payload)</p>
      <dl className="mt-2 space-y-2 rounded-md bg-sunken px-3 py-2.5 text-xs">
        <Hash term="Previous" label="previous hash" value={previousHash} />
        <Hash term="Hash" label="hash" value={hash} />
      </dl>
    </section>
  );
}

type HashProps = { term: string; label: string; value: string | null };

function Hash({ term, label, value }: HashProps) {
  return (
    <div className="flex items-center gap-3">
      <dt className="w-16 shrink-0 text-ink-3">{term}</dt>
      <dd className="flex min-w-0 flex-1 items-center justify-between gap-3">
        <span translate={translateAttribute(value)} className="min-w-0 font-mono break-all">
          {value ?? 'The previous event is missing'}
        </span>
        {value ? <CopyButton label={label} value={value} /> : null}
      </dd>
    </div>
  );
}
