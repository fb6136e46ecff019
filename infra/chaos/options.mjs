// @ts-check
import { Problem } from '../local/problem.mjs';
import { FAULTS } from './faults.mjs';

/** Bugs that prove the checker: it must find each of them. */
export const BUGS = ['acknowledge-early', 'forget-keys', 'older-copy'];

/**
 * @typedef {object} Options
 * @property {number} minutes
 * @property {number} seed
 * @property {string[]} faults
 * @property {string | null} bug
 */

const DEFAULTS = { minutes: '10', faults: 'all', seed: '1', bug: '' };
const USAGE = 'npm run chaos -- --minutes=10 --faults=all --seed=1';

/**
 * Parses the arguments of the command.
 * @param {readonly string[]} args
 * @returns {Options}
 */
export function parseOptions(args) {
  /** @type {Record<string, string>} */
  const given = { ...DEFAULTS };
  for (const arg of args) {
    const [, name = '', value = ''] = /^--([a-z]+)=(.+)$/.exec(arg) ?? [];
    if (!Object.hasOwn(DEFAULTS, name)) throw new Problem(`Unknown option ${arg}. Example: ${USAGE}`);
    given[name] = value;
  }
  const [minutes, seed] = [Number(given.minutes), Number(given.seed)];
  if (!(minutes > 0)) throw new Problem(`--minutes must be above zero; got "${given.minutes}".`);
  if (!Number.isSafeInteger(seed)) throw new Problem(`--seed must be a whole number; got "${given.seed}".`);
  return { minutes, seed, faults: faultsFrom(given.faults ?? ''), bug: bugFrom(given.bug ?? '') };
}

function faultsFrom(/** @type {string} */ text) {
  const all = Object.keys(FAULTS);
  if (text === 'all') return all;
  const names = text.split(',').map((name) => name.replaceAll('-', ' '));
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new Problem(`There is no fault "${unknown}". Faults: ${all.join(', ')}.`);
  return names;
}

function bugFrom(/** @type {string} */ text) {
  if (text === '') return null;
  if (!BUGS.includes(text)) throw new Problem(`There is no bug "${text}". Bugs: ${BUGS.join(', ')}.`);
  return text;
}
