import { hash } from 'node:crypto';

/**
 * The Merkle tree of RFC 9162, section 2.1, over the hashes of the events: leaf `i` is the event at position
 * `i + 1`. With it one event is proven to be in the log by a few dozen hashes, and a later state of the log to be
 * a continuation of an earlier one.
 */

const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);
/** A tree of 2^53 leaves is 53 high; no honest proof is longer than that. */
const MAX_PROOF_LENGTH = 64;

/** The root of a tree without leaves. */
export const EMPTY_ROOT = hash('sha256', Buffer.alloc(0), 'buffer');

/** The leaf of an event, made of the event's own hash. */
export function leafHash(eventHash: Buffer): Buffer {
  return hash('sha256', Buffer.concat([LEAF, eventHash]), 'buffer');
}

export function nodeHash(left: Buffer, right: Buffer): Buffer {
  return hash('sha256', Buffer.concat([NODE, left, right]), 'buffer');
}

/** The root over some hashes of the same height; of none, the root of the empty tree. */
export function rootOf(hashes: readonly Buffer[]): Buffer {
  if (hashes.length === 0) return EMPTY_ROOT;
  let row = hashes;
  while (row.length > 1) {
    const above: Buffer[] = [];
    for (let index = 0; index < row.length; index += 2) {
      const left = row[index];
      const right = row[index + 1];
      if (left !== undefined) above.push(right === undefined ? left : nodeHash(left, right));
    }
    row = above;
  }
  return row[0] ?? EMPTY_ROOT;
}

/** Where the tree over `size` leaves (at least 2) is split: the largest power of two below its size. */
function splitPoint(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** Gives the root over the leaves from `start` up to, not including, `end`. */
export type RangeRoot = (start: number, end: number) => Promise<Buffer>;

/** The hashes that lead from a leaf to the root of the first `size` leaves (RFC 9162, 2.1.3.1). */
export async function inclusionProof(index: number, size: number, rangeRoot: RangeRoot): Promise<Buffer[]> {
  if (index < 0 || index >= size) throw new RangeError(`leaf ${index} is not in a tree of ${size}`);
  const ranges: [start: number, end: number][] = [];
  let start = 0;
  let end = size;
  while (end - start > 1) {
    const middle = start + splitPoint(end - start);
    if (index < middle) {
      ranges.push([middle, end]);
      end = middle;
    } else {
      ranges.push([start, middle]);
      start = middle;
    }
  }
  return Promise.all(ranges.reverse().map(([from, to]) => rangeRoot(from, to)));
}

/** Whether a proof leads from a leaf to a root (RFC 9162, 2.1.3.2). */
export function isIncluded(
  leaf: Buffer,
  index: number,
  size: number,
  proof: readonly Buffer[],
  root: Buffer,
): boolean {
  return rootFromProof(leaf, index, size, proof)?.equals(root) ?? false;
}

/** The root to which a proof leads from a leaf; null where the proof is not as long as it is at that place. */
export function rootFromProof(
  leaf: Buffer,
  index: number,
  size: number,
  proof: readonly Buffer[],
): Buffer | null {
  if (index < 0 || index >= size || proof.length > MAX_PROOF_LENGTH) return null;
  let node = index;
  let last = size - 1;
  let reached = leaf;
  for (const sibling of proof) {
    if (last === 0) return null;
    if (node % 2 === 1 || node === last) {
      reached = nodeHash(sibling, reached);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      reached = nodeHash(reached, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 ? reached : null;
}

/** The hashes that show a tree of `size` leaves to begin with one of `earlier` leaves (RFC 9162, 2.1.4.1). */
export async function consistencyProof(
  earlier: number,
  size: number,
  rangeRoot: RangeRoot,
): Promise<Buffer[]> {
  if (earlier < 1 || earlier > size)
    throw new RangeError(`a tree of ${size} has no earlier one of ${earlier}`);
  const ranges: [start: number, end: number][] = [];
  let start = 0;
  let end = size;
  let isWhole = true;
  while (earlier !== end) {
    const middle = start + splitPoint(end - start);
    if (earlier <= middle) {
      ranges.push([middle, end]);
      end = middle;
    } else {
      ranges.push([start, middle]);
      start = middle;
      isWhole = false;
    }
  }
  if (!isWhole) ranges.push([start, end]);
  return Promise.all(ranges.reverse().map(([from, to]) => rangeRoot(from, to)));
}

/** Whether a proof shows the later tree to be a continuation of the earlier one (RFC 9162, 2.1.4.2). */
export function isContinuation(
  earlier: { readonly size: number; readonly root: Buffer },
  later: { readonly size: number; readonly root: Buffer },
  proof: readonly Buffer[],
): boolean {
  if (earlier.size < 1 || earlier.size > later.size || proof.length > MAX_PROOF_LENGTH) return false;
  if (earlier.size === later.size) return proof.length === 0 && earlier.root.equals(later.root);
  let node = earlier.size - 1;
  let last = later.size - 1;
  while (node % 2 === 1) [node, last] = [half(node), half(last)];
  // Where the earlier tree is a whole subtree, its root is known and not part of the proof.
  const path = node === 0 ? [earlier.root, ...proof] : proof;
  const [first, ...rest] = path;
  if (first === undefined) return false;
  let oldRoot = first;
  let newRoot = first;
  for (const sibling of rest) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      oldRoot = nodeHash(sibling, oldRoot);
      newRoot = nodeHash(sibling, newRoot);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      newRoot = nodeHash(newRoot, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && oldRoot.equals(earlier.root) && newRoot.equals(later.root);
}

/** Not a shift: those end at 32 bits. */
function half(number: number): number {
  return Math.floor(number / 2);
}
