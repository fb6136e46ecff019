// @ts-check
import { ROOT } from './paths.mjs';
import { run } from './run.mjs';

/** The output of git, or undefined if it fails or is not installed. */
export async function git(/** @type {string[]} */ args, folder = ROOT) {
  const result = await run('git', args, { cwd: folder }).catch(() => undefined);
  return result?.code === 0 ? result.output : undefined;
}
