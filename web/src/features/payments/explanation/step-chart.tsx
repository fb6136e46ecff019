import { Money } from '@/components/ui/money';
import type { BalanceHistory } from '@/lib/api/types';
import { formatBankDay } from '@/lib/bank-day';

const HEIGHT = 100;

type StepChartProps = { points: BalanceHistory['points']; at: string | null };

/** The balance as steps, because it is constant between entries. The table below it lists the values. */
export function StepChart({ points, at }: StepChartProps) {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return null;
  const topCents = Math.max(0, ...points.map(({ totalCents }) => totalCents));
  const steps = points.map(({ totalCents }, day) => {
    const y = topCents > 0 ? HEIGHT - (totalCents / topCents) * HEIGHT : HEIGHT;
    return `${day === 0 ? `M0 ${y}` : `V${y}`}H${day + 1}`;
  });
  const line = steps.join('');
  const selected = points.findIndex(({ date }) => date === at);
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2">
      <svg
        role="img"
        aria-label={`Step chart of your balance at the end of each day, ${formatBankDay(first.date)} to ${formatBankDay(last.date)}`}
        viewBox={`0 0 ${points.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-40 w-full overflow-visible border-b border-rule-strong sm:h-48"
      >
        <path d={`${line}V${HEIGHT}H0Z`} className="fill-accent-soft" />
        {selected >= 0 ? (
          <rect x={selected} width={1} y={0} height={HEIGHT} className="fill-margin-rule" opacity={0.45} />
        ) : null}
        <path
          d={line}
          fill="none"
          strokeWidth={2}
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
          className="stroke-accent"
        />
      </svg>
      <p className="tnum flex flex-col items-end text-xs leading-none text-ink-3">
        {topCents > 0 ? <Money cents={topCents} dimsCents={false} /> : null}
        <Money cents={0} dimsCents={false} className="mt-auto" />
      </p>
      <figcaption className="tnum mt-1.5 flex justify-between text-xs text-ink-3">
        <span>{formatBankDay(first.date)}</span>
        <span>{formatBankDay(last.date)}</span>
      </figcaption>
    </figure>
  );
}
