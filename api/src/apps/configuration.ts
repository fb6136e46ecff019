import { readFile, writeFile } from 'node:fs/promises';
import { settingsPage } from '../platform/config/settings-page.js';
import { exitWithError } from '../platform/process/exit-with-error.js';

/** Writes the settings reference to a file, or with `--check` fails if the file is outdated. */
async function main(args: readonly string[]): Promise<void> {
  const file = args.at(-1);
  if (file === undefined) throw new Error('usage: configuration [--check] <file>');
  if (args[0] !== '--check') {
    await writeFile(file, settingsPage());
  } else if ((await readFile(file, 'utf8')) !== settingsPage()) {
    throw new Error(`${file} is outdated: run \`npm run generate\` and commit the result`);
  }
}

main(process.argv.slice(2)).catch(exitWithError('configuration'));
