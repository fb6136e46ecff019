import { dataViewOf } from './data-view-of.js';
import { writeUuid } from './uuid-bytes.js';

/** PostgreSQL's epoch, from which it counts dates in days and timestamps in microseconds. */
export const POSTGRES_EPOCH = Date.UTC(2000, 0, 1);

const DAY_MS = 24 * 60 * 60 * 1000;
const NULL_LENGTH = -1;
const UUID_BYTES = 16;
const TWO_TO_32 = 2 ** 32;
/** Maximum UTF-8 bytes per UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;
/** Up to this length, a loop is faster than a call to `Buffer.write`. */
const MAX_ASCII_LOOP_LENGTH = 64;
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Writes values in PostgreSQL's binary format, each preceded by its length, into a reused buffer. Values have this
 * format both in arrays of rows and in a binary COPY.
 */
export class BinaryWriter {
  private memory: Buffer;
  private view: DataView;
  private written = 0;

  constructor(initialBytes: number) {
    this.memory = Buffer.allocUnsafe(initialBytes);
    this.view = dataViewOf(this.memory);
  }

  /** Number of bytes written since `begin`. */
  get length(): number {
    return this.written;
  }

  begin(): void {
    this.written = 0;
  }

  /** Writes a number that is not preceded by its length. */
  int32(value: number): void {
    this.reserve(4);
    this.view.setInt32(this.written, value);
    this.written += 4;
  }

  /** Overwrites the number at an earlier offset. */
  int32At(offset: number, value: number): void {
    this.view.setInt32(offset, value);
  }

  null(): void {
    this.int32(NULL_LENGTH);
  }

  /** Writes a `bigint`. `value` must be a safe integer. */
  bigint(value: number): void {
    this.reserve(12);
    const { view, written } = this;
    view.setInt32(written, 8);
    view.setInt32(written + 4, Math.floor(value / TWO_TO_32));
    view.setInt32(written + 8, value | 0);
    this.written += 12;
  }

  /** Writes a `timestamptz`, given in milliseconds since the Unix epoch. */
  timestamp(milliseconds: number): void {
    this.bigint((milliseconds - POSTGRES_EPOCH) * 1_000);
  }

  /** Like `timestamp`, but writes null for `NaN`, the time of an invalid `Date`. */
  timestampOrNull(milliseconds: number): void {
    if (Number.isNaN(milliseconds)) this.null();
    else this.timestamp(milliseconds);
  }

  /**
   * Writes a `date`.
   *
   * @throws RangeError the value is not `YYYY-MM-DD`, or there is no such day
   */
  date(value: string): void {
    const days = daysSinceEpoch(value);
    this.int32(4);
    this.int32(days);
  }

  /** Writes a UUID. For any other string, writes 16 bytes of 0xff and returns false. */
  uuid(value: string): boolean {
    this.int32(UUID_BYTES);
    this.reserve(UUID_BYTES);
    const isUuid = writeUuid(value, this.memory, this.written);
    if (!isUuid) this.memory.fill(0xff, this.written, this.written + UUID_BYTES);
    this.written += UUID_BYTES;
    return isUuid;
  }

  /** Writes Latin-1 characters as bytes, one byte per character. */
  latin1(value: string): void {
    this.int32(value.length);
    this.reserve(value.length);
    for (let index = 0; index < value.length; index += 1) {
      this.memory[this.written + index] = value.charCodeAt(index);
    }
    this.written += value.length;
  }

  /**
   * Writes a string in UTF-8.
   *
   * @throws RangeError the string contains a lone surrogate
   */
  text(value: string): void {
    this.reserve(4 + value.length * MAX_BYTES_PER_UNIT);
    const start = this.written + 4;
    const length = this.writeAscii(value, start) ? value.length : this.memory.write(value, start);
    // UTF-8 cannot encode a lone surrogate, so `Buffer.write` replaces it. The stored text would then not match its
    // digest.
    if (length > value.length && LONE_SURROGATE.test(value)) throw new RangeError('not well-formed text');
    this.int32(length);
    this.written += length;
  }

  bytes(value: Buffer): void {
    this.int32(value.length);
    this.reserve(value.length);
    this.written += value.copy(this.memory, this.written);
  }

  /** Returns a copy of the bytes written since `begin`. */
  copy(): Buffer {
    return Buffer.from(this.memory.subarray(0, this.written));
  }

  /** Returns whether the bytes written since `begin` equal `bytes` from `start` to `end`. */
  equals(bytes: Buffer, start: number, end: number): boolean {
    return end - start === this.written && this.memory.compare(bytes, start, end, 0, this.written) === 0;
  }

  /** Writes a short ASCII string. Returns false for other strings; any bytes it has written are then meaningless. */
  private writeAscii(value: string, start: number): boolean {
    if (value.length > MAX_ASCII_LOOP_LENGTH) return false;
    for (let index = 0; index < value.length; index += 1) {
      const code = value.charCodeAt(index);
      if (code >= 0x80) return false;
      this.memory[start + index] = code;
    }
    return true;
  }

  private reserve(bytes: number): void {
    const needed = this.written + bytes;
    if (needed <= this.memory.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.memory.length * 2));
    this.memory.copy(larger, 0, 0, this.written);
    this.memory = larger;
    this.view = dataViewOf(larger);
  }
}

/** The last date converted. Most rows in a batch have the same date. */
let cachedDay = { text: '2000-01-01', days: 0 };

function daysSinceEpoch(text: string): number {
  if (text !== cachedDay.text) {
    const day = new Date(`${text}T00:00:00.000Z`);
    if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text) {
      throw new RangeError('not a date');
    }
    cachedDay = { text, days: (day.getTime() - POSTGRES_EPOCH) / DAY_MS };
  }
  return cachedDay.days;
}
