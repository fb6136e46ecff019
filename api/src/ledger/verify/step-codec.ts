import { TRANSACTION_CATEGORIES, type TransactionCategory } from '@moniker/common/categories.js';
import { TRANSACTION_KINDS, TRANSACTION_STATUSES } from '@moniker/common/transactions.js';
import type { TransactionStep } from '../domain/transaction-step.js';
import { writeUuid } from '../../platform/database/uuid-bytes.js';
import { dataViewOf } from '../../platform/database/data-view-of.js';
import { eventTime } from '../log/event-time.js';
import { idKey } from './id-bytes.js';

const ZERO = '0'.charCodeAt(0);
const STEPS = ['created', 'status-changed', 'amended', 'canceled'] as const;
const CATEGORIES: readonly (TransactionCategory | null)[] = [null, ...TRANSACTION_CATEGORIES];

/**
 * Byte offsets of the fields: two ids (the transaction's at 0), six bytes, the day as an int32, four doubles and two
 * ids.
 */
const OFFSET = {
  account: 16,
  step: 32,
  kind: 33,
  status: 34,
  from: 35,
  category: 36,
  /** Which of the last two ids are present. */
  has: 37,
  day: 40,
  position: 48,
  time: 56,
  amount: 64,
  /** Shares the amount's offset, because an amendment has no amount. */
  shownAt: 64,
  fee: 72,
  recipient: 80,
  pair: 96,
} as const;

/** Length of an encoded step in bytes. */
export const STEP_BYTES = 112;

/** Bits of the byte `has`. */
const HAS = { recipient: 1, pair: 2 } as const;

/** Encodes steps into one reused buffer. */
export class StepEncoder {
  readonly bytes = Buffer.alloc(STEP_BYTES);
  private readonly view = dataViewOf(this.bytes);

  /** Encodes a step into `bytes`. Returns what is wrong with this step, without regard to other steps, or null. */
  encode(step: TransactionStep): string | null {
    const { bytes, view } = this;
    if (!writeUuid(step.transactionId, bytes, 0)) return "its transaction id isn't a UUID";
    if (!writeUuid(step.accountId, bytes, OFFSET.account)) return "its account id isn't a UUID";
    bytes[OFFSET.step] = STEPS.indexOf(step.step);
    view.setFloat64(OFFSET.position, step.position, true);
    view.setFloat64(OFFSET.time, step.recordedAt.getTime(), true);
    if (step.step === 'amended') {
      view.setFloat64(OFFSET.shownAt, step.shownAt === null ? NaN : step.shownAt.getTime(), true);
      return null;
    }
    view.setInt32(OFFSET.day, step.bankDay === null ? 0 : encodeDay(step.bankDay), true);
    view.setFloat64(OFFSET.amount, step.amountCents, true);
    if (step.step === 'canceled') return null;
    const isCreation = step.step === 'created';
    bytes[OFFSET.kind] = TRANSACTION_KINDS.indexOf(step.kind);
    bytes[OFFSET.status] = TRANSACTION_STATUSES.indexOf(isCreation ? step.status : step.to);
    bytes[OFFSET.from] = isCreation ? 0 : TRANSACTION_STATUSES.indexOf(step.from);
    bytes[OFFSET.category] = isCreation ? CATEGORIES.indexOf(step.category) : 0;
    view.setFloat64(OFFSET.fee, step.feeCents ?? NaN, true);
    const recipientId = isCreation ? step.recipientId : null;
    bytes[OFFSET.has] = (recipientId === null ? 0 : HAS.recipient) | (step.pairId === null ? 0 : HAS.pair);
    if (recipientId !== null && !writeUuid(recipientId, bytes, OFFSET.recipient)) {
      return "the id of its recipient isn't a UUID";
    }
    const isPair = step.pairId === null || writeUuid(step.pairId, bytes, OFFSET.pair);
    return isPair ? null : "the id of the paired transaction isn't a UUID";
  }
}

/** Decodes the step at offset `at`. `view` is a view of the same bytes. The step's ids are `idKey`s. */
export function decodeStep(bytes: Buffer, view: DataView, at: number): TransactionStep {
  const transactionId = idKey(bytes, at);
  const accountId = idKey(bytes, at + OFFSET.account);
  const position = view.getFloat64(at + OFFSET.position, true);
  const recordedAt = eventTime(view.getFloat64(at + OFFSET.time, true));
  const step = valueAt(STEPS, bytes[at + OFFSET.step]);
  if (step === 'amended') {
    const shown = view.getFloat64(at + OFFSET.shownAt, true);
    const shownAt = Number.isNaN(shown) ? null : new Date(shown);
    return { step, transactionId, accountId, position, recordedAt, shownAt };
  }
  const amountCents = view.getFloat64(at + OFFSET.amount, true);
  const bankDay = decodeDay(view.getInt32(at + OFFSET.day, true));
  if (step === 'canceled')
    return { step, transactionId, accountId, position, recordedAt, amountCents, bankDay };
  const kind = valueAt(TRANSACTION_KINDS, bytes[at + OFFSET.kind]);
  const status = valueAt(TRANSACTION_STATUSES, bytes[at + OFFSET.status]);
  const fee = view.getFloat64(at + OFFSET.fee, true);
  const has = bytes[at + OFFSET.has] ?? 0;
  const pairId = (has & HAS.pair) === 0 ? null : idKey(bytes, at + OFFSET.pair);
  const common = { transactionId, accountId, position, recordedAt, kind, amountCents, bankDay, pairId };
  if (step === 'created') {
    const category = valueAt(CATEGORIES, bytes[at + OFFSET.category]);
    const recipientId = (has & HAS.recipient) === 0 ? null : idKey(bytes, at + OFFSET.recipient);
    return { step, ...common, status, feeCents: fee, category, recipientId };
  }
  const from = valueAt(TRANSACTION_STATUSES, bytes[at + OFFSET.from]);
  return { step, ...common, from, to: status, feeCents: Number.isNaN(fee) ? null : fee };
}

const days = new Map<number, string>();

/** Decodes the number YYYYMMDD to `YYYY-MM-DD`. Strings are cached, because a log has few different days. */
function decodeDay(digits: number): string | null {
  if (digits === 0) return null;
  let day = days.get(digits);
  if (day === undefined) {
    const text = String(digits).padStart(8, '0');
    day = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
    days.set(digits, day);
  }
  return day;
}

/** Encodes `YYYY-MM-DD` as the number YYYYMMDD. */
function encodeDay(day: string): number {
  let digits = 0;
  for (let index = 0; index < day.length; index += 1) {
    const digit = day.charCodeAt(index) - ZERO;
    if (digit >= 0) digits = 10 * digits + digit;
  }
  return digits;
}

function valueAt<Value>(values: readonly Value[], index: number | undefined): Value {
  const value = values[index ?? -1];
  if (value === undefined) throw new Error('the temporary file was changed');
  return value;
}
