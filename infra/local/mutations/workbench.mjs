// @ts-check
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { occurrences, testFileOf } from '../../../api/test/mutations/check-mutation.mjs';
import { ensureBrowser } from '../testing/browser.mjs';
import { Problem } from '../problem.mjs';
import { run } from '../run.mjs';
import { Compiler } from './compiler.mjs';
import { firstLineOf, jest, loadFailureOf, testsOf } from './jest.mjs';

/**
 * @typedef {import('../../../api/test/mutations/all-mutations.mjs').NamedMutation} NamedMutation
 * @typedef {'killed' | 'survived' | 'broken'} Outcome
 * @typedef {{ outcome: Outcome, detail: string }} Verdict
 * @typedef {NamedMutation & { spec: string, project: string }} PlannedMutation
 */

/** A single mutation takes this long only if something hangs. */
const MUTATION_TIMEOUT_MS = 10 * 60_000;
const BASELINE_TIMEOUT_MS = 60 * 60_000;

/** In the order of execution: fast projects first. */
const PROJECTS = ['unit', 'web', 'integration', 'e2e'];

/**
 * Matches failures of tests whose program did not start. Such a failure does not prove that the test detects the
 * mutation.
 */
const DID_NOT_START = /; it printed:\n|Ended while waiting for/;

/** Adds the spec file's path and Jest project, and orders mutations by project, then by spec file. */
export function plan(/** @type {readonly NamedMutation[]} */ mutations) {
  const planned = mutations.map((mutation) => {
    const spec = testFileOf(mutation);
    return { ...mutation, spec, project: projectOf(spec) };
  });
  const rank = (/** @type {PlannedMutation} */ { project }) => PROJECTS.indexOf(project);
  return planned.sort((a, b) => rank(a) - rank(b) || a.spec.localeCompare(b.spec));
}

function projectOf(/** @type {string} */ spec) {
  if (spec.includes('.full.')) throw new Problem(`${spec} runs only in test:full. Name a faster test.`);
  if (spec.startsWith('web/')) return 'web';
  if (spec.endsWith('.int.spec.ts')) return 'integration';
  return spec.endsWith('.e2e.spec.ts') ? 'e2e' : 'unit';
}

const usesPrograms = (/** @type {PlannedMutation} */ { project }) =>
  project === 'integration' || project === 'e2e';
const isWebMutation = (/** @type {PlannedMutation} */ { file }) => file.startsWith('web/');
const needsWebBuild = (/** @type {PlannedMutation} */ { file, project }) =>
  /^(common|web)\//.test(file) && project === 'e2e';

/** A clone with everything that testing a mutation needs: built programs, a database server, compilers. */
export class Workbench {
  /** @type {NodeJS.ProcessEnv} */
  #env = process.env;
  /** @type {typeof import('../build.mjs').markBuilt} */
  #markBuilt = () => undefined;
  /** @type {Map<string, Compiler>} */
  #compilers = new Map();

  constructor(
    /** @type {import('./clone.mjs').Clone} */ clone,
    /** @type {import('../shutdown.mjs').Shutdown} */ shutdown,
  ) {
    this.clone = clone;
    this.shutdown = shutdown;
  }

  /**
   * Generates the types that the compiler needs. Also builds the programs, and installs a browser, if tests need
   * them.
   */
  async build(/** @type {PlannedMutation[]} */ planned) {
    /** @type {typeof import('../api-types.mjs')} */
    const { ensureApiTypes } = await this.clone.import('infra/local/api-types.mjs');
    await ensureApiTypes(this.shutdown.signal);
    const needsWeb = planned.some(({ project }) => project === 'e2e');
    if (needsWeb) await ensureBrowser();
    if (!planned.some(usesPrograms)) return;
    /** @type {typeof import('../build.mjs')} */
    const { ensureBuilt, markBuilt } = await this.clone.import('infra/local/build.mjs');
    this.#markBuilt = markBuilt;
    await ensureBuilt(needsWeb ? ['api', 'web'] : ['api'], this.shutdown.signal);
    if (needsWeb) cpSync(this.clone.in('web/dist'), this.clone.in('web/dist-unmutated'), { recursive: true });
  }

  /** Starts one PostgreSQL server for all runs of Jest. */
  async startServer(/** @type {PlannedMutation[]} */ planned) {
    if (!planned.some(usesPrograms)) return;
    /** @type {typeof import('../test-server.mjs')} */
    const { openTestServer } = await this.clone.import('infra/local/test-server.mjs');
    const opening = openTestServer();
    // Also closes a server that is still starting when the run is interrupted.
    this.shutdown.add(() => opening.then(({ close }) => close()).catch(() => undefined));
    const { connection } = await opening;
    this.#env = { ...process.env, MONIKER_TEST_PG_URL: connection.superUrl };
  }

  /**
   * Runs the named tests without mutations. Returns, by id, why a mutation cannot be tested: its test does not exist or
   * fails without the mutation.
   * @param {PlannedMutation[]} planned all from one project
   * @returns {Promise<Map<string, string>>}
   */
  async baseline(planned) {
    const files = [...new Set(planned.map(({ spec }) => spec))];
    const titles = planned.map(({ title }) => title);
    const result = await jest(this.clone, {
      project: planned[0]?.project ?? '',
      files,
      title: titles.includes(undefined)
        ? undefined
        : [...new Set(titles)].map((one) => `(?:${one})`).join('|'),
      env: this.#env,
      signal: this.#timeoutSignal(BASELINE_TIMEOUT_MS),
    });
    /** @type {Map<string, string>} */
    const problems = new Map();
    for (const { id, spec, title } of planned) {
      const pattern = new RegExp(title ?? '', 'i');
      const tests = testsOf(result, spec).filter(({ fullName }) => pattern.test(fullName));
      const failed = tests.find(({ status }) => status === 'failed');
      if (tests.length === 0) problems.set(id, `without the mutation: ${loadFailureOf(result, spec)}`);
      if (failed) problems.set(id, `fails without the mutation: ${failed.fullName}`);
    }
    return problems;
  }

