import { EMPTY_ROOT, leafHash, nodeHash, type RangeRoot } from './merkle.js';

/** The root of a tree that is read leaf by leaf, in memory that grows with its height only. */
export class MerkleAccumulator {
  /** Roots of whole subtrees, the largest first; the bits of `size` say how large each is. */
  private readonly peaks: Buffer[] = [];
  private count = 0;

  /** The tree of the first `size` leaves, of which only the largest subtrees are asked for. */
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
      if (left === undefined) throw new Error('the tree has fewer peaks than its size says');
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
