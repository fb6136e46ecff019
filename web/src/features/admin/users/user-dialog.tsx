import { ExternalLink, Snowflake, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { HANDLE_WORD } from '@moniker/common/brand.js';
import { Button, buttonClass } from '@/components/ui/button';
import { Detail, DetailList } from '@/components/ui/detail-list';
import { Dialog } from '@/components/ui/dialog';
import { ErrorState } from '@/components/ui/error-state';
import { Money } from '@/components/ui/money';
import { Skeleton } from '@/components/ui/skeleton';
import { Badge, StatusBadge } from '@/components/ui/status-badge';
import type { AdminUser } from '@/lib/api/types';
import { usePermitted } from '@/lib/permissions';
import { humanize } from '@/lib/format';
import { formatBankDate } from '@/lib/time/bank-time';
import { personName } from '../person';
import { useAdminUser } from '../use-admin-user';
import { BalanceForm } from './balance-form';
import { DeleteUserDialog } from './delete-user-dialog';
import { FreezeDialog, UnfreezeDialog } from './freeze-dialog';

type UserDialogProps = { id: string; onClose: () => void; onCredit: () => void };

/** The User Details dialog (ADM-8). */
export function UserDialog({ id, onClose, onCredit }: UserDialogProps) {
  const { data: user, isError, refetch } = useAdminUser(id);
  const [isDeleting, setIsDeleting] = useState(false);
  const isPermitted = usePermitted();
  const [isFreezing, setIsFreezing] = useState(false);
  return (
    <Dialog isOpen onClose={onClose} title="User Details" description={user ? personName(user) : 'Loading'}>
      {user ? (
        <>
          <UserDetails user={user} />
          {isPermitted('balances:edit') ? <BalanceForm key={user.accountBalanceCents} user={user} /> : null}
          <UserActions
            user={user}
            onCredit={onCredit}
            onFreeze={() => setIsFreezing(true)}
            onDelete={() => setIsDeleting(true)}
          />
        </>
      ) : null}
      {!user && isError ? (
        <ErrorState title="We couldn't load this user." onRetry={() => void refetch()} />
      ) : null}
      {!user && !isError ? <Skeleton className="h-96" /> : null}
      {user && isDeleting ? (
        <DeleteUserDialog user={user} onCancel={() => setIsDeleting(false)} onDeleted={onClose} />
      ) : null}
      {user && isFreezing ? <FreezeOrUnfreeze user={user} onClose={() => setIsFreezing(false)} /> : null}
    </Dialog>
  );
}

type FreezeOrUnfreezeProps = { user: AdminUser; onClose: () => void };

/** Chooses the dialog when it opens, so a later change of the status does not replace the dialog. */
function FreezeOrUnfreeze({ user, onClose }: FreezeOrUnfreezeProps) {
  const [isFrozen] = useState(user.status === 'frozen');
  return isFrozen ? (
    <UnfreezeDialog user={user} onClose={onClose} />
  ) : (
    <FreezeDialog user={user} onClose={onClose} />
  );
}

function UserDetails({ user }: { user: AdminUser }) {
  return (
    <DetailList className="-mt-2.5">
      <Detail term="Email">
        <span className="break-all">{user.email}</span>
      </Detail>
      <Detail term={humanize(HANDLE_WORD)}>{`$${user.moniker}`}</Detail>
      <Detail term="Phone number">{user.phoneNumber ?? 'Not added'}</Detail>
      <Detail term="Email verified">{user.isEmailVerified ? 'Yes' : 'No'}</Detail>
      <Detail term="Role">{roleOf(user)}</Detail>
      <Detail term="Status">
        {user.status === 'frozen' ? <Badge tone="danger">Frozen</Badge> : humanize(user.status)}
      </Detail>
      <Detail term="KYC status">
        <StatusBadge status={user.kycStatus ?? 'none'} label={user.kycStatus ? undefined : 'Not Started'} />
      </Detail>
      <Detail term="Account number">{user.accountNumber ?? 'Not assigned'}</Detail>
      <Detail term="Member since">{formatBankDate(user.createdAt)}</Detail>
      <Detail term="User ID">
        <span className="text-xs break-all">{user.id}</span>
      </Detail>
      <Detail term="Available">
        <Money cents={user.availableBalanceCents} />
      </Detail>
      <Detail term="On hold">
        <Money cents={user.pendingBalanceCents} />
      </Detail>
      <Detail term="Total balance" isTotal>
        <span className="double-rule">
          <Money cents={user.accountBalanceCents} />
        </span>
      </Detail>
    </DetailList>
  );
}

function roleOf({ isAdmin, isDisabledAdmin }: AdminUser): string {
  if (isDisabledAdmin) return 'Admin (access disabled)';
  return isAdmin ? 'Admin' : 'Customer';
}

type UserActionsProps = {
  user: AdminUser;
  onCredit: () => void;
  onFreeze: () => void;
  onDelete: () => void;
};

/**
 * The actions on a user. An admin cannot be deleted, even if disabled, and has no dashboard to edit (ADM-11, DASH-14).
 * An admin's account can be frozen only by that admin, with the link in an email, and unfrozen only by an owner
 * (AUTH-62).
 */
function UserActions({ user, onCredit, onFreeze, onDelete }: UserActionsProps) {
  const isPermitted = usePermitted();
  const isCustomer = !user.isAdmin;
  const isFrozen = user.status === 'frozen';
  return (
    <div className="mt-6 space-y-2 border-t border-rule pt-5">
      {isPermitted('payments:decide') ? (
        <Button variant="secondary" className="w-full" onClick={onCredit}>
          Add Incoming Transaction
        </Button>
      ) : null}
      {isCustomer && isPermitted('support:dashboards') ? (
        <a
          href={`/dashboard-edit/${user.id}`}
          target="_blank"
          className={`${buttonClass({ variant: 'secondary' })} w-full`}
        >
          <ExternalLink aria-hidden="true" className="size-4" />
          Open Dashboard Editor
          <span className="sr-only">, opens in a new tab</span>
        </a>
      ) : null}
      {isPermitted(isCustomer ? 'customers:freeze' : 'team:manage') && (isCustomer || isFrozen) ? (
        <Button variant="secondary" className="w-full" onClick={onFreeze}>
          <Snowflake aria-hidden="true" className="size-4" />
          {isFrozen ? 'Unfreeze Account' : 'Freeze Account'}
        </Button>
      ) : null}
      {isCustomer && !user.isDisabledAdmin && isPermitted('customers:delete') ? (
        <Button variant="danger" className="w-full" onClick={onDelete}>
          <Trash2 aria-hidden="true" className="size-4" />
          Delete User
        </Button>
      ) : null}
    </div>
  );
}
