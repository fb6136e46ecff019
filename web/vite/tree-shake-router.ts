import type { Plugin } from 'vite';

/**
 * Lets the bundler drop unused components of React Router, such as `Form`. The file that defines them calls
 * `forwardRef` and sets `displayName` in ways that count as side effects (UI-21). The package also gives bundlers its
 * development build, so this turns off its warnings.
 */
export function treeShakeRouter(): Plugin {
  return {
    name: 'moniker-tree-shake-router',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/react-router\/dist\// },
      handler: (code) => ({
        code: code
          .replace(/^\w+\.displayName = "\w+";$/gm, '')
          .replace('var ENABLE_DEV_WARNINGS = true', 'var ENABLE_DEV_WARNINGS = false')
          .replace(/^var (\w+) = (React\d*\.forwardRef\()/gm, 'var $1 = /* @__PURE__ */ $2'),
        map: null,
      }),
    },
  };
}
