import { Button } from '@/components/ui/button';
import { Detail, DetailList } from '@/components/ui/detail-list';
import { Dialog } from '@/components/ui/dialog';
import { Money } from '@/components/ui/money';
import { StatusBadge } from '@/components/ui/status-badge';
import type { AdminUser } from '@/lib/api/types';
import { HANDLE_WORD } from '@/lib/constants';
import { formatDay, humanise } from '@/lib/format';
import { nameOf } from '../person';
import { BalanceForm } from './balance-form';

type UserDialogProps = { user: AdminUser; onClose: () => void; onCredit: () => void };

/** User Details (spec.md §2, Admin dashboard). */
export function UserDialog({ user, onClose, onCredit }: UserDialogProps) {
  return (
    <Dialog isOpen onClose={onClose} title="User Details" description={nameOf(user)}>
      <DetailList className="-mt-2.5">
        <Detail term="E-mail">
          <span className="break-all">{user.email}</span>
        </Detail>
        <Detail term={humanise(HANDLE_WORD)}>${user.moniker}</Detail>
        <Detail term="Phone number">{user.phoneNumber ?? 'Not added'}</Detail>
        <Detail term="E-mail verified">{user.isEmailVerified ? 'Yes' : 'No'}</Detail>
        <Detail term="Role">{user.isAdmin ? 'Admin' : 'Customer'}</Detail>
        <Detail term="KYC status">
          <StatusBadge status={user.kycStatus ?? 'none'} label={user.kycStatus ? undefined : 'Not Started'} />
        </Detail>
        <Detail term="Account number">{user.accountNumber ?? 'Not assigned'}</Detail>
        <Detail term="Member since">{formatDay(user.createdAt)}</Detail>
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
      <BalanceForm key={user.accountBalanceCents} user={user} />
      <div className="mt-6 border-t border-rule pt-5">
        <Button variant="secondary" className="w-full" onClick={onCredit}>
          Add Incoming Transaction
        </Button>
      </div>
    </Dialog>
  );
}
