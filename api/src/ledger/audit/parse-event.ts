import type { LedgerEvent, LedgerEventType, PlacedEvent } from '../domain/events.js';
import { TRANSACTION_CATEGORIES, TRANSACTION_KINDS, TRANSACTION_STATUSES } from '../domain/transactions.js';
import type { RecordedEvent } from '../log/event-log.port.js';
import { upcast } from '../log/upcast.js';

type Check = (value: unknown) => boolean;
type PayloadOf<Type extends LedgerEventType> = Extract<LedgerEvent, { type: Type }>['payload'];
type Shapes = { readonly [Type in LedgerEventType]: Readonly<Record<keyof PayloadOf<Type>, Check>> };

const isText: Check = (value) => typeof value === 'string' && value !== '';
const isCents: Check = (value) => Number.isSafeInteger(value);
const isBasisPoints: Check = (value) => isCents(value) && Number(value) >= 0 && Number(value) <= 10_000;
const isDay: Check = (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
const isTime: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
const isStatus = oneOf(TRANSACTION_STATUSES);
const isKind = oneOf(TRANSACTION_KINDS);
const isCategory = oneOf(TRANSACTION_CATEGORIES);
const isEntries: Check = (value) =>
  Array.isArray(value) &&
  value.every((entry) => isRecord(entry) && isText(entry['accountId']) && isCents(entry['amountCents']));

const MOVES = { holdCents: isCents, entries: isEntries };
const NEW_MONEY = {
  transactionId: isText,
  accountId: isText,
  amountCents: isCents,
  status: isStatus,
  textsDigest: isText,
  ...MOVES,
};
const KYC = { kycId: isText, userId: isText };

/** What each payload must hold. A type without a shape does not compile. */
const SHAPES: Shapes = {
  AccountOpened: { accountId: isText },
  TransferRequested: {
    ...NEW_MONEY,
    feeCents: isCents,
    feeBasisPoints: isBasisPoints,
    category: isCategory,
    bankDay: isDay,
  },
  IncomingPaymentCreated: { ...NEW_MONEY, notesDigest: absentOr(isText) },
  CreditRecorded: { ...NEW_MONEY, category: nullOr(isCategory) },
  TransactionStatusChanged: {
    transactionId: isText,
    accountId: isText,
    kind: isKind,
    from: isStatus,
    to: isStatus,
    amountCents: isCents,
    bankDay: nullOr(isDay),
    ...MOVES,
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
    ...MOVES,
  },
  AccountClosed: { accountId: isText, sweptCents: isCents, ...MOVES },
  KycApproved: KYC,
  KycRejected: KYC,
  KycReset: KYC,
  AccountRequestDecided: { accountRequestId: isText, userId: isText, status: isText },
  UserDeleted: { userId: isText },
  SsnRead: KYC,
  IdentityDocumentRead: { documentId: isText, userId: isText },
};

/** The same as lists: they are gone through for every event. */
const CHECKS = new Map<string, readonly (readonly [field: string, check: Check])[]>(
  Object.entries(SHAPES).map(([type, shape]) => [type, Object.entries<Check>(shape)]),
);

/** All types of events, in the order of `domain/events.ts`. */
export const EVENT_TYPES = Object.keys(SHAPES) as readonly LedgerEventType[];

type ParsedFields = Pick<
  RecordedEvent,
  'type' | 'payloadVersion' | 'stream' | 'position' | 'version' | 'recordedAt' | 'payload'
>;

/** The event of the domain that a row of the log stands for. Throws, saying why, on a row that is none. */
export function parseEvent(recorded: ParsedFields): PlacedEvent {
  const { type, payloadVersion, stream, position, version, recordedAt } = recorded;
  if (!isKnownType(type)) throw new RangeError(`there are no events of type ${type}`);
  const payload = upcast(type, payloadVersion, parsePayload(recorded.payload));
  for (const [field, check] of CHECKS.get(type) ?? []) {
    if (!check(payload[field])) throw new RangeError(`the payload's ${field} is not what ${type} has there`);
  }
  // The shape of the payload was checked against its type just above.
  return { type, payload, stream, position, version, recordedAt } as unknown as PlacedEvent;
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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function oneOf(values: readonly unknown[]): Check {
  return (value) => values.includes(value);
}

function absentOr(check: Check): Check {
  return (value) => value === undefined || check(value);
}

function nullOr(check: Check): Check {
  return (value) => value === null || check(value);
}
