import { ProgressBar } from '@/components/ui/progress-bar';
import type { Verification } from '@/lib/api/types';
import { formatCount } from '@/lib/format';

/** The progress of a running verification. */
export function ChainProgress({ verification }: { verification: Verification }) {
  const { status, position, total } = verification;
  const percent = total === 0 ? 0 : Math.min(100, Math.floor((100 * position) / total));
  const text =
    status === 'waiting'
      ? 'Waiting for the check to start…'
      : position >= total && total > 0
        ? 'Comparing every balance with the log…'
        : `Verified ${formatCount(position)} of ${formatCount(total)} events`;
  return (
    <div className="mb-4">
      <p className="tnum text-sm text-ink-2">{text}</p>
      <ProgressBar percent={percent} label="Verification" valueText={text} className="mt-2" />
    </div>
  );
}
