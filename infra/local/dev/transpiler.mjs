// @ts-check
import { transformFile } from '@swc/core';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SWC_OPTIONS } from '../../../api/swc-options.mjs';
import { inRoot } from '../paths.mjs';

export const SOURCES = inRoot('api/src');

/** Separate from the output of `npm run build`, which tests may be using. */
export const PROGRAMS = inRoot('api/.dev/dist');

/** Compiles the API file by file, without checking types: all of it takes less than a second. */
export class Transpiler {
  /** @type {Map<string, number>} the time of each source as it was compiled */
  #compiled = new Map();

  constructor() {
    rmSync(PROGRAMS, { recursive: true, force: true });
  }

  /**
   * Compiles what changed since the last call. A file with a syntax error keeps its previous output.
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
      const { code, map = '' } = await transformFile(path.join(SOURCES, file), {
        ...SWC_OPTIONS,
        module: { type: 'es6' },
        sourceMaps: true,
        sourceFileName: path.join(SOURCES, file),
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
      // A source that vanished meanwhile is a removal, which the next call sees.
      if (!existsSync(path.join(SOURCES, file))) return undefined;
      return `api/src/${file}: ${describe(error)}`;
    }
  }

  #remove(/** @type {string} */ file) {
    for (const output of [outputOf(file), `${outputOf(file)}.map`]) rmSync(output, { force: true });
    this.#compiled.delete(file);
  }
}

/** The files that `npm run build` compiles, with their times. */
function readSources() {
  const names = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const files = names.filter((file) => file.endsWith('.ts') && !/\.(spec|fixtures)\.ts$/.test(file));
  return new Map(
    files.flatMap((file) => {
      const time = statSync(path.join(SOURCES, file), { throwIfNoEntry: false })?.mtimeMs;
      return time === undefined ? [] : [/** @type {const} */ ([file, time])];
    }),
  );
}

const outputOf = (/** @type {string} */ file) => path.join(PROGRAMS, file.replace(/\.ts$/, '.js'));

/** The error with its lines of code, without SWC's own stack. */
function describe(/** @type {unknown} */ error) {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\n+Caused by:[^]*/, '').trim();
}
