// @ts-check
import { writeFileSync } from 'node:fs';

/**
 * @typedef {import('./workbench.mjs').Planned & import('./workbench.mjs').Verdict & { seconds: number }} Judged
 * @typedef {Record<import('./workbench.mjs').Outcome, number>} Counts
 */

const MARKS = { killed: '✓', survived: '✗', broken: '!' };

/** One line on a mutation; what it means that it survived, or why it could not be judged, on the next. */
export function lineOf(/** @type {Judged} */ { area, id, outcome, detail, because, seconds }) {
  const line = `${MARKS[outcome]}  ${outcome.padEnd(8)} ${area}/${id} (${seconds.toFixed(1)} s)`;
  if (outcome === 'killed') return line;
  return `${line}\n     ${outcome === 'survived' ? `${detail}, although ${because}` : detail}`;
}

/** @returns {Counts} */
export function countsOf(/** @type {readonly Judged[]} */ judged) {
  const count = (/** @type {string} */ outcome) => judged.filter((one) => one.outcome === outcome).length;
  return { killed: count('killed'), survived: count('survived'), broken: count('broken') };
}

/** A table with a row for each area. */
export function tableOf(/** @type {readonly Judged[]} */ judged) {
  const areas = [...new Set(judged.map(({ area }) => area))];
  const rows = areas.map((area) => {
    const { killed, survived, broken } = countsOf(judged.filter((one) => one.area === area));
    return [area, killed + survived + broken, killed, survived, broken];
  });
  return [['area', 'mutations', 'killed', 'survived', 'broken'], ...rows]
    .map(
      ([area, ...cells]) => String(area).padEnd(10) + cells.map((cell) => String(cell).padStart(10)).join(''),
    )
    .join('\n');
}

/** The last line of the output. */
export function totalOf(/** @type {Counts} */ { killed, survived, broken }) {
  return `${killed} killed, ${survived} survived, ${broken} broken`;
}

/** Writes everything that was found out as JSON. */
export function writeReport(
  /** @type {string} */ file,
  /** @type {readonly Judged[]} */ judged,
  /** @type {number} */ seconds,
) {
  const mutations = judged.map(
    ({ id, area, file: source, spec, title, because, outcome, detail, ...rest }) => ({
      ...{ id, area, outcome, detail, file: source, spec, title: title ?? null, because },
      seconds: Number(rest.seconds.toFixed(1)),
    }),
  );
  const report = {
    at: new Date().toISOString(),
    seconds: Math.round(seconds),
    ...countsOf(judged),
    mutations,
  };
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}
