import { InvalidArgumentError } from 'commander';
import { accountIdOf } from '../ledger/audit/account-names.js';
import type { ExpectedHead } from '../ledger/audit/check-head.js';
import type { PointInTime } from '../ledger/audit/resolve-position.js';
import { readBankTimeZone } from '../platform/config/config.js';
import { endOfBankDay, startOfBankDay } from '../platform/time/bank-day.js';

const WHOLE_NUMBER = /^\d{1,15}$/;
/** A date and a time with its zone: a moment that everyone reads in the same way. */
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const LOOKS_LIKE_DAY = /^\d{4}-\d{2}-\d{2}$/;
const HEAD = /^(\d{1,15}):([0-9a-f]{64})$/i;

/** A position of the log, from 1 on. */
export function parsePosition(text: string): number {
  const position = parseWholeNumber(text);
  if (position === 0) throw new InvalidArgumentError('Positions start at 1.');
  return position;
}

/** A position (0: before the first event) or a time. */
function parsePointInTime(text: string): PointInTime {
  if (WHOLE_NUMBER.test(text)) return { kind: 'position', position: Number(text) };
  const time = new Date(text);
  if (!ISO_TIME.test(text) || Number.isNaN(time.getTime())) {
    throw new InvalidArgumentError(
      'Give a position, a day, or a time with its zone such as 2026-01-31T17:00:00Z.',
    );
  }
  return { kind: 'time', time };
}

/**
 * As `parsePointInTime`, or a day of the bank: the end of it, in `BANK_TIME_ZONE`. Throws `ConfigError` where that is none.
 */
export function parsePointInTimeOrDay(text: string): PointInTime {
  if (!LOOKS_LIKE_DAY.test(text)) return parsePointInTime(text);
  return { kind: 'time', time: endOfBankDay(parseDay(text), readBankTimeZone(process.env)) };
}

/** As `parsePointInTimeOrDay`, for where something begins: before the first event of a day. */
export function parseStart(text: string): PointInTime {
  if (!LOOKS_LIKE_DAY.test(text)) return parsePointInTime(text);
  const start = startOfBankDay(parseDay(text), readBankTimeZone(process.env));
  return { kind: 'time', time: new Date(start.getTime() - 1) };
}

/** A day, `YYYY-MM-DD`. */
export function parseDay(text: string): string {
  const time = new Date(LOOKS_LIKE_DAY.test(text) ? `${text}T00:00:00Z` : NaN);
  // A day that its month does not have is none, or is moved on to the next month.
  if (Number.isNaN(time.getTime()) || time.toISOString().slice(0, 10) !== text) {
    throw new InvalidArgumentError('Give a day such as 2026-01-31.');
  }
  return text;
}

export function parseExpectedHead(text: string): ExpectedHead {
  const [, position, hash] = HEAD.exec(text) ?? [];
  if (position === undefined || hash === undefined) {
    throw new InvalidArgumentError('Give <position>:<hash>, the hash in 64 hexadecimal digits.');
  }
  return { position: Number(position), hash: Buffer.from(hash, 'hex') };
}

/** The id of an account, given by id or by the name of one of the bank's own. */
export function parseAccount(text: string): string {
  const accountId = accountIdOf(text);
  if (accountId === null) {
    throw new InvalidArgumentError('Give an account id, or settlement, fees, adjustments or unclaimed.');
  }
  return accountId;
}

const MAX_LIMIT = 10_000;

export function parseLimit(text: string): number {
  const limit = parseWholeNumber(text);
  if (limit < 1 || limit > MAX_LIMIT) throw new InvalidArgumentError(`Give a number from 1 to ${MAX_LIMIT}.`);
  return limit;
}

function parseWholeNumber(text: string): number {
  if (!WHOLE_NUMBER.test(text)) throw new InvalidArgumentError('Give a whole number.');
  return Number(text);
}
