import { formatCents } from '@/lib/money';
import { SAMPLE_ENTRIES } from './sample-entries';

/** The ledger sheet behind the phone. Decorative, so hidden from assistive technology. */
export function HeroLedger() {
  return (
    <div
      aria-hidden="true"
      className="absolute -top-10 -bottom-12 left-1/2 w-dvw -translate-x-1/2 overflow-hidden border-y border-rule bg-sheet lg:top-0 lg:bottom-0 lg:left-24 lg:w-[60rem] lg:translate-x-0 lg:border-0 lg:border-l"
    >
      <div className="ruled absolute inset-0" />
      <div className="absolute inset-y-0 left-[4.5rem] hidden w-px bg-margin-rule lg:block" />
      <div className="absolute inset-y-0 left-[4.75rem] hidden w-px bg-margin-rule lg:block" />
      <div className="tnum absolute top-0 left-[19rem] hidden w-80 text-sm text-ink-3 xl:block">
        {SAMPLE_ENTRIES.map((entry) => (
          <div key={entry.id} className="flex h-16 items-end gap-6 pb-[5px] leading-5 whitespace-nowrap">
            <span className="w-24 text-right">
              {plain(entry.direction === 'in' ? entry.amountCents : -entry.amountCents, true)}
            </span>
            <span className="w-28 text-right text-ink-2">{plain(entry.balanceAfterCents ?? 0)}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

/** Formats an amount without the dollar sign, as in a ledger's columns. */
function plain(cents: number, isSigned = false): string {
  return formatCents(cents, isSigned).replace('$', '');
}
