// @ts-check

/**
 * A response from an API. `retryAfter` is its Retry-After header, or null.
 * @typedef {{ status: number, retryAfter: string | null, body: any }} Answer
 *
 * A fault that was injected. `longestGapMs` is the longest time without an acknowledgment, `maxGapMs` its limit, and
 * `problem` says what was wrong with the fault's effect, or is null.
 * @typedef {{ fault: string, maxGapMs: number, longestGapMs: number, problem: string | null }} Round
 */

/** Refusals that a fault may cause, each with a pattern that its message must match. The caller then tries again. */
const TEMPORARY_REFUSALS = new Map([
  ['ACCOUNT_QUARANTINED', /./],
  ['TEXTS_CHANGED', /recipient/],
]);

/**
 * The same refusals, for one item of a decision on several transactions. An item has no code, so its refusal is
 * recognized by the message.
 */
const REFUSED_ITEMS = new Map([
  ['ACCOUNT_QUARANTINED', /checking this account/],
  ['TEXTS_CHANGED', /recipient/],
]);

/**
 * Returns null for a response that a caller may get: an acceptance, a refusal that a fault may cause, or a 429 or 503
 * with a code and a Retry-After header. Otherwise returns what is wrong.
 * @param {Answer} answer
 * @param {number} accepted the status of an acceptance
 * @returns {string | null}
 */
export function judgeAnswer({ status, retryAfter, body }, accepted) {
  const code = typeof body?.code === 'string' ? body.code : '';
  if (status === accepted && Array.isArray(body?.items)) return judgeItems(body.items);
  if (status === accepted) return typeof body?.id === 'string' ? null : `${status} without an id`;
  if (code === '') return `${status} without a code`;
  if (status === 503 || status === 429)
    return retryAfter === null ? `${status} ${code} without Retry-After` : null;
  if (TEMPORARY_REFUSALS.get(code)?.test(String(body.message))) return null;
  return `${status} ${code}`;
}

/**
 * Judges the results of a decision on several transactions. An item may be refused because of a fault; the caller
 * then repeats the decision.
 */
function judgeItems(/** @type {{ result: string, message: string | null }[]} */ items) {
  const wrong = items.find(
    ({ result, message }) => result !== 'done' && !(result === 'refused' && codeOfItem(message) !== null),
  );
  return wrong === undefined ? null : `an item that is ${wrong.result}: ${wrong.message}`;
}

/** Returns the code of an item's refusal if a fault may cause it, otherwise null. */
function codeOfItem(/** @type {string | null} */ message) {
  const known = [...REFUSED_ITEMS].find(([, pattern]) => pattern.test(message ?? ''));
  return known?.[0] ?? null;
}

/**
 * Returns the codes of the refusals in a response. A decision on several transactions may have several.
 * @param {Answer} answer
 * @param {number} accepted
 * @returns {string[]}
 */
export function refusalsIn({ status, body }, accepted) {
  if (status !== accepted) return [String(body?.code)];
  if (!Array.isArray(body?.items)) return [];
  return body.items.flatMap(
    (/** @type {{ message: string | null }} */ { message }) => codeOfItem(message) ?? [],
  );
}

/**
 * Returns what is wrong with an injected fault: it lacked its required effect, or stopped the bank for too long.
 * @param {Round} round
 * @returns {string[]}
 */
export function judgeRound({ fault, maxGapMs, longestGapMs, problem }) {
  const stood = `${fault}: the bank stopped for ${(longestGapMs / 1_000).toFixed(1)} s`;
  return [...(problem === null ? [] : [`${fault}: ${problem}`]), ...(longestGapMs > maxGapMs ? [stood] : [])];
}
