import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const ID_BYTES = 16;
const pool = Buffer.alloc(256 * ID_BYTES);
let used = pool.length;
/** The milliseconds of the last id, and its number among those of them. */
let last = { time: 0, number: 0 };

/**
 * An id that nothing else has, behind all that this process made before (UUID version 7). Its random part is drawn for
 * many ids at once, since asking the system for each takes longer than everything else about it.
 */
export function newId(): string {
  const random = nextRandom();
  const now = Date.now();
  // Numbers begin at random, so that another process does not count through the same ones.
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
