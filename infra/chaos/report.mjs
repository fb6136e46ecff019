// @ts-check

/**
 * @typedef {object} Row
 * @property {string} fault
 * @property {number} rounds
 * @property {number} operations acknowledged during the fault and right after it
 * @property {number} longestGapMs without an acknowledgment
 * @property {number} lost
 * @property {number} doubled
 * @property {number} wrong
 */

const TITLES = ['fault', 'rounds', 'acknowledged', 'longest standstill', 'lost', 'doubled', 'wrong'];

/** Formats the table of `docs/reliability.md`. */
export function tableOf(/** @type {readonly Row[]} */ rows) {
  const cells = rows.map((row) => [
    row.fault,
    ...[row.rounds, row.operations].map((count) => count.toLocaleString('en-US')),
    `${(row.longestGapMs / 1_000).toFixed(1)} s`,
    ...[row.lost, row.doubled, row.wrong].map(String),
  ]);
  const widths = TITLES.map((title, index) =>
    Math.max(title.length, ...cells.map((line) => (line[index] ?? '').length)),
  );
  const lineOf = (/** @type {string[]} */ line) =>
    `| ${line.map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0))).join(' | ')} |`;
  const rule = `| ${widths.map((width, index) => (index === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [lineOf(TITLES), rule, ...cells.map(lineOf)].join('\n');
}
