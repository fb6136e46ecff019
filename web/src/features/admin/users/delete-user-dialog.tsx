import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import type { AdminUser } from '@/lib/api/types';
import { formatCents } from '@/lib/money';
import { toast } from '@/lib/toast';
import { MAY_NEED_APPROVAL } from '../approvals/actions';
import { personName } from '../person';
import { useAdminFailure } from '../use-admin-failure';
import { useDeleteUser } from './queries/use-delete-user';

type DeleteUserDialogProps = { user: AdminUser; onCancel: () => void; onDeleted: () => void };

/** Asks for confirmation (ADM-10) and states what happens to the user's data and balance. */
export function DeleteUserDialog({ user, onCancel, onDeleted }: DeleteUserDialogProps) {
  const remove = useDeleteUser();
  const fail = useAdminFailure();
  const send = () =>
    remove.mutate(
      { id: user.id, revision: user.revision },
      {
        onSuccess: () => {
          toast({ title: 'User deleted successfully' });
          onDeleted();
        },
        onError: (error) => fail(error, 'Failed to delete user'),
      },
    );
  return (
    <Dialog
      isOpen
      onClose={onCancel}
      title={`Delete ${personName(user)}`}
      description="Are you sure you want to delete this user? This action cannot be undone."
    >
      <p className="text-sm text-ink-2">
        We'll erase their personal data, documents and messages, sign them out and cancel open transfers
        {user.accountBalanceCents === 0
          ? ''
          : `. ${formatCents(user.accountBalanceCents)} will go to unclaimed money`}
        . Ledger entries stay. {MAY_NEED_APPROVAL}
      </p>
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="danger" isBusy={remove.isPending} onClick={send}>
          Delete User
        </Button>
      </DialogActions>
    </Dialog>
  );
}
