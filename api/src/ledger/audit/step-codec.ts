import type { TransactionStep } from '../domain/evolve-transaction.js';
import {
  TRANSACTION_CATEGORIES,
  TRANSACTION_KINDS,
  TRANSACTION_STATUSES,
  type TransactionCategory,
} from '../domain/transactions.js';
import { writeUuid } from '../../platform/database/uuid-bytes.js';
import { idKey } from './id-bytes.js';

const STEPS = ['created', 'status-changed', 'amended'] as const;
const CATEGORIES: readonly (TransactionCategory | null)[] = [null, ...TRANSACTION_CATEGORIES];

/** Where each value is: the transaction's id, six small numbers, the day, and seven doubles. */
const AT = {
  step: 16,
  kind: 17,
  status: 18,
  from: 19,
  category: 20,
  account: 24,
  day: 28,
  position: 32,
  time: 40,
  amount: 48,
  fee: 56,
  shownAt: 64,
} as const;

/** How long an encoded step is, in bytes. */
export const STEP_BYTES = 72;

/** Names of accounts as small numbers: there are few of them beside the steps. */
export class AccountNumbers {
  private readonly numbers = new Map<string, number>();
  private readonly ids: string[] = [];

  numberOf(accountId: string): number {
    let number = this.numbers.get(accountId);
    if (number === undefined) {
      number = this.ids.length;
      this.numbers.set(accountId, number);
      this.ids.push(accountId);
    }
    return number;
  }

  idOf(number: number): string {
    const id = this.ids[number];
    if (id === undefined) throw new Error(`there is no account ${number}`);
    return id;
  }
}

/** Writes a step into `STEP_BYTES` bytes; false where the id of its transaction is no UUID. */
export function encodeStep(step: TransactionStep, accounts: AccountNumbers, bytes: Buffer): boolean {
  if (!writeUuid(step.transactionId, bytes, 0)) return false;
  bytes[AT.step] = STEPS.indexOf(step.step);
  bytes.writeInt32LE(accounts.numberOf(step.accountId), AT.account);
  bytes.writeDoubleLE(step.position, AT.position);
  bytes.writeDoubleLE(step.recordedAt.getTime(), AT.time);
  if (step.step === 'amended') {
    bytes.writeDoubleLE(step.shownAt === null ? NaN : step.shownAt.getTime(), AT.shownAt);
    return true;
  }
  const isCreation = step.step === 'created';
  bytes[AT.kind] = TRANSACTION_KINDS.indexOf(step.kind);
  bytes[AT.status] = TRANSACTION_STATUSES.indexOf(isCreation ? step.status : step.to);
  bytes[AT.from] = isCreation ? 0 : TRANSACTION_STATUSES.indexOf(step.from);
  bytes[AT.category] = isCreation ? CATEGORIES.indexOf(step.category) : 0;
  bytes.writeInt32LE(step.bankDay === null ? 0 : Number(step.bankDay.replaceAll('-', '')), AT.day);
  bytes.writeDoubleLE(step.amountCents, AT.amount);
  bytes.writeDoubleLE(step.feeCents ?? NaN, AT.fee);
  return true;
}

/** The step in these bytes. The id of its transaction is an `idKey`. */
export function decodeStep(bytes: Buffer, at: number, accounts: AccountNumbers): TransactionStep {
  const transactionId = idKey(bytes, at);
  const accountId = accounts.idOf(bytes.readInt32LE(at + AT.account));
  const position = bytes.readDoubleLE(at + AT.position);
  const recordedAt = new Date(bytes.readDoubleLE(at + AT.time));
  const step = oneOf(STEPS, bytes[at + AT.step]);
  if (step === 'amended') {
    const shown = bytes.readDoubleLE(at + AT.shownAt);
    const shownAt = Number.isNaN(shown) ? null : new Date(shown);
    return { step, transactionId, accountId, position, recordedAt, shownAt };
  }
  const kind = oneOf(TRANSACTION_KINDS, bytes[at + AT.kind]);
  const status = oneOf(TRANSACTION_STATUSES, bytes[at + AT.status]);
  const amountCents = bytes.readDoubleLE(at + AT.amount);
  const fee = bytes.readDoubleLE(at + AT.fee);
  const bankDay = dayOf(bytes.readInt32LE(at + AT.day));
  const placed = { transactionId, accountId, position, recordedAt, kind, amountCents, bankDay };
  if (step === 'created') {
    return Object.assign(placed, {
      step,
      status,
      feeCents: fee,
      category: oneOf(CATEGORIES, bytes[at + AT.category]),
    });
  }
  const from = oneOf(TRANSACTION_STATUSES, bytes[at + AT.from]);
  return Object.assign(placed, { step, from, to: status, feeCents: Number.isNaN(fee) ? null : fee });
}

const days = new Map<number, string>();

/** `YYYY-MM-DD` of the number that the same digits make; the few days there are, are texts once. */
function dayOf(digits: number): string | null {
  if (digits === 0) return null;
  let day = days.get(digits);
  if (day === undefined) {
    const text = String(digits).padStart(8, '0');
    day = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
    days.set(digits, day);
  }
  return day;
}

function oneOf<Value>(values: readonly Value[], index: number | undefined): Value {
  const value = values[index ?? -1];
  if (value === undefined) throw new Error('what was put aside in the temporary folder was changed');
  return value;
}
