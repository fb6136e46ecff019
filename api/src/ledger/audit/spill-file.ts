import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { dataViewOf } from '../../platform/database/data-view-of.js';

/** Parts that records are put into; each has to fit into memory by itself. */
export const PARTITIONS = 256;
const BUFFER_BYTES = 16_384;
const LENGTH_BYTES = 4;

interface Partition {
  readonly buffer: Buffer;
  length: number;
  /** Where its full buffers are in the file. */
  readonly chunks: { readonly offset: number; readonly length: number }[];
}

/** Takes the record from `start` to `end` of these bytes, of which `view` is another view. */
export type RecordVisitor = (bytes: Buffer, start: number, end: number, view: DataView) => void;

/**
 * Records that are put aside by partition and read back one partition at a time, in the order in which they came. They
 * go to a temporary file that has no name any more once it is open, so nothing is left behind whatever happens; a few
 * stay in memory.
 */
export class SpillFile {
  private readonly partitions: (Partition | undefined)[] = [];
  private file: number | null = null;
  private size = 0;

  /** Adds a record of at most a buffer's length to a partition (from 0 to `PARTITIONS` − 1). */
  add(partition: number, source: Buffer, start: number, end: number): void {
    const into = (this.partitions[partition] ??= newPartition());
    const needed = LENGTH_BYTES + end - start;
    if (needed > BUFFER_BYTES) throw new RangeError('a record is longer than what is put aside at once');
    if (into.length + needed > BUFFER_BYTES) this.write(into);
    into.buffer.writeInt32LE(end - start, into.length);
    source.copy(into.buffer, into.length + LENGTH_BYTES, start, end);
    into.length += needed;
  }

  /** Calls `take` with each record of a partition. */
  read(partition: number, take: RecordVisitor): void {
    const from = this.partitions[partition];
    if (from === undefined) return;
    const chunk = Buffer.allocUnsafe(BUFFER_BYTES);
    for (const { offset, length } of from.chunks) {
      if (this.file === null || readSync(this.file, chunk, 0, length, offset) !== length) {
        throw new Error('what was put aside in the temporary folder cannot be read again');
      }
      readRecords(chunk, length, take);
    }
    readRecords(from.buffer, from.length, take);
  }

  close(): void {
    if (this.file !== null) closeSync(this.file);
    this.file = null;
    this.partitions.length = 0;
  }

  private write(partition: Partition): void {
    this.file ??= openUnlinkedFile();
    // A disk may take less than it was given.
    for (let done = 0; done < partition.length;) {
      done += writeSync(this.file, partition.buffer, done, partition.length - done, this.size + done);
    }
    partition.chunks.push({ offset: this.size, length: partition.length });
    this.size += partition.length;
    partition.length = 0;
  }
}

function newPartition(): Partition {
  return { buffer: Buffer.allocUnsafeSlow(BUFFER_BYTES), length: 0, chunks: [] };
}

function readRecords(bytes: Buffer, length: number, take: RecordVisitor): void {
  const view = dataViewOf(bytes);
  let at = 0;
  while (at < length) {
    const start = at + LENGTH_BYTES;
    const end = start + bytes.readInt32LE(at);
    take(bytes, start, end, view);
    at = end;
  }
}

function openUnlinkedFile(): number {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'moniker-ledger-'));
  try {
    return openSync(path.join(folder, 'steps'), 'wx+', 0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
