// @ts-check
import { createRequire } from 'node:module';
import { inRoot } from '../paths.mjs';
import { say } from '../output.mjs';
import { startService } from '../service.mjs';

const PROJECTS = { api: 'api/tsconfig.build.json', web: 'web/tsconfig.json' };

/** A status line of the compiler, such as `10:15:00 AM - Found 2 errors. Watching for file changes.` */
const STATUS = /^\d+:\d+:\d+ .*? - (.*)$/;
const FOUND = /^Found (\d+) error/;

/**
 * Checks the types of a part of the product after each change, and prints the errors.
 * @param {keyof typeof PROJECTS} part
 * @param {string} dataFolder
 */
export function startTypeChecker(part, dataFolder) {
  const { resolve } = createRequire(inRoot(part, 'package.json'));
  return startService({
    name: `types-${part}`,
    // Not the native compiler that `npm test` uses: it would keep running after this process ends.
    script: resolve('typescript/bin/tsc'),
    args: [
      ...[
        '--project',
        inRoot(PROJECTS[part]),
        '--noEmit',
        '--watch',
        '--preserveWatchOutput',
        '--pretty',
        'false',
      ],
      ...['--incremental', '--tsBuildInfoFile', inRoot(`api/.dev/${part}.tsbuildinfo`)],
      // Checks against the sources of `common` even for the API, whose own project refers to the built `common`.
      ...['--customConditions', '@moniker/source', '--rootDir', inRoot('.')],
    ],
    env: { ...process.env, DATA_DIR: dataFolder },
    dataFolder,
    onLine: printer(part),
  });
}

/** Prints diagnostics unchanged. After a check, prints the number of errors, or that they are gone. */
function printer(/** @type {string} */ part) {
  let errors = 0;
  return (/** @type {string} */ line) => {
    const status = STATUS.exec(line)?.[1];
    if (status === undefined) {
      if (line.trim() !== '') console.error(`   ${line}`);
      return;
    }
    const found = FOUND.exec(status)?.[1];
    if (found === undefined) return;
    if (Number(found) > 0) console.error(`✗  Type errors in ${part}: ${found}`);
    else if (errors > 0) say(`No more type errors in ${part}`);
    errors = Number(found);
  };
}
