import { InvalidArgumentError } from 'commander';
import { accountIdOf } from '../ledger/domain/accounts.js';
import type { ExpectedHead, PointInTime } from '../ledger/audit/ledger-audit.js';
import { readBankTimeZone } from '../platform/config/config.js';
import { endOfBankDay, startOfBankDay } from '../platform/time/bank-day.js';

const WHOLE_NUMBER = /^\d{1,15}$/;
/** A date and time with a time zone, so it is unambiguous. */
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const LOOKS_LIKE_DAY = /^\d{4}-\d{2}-\d{2}$/;
const HEAD = /^(\d{1,15}):([0-9a-f]{64})$/i;

/** Parses a log position, which is at least 1. */
export function parsePosition(text: string): number {
  const position = parseWholeNumber(text);
  if (position === 0) throw new InvalidArgumentError('Positions start at 1.');
  return position;
}

/** Parses a position (0 is before the first event) or a time. */
function parsePointInTime(text: string): PointInTime {
  if (WHOLE_NUMBER.test(text)) return { kind: 'position', position: Number(text) };
  const time = new Date(text);
  if (!ISO_TIME.test(text) || Number.isNaN(time.getTime())) {
    throw new InvalidArgumentError(
      'Use a position (2843), a date (2026-01-31) or a time with a zone (2026-01-31T17:00:00Z).',
    );
  }
  return { kind: 'time', time };
}

/**
 * Like `parsePointInTime`, but also accepts a bank day, which means the end of that day in `BANK_TIME_ZONE`.
 *
 * @throws ConfigError `BANK_TIME_ZONE` is not a time zone
 */
export function parsePointInTimeOrDay(text: string): PointInTime {
  if (!LOOKS_LIKE_DAY.test(text)) return parsePointInTime(text);
  return { kind: 'time', time: endOfBankDay(parseDay(text), readBankTimeZone(process.env)) };
}

/** Like `parsePointInTimeOrDay`, but for the start of a range: a bank day means the point before its first event. */
export function parseStart(text: string): PointInTime {
  if (!LOOKS_LIKE_DAY.test(text)) return parsePointInTime(text);
  const start = startOfBankDay(parseDay(text), readBankTimeZone(process.env));
  return { kind: 'time', time: new Date(start.getTime() - 1) };
}

/** Parses a time with a zone, or a bank day, which means its start. */
export function parseStartTime(text: string): Date {
  if (LOOKS_LIKE_DAY.test(text)) return startOfBankDay(parseDay(text), readBankTimeZone(process.env));
  const time = new Date(ISO_TIME.test(text) ? text : NaN);
  if (Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('Use a date (2026-01-31) or a time with a zone (2026-01-31T17:00:00Z).');
  return time;
}

/** Parses a date, `YYYY-MM-DD`. */
export function parseDay(text: string): string {
  const time = new Date(LOOKS_LIKE_DAY.test(text) ? `${text}T00:00:00Z` : NaN);
  // `Date` turns February 30 into March 2.
  if (Number.isNaN(time.getTime()) || time.toISOString().slice(0, 10) !== text) {
    throw new InvalidArgumentError('Use a date such as 2026-01-31.');
  }
  return text;
}

export function parseExpectedHead(text: string): ExpectedHead {
  const [, position, hash] = HEAD.exec(text) ?? [];
  if (position === undefined || hash === undefined) {
    throw new InvalidArgumentError('Use <position>:<hash> with a hash of 64 hexadecimal digits.');
  }
  // The head of an empty log has position 0 and a hash of zeros.
  if (Number(position) === 0 && /[^0]/.test(hash)) throw new InvalidArgumentError('Positions start at 1.');
  return { position: Number(position), hash: Buffer.from(hash, 'hex') };
}

/** Parses an account id or the name of a system account, and returns the account id. */
export function parseAccount(text: string): string {
  const accountId = accountIdOf(text);
  if (accountId === null) {
    throw new InvalidArgumentError('Use an account id, or settlement, fees, adjustments or unclaimed.');
  }
  return accountId;
}

const MAX_LIMIT = 10_000;

export function parseLimit(text: string): number {
  const limit = parseWholeNumber(text);
  if (limit < 1 || limit > MAX_LIMIT) throw new InvalidArgumentError(`Use a number from 1 to ${MAX_LIMIT}.`);
  return limit;
}

function parseWholeNumber(text: string): number {
  if (!WHOLE_NUMBER.test(text)) throw new InvalidArgumentError('Use a whole number.');
  return Number(text);
}
