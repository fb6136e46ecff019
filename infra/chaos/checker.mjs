// @ts-check

/**
 * What is wrong with the operations of a bank, as keys.
 * @typedef {object} Discrepancies
 * @property {string[]} lost acknowledged, but not in the log
 * @property {string[]} doubled in the log several times
 * @property {string[]} wrong in the log with another result
 * @property {string[]} phantom in the log, but never sent
 */

/**
 * What is known of an operation. `round` is that of its acknowledgment, and `result` what the caller was told, such as the id
 * of a transaction; null if nothing.
 * @typedef {{ isSent: boolean, round: string | null, result: string | null, stored: number, isRight: boolean }} State
 */

/**
 * Compares acknowledged operations with those in the log, which are passed one by one. An operation that was sent and never
 * acknowledged may be in the log, once.
 */
export class OperationChecker {
  /** @type {Map<string, State>} */
  #states = new Map();
  /** Number of acknowledged operations of each round. @type {Map<string, number>} */
  #rounds = new Map();
  #acknowledged = 0;

  /** Number of acknowledged operations. */
  get acknowledged() {
    return this.#acknowledged;
  }

  /** Number of operations that were acknowledged in a round. */
  acknowledgedIn(/** @type {string} */ round) {
    return this.#rounds.get(round) ?? 0;
  }

  /** The round in which an operation was acknowledged. */
  roundOf(/** @type {string} */ key) {
    return this.#states.get(key)?.round ?? null;
  }

  send(/** @type {string} */ key) {
    this.#stateOf(key).isSent = true;
  }

  /**
   * @param {string} key
   * @param {string | null} result
   * @param {string} round
   */
  acknowledge(key, result, round) {
    Object.assign(this.#stateOf(key), { isSent: true, round, result });
    this.#acknowledged += 1;
    this.#rounds.set(round, this.acknowledgedIn(round) + 1);
  }

  /** Takes an operation of the log. All acknowledgments must have been passed before. */
  store(/** @type {string} */ key, /** @type {string | null} */ result) {
    const state = this.#stateOf(key);
    state.stored += 1;
    state.isRight ||= state.result === null || state.result === result;
  }

  /** @returns {Discrepancies} */
  discrepancies() {
    /** @type {Discrepancies} */
    const found = { lost: [], doubled: [], wrong: [], phantom: [] };
    for (const [key, { isSent, round, stored, isRight }] of this.#states) {
      if (stored === 0 && round !== null) found.lost.push(key);
      if (stored > 0 && round !== null && !isRight) found.wrong.push(key);
      if (stored > 1) found.doubled.push(key);
      if (stored > 0 && !isSent) found.phantom.push(key);
    }
    return found;
  }

  #stateOf(/** @type {string} */ key) {
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    /** @type {State} */
    const state = { isSent: false, round: null, result: null, stored: 0, isRight: false };
    this.#states.set(key, state);
    return state;
  }
}
