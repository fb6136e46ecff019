import { SETTINGS, type Setting } from './settings.js';

const HEADER = ['Variable', 'Read by', 'Holds', 'Default', 'Meaning'];

const INTRODUCTION = `# Configuration

Every variable that Moniker's programs read, from the table in \`api/src/platform/config/settings.ts\`, by which they are
also read and checked. \`npm run generate\` writes this page, and the tests fail where it is not current. What \`npm start\`
reads of its own is in \`README.md\`.

A program that finds a required variable missing, or any of them unusable, names all of them and does not start. An empty
variable counts as not set. A _secret_ may come from a file instead: \`NAME_FILE\` holds its path, and the file the
secret. In production, a key whose bytes repeat is refused.
`;

/** Renders all settings as a Markdown table for operators, in the layout that the formatter expects. */
export function settingsPage(): string {
  const rows = Object.entries<Setting<unknown>>(SETTINGS).map(([name, setting]) => [
    `\`${name}\``,
    setting.programs.join(', '),
    setting.isSecret === true ? `${setting.kind.name}, _secret_` : setting.kind.name,
    formatDefault(setting),
    setting.about,
  ]);
  return `${INTRODUCTION}\n${markdownTable([HEADER, ...rows])}`;
}

function formatDefault({ fallback, shownFallback }: Setting<unknown>): string {
  if (shownFallback !== undefined) return shownFallback;
  if (fallback === undefined) return '**required**';
  return fallback === null ? '' : `\`${fallback}\``;
}

function markdownTable(rows: readonly (readonly string[])[]): string {
  const widths = HEADER.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - cell.length)).join(' | ')} |`;
  const [header = [], ...body] = rows;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return `${[line(header), rule, ...body.map(line)].join('\n')}\n`;
}
