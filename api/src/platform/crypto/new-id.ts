import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const ID_BYTES = 16;
const pool = Buffer.alloc(256 * ID_BYTES);
let used = pool.length;
/** Timestamp and sequence number of the last id. */
let last = { time: 0, number: 0 };

/**
 * Returns a unique id (UUID version 7) that sorts after all of this process's earlier ids. Random bytes are drawn for
 * many ids at once, because a system call per id would dominate the cost.
 */
export function newId(): string {
  const random = nextRandom();
  const now = Date.now();
  // The sequence starts at a random number, so two processes do not count through the same range.
  last =
    now > last.time
      ? { time: now, number: random.readUInt32BE(0) >>> 1 }
      : { time: last.time, number: last.number + 1 };
  return v7({ random, msecs: last.time, seq: last.number });
}

function nextRandom(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_BYTES;
  return pool.subarray(used - ID_BYTES, used);
}
