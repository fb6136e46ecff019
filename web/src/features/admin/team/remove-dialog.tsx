import { MAX_TEAM_REASON_LENGTH } from '@moniker/common/text-lengths.js';
import { Dialog, FormActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { TeamMember } from '@/lib/api/types';
import { errorIfBlank } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { useForm } from '@/lib/use-form';
import { MAY_NEED_APPROVAL } from '../approvals/actions';
import { personName } from '../person';
import { useAdminFailure } from '../use-admin-failure';
import { useChangeRole } from './queries/use-change-role';
import { roleLabel } from './roles';

export type Removal = { action: 'revoke' | 'disable' | 'enable'; member: TeamMember };

const TEXTS = {
  revoke: {
    verb: 'Remove',
    title: (name: string) => `Remove ${name}`,
    failure: (name: string) => `Failed to remove ${name}`,
    about: (name: string, role: string) =>
      `${name} will lose the ${role} role and be an ordinary customer again.`,
    done: 'Member removed',
  },
  disable: {
    verb: 'Disable Access',
    title: (name: string) => `Disable ${name}'s access`,
    failure: (name: string) => `Failed to disable ${name}'s access`,
    about: (name: string, role: string) =>
      `${name} will keep the ${role} role, but can't use the panel until an owner restores access.`,
    done: 'Access disabled',
  },
  enable: {
    verb: 'Restore Access',
    title: (name: string) => `Restore ${name}'s access`,
    failure: (name: string) => `Failed to restore ${name}'s access`,
    about: (name: string, role: string) =>
      `${name} will be able to use the panel again, with the ${role} role.`,
    done: 'Access restored',
  },
} as const;

const validate = ({ reason }: { reason: string }) => ({
  reason: errorIfBlank(reason, 'Add a reason'),
});

/** Removes, disables or enables a member, with a reason. */
export function RemoveDialog({ removal, onClose }: { removal: Removal; onClose: () => void }) {
  const { action, member } = removal;
  const { verb, title, failure, about, done } = TEXTS[action];
  const change = useChangeRole();
  const fail = useAdminFailure();
  const form = useForm({ reason: '' }, validate);
  const name = personName(member.user);
  const send = ({ reason }: { reason: string }) =>
    change.mutate(
      { action, userId: member.user.id, reason: reason.trim() },
      {
        onSuccess: () => {
          toast({ title: done });
          onClose();
        },
        onError: (error) => fail(error, failure(name)),
      },
    );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title(name)}
      description={`${about(name, roleLabel(member.role))} ${MAY_NEED_APPROVAL}`}
    >
      <form noValidate onSubmit={form.submit(send)}>
        <Field label="Reason" error={form.errors.reason} hint="Owners see it here and get it by email.">
          {(control) => <Input {...control} {...form.bind('reason')} maxLength={MAX_TEAM_REASON_LENGTH} />}
        </Field>
        <FormActions
          submitLabel={verb}
          variant={action === 'enable' ? 'primary' : 'danger'}
          isBusy={change.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
