// @ts-check

const terminal = process.stdout.isTTY;

/** Prints one line. */
export const say = (/** @type {string} */ text) => console.log(`•  ${text}`);

/**
 * Runs one step and prints its title and duration. Shows the progress of a long step: a running clock on a terminal,
 * otherwise a line every ten seconds.
 * @template T
 * @param {string} title
 * @param {() => T | Promise<T>} work
 * @param {(result: T) => string} titleOf the title once the step is done
 * @returns {Promise<T>}
 */
export async function step(title, work, titleOf = () => title) {
  const started = Date.now();
  const clock = setInterval(() => showRunning(title, started), terminal ? 1_000 : 10_000);
  try {
    const result = await work();
    finish(`${titleOf(result)} (${seconds(started)})`);
    return result;
  } catch (error) {
    const isStopped = error instanceof Error && error.name === 'AbortError';
    finish(`${title}: ${isStopped ? 'stopped' : 'failed'} (${seconds(started)})`);
    throw error;
  } finally {
    clearInterval(clock);
  }
}

/** The time since `since` in seconds, formatted: `1.2 s`, `34 s`. */
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
