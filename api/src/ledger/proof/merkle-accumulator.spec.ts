import { expect, it } from '@jest/globals';
import { leafHash, merkleRoot } from './merkle.js';
import { MerkleAccumulator } from './merkle-accumulator.js';

it('MerkleAccumulator has the root of the whole tree at each size', () => {
  const accumulator = new MerkleAccumulator();
  const leaves: Buffer[] = [];
  expect(accumulator.root()).toEqual(merkleRoot([]));
  for (let size = 1; size <= 200; size += 1) {
    const event = Buffer.alloc(32, size);
    leaves.push(leafHash(event));
    accumulator.add(event);
    expect(accumulator.root()).toEqual(merkleRoot(leaves));
  }
});
