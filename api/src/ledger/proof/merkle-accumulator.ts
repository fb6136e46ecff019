import { EMPTY_ROOT, leafHash, nodeHash, type RangeRoot } from './merkle.js';

/** Computes the Merkle root of events added one by one. Memory grows only with the height of the tree. */
export class MerkleAccumulator {
  /** Roots of complete subtrees, largest first. The bits of `size` give their sizes. */
  private readonly peaks: Buffer[] = [];
  private count = 0;

  /** Creates the accumulator for the first `size` leaves from the roots of their largest complete subtrees. */
  static async of(size: number, rangeRoot: RangeRoot): Promise<MerkleAccumulator> {
    const tree = new MerkleAccumulator();
    for (let start = 0; start < size;) {
      const height = Math.floor(Math.log2(size - start));
      tree.peaks.push(await rangeRoot(start, start + 2 ** height));
      start += 2 ** height;
    }
    tree.count = size;
    return tree;
  }

  get size(): number {
    return this.count;
  }

  add(eventHash: Buffer): void {
    let node = leafHash(eventHash);
    for (let rest = this.count; rest % 2 === 1; rest = Math.floor(rest / 2)) {
      const left = this.peaks.pop();
      if (left === undefined) throw new Error('the tree has fewer peaks than its size requires');
      node = nodeHash(left, node);
    }
    this.peaks.push(node);
    this.count += 1;
  }

  root(): Buffer {
    const last = this.peaks.at(-1);
    if (last === undefined) return EMPTY_ROOT;
    return this.peaks.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last);
  }
}
