import { AMOUNT_HIDDEN, AMOUNT_MASK, splitAtAmounts, useAreAmountsHidden } from '@/lib/amounts';
import { cn } from '@/lib/cn';
import { formatCents } from '@/lib/money';

type MoneyProps = {
  cents: number;
  isSigned?: boolean;
  className?: string;
  dimsCents?: boolean;
  /** Never masks the amount, because the customer has just typed it and is about to confirm it. */
  isAlwaysVisible?: boolean;
};

/** An amount in tabular figures with dimmed cents. Masked while the customer hides amounts. */
export function Money({
  cents,
  isSigned = false,
  dimsCents = true,
  isAlwaysVisible = false,
  className,
}: MoneyProps) {
  const isHidden = useAreAmountsHidden() && !isAlwaysVisible;
  if (isHidden) return <HiddenAmount className={className} />;
  const [dollars, decimals] = formatCents(cents, isSigned).split('.');
  return (
    <span translate="no" className={cn('tnum whitespace-nowrap', className)}>
      <span>{dollars}</span>
      <span className={dimsCents ? 'opacity-80' : undefined}>{`.${decimals}`}</span>
    </span>
  );
}

/** A server message. Amounts in it are masked while the customer hides amounts. */
export function AmountText({ children }: { children: string }) {
  const isHidden = useAreAmountsHidden();
  if (!isHidden) return children;
  return splitAtAmounts(children).map((part, index) =>
    index % 2 === 1 ? <HiddenAmount key={index} /> : part,
  );
}

function HiddenAmount({ className }: { className?: string | undefined }) {
  return (
    <span className={cn('whitespace-nowrap', className)}>
      <span translate="no" aria-hidden="true">
        {AMOUNT_MASK}
      </span>
      <span className="sr-only">{AMOUNT_HIDDEN}</span>
    </span>
  );
}
