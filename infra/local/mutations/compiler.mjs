// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Errors about unused names and imports, which a mutation may cause. */
const UNUSED = new Set([6133, 6192, 6196, 6198, 6199]);

/** Type-checks and compiles single files of one project. */
export class Compiler {
  /** @type {Map<string, { version: number, text: string }>} */
  #changed = new Map();
  #service;
  #options;

  constructor(/** @type {string} */ configFile) {
    const { config } = ts.readConfigFile(configFile, (file) => ts.sys.readFile(file));
    const parsed = ts.parseJsonConfigFileContent(config, ts.sys, path.dirname(configFile));
    this.#options = parsed.options;
    this.#service = ts.createLanguageService(this.#host(parsed.fileNames));
  }

  /** The compiler errors that a file would have with this text. */
  errorsIn(/** @type {string} */ file, /** @type {string} */ text) {
    const version = (this.#changed.get(file)?.version ?? 0) + 1;
    const original = readFileSync(file, 'utf8');
    this.#changed.set(file, { version, text });
    const found = [
      ...this.#service.getSyntacticDiagnostics(file),
      ...this.#service.getSemanticDiagnostics(file),
    ];
    this.#changed.set(file, { version: version + 1, text: original });
    return found
      .filter(({ code }) => !UNUSED.has(code))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  }

  /** The JavaScript of a source file, with decorator metadata. */
  transpile(/** @type {string} */ fileName, /** @type {string} */ text) {
    // The compiler sees only this file, so it can't learn from package.json that the package uses ES modules.
    const module = ts.ModuleKind.ESNext;
    const compilerOptions = { ...this.#options, module, sourceMap: false, incremental: false };
    return ts.transpileModule(text, { fileName, compilerOptions }).outputText;
  }

  /** @returns {ts.LanguageServiceHost} */
  #host(/** @type {string[]} */ fileNames) {
    const textOf = (/** @type {string} */ file) => this.#changed.get(file)?.text ?? ts.sys.readFile(file);
    return {
      getScriptFileNames: () => fileNames,
      getScriptVersion: (file) => String(this.#changed.get(file)?.version ?? 0),
      getScriptSnapshot: (file) => {
        const text = textOf(file);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => path.dirname(fileNames[0] ?? '/'),
      // Resolves `common` to its sources, because it is not built for unit tests.
      getCompilationSettings: () => ({
        ...this.#options,
        noEmit: true,
        customConditions: ['@moniker/source'],
      }),
      getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
      fileExists: existsSync,
      readFile: textOf,
      readDirectory: (...args) => ts.sys.readDirectory(...args),
      directoryExists: (folder) => ts.sys.directoryExists(folder),
      getDirectories: (folder) => ts.sys.getDirectories(folder),
      realpath: (file) => ts.sys.realpath?.(file) ?? file,
    };
  }
}
