import { markdownTable } from './markdown-table.js';
import { SETTINGS, type Setting } from './settings.js';

const HEADER = ['Variable', 'Read by', 'Type', 'Default', 'Description'];

const INTRODUCTION = `# Configuration

Every variable that Moniker's programs read. \`npm run generate\` writes this page from
\`api/src/platform/config/settings.ts\`, and the tests fail if it is outdated. \`README.md\` lists the variables that only
\`npm start\` reads, and \`infra/backup/README.md\` lists the ones that \`npm run backup\` reads.

A program with missing or invalid variables names all of them and does not start. An empty variable counts as not set. A
_secret_ may come from a file instead: \`NAME_FILE\` is then the path of the file that contains the secret. In production,
a key is rejected if its characters repeat or follow a pattern.
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
