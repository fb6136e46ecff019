import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { DataTable, type Column } from '@/components/ui/data-table';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { Badge } from '@/components/ui/status-badge';
import type { TeamMember } from '@/lib/api/types';
import { useSession } from '@/lib/session';
import { personName, Person } from '../person';
import { RowButton } from '../row-button';
import { useTeam } from './queries/use-team';
import { ChangeRoleDialog } from './change-role-dialog';
import { RemoveDialog, type Removal } from './remove-dialog';
import { roleLabel } from './roles';
import { TeamChanges } from './team-changes';

type Open = { kind: 'role'; member: TeamMember | null } | { kind: 'removal'; removal: Removal };

/** The list of the bank's admins. Only owners see it (ADM-50). */
export function TeamTab() {
  const { data: team, isError, refetch } = useTeam();
  const [open, setOpen] = useState<Open | null>(null);
  const { user } = useSession();
  const close = () => setOpen(null);
  return (
    <section aria-label="Team">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 className="text-lg font-semibold">Team</h2>
          <p className="text-sm text-ink-3">
            Who can use this panel. We record every change, email all owners, and sign out the member it
            affects.
          </p>
        </div>
        <Button onClick={() => setOpen({ kind: 'role', member: null })}>
          <UserPlus aria-hidden="true" className="size-4" />
          Add Member
        </Button>
      </div>
      {team ? (
        <>
          <div className="mt-4">
            <DataTable
              caption="Members"
              columns={columns(user?.id, setOpen)}
              rows={team.members}
              rowKey={(member) => member.user.id}
            />
          </div>
          <TeamChanges changes={team.changes} />
        </>
      ) : null}
      {!team && isError ? (
        <ErrorState title="We couldn't load the team." onRetry={() => void refetch()} />
      ) : null}
      {!team && !isError ? <Skeleton className="mt-4 h-48" /> : null}
      {open?.kind === 'role' ? (
        <ChangeRoleDialog member={open.member} members={team?.members ?? []} onClose={close} />
      ) : null}
      {open?.kind === 'removal' ? <RemoveDialog removal={open.removal} onClose={close} /> : null}
    </section>
  );
}

const columns = (ownId: string | undefined, onOpen: (open: Open) => void): Column<TeamMember>[] => [
  {
    id: 'person',
    header: 'Member',
    isTitle: true,
    cell: ({ user }) => (
      <Person person={user}>{user.id === ownId ? <Badge tone="info">You</Badge> : null}</Person>
    ),
  },
  { id: 'role', header: 'Role', cell: ({ role }) => roleLabel(role) },
  {
    id: 'access',
    header: 'Access',
    cell: ({ isDisabled }) => (isDisabled ? <Badge tone="warning">Disabled</Badge> : 'Active'),
  },
  {
    id: 'actions',
    header: 'Actions',
    isActions: true,
    // Admins cannot change their own role (SEC-43).
    isBlank: ({ user }) => user.id === ownId,
    cell: (member) => (member.user.id === ownId ? null : <MemberActions member={member} onOpen={onOpen} />),
  },
];

function MemberActions({ member, onOpen }: { member: TeamMember; onOpen: (open: Open) => void }) {
  const name = personName(member.user);
  const remove = (action: Removal['action']) => onOpen({ kind: 'removal', removal: { action, member } });
  return (
    <span className="flex flex-wrap justify-end gap-2 max-sm:*:px-2">
      {member.isDisabled ? (
        <RowButton
          label="Restore Access"
          fullLabel={`Restore ${name}'s access`}
          onClick={() => remove('enable')}
        />
      ) : (
        <>
          <RowButton
            label="Change Role"
            fullLabel={`Change ${name}'s role`}
            onClick={() => onOpen({ kind: 'role', member })}
          />
          <RowButton
            label="Disable Access"
            fullLabel={`Disable ${name}'s access`}
            onClick={() => remove('disable')}
          />
        </>
      )}
      <RowButton label="Remove" fullLabel={`Remove ${name}`} onClick={() => remove('revoke')} />
    </span>
  );
}
