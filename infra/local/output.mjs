// @ts-check

const terminal = process.stdout.isTTY;

/** One calm line. */
export const say = (/** @type {string} */ text) => console.log(`•  ${text}`);

/**
 * Runs one step and prints it with the time that it took. A long step shows that it is still at work: a running
 * clock on a terminal, a line now and then elsewhere.
 * @template T
 * @param {string} title
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const started = Date.now();
  const clock = setInterval(() => showRunning(title, started), terminal ? 1_000 : 10_000);
  try {
    const result = await work();
    finish(`${title} (${seconds(started)})`);
    return result;
  } catch (error) {
    finish(`${title}: not finished (${seconds(started)})`);
    throw error;
  } finally {
    clearInterval(clock);
  }
}

/** The time since a moment, for people. */
export function seconds(/** @type {number} */ since) {
  const passed = (Date.now() - since) / 1000;
  return `${passed < 10 ? passed.toFixed(1) : Math.round(passed)} s`;
}

function showRunning(/** @type {string} */ title, /** @type {number} */ started) {
  if (terminal) process.stdout.write(`\r•  ${title} … ${seconds(started)}\u001b[K`);
  else say(`${title} … ${seconds(started)}`);
}

function finish(/** @type {string} */ line) {
  process.stdout.write(`${terminal ? '\r' : ''}•  ${line}${terminal ? '\u001b[K' : ''}\n`);
}
