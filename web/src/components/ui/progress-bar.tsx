import { cn } from '@/lib/cn';

type ProgressBarProps = {
  percent: number;
  /** If omitted, the bar is hidden from screen readers; text next to it must then give the same information. */
  label?: string;
  valueText?: string;
  className?: string;
};

/** A bar that is filled up to a percentage. */
export function ProgressBar({ percent, label, valueText, className }: ProgressBarProps) {
  const semantics =
    label === undefined
      ? { 'aria-hidden': true }
      : {
          role: 'progressbar',
          'aria-label': label,
          'aria-valuemin': 0,
          'aria-valuemax': 100,
          'aria-valuenow': percent,
          'aria-valuetext': valueText,
        };
  return (
    <div
      {...semantics}
      className={cn('h-1.5 overflow-hidden rounded-full bg-neutral-soft forced-color-adjust-none', className)}
    >
      <span
        className="block h-full bg-accent transition-[width] duration-180 motion-reduce:transition-none"
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
