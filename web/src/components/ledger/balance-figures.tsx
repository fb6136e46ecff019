import { Lock } from 'lucide-react';
import { useAreAmountsHidden } from '@/lib/amounts';
import { useDashboardTexts } from '@/lib/dashboard-texts';
import { cn } from '@/lib/cn';
import { Money } from '../ui/money';

type BalanceFiguresProps = {
  totalCents: number;
  availableCents: number;
  heldCents: number;
  isCompact?: boolean;
};

/** The total balance, split into the available and the held amount. */
export function BalanceFigures({
  totalCents,
  availableCents,
  heldCents,
  isCompact = false,
}: BalanceFiguresProps) {
  const texts = useDashboardTexts();
  return (
    <div>
      <p className="text-sm text-ink-2">{texts.balanceLabel}</p>
      <p
        className={cn(
          'display double-rule mt-2 inline-block pb-1.5',
          isCompact ? 'text-3xl' : 'text-[min(2.75rem,12vw)] leading-none sm:text-6xl',
        )}
      >
        <Money cents={totalCents} />
      </p>
      <dl className={cn('grid grid-cols-2 gap-x-6', isCompact ? 'mt-4' : 'mt-6')}>
        <Part label={texts.availableLabel} cents={availableCents} />
        <Part label={texts.pendingLabel} cents={heldCents} isHeld={heldCents > 0} />
      </dl>
      <SplitBar availableCents={availableCents} heldCents={heldCents} />
    </div>
  );
}

function Part({ label, cents, isHeld = false }: { label: string; cents: number; isHeld?: boolean }) {
  return (
    <div className="min-w-0">
      <dt className="flex items-center gap-1.5 text-xs text-ink-3">
        {label}
        {isHeld ? <Lock aria-hidden="true" className="size-3" /> : null}
      </dt>
      <dd className="mt-0.5 text-lg font-semibold">
        <Money cents={cents} />
      </dd>
    </div>
  );
}

/** The shares of available and held money. Empty while amounts are hidden, because the bar would reveal their ratio. */
function SplitBar({ availableCents, heldCents }: { availableCents: number; heldCents: number }) {
  const areHidden = useAreAmountsHidden();
  const total = areHidden ? 0 : Math.max(availableCents, 0) + heldCents;
  const share = total > 0 ? (Math.max(availableCents, 0) / total) * 100 : 0;
  return (
    <div
      aria-hidden="true"
      className="mt-3 flex h-1.5 gap-0.5 overflow-hidden rounded-full bg-neutral-soft forced-color-adjust-none"
    >
      {total > 0 ? <span className="bg-accent" style={{ width: `${share}%` }} /> : null}
      {total > 0 && heldCents > 0 ? <span className="flex-1 bg-warning opacity-60" /> : null}
    </div>
  );
}

/** Explains the amount on hold and when the hold ends. */
export function HoldNote({ heldCents }: { heldCents: number }) {
  if (heldCents <= 0) return null;
  return (
    <p className="text-sm text-ink-2">
      <span className="font-semibold text-ink">
        <Money cents={heldCents} dimsCents={false} /> on hold.
      </span>{' '}
      It leaves your account when its payment completes, and is available again if the payment fails or is
      canceled.
    </p>
  );
}
