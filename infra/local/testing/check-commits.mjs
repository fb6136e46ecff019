// @ts-check
import { git } from '../git.mjs';
import { ROOT } from '../paths.mjs';
import { Problem } from '../problem.mjs';

/** Hosts such as GitHub truncate longer subjects. */
const MAX_SUBJECT = 72;

const MAIN = 'origin/main';

/**
 * Checks that this branch contains no merges and that its commit subjects are short. The default base is `origin/main`.
 * With the default, nothing is checked in a shallow clone or in a clone without `origin/main`.
 * @param {{ base?: string | undefined, folder?: string }} [options]
 * @returns {Promise<{ checked: number, problems: string[] }>}
 * @throws Problem HEAD has no commit in common with the given base
 */
export async function checkCommits({ base, folder = ROOT } = {}) {
  const start = (await git(['merge-base', base ?? MAIN, 'HEAD'], folder))?.trim();
  if (start === undefined && base !== undefined)
    throw new Problem(`HEAD has no commit in common with ${base}.`);
  if (start === undefined || (base === undefined && (await isShallow(folder))))
    return { checked: 0, problems: [] };
  const log = (await git(['log', '--format=%h%x00%P%x00%s', `${start}..HEAD`], folder)) ?? '';
  const commits = log.split('\n').filter((line) => line !== '');
  return { checked: commits.length, problems: commits.flatMap(problemsOf) };
}

function problemsOf(/** @type {string} */ line) {
  const [hash = '', parents = '', subject = ''] = line.split('\0');
  const problems = [];
  if (parents.includes(' ')) problems.push(`${hash} is a merge. Rebase the branch instead: ${subject}`);
  const { length } = Array.from(subject);
  if (length > MAX_SUBJECT)
    problems.push(`${hash} has a subject of ${length} characters (the limit is ${MAX_SUBJECT}): ${subject}`);
  return problems;
}

const isShallow = async (/** @type {string} */ folder) =>
  (await git(['rev-parse', '--is-shallow-repository'], folder))?.trim() === 'true';