  /** Applies a mutation, runs its test, and reverts the mutation. */
  async run(/** @type {PlannedMutation} */ planned) {
    const original = this.clone.read(planned.file);
    const count = occurrences(original, planned.find);
    if (count !== 1) return broken(`the anchor occurs ${count} times in ${planned.file}`);
    const mutated = original.replace(planned.find, () => planned.replace);
    const [error] = this.#compilerOf(planned).errorsIn(this.clone.in(planned.file), mutated);
    if (error !== undefined) return broken(`doesn't compile: ${error}`);
    const restore = this.#apply(planned, mutated);
    try {
      if (needsWebBuild(planned)) await this.#buildWeb();
      return await this.#test(planned);
    } catch (error) {
      if (error instanceof Problem) return broken(error.message);
      throw error;
    } finally {
      restore();
    }
  }

  async #test(/** @type {PlannedMutation} */ { project, spec, title }) {
    const timeout = AbortSignal.timeout(MUTATION_TIMEOUT_MS);
    const signal = AbortSignal.any([timeout, this.shutdown.signal]);
    try {
      const result = await jest(this.clone, { project, files: [spec], title, env: this.#env, signal });
      return verdictOf(result, spec);
    } catch (error) {
      if (timeout.aborted) return broken(`took longer than ${MUTATION_TIMEOUT_MS / 60_000} minutes`);
      throw error;
    }
  }

  /**
   * Writes the mutated source, and its JavaScript if tests run the built programs. Returns a function that restores the
   * original files.
   */
  #apply(/** @type {PlannedMutation} */ planned, /** @type {string} */ text) {
    const { clone } = this;
    const files = [{ file: planned.file, text }];
    if (usesPrograms(planned) && !isWebMutation(planned)) {
      const file = planned.file.replace(/^(api|common)\/src\//, '$1/dist/').replace(/\.ts$/, '.js');
      files.push({ file, text: this.#compilerOf(planned).transpile(clone.in(planned.file), text) });
    }
    const originals = files.map(({ file }) => ({ file, text: clone.read(file) }));
    const write = (/** @type {typeof files} */ list) => {
      for (const one of list) clone.write(one.file, one.text);
      // Otherwise the tests would find `dist` out of date and rebuild everything.
      if (list.length > 1) this.#markBuilt('api');
    };
    write(files);
    return () => {
      write(originals);
      if (needsWebBuild(planned)) this.#restoreWebBuild();
    };
  }

  #restoreWebBuild() {
    rmSync(this.clone.in('web/dist'), { recursive: true, force: true });
    cpSync(this.clone.in('web/dist-unmutated'), this.clone.in('web/dist'), { recursive: true });
  }

  async #buildWeb() {
    const vite = this.clone.in('node_modules/vite/bin/vite.js');
    const { code, output } = await run(process.execPath, [vite, 'build', '--logLevel', 'error'], {
      cwd: this.clone.in('web'),
      signal: this.shutdown.signal,
    });
    if (code !== 0) throw new Problem(`The build of the web app failed:\n${output.trim()}`);
  }

  #compilerOf(/** @type {PlannedMutation} */ { file }) {
    const [part = ''] = file.split('/');
    const config = part === 'web' ? 'web/tsconfig.json' : `${part}/tsconfig.build.json`;
    let compiler = this.#compilers.get(config);
    if (!compiler) this.#compilers.set(config, (compiler = new Compiler(this.clone.in(config))));
    return compiler;
  }

  #timeoutSignal(/** @type {number} */ ms) {
    return AbortSignal.any([AbortSignal.timeout(ms), this.shutdown.signal]);
  }
}

/**
 * The verdict on a mutation.
 * @param {import('./jest.mjs').Result} result
 * @param {string} spec
 * @returns {Verdict}
 */
function verdictOf(result, spec) {
  const tests = testsOf(result, spec);
  if (tests.length === 0) return broken(loadFailureOf(result, spec));
  const failed = tests.filter(({ status }) => status === 'failed');
  const [first] = failed;
  if (first === undefined) return { outcome: 'survived', detail: `${path.basename(spec)} passes` };
  const reasons = failed.flatMap(({ failureMessages }) => failureMessages);
  const startFailure = reasons.find((reason) => DID_NOT_START.test(reason));
  if (startFailure !== undefined) return broken(`a program didn't start: ${startErrorIn(startFailure)}`);
  return { outcome: 'killed', detail: `${first.fullName}: ${firstLineOf(first.failureMessages[0] ?? '')}` };
}

/** The error that the program printed. */
const startErrorIn = (/** @type {string} */ reason) =>
  firstLineOf(reason.split('it printed:').at(-1) ?? '') || firstLineOf(reason);

/** @returns {Verdict} */
const broken = (/** @type {string} */ detail) => ({ outcome: 'broken', detail });
