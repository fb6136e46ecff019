import { cn } from '@/lib/cn';
import { moneyParts } from '@/lib/money';

type MoneyProps = { cents: number; isSigned?: boolean; className?: string; isQuiet?: boolean };

/** An amount in tabular figures whose cents stand back. */
export function Money({ cents, isSigned = false, isQuiet = true, className }: MoneyProps) {
  const parts = moneyParts(cents, isSigned);
  return (
    <span className={cn('tnum whitespace-nowrap', className)}>
      {parts.sign}${parts.whole}
      <span className={isQuiet ? 'opacity-80' : undefined}>.{parts.cents}</span>
    </span>
  );
}
