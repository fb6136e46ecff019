import type { QueryParams } from '@/lib/api/types';

export type AccessQuery = QueryParams<'/api/admin/access-log'>;
export type AccessAction = NonNullable<AccessQuery['action']>;

const LABELS: Record<AccessAction, string> = {
  'user-list': 'List of users',
  user: 'User',
  'user-export': 'Export of users',
  'kyc-list': 'List of KYC applications',
  'kyc-application': 'KYC application',
  'kyc-export': 'Export of KYC applications',
  'kyc-reads': 'Who read a KYC application',
  ssn: 'Social Security number',
  'identity-document': 'Identity document',
  'request-list': 'List of account requests',
  request: 'Account request',
  'request-export': 'Export of account requests',
  'transfer-list': 'List of outgoing pays',
  'transfer-export': 'Export of outgoing pays',
  'payment-list': 'List of incoming payments',
  'payment-export': 'Export of incoming payments',
  'transaction-list': 'List of transactions',
  'transaction-export': 'Export of transactions',
  'decision-preview': 'Preview of a decision',
  'chat-list': 'List of chats',
  chat: 'Chat',
  'dashboard-texts': 'Texts on a dashboard',
  'work-queue': 'Work queue',
  'proposal-list': 'List of proposals',
  proposal: 'Proposal',
  team: 'Team',
  'event-list': 'List of events',
  event: 'Event',
  'event-export': 'Export of events',
  balance: 'Balance at a moment',
  'people-search': 'Search for people',
  'chain-status': 'Accounts being checked',
  'access-list': 'Access log',
  'change-answer': 'Response to a change',
  'refused-change': 'Refused change',
  'failed-sign-ins': 'Failed sign-ins',
};

/** What was read, for the filter; in alphabetical order. */
export const ACCESS_CHOICES = Object.entries(LABELS)
  .map(([value, label]) => ({ value, label }))
  .sort((one, other) => one.label.localeCompare(other.label));

export function accessLabel(action: string): string {
  return (LABELS as Partial<Record<string, string>>)[action] ?? action;
}

/** What the id of an entry names, where it is not the customer. */
const OBJECTS: Partial<Record<string, string>> = {
  'kyc-application': 'Application',
  'kyc-reads': 'Application',
  ssn: 'Application',
  'identity-document': 'Document',
  request: 'Request',
  proposal: 'Proposal',
  balance: 'Account',
};

const ID_LENGTH_SHOWN = 8;

/** The beginning of the id of what was read, with its kind. */
export function objectText(action: string, id: string): string {
  const shown = id.length > ID_LENGTH_SHOWN * 2 ? `${id.slice(0, ID_LENGTH_SHOWN)}…` : id;
  return `${OBJECTS[action] ?? 'Item'} ${shown}`;
}

const FILTERS: Partial<Record<string, string>> = {
  accountType: 'account type',
  kycStatus: 'KYC status',
  emailVerified: 'verified email',
  admin: 'admins',
  hasAccount: 'account',
  from: 'first day',
  to: 'last day',
};

/** The filters of a list; their values are not recorded. */
export function filtersText(filters: readonly string[]): string {
  return `Filtered by ${filters.map((name) => FILTERS[name] ?? name).join(', ')}`;
}
