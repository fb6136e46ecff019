import { Ban } from 'lucide-react';
import { isolate } from '@moniker/common/typed-text.js';
import { Button } from '@/components/ui/button';
import { toast } from '@/lib/toast';
import { useFailure } from '@/lib/use-failure';
import { type BlockedCustomer, useBlockedCustomers, useUnblock } from './queries/use-blocked-customers';
import { ListCard, SettingsRow } from './settings-list';

/** Lists the customers whom the user has blocked from sending money requests (TRF-118). Hidden while nobody is blocked. */
export function BlockedCustomersCard() {
  const blocked = useBlockedCustomers();
  const unblock = useUnblock();
  const fail = useFailure();
  if (blocked.isPending || blocked.data?.length === 0) return null;
  const lift = ({ id, name }: BlockedCustomer) =>
    unblock.mutate(id, {
      onSuccess: () =>
        toast({ title: 'Customer unblocked', description: `${isolate(name)} can ask you for money again.` }),
      onError: (error) => fail(error, 'Failed to unblock the customer'),
    });
  return (
    <ListCard
      title="Blocked Customers"
      description="They can't ask you for money."
      noun="the customers you've blocked"
      query={blocked}
    >
      {(data) => (
        <ul aria-label="Blocked customers" className="divide-y divide-rule">
          {data.map((customer) => (
            <SettingsRow
              key={customer.id}
              Icon={Ban}
              title={
                <bdi translate="no" className="min-w-0 wrap-anywhere">
                  {customer.name}
                </bdi>
              }
              detail={<span translate="no">{`$${customer.moniker}`}</span>}
              action={
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={`Unblock ${customer.name}`}
                  isBusy={unblock.isPending && unblock.variables === customer.id}
                  disabled={unblock.isPending}
                  onClick={() => lift(customer)}
                >
                  Unblock
                </Button>
              }
            />
          ))}
        </ul>
      )}
    </ListCard>
  );
}
