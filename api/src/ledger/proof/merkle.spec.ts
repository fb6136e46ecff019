import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  consistencyProof,
  EMPTY_ROOT,
  inclusionProof,
  isContinuation,
  isIncluded,
  rootFromProof,
  leafHash,
  nodeHash,
  merkleRoot,
} from './merkle.js';

const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const events = (count: number) =>
  Array.from({ length: count }, (_, index) => sha256(Buffer.from(`event ${index}`)));

/** The recursive definition in RFC 9162. */
function definedRoot(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves;
  if (only === undefined) return sha256();
  if (leaves.length === 1) return only;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha256(Buffer.of(1), definedRoot(leaves.slice(0, split)), definedRoot(leaves.slice(split)));
}

function treeOf(count: number) {
  const leaves = events(count).map(leafHash);
  const rangeRoot = (start: number, end: number) => Promise.resolve(merkleRoot(leaves.slice(start, end)));
  return { leaves, rangeRoot, rootAt: (size: number) => merkleRoot(leaves.slice(0, size)) };
}

const SIZE = fc.integer({ min: 1, max: 300 });

describe('Merkle tree', () => {
  it('hashes leaves and inner nodes with different prefixes', () => {
    const [a, b] = events(2) as [Buffer, Buffer];
    expect(leafHash(a)).toEqual(sha256(Buffer.of(0), a));
    expect(nodeHash(a, b)).toEqual(sha256(Buffer.of(1), a, b));
  });

  it('has the root that RFC 9162 defines at each size', () => {
    expect(merkleRoot([])).toEqual(EMPTY_ROOT);
    for (let size = 1; size <= 70; size += 1) {
      const { leaves, rootAt } = treeOf(size);
      expect(rootAt(size)).toEqual(definedRoot(leaves));
    }
  });
});

describe('inclusion proof', () => {
  it('is short and valid for each leaf of each tree', async () => {
    await fc.assert(
      fc.asyncProperty(SIZE, fc.nat(), async (size, at) => {
        const index = at % size;
        const { leaves, rangeRoot, rootAt } = treeOf(size);
        const proof = await inclusionProof(index, size, rangeRoot);
        expect(proof.length).toBeLessThanOrEqual(Math.ceil(Math.log2(size)));
        expect(isIncluded(leaves[index] ?? EMPTY_ROOT, { index, size, root: rootAt(size) }, proof)).toBe(
          true,
        );
      }),
      { numRuns: 200 },
    );
  });

  it('is invalid for another leaf, index, size or root, and if it was changed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 300 }), fc.nat(), fc.nat(), async (size, at, part) => {
        const index = at % size;
        const { leaves, rangeRoot, rootAt } = treeOf(size);
        const leaf = leaves[index] ?? EMPTY_ROOT;
        const root = rootAt(size);
        const proof = await inclusionProof(index, size, rangeRoot);
        const changed = proof.with(part % proof.length, EMPTY_ROOT);
        expect(isIncluded(EMPTY_ROOT, { index, size, root }, proof)).toBe(false);
        expect(isIncluded(leaf, { index: (index + 1) % size, size, root }, proof)).toBe(false);
        // A leaf is deeper in a tree that is twice as large.
        expect(isIncluded(leaf, { index, size: 2 * size, root }, proof)).toBe(false);
        expect(isIncluded(leaf, { index, size, root: EMPTY_ROOT }, proof)).toBe(false);
        expect(isIncluded(leaf, { index, size, root }, changed)).toBe(false);
        expect(isIncluded(leaf, { index, size, root }, [...proof, EMPTY_ROOT])).toBe(false);
        expect(isIncluded(leaf, { index, size, root }, proof.slice(1))).toBe(false);
        expect(isIncluded(leaf, { index: size, size, root }, proof)).toBe(false);
        // `rootFromProof` returns null for a proof of the wrong length.
        expect(rootFromProof(leaf, index, size, [...proof, EMPTY_ROOT])).toBeNull();
        expect(rootFromProof(leaf, index, size, proof.slice(1))).toBeNull();
      }),
      { numRuns: 200 },
    );
  });

  it('cannot be created for a leaf outside the tree', async () => {
    await expect(inclusionProof(3, 3, treeOf(3).rangeRoot)).rejects.toThrow(RangeError);
  });
});

describe('consistency proof', () => {
  it('is valid between any two states of one log [AUD-13]', async () => {
    await fc.assert(
      fc.asyncProperty(SIZE, fc.nat(), async (size, at) => {
        const earlier = 1 + (at % size);
        const { rangeRoot, rootAt } = treeOf(size);
        const proof = await consistencyProof(earlier, size, rangeRoot);
        const old = { size: earlier, root: rootAt(earlier) };
        expect(isContinuation(old, { size, root: rootAt(size) }, proof)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('is invalid if an earlier event was changed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 300 }), fc.nat(), fc.nat(), async (size, at, which) => {
        const earlier = 1 + (at % (size - 1));
        const changed = which % earlier;
        const { leaves, rootAt } = treeOf(size);
        const rewritten = leaves.with(changed, EMPTY_ROOT);
        const rangeRoot = (start: number, end: number) =>
          Promise.resolve(merkleRoot(rewritten.slice(start, end)));
        const proof = await consistencyProof(earlier, size, rangeRoot);
        const old = { size: earlier, root: rootAt(earlier) };
        expect(isContinuation(old, { size, root: merkleRoot(rewritten) }, proof)).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it('is invalid in the other direction, and with missing or additional hashes', async () => {
    const { rangeRoot, rootAt } = treeOf(200);
    const earlier = { size: 77, root: rootAt(77) };
    const later = { size: 200, root: rootAt(200) };
    const proof = await consistencyProof(77, 200, rangeRoot);
    expect(isContinuation(earlier, later, proof)).toBe(true);
    expect(isContinuation(later, earlier, proof)).toBe(false);
    expect(isContinuation(earlier, later, proof.slice(1))).toBe(false);
    expect(isContinuation(earlier, later, [...proof, EMPTY_ROOT])).toBe(false);
    expect(isContinuation(earlier, { ...later, size: 300 }, proof)).toBe(false);
    expect(isContinuation(earlier, { ...earlier, root: later.root }, [])).toBe(false);
  });
});
