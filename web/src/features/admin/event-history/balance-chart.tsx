import type { BalanceAt } from '@/lib/api/types';
import { balancePaths, CHART } from './balance-paths';

type BalanceChartProps = {
  before: BalanceAt['before'];
  /** Oldest first. */
  steps: BalanceAt['steps'];
  /** Number of steps up to the position that the slider selects. */
  stepCount: number;
};

/** Posted and available balance as step lines, with one column per entry, aligned with the slider below. */
export function BalanceChart({ before, steps, stepCount }: BalanceChartProps) {
  const { posted, available, zeroY } = balancePaths([before, ...steps]);
  const x = steps.length === 0 ? 0 : (stepCount / steps.length) * CHART.width;
  return (
    <figure className="mt-4">
      <svg
        viewBox={`0 0 ${CHART.width} ${CHART.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label="Balance after each entry. The table below has the same figures."
        className="block h-36 w-full overflow-visible border-y border-rule px-2"
      >
        <g fill="none" strokeWidth="1.5">
          <path
            d={`M0 ${zeroY}H${CHART.width}`}
            className="stroke-rule-strong"
            vectorEffect="non-scaling-stroke"
          />
          <path
            d={available}
            strokeDasharray="3 3"
            className="stroke-ink-3"
            vectorEffect="non-scaling-stroke"
          />
          <path d={posted} className="stroke-accent" strokeWidth="2" vectorEffect="non-scaling-stroke" />
          <path
            d={`M${x} 0V${CHART.height}`}
            className="stroke-margin-rule"
            vectorEffect="non-scaling-stroke"
          />
        </g>
      </svg>
      <figcaption className="mt-2 flex flex-wrap gap-x-4 text-xs text-ink-3">
        <Legend className="border-accent" label="Posted" />
        <Legend className="border-dashed border-ink-3" label="Available" />
        <span>One step per entry</span>
      </figcaption>
    </figure>
  );
}

function Legend({ className, label }: { className: string; label: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden="true" className={`w-5 border-t-2 ${className}`} />
      {label}
    </span>
  );
}
