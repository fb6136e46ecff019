import { TRANSACTION_CATEGORIES } from '@moniker/common/categories.js';
import { TRANSACTION_KINDS, TRANSACTION_STATUSES } from '@moniker/common/transactions.js';
import {
  AUDIT_EVENTS,
  type AuditEventType,
  KYC_COMPARISONS,
  type LedgerEvent,
  type LedgerEventType,
  type SequencedEvent,
  type StructuredAuditFields,
} from '../domain/events.js';
import type { RecordedEvent } from './event-log.port.js';
import { isRecord } from './is-record.js';
import { upcast } from './upcast.js';

type FieldCheck = (value: unknown) => boolean;
type PayloadOf<Type extends LedgerEventType> = Extract<LedgerEvent, { type: Type }>['payload'];
type Shapes = { readonly [Type in LedgerEventType]: Readonly<Record<keyof PayloadOf<Type>, FieldCheck>> };

const isText: FieldCheck = (value) => typeof value === 'string' && value !== '';
const isCents: FieldCheck = (value) => Number.isSafeInteger(value);
const isBasisPoints: FieldCheck = (value) => isCents(value) && Number(value) >= 0 && Number(value) <= 10_000;
const isDay: FieldCheck = (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
const isTime: FieldCheck = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
const isStatus = oneOf(TRANSACTION_STATUSES);
const isKind = oneOf(TRANSACTION_KINDS);
const isCategory = oneOf(TRANSACTION_CATEGORIES);
const isEntries: FieldCheck = (value) =>
  Array.isArray(value) &&
  value.every((entry) => isRecord(entry) && isText(entry['accountId']) && isCents(entry['amountCents']));

/** Most kinds of documents of an application, and most files of a kind. */
const [MAX_KINDS, MAX_FILES] = [20, 50];
const isDocuments: FieldCheck = (value) =>
  isRecord(value) &&
  Object.keys(value).length <= MAX_KINDS &&
  Object.entries(value).every(([kind, files]) => /^[a-z][A-Za-z]{0,39}$/.test(kind) && isFiles(files));
const isFiles: FieldCheck = (value) =>
  Array.isArray(value) && value.length > 0 && value.length <= MAX_FILES && value.every(isText);
const isComparison = oneOf(KYC_COMPARISONS);
const isComparisons: FieldCheck = (value) =>
  Array.isArray(value) && value.every(isComparison) && new Set(value).size === value.length;

/** The longest value that an authenticator or browser returns, with room to spare. */
const MAX_BASE64URL = 2_000;
const isBase64Url: FieldCheck = (value) =>
  typeof value === 'string' && value.length <= MAX_BASE64URL && /^[A-Za-z0-9_-]+$/.test(value);
const isSignature: FieldCheck = (value) =>
  isRecord(value) &&
  ['credentialId', 'authenticatorData', 'clientDataJSON', 'signature'].every((field) =>
    isBase64Url(value[field]),
  );
const isApprovalKey: FieldCheck = (value) =>
  isRecord(value) &&
  isBase64Url(value['credentialId']) &&
  isBase64Url(value['publicKey']) &&
  (value['signature'] === null || isSignature(value['signature']));

const POSTING_FIELDS = { holdCents: isCents, entries: isEntries };
const NEW_TRANSACTION_FIELDS = {
  transactionId: isText,
  accountId: isText,
  amountCents: isCents,
  status: isStatus,
  textsDigest: isText,
  ...POSTING_FIELDS,
};

/** The required payload fields of each event type. A type without a shape does not compile. */
const SHAPES: Shapes = {
  AccountOpened: { accountId: isText },
  TransferRequested: {
    ...NEW_TRANSACTION_FIELDS,
    feeCents: isCents,
    feeBasisPoints: isBasisPoints,
    category: isCategory,
    bankDay: isDay,
  },
  IncomingPaymentCreated: { ...NEW_TRANSACTION_FIELDS, notesDigest: absentOr(isText) },
  CreditRecorded: { ...NEW_TRANSACTION_FIELDS, category: nullOr(isCategory) },
  TransactionStatusChanged: {
    transactionId: isText,
    accountId: isText,
    kind: isKind,
    from: isStatus,
    to: isStatus,
    amountCents: isCents,
    bankDay: nullOr(isDay),
    ...POSTING_FIELDS,
  },
  TransferCanceled: {
    transactionId: isText,
    accountId: isText,
    amountCents: isCents,
    bankDay: isDay,
    ...POSTING_FIELDS,
  },
  TransactionAmended: {
    transactionId: isText,
    accountId: isText,
    notesDigest: nullOr(isText),
    shownAt: nullOr(isTime),
  },
  BalanceAdjusted: {
    transactionId: isText,
    accountId: isText,
    fromCents: isCents,
    toCents: isCents,
    deltaCents: isCents,
    textsDigest: isText,
    ...POSTING_FIELDS,
  },
  AccountClosed: { accountId: isText, sweptCents: isCents, ...POSTING_FIELDS },
  ...auditShapes(),
};

/** The shapes as arrays, because they are iterated for every event. */
const CHECKS = new Map<string, readonly (readonly [field: string, check: FieldCheck])[]>(
  Object.entries(SHAPES).map(([type, shape]) => [type, Object.entries<FieldCheck>(shape)]),
);

type ParsedFields = Pick<
  RecordedEvent,
  'type' | 'payloadVersion' | 'stream' | 'position' | 'version' | 'recordedAt' | 'payload'
>;

/**
 * Parses a row of the log into a domain event of the newest payload version (LED-14).
 *
 * @throws RangeError with the reason, if the row is not a valid event
 */
export function parseEvent(recorded: ParsedFields): SequencedEvent {
  const { type, payloadVersion, stream, position, version, recordedAt } = recorded;
  if (!isKnownType(type)) throw new RangeError(`the event type ${type} is unknown`);
  const payload = upcast(type, payloadVersion, parsePayload(recorded.payload));
  for (const [field, check] of CHECKS.get(type) ?? []) {
    if (!check(payload[field])) throw new RangeError(`the payload field ${field} is not valid for ${type}`);
  }
  // The payload's shape was checked against its type above.
  return { type, payload, stream, position, version, recordedAt } as unknown as SequencedEvent;
}

function isKnownType(type: string): type is LedgerEventType {
  return Object.hasOwn(SHAPES, type);
}

function parsePayload(text: string): Readonly<Record<string, unknown>> {
  let payload: unknown;
  try {
    payload = JSON.parse(text);
  } catch {
    throw new RangeError('the payload is not JSON');
  }
  if (!isRecord(payload)) throw new RangeError('the payload is not a JSON object');
  return payload;
}

/** The fields of audit events are texts, except for the structured ones. */
function auditShapes(): Pick<Shapes, AuditEventType> {
  const structured: Readonly<Record<string, Readonly<Record<string, FieldCheck>>>> = structuredShapes();
  const shapes = Object.entries(AUDIT_EVENTS).map(([type, { fields }]) => [
    type,
    { ...Object.fromEntries(fields.map((field) => [field, isText])), ...structured[type] },
  ]);
  return Object.fromEntries(shapes) as Pick<Shapes, AuditEventType>;
}

type StructuredShapes = {
  readonly [Type in keyof StructuredAuditFields]: Readonly<
    Record<keyof StructuredAuditFields[Type], FieldCheck>
  >;
};

function structuredShapes(): StructuredShapes {
  const digests = {
    identityDigest: nullOr(isText),
    claimDigest: nullOr(isText),
    documents: isDocuments,
  };
  return {
    KycSubmitted: digests,
    KycApproved: { ...digests, comparisons: isComparisons },
    FactorAdded: { key: nullOr(isApprovalKey) },
    FactorRemoved: { credentialId: nullOr(isBase64Url) },
    ProposalApproved: { signature: nullOr(isSignature) },
  };
}

function oneOf(values: readonly unknown[]): FieldCheck {
  return (value) => values.includes(value);
}

function absentOr(check: FieldCheck): FieldCheck {
  return (value) => value === undefined || check(value);
}

function nullOr(check: FieldCheck): FieldCheck {
  return (value) => value === null || check(value);
}
