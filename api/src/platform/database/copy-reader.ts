import { readUuid } from './uuid-bytes.js';
import { dataViewOf } from './data-view-of.js';

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
const HEADER_LENGTH = SIGNATURE.length + 8;
const END_OF_DATA = -1;
const MAX_FIELDS = 64;
const NULL_LENGTH = -1;
const TWO_TO_32 = 2 ** 32;
/** PostgreSQL's epoch, from which it counts timestamps in microseconds. */
const POSTGRES_EPOCH = Date.UTC(2000, 0, 1);
/** High word of the timestamp `infinity`. */
const MAX_HIGH_WORD = 0x7fff_ffff;
/** High word of the timestamp `-infinity`. */
const MIN_HIGH_WORD = -0x8000_0000;

/** A view of one row of a binary COPY. It is reused: moving to the next row overwrites it. */
export class CopyRow {
  bytes: Buffer = Buffer.alloc(0);
  private view = dataViewOf(this.bytes);
  /** Offset of the length of the row's first field. */
  start = 0;
  /** Offset after the row's last field. */
  end = 0;
  fieldCount = 0;
  private readonly starts = new Int32Array(MAX_FIELDS);
  private readonly lengths = new Int32Array(MAX_FIELDS);

  /** Locates the fields of the row at offset `at`. Returns false if the row is incomplete. */
  parseAt(bytes: Buffer, at: number): boolean {
    if (bytes !== this.bytes) {
      this.bytes = bytes;
      this.view = dataViewOf(bytes);
    }
    this.fieldCount = this.view.getInt16(at);
    if (this.fieldCount > MAX_FIELDS) throw new RangeError(`more than ${MAX_FIELDS} columns in a row`);
    this.start = at + 2;
    let next = this.start;
    for (let index = 0; index < this.fieldCount; index += 1) {
      if (next + 4 > bytes.length) return false;
      const length = this.view.getInt32(next);
      this.lengths[index] = length;
      this.starts[index] = next + 4;
      next += length === NULL_LENGTH ? 4 : 4 + length;
    }
    this.end = next;
    return next <= bytes.length;
  }

  fieldStart(index: number): number {
    return this.starts[index] ?? 0;
  }

  fieldLength(index: number): number {
    return this.lengths[index] ?? NULL_LENGTH;
  }

  isNull(index: number): boolean {
    return this.fieldLength(index) === NULL_LENGTH;
  }

  text(index: number): string {
    const start = this.fieldStart(index);
    return this.bytes.toString('utf8', start, start + this.fieldLength(index));
  }

  /** Returns a view of a field's bytes, not a copy. */
  slice(index: number): Buffer {
    const start = this.fieldStart(index);
    return this.bytes.subarray(start, start + this.fieldLength(index));
  }

  /** Returns a `bigint` as a number; beyond 2^53, the nearest one. */
  int64(index: number): number {
    const start = this.fieldStart(index);
    return this.view.getInt32(start) * TWO_TO_32 + this.view.getUint32(start + 4);
  }

  int16(index: number): number {
    return this.view.getInt16(this.fieldStart(index));
  }

  /** Returns a `timestamptz` in milliseconds since the Unix epoch; NaN if it is infinite. */
  milliseconds(index: number): number {
    const high = this.view.getInt32(this.fieldStart(index));
    if (high === MAX_HIGH_WORD || high === MIN_HIGH_WORD) return NaN;
    return Math.floor(this.int64(index) / 1_000) + POSTGRES_EPOCH;
  }

  uuid(index: number): string {
    return readUuid(this.bytes, this.fieldStart(index));
  }
}

/** Reads rows from the chunks of a binary COPY. A row may span chunks. */
export class CopyReader {
  readonly row = new CopyRow();
  private bytes: Buffer = Buffer.alloc(0);
  private offset = 0;
  private headerRead = false;

  /** Appends the next chunk. Invalidates the current row. */
  feed(chunk: Buffer): void {
    this.bytes =
      this.offset < this.bytes.length ? Buffer.concat([this.bytes.subarray(this.offset), chunk]) : chunk;
    this.offset = 0;
    if (!this.headerRead) this.readHeader();
  }

  /** Moves to the next row. Returns false if the next row is missing or incomplete. */
  next(): boolean {
    if (!this.headerRead || this.offset + 2 > this.bytes.length) return false;
    if (this.bytes.readInt16BE(this.offset) === END_OF_DATA) return false;
    if (!this.row.parseAt(this.bytes, this.offset)) return false;
    this.offset = this.row.end;
    return true;
  }

  private readHeader(): void {
    if (this.bytes.length < HEADER_LENGTH) return;
    if (!this.bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new Error('not a binary COPY');
    this.offset = HEADER_LENGTH + this.bytes.readInt32BE(HEADER_LENGTH - 4);
    this.headerRead = true;
  }
}
