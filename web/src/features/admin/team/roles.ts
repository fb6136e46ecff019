import type { TeamMember } from '@/lib/api/types';

export type AdminRole = TeamMember['role'];

/** The roles with what they may do, in the order of the form. */
export const ROLES: readonly { value: AdminRole; label: string; about: string }[] = [
  { value: 'owner', label: 'Owner', about: 'Everything, also the team and the approval policy.' },
  { value: 'reviewer', label: 'Reviewer', about: 'Identity checks and account requests.' },
  { value: 'payments', label: 'Payments', about: 'Transfers, payments, credits and balances.' },
  { value: 'support', label: 'Support', about: 'Chats, and the texts on dashboards. Reads payments.' },
  { value: 'auditor', label: 'Auditor', about: 'The Event History, without changing anything.' },
];

export function roleLabel(role: AdminRole): string {
  return ROLES.find(({ value }) => value === role)?.label ?? role;
}
