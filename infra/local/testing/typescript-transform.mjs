// @ts-check
import { createHash } from 'node:crypto';
import path from 'node:path';
import ts from 'typescript';

/**
 * Jest's transform in coverage runs. It emits what the build emits, except for the types of parameters, so the
 * branches of unit tests and of the compiled product have the same positions.
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
  // Without types of other files, the metadata is a condition for each parameter, which would count as branches.
  emitDecoratorMetadata: false,
};
