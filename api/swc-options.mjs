/**
 * How SWC compiles the API's TypeScript for tests and `npm run dev`: like `npm run build`, but without checking types.
 *
 * @satisfies {import('@swc/core').Options}
 */
export const SWC_OPTIONS = /** @type {const} */ ({
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true, tsx: false },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: true },
  },
});
