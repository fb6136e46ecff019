import { readFile, writeFile } from 'node:fs/promises';
import { permissionTable } from '../http/permissions.js';
import { exitWithError } from '../platform/process/exit-with-error.js';

const BEGIN = '<!-- Written by npm run generate: begin -->';
const END = '<!-- Written by npm run generate: end -->';

/** Writes the table of roles and permissions into a page, or fails with `--check` if the page is outdated. */
async function main(args: readonly string[]): Promise<void> {
  const file = args.at(-1);
  if (file === undefined) throw new Error('usage: roles [--check] <file>');
  const page = await readFile(file, 'utf8');
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from === -1 || to < from) throw new Error(`${file} has no place for the table`);
  const updated = `${page.slice(0, from)}${BEGIN}\n\n${permissionTable()}\n${page.slice(to)}`;
  if (args[0] !== '--check') await writeFile(file, updated);
  else if (updated !== page) {
    throw new Error(`${file} is outdated: run \`npm run generate\` and commit the result`);
  }
}

main(process.argv.slice(2)).catch(exitWithError('roles'));
