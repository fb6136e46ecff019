// @ts-check

/**
 * Calls `act` when the npm that started this process is gone. npm passes a signal on to its shell only, and the shell
 * dies of it without telling anybody.
 */
export function whenOrphaned(/** @type {() => void} */ act) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    act();
  }, 500);
  watch.unref();
}
