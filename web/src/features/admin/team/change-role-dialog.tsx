import type { AdminRole } from '@moniker/common/admin-roles.js';
import { MAX_TEAM_REASON_LENGTH } from '@moniker/common/text-lengths.js';
import { Alert } from '@/components/ui/alert';
import { Dialog, FormActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { TeamMember } from '@/lib/api/types';
import { errorIfBlank } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { useForm } from '@/lib/use-form';
import { MAY_NEED_APPROVAL } from '../approvals/actions';
import { personName } from '../person';
import { useAdminFailure } from '../use-admin-failure';
import { UserField } from '../user-field';
import { useChangeRole } from './queries/use-change-role';
import { roleLabel, ROLES } from './roles';

type Values = { userId: string; role: string; reason: string };

const validate = ({ userId, role, reason }: Values) => ({
  userId: userId === '' ? 'Select a user' : undefined,
  role: role === '' ? 'Select a role' : undefined,
  reason: errorIfBlank(reason, 'Add a reason'),
});

type ChangeRoleDialogProps = {
  /** Null to add a member. */
  member: TeamMember | null;
  members: readonly TeamMember[];
  onClose: () => void;
};

/** Grants a role to a user, or a different role to a member. */
export function ChangeRoleDialog({ member, members, onClose }: ChangeRoleDialogProps) {
  const change = useChangeRole();
  const fail = useAdminFailure();
  const form = useForm<Values>({ userId: member?.user.id ?? '', role: '', reason: '' }, validate);
  const current = members.find(({ user }) => user.id === form.values.userId);
  const roles = ROLES.filter(({ value }) => value !== member?.role);
  const about = ROLES.find(({ value }) => value === form.values.role)?.about;
  const send = ({ userId, role, reason }: Values) =>
    change.mutate(
      { action: 'grant', userId, role: role as AdminRole, reason: reason.trim() },
      {
        onSuccess: () => {
          const label = roleLabel(role as AdminRole);
          toast({ title: member ? `Role changed to ${label}` : `${label} role granted` });
          onClose();
        },
        onError: (error) => fail(error, member ? 'Failed to change the role' : 'Failed to grant the role'),
      },
    );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={member ? `Change ${personName(member.user)}'s role` : 'Add Member'}
      description={`${member ? `Current role: ${roleLabel(member.role)}.` : 'The user needs a verified email address.'} ${MAY_NEED_APPROVAL}`}
    >
      <form noValidate onSubmit={form.submit(send)} className="space-y-4">
        {member ? null : (
          <UserField
            error={form.errors.userId}
            value={form.values.userId}
            onPick={(user) => form.set('userId', user.id)}
          />
        )}
        {!member && current ? (
          <Alert tone="warning" title={`${personName(current.user)} is already a member`}>
            {current.isDisabled
              ? 'Their access is disabled. Restore it before you change the role.'
              : `The new role replaces the ${roleLabel(current.role)} role.`}
          </Alert>
        ) : null}
        <Field label="Role" error={form.errors.role} hint={about}>
          {(control) => (
            <Select {...control} {...form.bind('role')}>
              <option value="">Select a role</option>
              {roles.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Reason" error={form.errors.reason} hint="Owners see it here and get it by email.">
          {(control) => <Input {...control} {...form.bind('reason')} maxLength={MAX_TEAM_REASON_LENGTH} />}
        </Field>
        <FormActions
          submitLabel={member ? 'Change Role' : 'Grant Role'}
          isBusy={change.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
