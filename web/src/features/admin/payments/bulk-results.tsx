import { Button } from '@/components/ui/button';
import { DialogActions } from '@/components/ui/dialog';
import { Badge } from '@/components/ui/status-badge';
import type { Decisions } from '@/lib/api/types';

const RESULT_BADGES = {
  done: { tone: 'positive', label: 'Done' },
  proposed: { tone: 'info', label: 'Sent for approval' },
  already_decided: { tone: 'warning', label: 'Already decided' },
  refused: { tone: 'danger', label: 'Refused' },
} as const;

type BulkResultsProps = { results: Decisions; labels: ReadonlyMap<string, string>; onClose: () => void };

/** The result for each row. Partial success is a normal outcome. */
export function BulkResults({ results, labels, onClose }: BulkResultsProps) {
  return (
    <>
      <ul aria-label="Results" className="divide-y divide-rule text-sm">
        {results.items.map(({ id, result, message }) => (
          <li key={id} className="py-2.5">
            <span className="flex items-baseline justify-between gap-3">
              <span className="tnum min-w-0">{labels.get(id)}</span>
              <Badge tone={RESULT_BADGES[result].tone}>{RESULT_BADGES[result].label}</Badge>
            </span>
            {message ? <span className="mt-0.5 block text-ink-3">{message}</span> : null}
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </>
  );
}
