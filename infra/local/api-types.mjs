// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { inRoot } from './paths.mjs';
import { Problem } from './problem.mjs';
import { run } from './run.mjs';

const CONTRACT = inRoot('api/openapi.json');
const TYPES = inRoot('web/src/lib/api/schema.gen.ts');

/** Also generates arrays with the values of each enum, such as the values of a filter. */
const ENUM_VALUES = '--enum-values';

/** A temporary file. It is on the same file system as the repository, so it can be moved into place once finished. */
const UNFINISHED = inRoot('.cache', `api-types-${process.pid}.ts`);

/**
 * Writes the web app's API types unless they match the contract. Every script that reads these types calls this
 * function first. The file's first line records the contract's hash and the generator's version.
 * @param {AbortSignal} [signal]
 */
export async function ensureApiTypes(signal, { contract = CONTRACT, types = TYPES } = {}) {
  const generator = path.dirname(
    createRequire(inRoot('web/package.json')).resolve('openapi-typescript/package.json'),
  );
  const origin = originOf(contract, generator);
  if (existsSync(types) && readFileSync(types, 'utf8').startsWith(origin)) return;
  mkdirSync(path.dirname(UNFINISHED), { recursive: true });
  try {
    const args = [path.join(generator, 'bin/cli.js'), contract, ENUM_VALUES, '-o', UNFINISHED];
    const { code, output } = await run(process.execPath, args, { signal });
    if (code !== 0) throw new Problem(`The types of the API couldn't be generated:\n${output.trim()}`);
    writeFileSync(UNFINISHED, origin + readFileSync(UNFINISHED, 'utf8'));
    // Replaces the file in one step, because a compiler may be reading it.
    renameSync(UNFINISHED, types);
  } finally {
    rmSync(UNFINISHED, { force: true });
  }
}

function originOf(/** @type {string} */ contract, /** @type {string} */ generator) {
  const { version } = JSON.parse(readFileSync(path.join(generator, 'package.json'), 'utf8'));
  const hash = createHash('sha256').update(readFileSync(contract)).digest('hex');
  return `// openapi-typescript ${version} ${ENUM_VALUES}, ${path.basename(contract)} ${hash}\n`;
}
