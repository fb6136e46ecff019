/**
 * Growth in 30 days, such as `+12.4% in 30 days`, with one decimal (ADM-2). If the earlier value was zero or negative
 * and has changed, there is no percentage.
 */
export function growthCaption(now: number, before: number): string {
  if (before === now) return '0.0% in 30 days';
  if (before <= 0) return 'New in 30 days';
  const percent = ((now - before) / before) * 100;
  const sign = percent < 0 ? '−' : '+';
  return `${sign}${Math.abs(percent).toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })}% in 30 days`;
}
