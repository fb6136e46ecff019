// @ts-check
import { writeFileSync } from 'node:fs';

/**
 * @typedef {import('./workbench.mjs').PlannedMutation & import('./workbench.mjs').Verdict & { seconds: number }} MutationResult
 * @typedef {Record<import('./workbench.mjs').Outcome, number>} Counts
 */

const MARKS = { killed: '✓', survived: '✗', broken: '!' };

/** One line for a mutation. If it survived or is broken, a second line explains that. */
export function lineOf(/** @type {MutationResult} */ { area, id, outcome, detail, because, seconds }) {
  const line = `${MARKS[outcome]}  ${outcome.padEnd(8)} ${area}/${id} (${seconds.toFixed(1)} s)`;
  if (outcome === 'killed') return line;
  return `${line}\n     ${outcome === 'survived' ? `${detail}, although ${because}` : detail}`;
}

/** @returns {Counts} */
export function countsOf(/** @type {readonly MutationResult[]} */ results) {
  const count = (/** @type {string} */ outcome) =>
    results.filter((result) => result.outcome === outcome).length;
  return { killed: count('killed'), survived: count('survived'), broken: count('broken') };
}

/** A table with one row per area. */
export function tableOf(/** @type {readonly MutationResult[]} */ results) {
  const areas = [...new Set(results.map(({ area }) => area))];
  const rows = areas.map((area) => {
    const { killed, survived, broken } = countsOf(results.filter((result) => result.area === area));
    return [area, killed + survived + broken, killed, survived, broken];
  });
  return [['area', 'mutations', 'killed', 'survived', 'broken'], ...rows]
    .map(
      ([area, ...cells]) => String(area).padEnd(10) + cells.map((cell) => String(cell).padStart(10)).join(''),
    )
    .join('\n');
}

/** The summary, which is the last line of the output. */
export function totalOf(/** @type {Counts} */ { killed, survived, broken }) {
  return `${killed} killed, ${survived} survived, ${broken} broken`;
}

/** Writes all results as JSON. */
export function writeReport(
  /** @type {string} */ file,
  /** @type {readonly MutationResult[]} */ results,
  /** @type {number} */ seconds,
) {
  const mutations = results.map(
    ({ id, area, file: source, spec, title, because, outcome, detail, ...rest }) => ({
      ...{ id, area, outcome, detail, file: source, spec, title: title ?? null, because },
      seconds: Number(rest.seconds.toFixed(1)),
    }),
  );
  const report = {
    at: new Date().toISOString(),
    seconds: Math.round(seconds),
    ...countsOf(results),
    mutations,
  };
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}
