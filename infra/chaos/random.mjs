// @ts-check

/** A random number generator (mulberry32) whose numbers depend only on the seed. */
export class Random {
  #state;

  constructor(/** @type {number} */ seed) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 to 1, exclusive. */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from 0 to `count`, exclusive. */
  below(/** @type {number} */ count) {
    return Math.floor(this.next() * count);
  }

  /**
   * Returns the items in random order.
   * @template Item
   * @param {readonly Item[]} items
   * @returns {Item[]}
   */
  shuffle(items) {
    const keyed = items.map((item) => ({ item, key: this.next() }));
    return keyed.sort((one, other) => one.key - other.key).map(({ item }) => item);
  }
}
