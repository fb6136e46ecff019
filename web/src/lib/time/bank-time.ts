import { bankTimeZone } from '../bank-time-zone';

const DATE_OPTIONS = { month: 'short', day: 'numeric', year: 'numeric' } as const;
const CLOCK_OPTIONS = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;

/**
 * The date and the time of day in one time zone. Each format is created when it is first used, because creating one is
 * slow.
 */
class ZoneFormat {
  private readonly zone: { timeZone?: string };
  private date: Intl.DateTimeFormat | undefined;
  private clock: Intl.DateTimeFormat | undefined;

  /** Without a time zone, uses the browser's. */
  constructor(readonly timeZone?: string) {
    this.zone = timeZone === undefined ? {} : { timeZone };
  }

  dateOf(time: number): string {
    this.date ??= new Intl.DateTimeFormat('en-US', { ...DATE_OPTIONS, ...this.zone });
    return this.date.format(time);
  }

  /** `4:05 PM EST` */
  clockOf(time: number): string {
    return this.clockFormat().format(time);
  }

  textOf(time: number): string {
    return `${this.dateOf(time)}, ${this.clockOf(time)}`;
  }

  /** The name of the zone at this time, such as `EST`. */
  nameAt(time: number): string {
    return (
      this.clockFormat()
        .formatToParts(time)
        .find(({ type }) => type === 'timeZoneName')?.value ?? ''
    );
  }

  /**
   * The text without the zone's name. Used to compare zones, because two zones can show the same time under different
   * names.
   */
  wallClockOf(time: number): string {
    return this.textOf(time).slice(0, -this.nameAt(time).length);
  }

  private clockFormat(): Intl.DateTimeFormat {
    this.clock ??= new Intl.DateTimeFormat('en-US', { ...CLOCK_OPTIONS, ...this.zone });
    return this.clock;
  }
}

let local: ZoneFormat | undefined;
let bank: ZoneFormat | undefined;

function atBrowser(): ZoneFormat {
  local ??= new ZoneFormat();
  return local;
}

function atBank(): ZoneFormat {
  if (bank?.timeZone !== bankTimeZone()) bank = new ZoneFormat(bankTimeZone());
  return bank;
}

/** Shown for a time that is missing or cannot be read. */
const NO_TIME = '–';

type TimeText = string | null | undefined;

export function isTime(value: TimeText): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

/** `Nov 20, 2026` at the bank, or a dash. */
export function formatBankDate(value: TimeText): string {
  return isTime(value) ? atBank().dateOf(Date.parse(value)) : NO_TIME;
}

/** `4:05 PM EST` at the bank, or a dash. */
export function formatBankClock(value: TimeText): string {
  return isTime(value) ? atBank().clockOf(Date.parse(value)) : NO_TIME;
}

/** `Nov 20, 2026, 4:05 PM EST` at the bank, or a dash. */
export function formatBankTime(value: TimeText): string {
  return isTime(value) ? atBank().textOf(Date.parse(value)) : NO_TIME;
}

/** The name of the bank's zone at the given time, such as `EST`. */
export function bankZoneAt(time: number): string {
  return atBank().nameAt(time);
}

/** “Your time” and the time in the browser's zone, or null if clocks in both zones agree. */
export function localTimeNote(value: string): string | null {
  const time = Date.parse(value);
  if (atBrowser().wallClockOf(time) === atBank().wallClockOf(time)) return null;
  return `Your time: ${atBrowser().textOf(time)}`;
}

/** `America/New_York` → `New York time`. */
export function zoneName(timeZone: string): string {
  return `${(timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')} time`;
}

const ISO_TIME = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g;

/** Replaces the ISO timestamps in a server message with bank times. */
export function withBankTimes(message: string): string {
  return message.replace(ISO_TIME, (time) => formatBankTime(time));
}
