import { createHash } from 'node:crypto';
import type { TransactionCategory } from '@moniker/common/categories.js';
import type { TransactionTexts } from '../src/ledger/texts/transaction-texts.js';
import type { IdempotencyKey } from '../src/ledger/writer/submission.js';
import { newId } from '../src/platform/crypto/new-id.js';

/** A requested transfer, before a contender assigns its id. */
export interface TransferRequest {
  readonly accountId: string;
  readonly amountCents: number;
  readonly category: TransactionCategory;
  readonly bankDay: string;
  readonly texts: TransactionTexts;
  readonly idempotency: IdempotencyKey;
}

/** One cent, so neither the balance nor the daily limit (TRF-8) stops a measurement. */
export const AMOUNT_CENTS = 1;
/**
 * Number of one-cent transfers per bank day. Even if one account makes all of them, their sum stays well below the
 * daily limit.
 */
const TRANSFERS_PER_DAY = 100_000;
const FIRST_DAY = Date.UTC(2030, 0, 1);
const DAY_MS = 86_400_000;

const TEMPLATES = 4_096;
const CATEGORIES: readonly TransactionCategory[] = ['food', 'bills', 'shopping', 'business', 'other'];
const NAMES = ['Ada Lindqvist', 'Björn Okafor', 'Chandra Rao', 'Dolores Whitfield-Núñez', 'Eno Park'];
const PURPOSES = ['Rent for the month', 'Invoice', 'Shared dinner on Friday', 'Birthday present', 'Repairs'];

type Template = Omit<TransferRequest, 'bankDay' | 'idempotency'> & { readonly fingerprint: string };

/**
 * An endless sequence of transfers from the given accounts. Sources with the same accounts and seed yield the same
 * transfers in the same order, except for the idempotency keys.
 */
export class TransferSource {
  private readonly templates: readonly Template[];
  private issued = 0;

  constructor(accountIds: readonly string[], seed: number) {
    const random = randomNumbers(seed);
    this.templates = Array.from({ length: TEMPLATES }, () => createTemplate(accountIds, random));
  }

  next(): TransferRequest {
    const { fingerprint, ...request } = pick(this.templates, this.issued);
    const bankDay = bankDayAt(Math.floor(this.issued / TRANSFERS_PER_DAY));
    this.issued += 1;
    return { ...request, bankDay, idempotency: { key: newId(), fingerprint } };
  }
}

function createTemplate(accountIds: readonly string[], random: () => number): Template {
  const oneOf = <T>(values: readonly T[]): T => pick(values, Math.floor(random() * values.length));
  const digits = (count: number): string =>
    Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
  const texts = {
    description: `Transfer to ${oneOf(NAMES)}`,
    recipientName: oneOf(NAMES),
    recipientAccount: digits(12),
    recipientRouting: digits(9),
    purpose: `${oneOf(PURPOSES)} ${digits(6)}`,
  };
  const request = {
    accountId: oneOf(accountIds),
    amountCents: AMOUNT_CENTS,
    category: oneOf(CATEGORIES),
    texts,
  };
  const fingerprint = createHash('sha256').update(JSON.stringify(request)).digest('base64url');
  return { ...request, fingerprint };
}

const days = new Map<number, string>();

function bankDayAt(count: number): string {
  let day = days.get(count);
  if (day === undefined) {
    day = new Date(FIRST_DAY + count * DAY_MS).toISOString().slice(0, 10);
    days.set(count, day);
  }
  return day;
}

function pick<T>(values: readonly T[], index: number): T {
  const value = values[index % values.length];
  if (value === undefined) throw new RangeError('There are no values to pick from');
  return value;
}

/** A deterministic random number generator for numbers from 0 to 1 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
