import { hash } from 'node:crypto';
import type { CopyRow } from '../../platform/database/copy-reader.js';

const HASH_LENGTH = 32;
const HASH_COLUMN = 10;
const INITIAL_BYTES = 16_384;
/** More than the lengths of all numbers and line feeds together. */
const ROOM_FOR_NUMBERS = 256;
const LINE_FEED = 10;
/** Up to here a loop is quicker than a call. */
const SHORT = 64;

/**
 * The hash chain over rows of the log as a binary COPY sends them. The text that is hashed (log/hash-chain.ts) is put
 * together from the bytes of the row, in memory that is used again for each.
 */
export class ChainVerifier {
  private memory = Buffer.alloc(INITIAL_BYTES);
  private length = 0;

  constructor(private previousHash: Buffer) {
    this.previousHash = Buffer.from(previousHash);
  }

  /**
   * Whether the row's hash is the one over the hash before it and its fields. The columns are position, stream, version,
   * type, payload version, time, actor, correlation, causation, payload and hash.
   */
  verifyNext(row: CopyRow): boolean {
    this.begin(row.end - row.start + ROOM_FOR_NUMBERS);
    this.line(String(row.int64(0)));
    this.copyLine(row, 1);
    this.line(String(row.int64(2)));
    this.copyLine(row, 3);
    this.line(String(row.int16(4)));
    this.line(String(row.milliseconds(5)));
    this.copyLine(row, 6);
    this.copyLine(row, 7);
    this.copyLine(row, 8);
    this.copy(row, 9);
    const computed = hash('sha256', this.memory.subarray(0, this.length), 'binary');
    return computed === this.keepHash(row);
  }

  private begin(room: number): void {
    if (HASH_LENGTH + room > this.memory.length) this.memory = Buffer.alloc(2 * (HASH_LENGTH + room));
    this.previousHash.copy(this.memory);
    this.length = this.previousHash.length;
  }

  /** What is stored is taken as given for the next link, so that one change is told once. */
  private keepHash(row: CopyRow): string {
    this.previousHash = row.slice(HASH_COLUMN);
    return this.previousHash.toString('binary');
  }

  private line(digits: string): void {
    for (let index = 0; index < digits.length; index += 1) {
      this.memory[this.length + index] = digits.charCodeAt(index);
    }
    this.memory[this.length + digits.length] = LINE_FEED;
    this.length += digits.length + 1;
  }

  private copyLine(row: CopyRow, column: number): void {
    this.copy(row, column);
    this.memory[this.length] = LINE_FEED;
    this.length += 1;
  }

  private copy(row: CopyRow, column: number): void {
    const start = row.fieldStart(column);
    const length = row.fieldLength(column);
    if (length < SHORT) {
      for (let index = 0; index < length; index += 1) {
        this.memory[this.length + index] = row.bytes[start + index] ?? 0;
      }
    } else {
      row.bytes.copy(this.memory, this.length, start, start + length);
    }
    this.length += length;
  }
}
