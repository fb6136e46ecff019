import type { QueryParams } from '@/lib/api/types';

export type AccessQuery = QueryParams<'/api/admin/access-log'>;
export type AccessAction = NonNullable<AccessQuery['action']>;

const LABELS: Record<AccessAction, string> = {
  'user-list': 'User list',
  user: 'User',
  'user-export': 'User export',
  'kyc-list': 'KYC application list',
  'kyc-application': 'KYC application',
  'kyc-export': 'KYC application export',
  'kyc-reads': 'Access log of a KYC application',
  ssn: 'Social Security number',
  'identity-document': 'Identity document',
  'request-list': 'Account request list',
  request: 'Account request',
  'request-export': 'Account request export',
  'transfer-list': 'Outgoing payment list',
  'transfer-export': 'Outgoing payment export',
  'payment-list': 'Incoming payment list',
  'payment-export': 'Incoming payment export',
  'transaction-list': 'Transaction list',
  'transaction-export': 'Transaction export',
  'decision-preview': 'Decision preview',
  'chat-list': 'Chat list',
  chat: 'Chat',
  'dashboard-texts': 'Dashboard text',
  'work-queue': 'Work queue',
  'proposal-list': 'Proposal list',
  proposal: 'Proposal',
  team: 'Team',
  'event-list': 'Event list',
  event: 'Event',
  'event-export': 'Event export',
  balance: 'Balance at a point in time',
  'people-search': 'People search',
  'chain-status': 'Chain status',
  'access-list': 'Access log',
  'change-answer': 'Record shown after saving',
  'refused-change': 'Refused change',
  'failed-sign-ins': 'Failed sign-ins',
};

/** The choices for the filter “What was viewed”, in alphabetical order. */
export const ACCESS_CHOICES = Object.entries(LABELS)
  .map(([value, label]) => ({ value, label }))
  .sort((one, other) => one.label.localeCompare(other.label));

export function accessLabel(action: string): string {
  return (LABELS as Partial<Record<string, string>>)[action] ?? action;
}

/** The kind of object that an entry refers to, by action. */
const OBJECTS: Partial<Record<string, string>> = {
  'kyc-application': 'Application',
  'kyc-reads': 'Application',
  ssn: 'Application',
  'identity-document': 'Document',
  request: 'Request',
  proposal: 'Proposal',
  balance: 'Account:',
};

const ID_LENGTH_SHOWN = 8;

/** Describes an object by its kind and shortened id. */
export function objectText(action: string, id: string): string {
  const shown = id.length > ID_LENGTH_SHOWN * 2 ? `${id.slice(0, ID_LENGTH_SHOWN)}…` : id;
  return `${OBJECTS[action] ?? 'Item'} ${shown}`;
}

const FILTERS: Partial<Record<string, string>> = {
  accountType: 'account type',
  kycStatus: 'KYC status',
  emailVerified: 'verified email',
  admin: 'role',
  hasAccount: 'account number',
  kind: 'type',
  from: 'first day',
  to: 'last day',
};

/** Names the filters of a list that was read. The log does not record their values. */
export function filtersText(filters: readonly string[]): string {
  return `Filtered by ${filters.map((name) => FILTERS[name] ?? name).join(', ')}`;
}
