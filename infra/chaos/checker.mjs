// @ts-check

/**
 * An operation that was acknowledged to its caller, or that the log has. `result` is what the caller was told, such as the
 * id of a transaction; null if nothing.
 * @typedef {{ readonly key: string, readonly result: string | null }} Operation
 */

/**
 * What is wrong with the operations of a bank.
 * @typedef {object} Discrepancies
 * @property {string[]} lost acknowledged, but not in the log
 * @property {string[]} doubled in the log several times
 * @property {string[]} wrong in the log with another result
 * @property {string[]} phantom in the log, but never sent
 */

/**
 * Compares acknowledged operations with those in the log. An operation that was sent and never acknowledged may be in the
 * log, once.
 * @param {readonly Operation[]} acknowledged
 * @param {readonly Operation[]} stored
 * @param {ReadonlySet<string> | null} sent all keys that were sent; null if nobody kept them
 * @returns {Discrepancies}
 */
export function compareOperations(acknowledged, stored, sent = null) {
  /** @type {Map<string, (string | null)[]>} */
  const results = new Map();
  for (const { key, result } of stored) results.set(key, [...(results.get(key) ?? []), result]);
  /** @type {Discrepancies} */
  const found = { lost: [], doubled: [], wrong: [], phantom: [] };
  for (const { key, result } of acknowledged) {
    const inLog = results.get(key);
    if (inLog === undefined) found.lost.push(key);
    else if (result !== null && !inLog.includes(result)) found.wrong.push(key);
  }
  for (const [key, inLog] of results) {
    if (inLog.length > 1) found.doubled.push(key);
    if (sent !== null && !sent.has(key)) found.phantom.push(key);
  }
  return found;
}
