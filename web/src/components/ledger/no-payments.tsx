import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';

type NoPaymentsProps = {
  /** Whether filters hide existing payments. */
  isFiltered: boolean;
  onClear: () => void;
};

/** Replaces an empty payments list (DASH-9). */
export function NoPayments({ isFiltered, onClear }: NoPaymentsProps) {
  if (!isFiltered) {
    return <EmptyState title="No transactions yet">Your payments will appear here.</EmptyState>;
  }
  return (
    <EmptyState
      title="No transactions found matching your filters"
      action={
        <Button variant="secondary" size="sm" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  );
}
