// @ts-check
import { createHash } from 'node:crypto';
import path from 'node:path';
import ts from 'typescript';

/**
 * Jest's transform in coverage runs. It emits the same code as the build, except for decorator metadata, so branches
 * have the same positions in unit tests and in the compiled product.
 */
export default {
  getCacheKey: (/** @type {string} */ source, /** @type {string} */ file) =>
    createHash('sha256')
      .update(JSON.stringify([source, file, ts.version, compilerOptions]))
      .digest('hex'),
  process: (/** @type {string} */ source, /** @type {string} */ file) => {
    const { outputText, sourceMapText } = ts.transpileModule(source, { fileName: file, compilerOptions });
    const map = JSON.parse(sourceMapText ?? '{}');
    return { code: outputText, map: { ...map, sources: [file], sourcesContent: [source] } };
  },
};

const { config } = ts.readConfigFile(
  path.join(import.meta.dirname, '../../../api/tsconfig.json'),
  ts.sys.readFile,
);
const { options } = ts.parseJsonConfigFileContent(
  { ...config, include: [] },
  ts.sys,
  path.join(import.meta.dirname, '../../../api'),
);
const compilerOptions = {
  ...options,
  module: ts.ModuleKind.ESNext,
  sourceMap: true,
  jsx: ts.JsxEmit.ReactJSX,
  // If this were on, TypeScript would turn each parameter's metadata into a conditional expression, because it compiles
  // the files one by one. The branches of those expressions would be counted.
  emitDecoratorMetadata: false,
};
