import { hash } from 'node:crypto';
import type { CopyRow } from '../../platform/database/copy-reader.js';
import { LEDGER_EVENT } from '../tables/ledger-event.js';

const HASH_LENGTH = 32;
/** Indexes of columns in a copied row. */
const {
  position: POSITION,
  stream: STREAM,
  version: VERSION,
  type: TYPE,
  payload_version: PAYLOAD_VERSION,
  recorded_at: RECORDED_AT,
  actor: ACTOR,
  correlation_id: CORRELATION_ID,
  causation_id: CAUSATION_ID,
  payload: PAYLOAD,
  hash: HASH,
} = LEDGER_EVENT.index;
const INITIAL_BYTES = 16_384;
/** Exceeds the combined length of all numbers and line feeds in the hashed text. */
const ROOM_FOR_NUMBERS = 256;
const LINE_FEED = 10;
/** Below this length, a loop is faster than `Buffer.copy`. */
const SHORT = 64;

/**
 * Verifies the hash chain over the rows of a binary COPY (docs/adr/0006). Hashes the same bytes as `eventHash`, but
 * copies text columns to a reused buffer without decoding them. `chain-verifier.spec.ts` tests that both agree.
 */
export class ChainVerifier {
  private memory = Buffer.alloc(INITIAL_BYTES);
  private length = 0;

  constructor(private previousHash: Buffer) {
    this.previousHash = Buffer.from(previousHash);
  }

  /**
   * Returns whether the row's hash is correct for its fields and the previous row's hash. The row has the columns of
   * `LEDGER_EVENT`.
   */
  verifyNext(row: CopyRow): boolean {
    this.begin(row.end - row.start + ROOM_FOR_NUMBERS);
    this.line(String(row.int64(POSITION)));
    this.copyLine(row, STREAM);
    this.line(String(row.int64(VERSION)));
    this.copyLine(row, TYPE);
    this.line(String(row.int16(PAYLOAD_VERSION)));
    this.line(String(row.milliseconds(RECORDED_AT)));
    this.copyLine(row, ACTOR);
    this.copyLine(row, CORRELATION_ID);
    this.copyLine(row, CAUSATION_ID);
    this.copy(row, PAYLOAD);
    const computed = hash('sha256', this.memory.subarray(0, this.length), 'binary');
    return computed === this.keepHash(row);
  }

  private begin(room: number): void {
    if (HASH_LENGTH + room > this.memory.length) this.memory = Buffer.alloc(2 * (HASH_LENGTH + room));
    this.previousHash.copy(this.memory);
    this.length = this.previousHash.length;
  }

  /** Continues with the stored hash, even if it is wrong, so that a tampered event is reported only once. */
  private keepHash(row: CopyRow): string {
    this.previousHash = row.slice(HASH);
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
