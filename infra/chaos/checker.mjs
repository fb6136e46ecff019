// @ts-check

/**
 * Differences between what callers were told and what is in the log. Each list contains operation keys.
 * @typedef {object} Discrepancies
 * @property {string[]} lost acknowledged, but not in the log
 * @property {string[]} duplicated in the log more than once
 * @property {string[]} wrong in the log with a different result
 * @property {string[]} phantom in the log, but never sent
 */

/**
 * What is known about an operation. `sentAt` is when it was first sent, 0 if never. `round` is the round in which it
 * was acknowledged. `result` is the result that the caller got, such as a transaction's id, or null. `stored` counts
 * how often the operation is in the log. `isRight` is whether the log has the operation with the caller's result.
 * @typedef {{ sentAt: number, acknowledgedAt: number, round: string | null, result: string | null, stored: number,
 *   isRight: boolean }} State
 */

/**
 * Compares acknowledged operations with the log. Pass each operation in the log to `store`. An operation that was
 * sent but never acknowledged may be in the log once or not at all.
 */
export class OperationChecker {
  /** @type {Map<string, State>} */
  #states = new Map();
  /** Number of acknowledged operations by round. @type {Map<string, number>} */
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

  /** The round in which an operation was acknowledged, or null. */
  roundOf(/** @type {string} */ key) {
    return this.#states.get(key)?.round ?? null;
  }

  send(/** @type {string} */ key, at = Date.now()) {
    this.#stateOf(key).sentAt ||= at;
  }

  /**
   * @param {string} key
   * @param {string | null} result
   * @param {string} round
   */
  acknowledge(key, result, round, at = Date.now()) {
    this.send(key, at);
    Object.assign(this.#stateOf(key), { acknowledgedAt: at, round, result });
    this.#acknowledged += 1;
    this.#rounds.set(round, this.acknowledgedIn(round) + 1);
  }

  /** Records that an operation is in the log. If it was acknowledged, call `acknowledge` before this. */
  store(/** @type {string} */ key, /** @type {string | null} */ result) {
    const state = this.#stateOf(key);
    state.stored += 1;
    state.isRight ||= state.result === null || state.result === result;
  }

  /**
   * Judges the log right after a restore to a point in time. The log must contain every operation that was
   * acknowledged by then, exactly once. It must not contain operations that were sent later. Removes the
   * acknowledgments of operations that the restore has lost.
   * @param {number} at the restored time
   * @param {ReadonlyMap<string, readonly (string | null)[]>} stored for each operation, its results in the log
   * @returns {{ problems: string[], lost: Map<string, string | null> }} `lost`: the results that callers got for the
   *   lost operations, by key
   */
  rewindTo(at, stored) {
    const problems = [...stored.keys()]
      .filter((key) => !this.#states.has(key))
      .map((key) => `${key} is a phantom`);
    /** @type {Map<string, string | null>} */
    const lost = new Map();
    for (const [key, state] of this.#states) {
      const results = stored.get(key) ?? [];
      if (results.length > 1) problems.push(`${key} is duplicated`);
      if (results.length > 0 && state.sentAt > at) problems.push(`${key} was sent after that time`);
      if (state.round === null) continue;
      if (results.length > 0 && !results.includes(state.result)) problems.push(`${key} is wrong`);
      if (results.length > 0) continue;
      if (state.acknowledgedAt <= at) problems.push(`${key} is lost`);
      lost.set(key, state.result);
      this.#takeBack(state, state.round);
    }
    return { problems, lost };
  }

  #takeBack(/** @type {State} */ state, /** @type {string} */ round) {
    Object.assign(state, { acknowledgedAt: 0, round: null, result: null });
    this.#acknowledged -= 1;
    this.#rounds.set(round, this.acknowledgedIn(round) - 1);
  }

  /** @returns {Discrepancies} */
  discrepancies() {
    /** @type {Discrepancies} */
    const found = { lost: [], duplicated: [], wrong: [], phantom: [] };
    for (const [key, { sentAt, round, stored, isRight }] of this.#states) {
      if (stored === 0 && round !== null) found.lost.push(key);
      if (stored > 0 && round !== null && !isRight) found.wrong.push(key);
      if (stored > 1) found.duplicated.push(key);
      if (stored > 0 && sentAt === 0) found.phantom.push(key);
    }
    return found;
  }

  #stateOf(/** @type {string} */ key) {
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    /** @type {State} */
    const state = { sentAt: 0, acknowledgedAt: 0, round: null, result: null, stored: 0, isRight: false };
    this.#states.set(key, state);
    return state;
  }
}
