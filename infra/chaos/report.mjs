// @ts-check

/**
 * @typedef {object} Row
 * @property {string} fault
 * @property {number} rounds
 * @property {number} operations acknowledged from shortly before the fault to shortly after it
 * @property {number[]} gapsMs the longest time without an acknowledgment in each round
 * @property {number} lost
 * @property {number} duplicated
 * @property {number} wrong
 */

const TITLES = [
  ...['fault', 'rounds', 'acknowledged', 'standstill p50', 'p99', 'longest'],
  ...['lost', 'duplicated', 'wrong'],
];

/** Returns the smallest value that at least this share of the values, such as 0.99, doesn't exceed. */
function quantile(/** @type {number[]} */ values, /** @type {number} */ share) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}

/** Formats the table for `docs/reliability.md`. */
export function tableOf(/** @type {readonly Row[]} */ rows) {
  const cells = rows.map((row) => [
    row.fault,
    ...[row.rounds, row.operations].map((count) => count.toLocaleString('en-US')),
    ...[0.5, 0.99, 1].map((share) => `${(quantile(row.gapsMs, share) / 1_000).toFixed(1)} s`),
    ...[row.lost, row.duplicated, row.wrong].map(String),
  ]);
  const widths = TITLES.map((title, index) =>
    Math.max(title.length, ...cells.map((line) => (line[index] ?? '').length)),
  );
  const lineOf = (/** @type {string[]} */ line) =>
    `| ${line.map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0))).join(' | ')} |`;
  const rule = `| ${widths.map((width, index) => (index === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [lineOf(TITLES), rule, ...cells.map(lineOf)].join('\n');
}
