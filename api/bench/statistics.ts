/** The value below which a share (0 to 1) of the values lies. NaN if there are no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The median, the smallest and the largest of some values. */
export interface Summary {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function summarize(values: readonly number[]): Summary {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/** The median of some values, their quartiles, and the median's 95% confidence interval. */
export interface Estimate {
  readonly median: number;
  readonly quartiles: readonly [lower: number, upper: number];
  readonly interval: readonly [lower: number, upper: number];
}

/**
 * Half the width of the median's 95% confidence interval, in ranks, divided by the square root of the number of
 * values.
 */
const RANKS_OF_95_PERCENT = 0.98;

/** Estimates the median without assuming anything about the distribution of the values. */
export function estimate(values: readonly number[]): Estimate {
  const share = RANKS_OF_95_PERCENT / Math.sqrt(values.length);
  return {
    median: median(values),
    quartiles: [percentile(values, 0.25), percentile(values, 0.75)],
    interval: [percentile(values, Math.max(0, 0.5 - share)), percentile(values, Math.min(1, 0.5 + share))],
  };
}
