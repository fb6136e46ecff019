// @ts-check
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Problem } from '../problem.mjs';

/** @typedef {import('../../../api/test/mutations/all-mutations.mjs').NamedMutation} NamedMutation */

const USAGE = 'npm run mutations -- [--area=<name>] [--only=<id>] [--report=<file.json>]';

/**
 * Parses the command line. `area` and `only` take one or more values, separated by commas.
 * @param {string[]} args
 */
export function readOptions(args) {
  try {
    const { values } = parseArgs({
      args,
      options: { area: { type: 'string' }, only: { type: 'string' }, report: { type: 'string' } },
    });
    const report = values.report === undefined ? undefined : path.resolve(values.report);
    return { areas: values.area?.split(','), ids: values.only?.split(','), report };
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : String(error)}\n   ${USAGE}`);
  }
}

/**
 * Selects mutations by area and id. Without either, selects all.
 * @param {readonly NamedMutation[]} all
 * @param {{ areas: string[] | undefined, ids: string[] | undefined }} options
 */
export function select(all, { areas, ids }) {
  refuseUnknown('area', areas, new Set(all.map(({ area }) => area)));
  refuseUnknown('mutation', ids, new Set(all.map(({ id }) => id)));
  return all.filter(({ area, id }) => (areas?.includes(area) ?? true) && (ids?.includes(id) ?? true));
}

function refuseUnknown(
  /** @type {string} */ kind,
  /** @type {string[] | undefined} */ names,
  /** @type {Set<string>} */ known,
) {
  const unknown = names?.find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new Problem(`There's no ${kind} ${unknown}. Choose from: ${[...known].join(', ')}`);
  }
}
