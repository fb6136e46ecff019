import { HANDLE_NAME, HANDLE_WORD } from '@moniker/common/brand.js';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/checkbox';
import { api, unwrap } from '@/lib/api/client';
import type { User } from '@/lib/api/types';
import { useMutation } from '@/lib/queries/use-mutation';
import { updateUser } from '@/lib/session';
import { toast } from '@/lib/toast';
import { useFailure } from '@/lib/use-failure';

/** Lets the customer decide whether other customers can find them by moniker (SET-13). */
export function FindableCard({ user }: { user: User }) {
  const change = useMutation({
    mutationFn: (isFindable: boolean) => unwrap(api.PUT('/api/user/findable', { body: { isFindable } })),
    onSuccess: updateUser,
  });
  const fail = useFailure();
  const set = (isFindable: boolean) =>
    change.mutate(isFindable, {
      onSuccess: () =>
        toast({ title: `Others can ${isFindable ? '' : 'no longer '}find you by your $${HANDLE_WORD}` }),
      onError: (error) => fail(error, 'Failed to save'),
    });
  const isOn = change.isPending ? change.variables : user.isFindable;
  const moniker = <span translate="no">{`$${user.moniker}`}</span>;
  return (
    <Card>
      <CardHeader title={`Payments to Your ${HANDLE_NAME}`} />
      <CardBody className="space-y-2">
        <Checkbox
          label={`Let other customers find me by my $${HANDLE_WORD}`}
          checked={isOn}
          disabled={change.isPending}
          onChange={(event) => set(event.target.checked)}
        />
        <p className="text-sm text-ink-3">
          {isOn ? (
            <>
              If you have an account number, anyone who enters {moniker} to pay you sees your first name and
              last initial. If you turn this off, others can pay you only by your account and routing numbers,
              or if you ask them for money.
            </>
          ) : (
            <>
              Others can't find you by {moniker}. If you have an account number, they can pay you only by your
              account and routing numbers, or if you ask them for money.
            </>
          )}
        </p>
      </CardBody>
    </Card>
  );
}
