// @ts-check
import { Problem } from '../local/problem.mjs';
import { CLUSTER_FAULTS, FAULTS } from './faults.mjs';

/** Bugs that prove that the checker works: it must detect each of them. */
export const BUGS = ['acknowledge-early', 'forget-keys', 'older-copy'];

/**
 * @typedef {object} Options
 * @property {number} minutes the run ends after this time, but not before every fault has been injected
 * @property {number} operations the run ends earlier after this many acknowledgments, but not before every fault has
 *   been injected
 * @property {number} callers
 * @property {1 | 3} machines number of machines that run PostgreSQL
 * @property {'postgres' | 'kurrentdb'} log
 * @property {number} seed
 * @property {string[]} faults
 * @property {string | null} bug
 */

const DEFAULTS = {
  minutes: '10',
  operations: 'Infinity',
  callers: '64',
  machines: '1',
  log: 'postgres',
  faults: 'all',
  seed: '1',
  bug: '',
};
const USAGE = 'npm run chaos -- --minutes=10 --faults=all --seed=1';
/** The restore fault needs the log in PostgreSQL: a log in KurrentDB would keep operations that the restore loses. */
const RESTORE = 'restore';
/** With more callers, requests would wait for database connections. */
const MAX_CALLERS = 512;

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
  const [operations, callers] = [Number(given.operations), Number(given.callers)];
  if (!(minutes > 0)) throw new Problem(`--minutes must be above zero; got "${given.minutes}".`);
  if (!Number.isSafeInteger(seed)) throw new Problem(`--seed must be a whole number; got "${given.seed}".`);
  if (!(operations > 0)) throw new Problem(`--operations must be above zero; got "${given.operations}".`);
  if (!(Number.isSafeInteger(callers) && callers >= 1 && callers <= MAX_CALLERS))
    throw new Problem(`--callers must be a whole number from 1 to ${MAX_CALLERS}; got "${given.callers}".`);
  const machines = machinesFrom(given.machines ?? '');
  const log = logFrom(given.log ?? '');
  const [faults, bug] = [faultsFrom(given.faults ?? '', machines, log), bugFrom(given.bug ?? '')];
  return { minutes, operations, callers, machines, log, seed, faults, bug };
}

function machinesFrom(/** @type {string} */ text) {
  if (text === '1') return 1;
  if (text === '3') return 3;
  throw new Problem(`--machines must be 1 or 3; got "${text}".`);
}

function logFrom(/** @type {string} */ text) {
  if (text === 'postgres' || text === 'kurrentdb') return text;
  throw new Problem(`--log must be postgres or kurrentdb; got "${text}".`);
}

function faultsFrom(
  /** @type {string} */ text,
  /** @type {Options['machines']} */ machines,
  /** @type {Options['log']} */ log,
) {
  const ofMachines = Object.keys(machines === 1 ? FAULTS : CLUSTER_FAULTS);
  const all = ofMachines.filter((fault) => log === 'postgres' || fault !== RESTORE);
  if (text === 'all') return all;
  const optionOf = (/** @type {string} */ fault) => fault.replaceAll(' ', '-');
  const names = text.split(',').map((name) => all.find((fault) => optionOf(fault) === name) ?? name);
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined) {
    const place = machines === 1 ? 'one machine' : 'three machines';
    throw new Problem(`There's no fault "${unknown}" on ${place}. Faults: ${all.map(optionOf).join(', ')}.`);
  }
  return names;
}

function bugFrom(/** @type {string} */ text) {
  if (text === '') return null;
  if (!BUGS.includes(text)) throw new Problem(`There's no bug "${text}". Bugs: ${BUGS.join(', ')}.`);
  return text;
}
