// @ts-check

/**
 * Calls `onOrphaned` when the npm that started this process has ended. npm forwards signals only to its shell, which ends
 * without forwarding them.
 */
export function whenOrphaned(/** @type {() => void} */ onOrphaned) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    onOrphaned();
  }, 500);
  watch.unref();
}
