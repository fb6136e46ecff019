// @ts-check
import { transformFile } from '@swc/core';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SWC_OPTIONS } from '../../../api/swc-options.mjs';
import { inRoot } from '../paths.mjs';

/** The folders that programs are compiled from. */
export const SOURCES = ['api/src', 'common/src'];

/** The output folder. `npm run build` has a different one, which tests may be using. */
export const PROGRAMS = inRoot('api/.dev/dist');

/** A separate build of `common`. The programs in PROGRAMS load it instead of the one that `npm run build` makes. */
const COMMON = inRoot('api/.dev/node_modules/@moniker/common');

/**
 * Compiles the API and `common` file by file, without checking types. Compiling everything takes less than a second.
 */
export class Transpiler {
  /** @type {Map<string, number>} modification time of each source when it was last compiled */
  #compiled = new Map();

  constructor() {
    for (const folder of [PROGRAMS, COMMON]) rmSync(folder, { recursive: true, force: true });
    mkdirSync(COMMON, { recursive: true });
    copyFileSync(inRoot('common/package.json'), path.join(COMMON, 'package.json'));
  }

  /**
   * Compiles the files that changed since the last call. A file with a syntax error keeps its previous output.
   * @returns {Promise<{ changed: boolean, errors: string[] }>}
   */
  async update() {
    const sources = readSources();
    const removed = [...this.#compiled.keys()].filter((file) => !sources.has(file));
    const stale = [...sources].filter(([file, time]) => this.#compiled.get(file) !== time);
    for (const file of removed) this.#remove(file);
    const results = await Promise.all(stale.map(([file, time]) => this.#compile(file, time)));
    return {
      changed: removed.length > 0 || stale.length > 0,
      errors: results.filter((error) => error !== undefined),
    };
  }

  /** @returns {Promise<string | undefined>} the error, if there is one */
  async #compile(/** @type {string} */ file, /** @type {number} */ time) {
    try {
      const { code, map = '' } = await transformFile(inRoot(file), {
        ...SWC_OPTIONS,
        module: { type: 'es6' },
        sourceMaps: true,
        sourceFileName: inRoot(file),
        configFile: false,
        swcrc: false,
      });
      const output = outputOf(file);
      mkdirSync(path.dirname(output), { recursive: true });
      writeFileSync(`${output}.map`, map);
      writeFileSync(output, `${code}\n//# sourceMappingURL=${path.basename(output)}.map\n`);
      this.#compiled.set(file, time);
      return undefined;
    } catch (error) {
      // The source has been deleted in the meantime. The next call notices that.
      if (!existsSync(inRoot(file))) return undefined;
      return `${file}: ${describe(error)}`;
    }
  }

  #remove(/** @type {string} */ file) {
    for (const output of [outputOf(file), `${outputOf(file)}.map`]) rmSync(output, { force: true });
    this.#compiled.delete(file);
  }
}

/** The files that `npm run build` compiles, relative to the root, with their modification times. */
function readSources() {
  const files = SOURCES.flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  ).filter((file) => file.endsWith('.ts') && !/\.(spec|fixtures)\.ts$/.test(file));
  return new Map(
    files.flatMap((file) => {
      const time = statSync(inRoot(file), { throwIfNoEntry: false })?.mtimeMs;
      return time === undefined ? [] : [/** @type {const} */ ([file, time])];
    }),
  );
}

function outputOf(/** @type {string} */ file) {
  const [part, , ...rest] = file.replace(/\.ts$/, '.js').split(path.sep);
  return path.join(part === 'common' ? path.join(COMMON, 'dist') : PROGRAMS, ...rest);
}

/** The error message, which includes the affected source lines, without SWC's own stack. */
function describe(/** @type {unknown} */ error) {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\n+Caused by:[^]*/, '').trim();
}
