import { X } from 'lucide-react';
import { useState } from 'react';
import { MAX_BULK_DECISIONS } from '@moniker/common/limits.js';
import { Button, IconButton } from '@/components/ui/button';
import { Money } from '@/components/ui/money';
import type { Selection } from '@/lib/list/use-selection';
import { humanize } from '@/lib/format';
import { BulkDialog, type BulkDecision, type BulkRow } from './bulk-dialog';
import type { PaymentDirection } from './status-change';

type BulkBarProps<Row extends BulkRow> = {
  direction: PaymentDirection;
  rows: readonly Row[];
  selection: Selection;
  labelOf: (row: Row) => string;
  /** Label of the button that approves pending rows. */
  approveLabel: string;
  /** Label of the button that rejects pending rows; if omitted, there is no such button. */
  rejectLabel?: string;
};

/**
 * Actions on the selected rows. Available only for a limited number of rows that all have the same status, so a
 * decision has the same effect on each.
 */
export function BulkBar<Row extends BulkRow>({
  direction,
  rows,
  selection,
  labelOf,
  approveLabel,
  rejectLabel,
}: BulkBarProps<Row>) {
  // The rows as they were when the dialog opened; the list behind the dialog may change.
  const [decision, setDecision] = useState<(BulkDecision & { rows: Row[] }) | null>(null);
  const selected = rows.filter((row) => selection.ids.has(row.id));
  const close = () => {
    setDecision(null);
    selection.clear();
  };
  const [first] = selected;
  return (
    <>
      {first ? (
        <div
          role="region"
          aria-label="Selected rows"
          className="tall:sticky top-16 z-10 mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-rule-strong bg-sheet py-2 pr-2 pl-4"
        >
          <Summary rows={selected} />
          {canDecideTogether(selected) ? (
            <span className="order-last flex flex-wrap gap-2 max-sm:w-full sm:order-none">
              {first.status === 'pending' ? (
                <>
                  <Button size="sm" onClick={() => setDecision({ to: 'completed', rows: selected })}>
                    {approveLabel}
                  </Button>
                  {rejectLabel ? (
                    <Button
                      size="sm"
                      variant="danger"
                      onClick={() => setDecision({ to: 'failed', rows: selected })}
                    >
                      {rejectLabel}
                    </Button>
                  ) : null}
                </>
              ) : null}
              <Button size="sm" variant="secondary" onClick={() => setDecision({ to: null, rows: selected })}>
                Change Status
              </Button>
            </span>
          ) : null}
          <IconButton label="Clear selection" onClick={selection.clear}>
            <X aria-hidden="true" />
          </IconButton>
        </div>
      ) : null}
      {decision ? (
        <BulkDialog
          direction={direction}
          rows={decision.rows}
          to={decision.to}
          labelOf={labelOf}
          onCancel={() => setDecision(null)}
          onDone={close}
        />
      ) : null}
    </>
  );
}

function canDecideTogether(selected: readonly BulkRow[]): boolean {
  return new Set(selected.map(({ status }) => status)).size === 1 && selected.length <= MAX_BULK_DECISIONS;
}

function Summary({ rows }: { rows: readonly BulkRow[] }) {
  const statuses = [...new Set(rows.map(({ status }) => status))];
  const sumCents = rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return (
    <p role="status" className="mr-auto min-w-0 text-sm max-sm:flex-1">
      <span className="tnum font-semibold">
        {rows.length} selected, <Money cents={sumCents} dimsCents={false} />
      </span>{' '}
      <span className="text-ink-3">
        {statuses.length > 1
          ? 'Select rows with the same status to decide on them together.'
          : rows.length > MAX_BULK_DECISIONS
            ? `You can decide on up to ${MAX_BULK_DECISIONS} at a time.`
            : humanize(statuses[0] ?? '')}
      </span>
    </p>
  );
}
