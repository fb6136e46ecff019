import { ADMIN_ROLES, type AdminRole } from '@moniker/common/admin-roles.js';

const TEXTS: Readonly<Record<AdminRole, { label: string; about: string }>> = {
  owner: { label: 'Owner', about: 'Everything, including the team and the approval policy.' },
  reviewer: { label: 'Reviewer', about: 'KYC applications and account requests. Can freeze accounts.' },
  payments: { label: 'Payments', about: 'Transfers, payments, credits and balances.' },
  support: { label: 'Support', about: 'Chats and dashboard text. Can view payments and freeze accounts.' },
  auditor: {
    label: 'Auditor',
    about: "The Event History. Can verify the log and take checkpoints, but can't change anything else.",
  },
};

/** The roles and their rights, in display order. */
export const ROLES = ADMIN_ROLES.map((value) => ({ value, ...TEXTS[value] }));

export function roleLabel(role: AdminRole): string {
  return ROLES.find(({ value }) => value === role)?.label ?? role;
}
