import { hash } from 'node:crypto';

/**
 * The Merkle tree of RFC 9162, section 2.1, over the event hashes. Leaf `i` is the event at position `i + 1`. A few
 * dozen hashes prove that an event is in the log, or that a later log continues an earlier one.
 */

const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);
/**
 * Maximum proof length in hashes. Enough for a tree of 2^53 leaves: greater positions can't be represented exactly as
 * numbers.
 */
const MAX_PROOF_LENGTH = 64;

/** The root of an empty tree. */
export const EMPTY_ROOT = hash('sha256', Buffer.alloc(0), 'buffer');

/** Returns the leaf hash of an event. */
export function leafHash(eventHash: Buffer): Buffer {
  return hash('sha256', Buffer.concat([LEAF, eventHash]), 'buffer');
}

export function nodeHash(left: Buffer, right: Buffer): Buffer {
  return hash('sha256', Buffer.concat([NODE, left, right]), 'buffer');
}

/** Returns the root over nodes of the same height, or `EMPTY_ROOT` if there are no nodes. */
export function merkleRoot(hashes: readonly Buffer[]): Buffer {
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

/** Returns where a tree of `size` leaves (at least 2) is split: the largest power of two below `size`. */
export function splitPoint(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** Returns the root over the leaves from `start` to `end`, exclusive. */
export type RangeRoot = (start: number, end: number) => Promise<Buffer>;

/**
 * Returns the proof that a leaf is in the tree of the first `size` leaves (RFC 9162, 2.1.3.1).
 *
 * @throws RangeError the tree does not have this leaf
 */
export async function inclusionProof(index: number, size: number, rangeRoot: RangeRoot): Promise<Buffer[]> {
  if (index < 0 || index >= size) throw new RangeError(`a tree of ${size} leaves has no leaf ${index}`);
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

/** Verifies the inclusion proof for leaf `index` of a tree (RFC 9162, 2.1.3.2). */
export function isIncluded(
  leaf: Buffer,
  { index, size, root }: { readonly index: number; readonly size: number; readonly root: Buffer },
  proof: readonly Buffer[],
): boolean {
  return rootFromProof(leaf, index, size, proof)?.equals(root) ?? false;
}

/**
 * Computes the root from a leaf and its inclusion proof. Returns null if the proof has the wrong length for this leaf.
 */
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

/**
 * Returns the proof that the tree of `size` leaves continues the tree of `earlier` leaves (RFC 9162, 2.1.4.1).
 *
 * @throws RangeError `earlier` is not between 1 and `size`
 */
export async function consistencyProof(
  earlier: number,
  size: number,
  rangeRoot: RangeRoot,
): Promise<Buffer[]> {
  if (earlier < 1 || earlier > size)
    throw new RangeError(`a tree of ${size} leaves has no earlier tree of ${earlier}`);
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

/** Verifies a consistency proof: that the later tree continues the earlier one (RFC 9162, 2.1.4.2). */
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
  // If the earlier tree is a complete subtree, its root is known and not part of the proof.
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

/** Halves a number. A bit shift would truncate it to 32 bits. */
function half(number: number): number {
  return Math.floor(number / 2);
}
