import type { LedgerEvent } from '@/lib/api/types';

/** The bank's internal accounts. */
export const BANK_ACCOUNTS = ['settlement', 'fees', 'adjustments', 'unclaimed'] as const;

/** Labels of the types whose name doesn't say what happened. */
const LABELS: Record<string, string> = {
  AccountOpened: 'Signed up',
  AdminDisabled: 'Admin access disabled',
  AdminEnabled: 'Admin access restored',
  AdminLimitUsed: "Counted toward an admin's daily limit",
  BatchAbandoned: 'Batch of events skipped',
  FactorAdded: 'Two-factor method added',
  FactorRemoved: 'Two-factor method removed',
  FactorsReset: 'Two-factor methods reset',
  IdentityDocumentRead: 'Identity document viewed',
  SsnRead: 'SSN viewed',
  TransferPlanned: 'Transfer scheduled',
  TransferPlanChanged: 'Scheduled transfer changed',
};

const WORDS: Record<string, string> = { Kyc: 'KYC', Ssn: 'SSN', Texts: 'text' };

/** `TransferRequested` → `Transfer requested`. */
export function eventTypeLabel(type: string): string {
  const label = LABELS[type];
  if (label !== undefined) return label;
  const [first = '', ...rest] = type.split(/(?=[A-Z])/);
  return [WORDS[first] ?? first, ...rest.map((word) => WORDS[word] ?? word.toLowerCase())].join(' ');
}

/** `settlement` → `Settlement`. */
export function bankAccountLabel(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export const ROLES = [
  { value: 'customer', label: 'Customers' },
  { value: 'admin', label: 'Admins' },
  { value: 'system', label: 'The system' },
] as const;

const ROLE_LABELS: Record<LedgerEvent['actor']['role'], string> = {
  customer: 'Customer',
  admin: 'Admin',
  system: 'System',
};

/** Name and role of an event's actor. */
export function actorLabels({ role, recorded, person }: LedgerEvent['actor']): {
  name: string;
  role: string;
} {
  return { name: person?.name ?? (role === 'system' ? 'System' : recorded), role: ROLE_LABELS[role] };
}
