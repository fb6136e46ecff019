import { hash } from 'node:crypto';

/** What kind of access an entry records. A name is never reused for a different kind. */
export const ACCESS_ACTIONS = [
  'user-list',
  'user',
  'user-export',
  'kyc-list',
  'kyc-application',
  'kyc-export',
  'kyc-reads',
  'ssn',
  'identity-document',
  'request-list',
  'request',
  'request-export',
  'transfer-list',
  'transfer-export',
  'payment-list',
  'payment-export',
  'transaction-list',
  'transaction-export',
  'decision-preview',
  'chat-list',
  'chat',
  'dashboard-texts',
  'work-queue',
  'proposal-list',
  'proposal',
  'team',
  'event-list',
  'event',
  'event-export',
  'balance',
  'people-search',
  'chain-status',
  'access-list',
  'change-answer',
  'refused-change',
  'failed-sign-ins',
] as const;
export type AccessAction = (typeof ACCESS_ACTIONS)[number];

/**
 * Further details of an entry. They include ids and the names of filters, but never filter values or people's names.
 */
export interface AccessDetails {
  /** What was read, if it isn't the customer: an application, a document, an event. */
  readonly object?: string;
  /** The names of a list's or export's filters. */
  readonly filters?: readonly string[];
  /** Sorted ids of the people in a list, if there are several. */
  readonly people?: readonly string[];
  /** Start of the hour in which the sign-ins failed, in UTC. */
  readonly hour?: string;
}

/** An access to record. */
export interface Access {
  /** `user:<id>` of the admin, or `system`. */
  readonly actor: string;
  readonly action: AccessAction;
  /** The customer; null if there are several or none. */
  readonly subject: string | null;
  /** The number of people shown, or of failed sign-ins; null for an export, whose length isn't known when it starts. */
  readonly count: number | null;
  /** The id of the request; a new id for entries by the system. */
  readonly correlationId: string;
  readonly details: AccessDetails;
}

/** The fields of an entry that its hash covers, as stored. */
export interface HashedEntry {
  readonly position: number;
  readonly recordedAt: Date;
  readonly actor: string;
  readonly action: string;
  readonly subject: string | null;
  readonly count: number | null;
  readonly correlationId: string;
  /** JSON as stored, never serialized again. */
  readonly details: string;
}

/** An entry of the access log. */
export interface AccessEntry extends HashedEntry {
  readonly hash: Buffer;
}

/** Ensures that no entry has the same hash as a ledger event. */
const DOMAIN = 'moniker access 1';
const NONE = '-';

/**
 * Returns an entry's hash: SHA-256 over the previous hash followed by the UTF-8 text of a domain-separation line and
 * the fields, one per line, details last (LOG-5). No field contains a line feed (a table constraint), so the text is
 * unambiguous.
 */
export function accessHash(previous: Buffer, entry: HashedEntry): Buffer {
  const { position, recordedAt, actor, action, subject, count, correlationId, details } = entry;
  const text = [
    ...[DOMAIN, position, recordedAt.getTime(), actor, action],
    ...[subject ?? NONE, count ?? NONE, correlationId, details],
  ].join('\n');
  return hash('sha256', Buffer.concat([previous, Buffer.from(text, 'utf8')]), 'buffer');
}

/** Whether an entry's hash matches its fields and the previous entry's hash. */
export function isEntryChainedTo(previous: Buffer, entry: AccessEntry): boolean {
  const { actor, action, correlationId, details } = entry;
  const hasLineFeed = `${actor}${action}${correlationId}${details}`.includes('\n');
  return !hasLineFeed && accessHash(previous, entry).equals(entry.hash);
}
