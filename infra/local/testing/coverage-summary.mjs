// @ts-check

/**
 * @typedef {{ total: number, covered: number }} Count
 * @typedef {{ sourcePath: string, summary: { branches: Count, lines: Count } }} FileCoverage
 */

const METRICS = /** @type {const} */ (['branches', 'lines']);

/** A table of branch and line coverage by folder, with totals at the end. */
export function coverageTable(/** @type {FileCoverage[]} */ files) {
  const folders = [...new Set(files.map(folderOf))].sort();
  return [
    `${'Coverage'.padEnd(40)}${METRICS.map((metric) => metric.padStart(24)).join('')}`,
    ...folders.map((folder) => row(folder, (file) => folderOf(file) === folder)),
    ...['api', 'common', 'web'].map((part) =>
      row(`all of ${part}/src`, ({ sourcePath }) => sourcePath.startsWith(part)),
    ),
  ].join('\n');

  function row(/** @type {string} */ name, /** @type {(file: FileCoverage) => boolean} */ isMember) {
    const members = files.filter(isMember);
    const cells = METRICS.map((metric) => share(members.map(({ summary }) => summary[metric])));
    return `${name.padEnd(40)}${cells.join('')}`;
  }
}

/** The file's folder, at most four levels deep, such as `api/src/ledger/writer` or `web/src/features/kyc`. */
const folderOf = (/** @type {FileCoverage} */ { sourcePath }) =>
  sourcePath.split('/').slice(0, -1).slice(0, 4).join('/');

function share(/** @type {Count[]} */ counts) {
  const total = counts.reduce((sum, count) => sum + count.total, 0);
  const covered = counts.reduce((sum, count) => sum + count.covered, 0);
  const percent = total === 0 ? '' : `${((covered / total) * 100).toFixed(1)}%`;
  return `${percent.padStart(10)}${`(${covered}/${total})`.padStart(14)}`;
}
