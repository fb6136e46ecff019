// @ts-check
import { readdirSync, watch } from 'node:fs';
import path from 'node:path';

/** Wait this long for more changes: editors save in several steps, and a checkout changes many files. */
const QUIET_MS = 100;

/**
 * Calls `onChange` after each burst of changes below these folders, and again if something changed while `onChange`
 * ran. Each folder is watched separately, because Node's recursive watch loses track of files that editors replace.
 * Returns a function that stops watching.
 * @param {string[]} roots
 * @param {() => Promise<void>} onChange
 */
export function watchTree(roots, onChange) {
  /** @type {Map<string, import('node:fs').FSWatcher>} */
  const watchers = new Map();
  const notify = afterQuiet(onChange);
  const add = (/** @type {string} */ folder) => {
    for (const each of foldersIn(folder).filter((name) => !watchers.has(name))) {
      const watcher = watch(each, () => {
        add(each);
        notify.call();
      });
      const forget = () => {
        watcher.close();
        watchers.delete(each);
      };
      watcher.on('error', forget);
      watchers.set(each, watcher);
    }
  };
  for (const root of roots) add(root);
  return () => {
    for (const watcher of watchers.values()) watcher.close();
    notify.cancel();
  };
}

/** Debounces `work`: runs it once calls have paused, and never twice at the same time. */
function afterQuiet(/** @type {() => Promise<void>} */ work) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let running = Promise.resolve();
  const run = () => {
    running = running.then(work);
  };
  return {
    call() {
      clearTimeout(timer);
      timer = setTimeout(run, QUIET_MS);
    },
    cancel() {
      clearTimeout(timer);
    },
  };
}

/** The folder and all folders below it; an empty list if it was deleted. */
function foldersIn(/** @type {string} */ root) {
  try {
    const entries = readdirSync(root, { withFileTypes: true, recursive: true });
    return [
      root,
      ...entries
        .filter((entry) => entry.isDirectory())
        .map((entry) => path.join(entry.parentPath, entry.name)),
    ];
  } catch {
    return [];
  }
}
