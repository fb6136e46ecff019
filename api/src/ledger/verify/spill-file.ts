import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { dataViewOf } from '../../platform/database/data-view-of.js';

/** Number of partitions. Each has to fit into memory on its own. */
export const PARTITIONS = 256;
const BUFFER_BYTES = 16_384;
const LENGTH_BYTES = 4;

interface Partition {
  readonly buffer: Buffer;
  length: number;
  /** Where the partition's full buffers are in the file. */
  readonly chunks: { readonly offset: number; readonly length: number }[];
}

/** Receives a record, which is the part of `bytes` from `start` to `end`. `view` covers the whole of `bytes`. */
export type RecordVisitor = (bytes: Buffer, start: number, end: number, view: DataView) => void;

/**
 * Stores records by partition and reads them back one partition at a time, in insertion order. Full buffers go to a
 * temporary file that is unlinked as soon as it is open, so no file remains even after a crash. The last buffer of
 * each partition stays in memory.
 */
export class SpillFile {
  private readonly partitions: (Partition | undefined)[] = [];
  private file: number | null = null;
  private size = 0;

  /**
   * Adds a record to a partition from 0 to `PARTITIONS` − 1.
   *
   * @throws RangeError the record does not fit into a buffer
   */
  add(partition: number, source: Buffer, start: number, end: number): void {
    const target = (this.partitions[partition] ??= newPartition());
    const needed = LENGTH_BYTES + end - start;
    if (needed > BUFFER_BYTES) throw new RangeError('the record does not fit into a buffer');
    if (target.length + needed > BUFFER_BYTES) this.write(target);
    target.buffer.writeInt32LE(end - start, target.length);
    source.copy(target.buffer, target.length + LENGTH_BYTES, start, end);
    target.length += needed;
  }

  /** Calls `visit` with each record of a partition. */
  read(partition: number, visit: RecordVisitor): void {
    const source = this.partitions[partition];
    if (source === undefined) return;
    const chunk = Buffer.allocUnsafe(BUFFER_BYTES);
    for (const { offset, length } of source.chunks) {
      if (this.file === null || readSync(this.file, chunk, 0, length, offset) !== length) {
        throw new Error('the temporary file cannot be read');
      }
      readRecords(chunk, length, visit);
    }
    readRecords(source.buffer, source.length, visit);
  }

  close(): void {
    if (this.file !== null) closeSync(this.file);
    this.file = null;
    this.partitions.length = 0;
  }

  private write(partition: Partition): void {
    this.file ??= openUnlinkedFile();
    // A write can be partial.
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

function readRecords(bytes: Buffer, length: number, visit: RecordVisitor): void {
  const view = dataViewOf(bytes);
  let at = 0;
  while (at < length) {
    const start = at + LENGTH_BYTES;
    const end = start + bytes.readInt32LE(at);
    visit(bytes, start, end, view);
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
