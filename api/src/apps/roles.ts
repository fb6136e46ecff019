import { readFile, writeFile } from 'node:fs/promises';
import { adminRoutesOf } from '../http/openapi/admin-routes.js';
import { permissionTables } from '../http/permissions.js';
import { exitWithError } from '../platform/process/exit-with-error.js';

const BEGIN = '<!-- Written by npm run generate: begin -->';
const END = '<!-- Written by npm run generate: end -->';

/**
 * Updates the generated part of a page, which shows the permissions of each role and the routes that need each
 * permission. With `--check`, changes nothing, and fails if the page is outdated. The routes come from the OpenAPI
 * document.
 */
async function main(args: readonly string[]): Promise<void> {
  const [contract, file] = args.slice(-2);
  if (contract === undefined || file === undefined)
    throw new Error('usage: roles [--check] <openapi> <file>');
  const routes = adminRoutesOf(await readFile(contract, 'utf8'));
  const page = await readFile(file, 'utf8');
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from === -1 || to < from) throw new Error(`${file} lacks the markers for the generated table`);
  const updated = `${page.slice(0, from)}${BEGIN}\n\n${permissionTables(routes)}\n${page.slice(to)}`;
  if (args[0] !== '--check') await writeFile(file, updated);
  else if (updated !== page) {
    throw new Error(`${file} is outdated: run \`npm run generate\` and commit the result`);
  }
}

main(process.argv.slice(2)).catch(exitWithError('roles'));
