import { TRANSACTION_CATEGORIES, categoryOf } from '@moniker/common/categories.js';
import { isolate } from '@moniker/common/typed-text.js';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import { errorMessage } from '@/lib/api/api-error';
import type { TransactionDetail } from '@/lib/api/types';
import { humanize } from '@/lib/format';
import { toast } from '@/lib/toast';
import { useSessionExpiry } from '@/lib/use-session-expiry';
import { type CategoryChange, useChangeCategory } from './queries/use-change-category';

/** The category of a transaction. Once changed, it can be applied to all transfers to the recipient (TRF-87). */
export function CategoryChoice({ transaction }: { transaction: TransactionDetail }) {
  const { id, category, recipientName } = transaction;
  const change = useChangeCategory(id);
  const expire = useSessionExpiry();
  const send = (body: CategoryChange, title: string) =>
    change.mutate(body, {
      onSuccess: () => toast({ title }),
      onError: (error) => {
        if (expire(error)) return;
        const description = errorMessage(error, 'Please try again');
        toast({ title: "The category wasn't changed", description, variant: 'destructive' });
      },
    });
  const choose = (name: string) => {
    const chosen = categoryOf(name);
    if (chosen) send({ category: chosen }, 'Category changed');
  };
  const isChanged = change.isSuccess && !change.variables.isForRecipient;
  return (
    <span className="flex flex-col items-end gap-1">
      <span className="hidden print:inline">{category === null ? 'No category' : humanize(category)}</span>
      <div className="print:hidden">
        <Select
          aria-label="Category"
          className="h-9 w-auto min-w-36 py-1"
          value={change.isPending ? change.variables.category : (category ?? '')}
          onChange={(event) => choose(event.target.value)}
        >
          {category === null ? <option value="">No category</option> : null}
          {TRANSACTION_CATEGORIES.map((name) => (
            <option key={name} value={name}>
              {humanize(name)}
            </option>
          ))}
        </Select>
      </div>
      {isChanged && category !== null && recipientName !== null ? (
        <Button
          size="sm"
          variant="ghost"
          className="-mr-3 h-auto min-h-9 text-right whitespace-normal"
          onClick={() => send({ category, isForRecipient: true }, 'Category changed for all transfers')}
        >
          Always for {isolate(recipientName)}
        </Button>
      ) : null}
    </span>
  );
}
