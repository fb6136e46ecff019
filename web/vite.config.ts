import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { defaultClientConditions, defineConfig, minifySync, type Plugin } from 'vite';
import { chunkGroups } from './vite/chunks';
import { precompress } from './vite/precompress';
import { preloadScreens } from './vite/preload-screens';
import { treeShakeRouter } from './vite/tree-shake-router';

/** The API to which the development server forwards requests. `npm run dev` or `npm start` starts that API. */
const API_URL = process.env['API_URL'] ?? 'http://localhost:3000';

/** Writes the service worker (`sw.js`) with a list of the URLs that it caches: all chunks and styles. */
function serviceWorker(): Plugin {
  const template = fileURLToPath(new URL('./src/service-worker/sw.js', import.meta.url));
  return {
    name: 'moniker-service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.keys(bundle)
          .filter((name) => /^assets\/.*\.(js|css)$/.test(name))
          .map((name) => `/${name}`)
          .sort();
        const source = readFileSync(template, 'utf8').replace('self.__CHUNKS__', JSON.stringify(chunks));
        this.emitFile({ type: 'asset', fileName: 'sw.js', source });
      },
    },
  };
}

/** Minifies `boot.js`, which is part of every first load and which Vite copies unchanged. */
function minifyBoot(): Plugin {
  return {
    name: 'moniker-minify-boot',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const file = path.join(dir, 'boot.js');
      writeFileSync(file, minifySync('boot.js', readFileSync(file, 'utf8')).code);
    },
  };
}

/** Ad blockers block files whose names contain these words (UI-53). */
const BLOCKED_NAME =
  /\b(ads?|analytics?|beacon|counters?|logs?|metrics?|pixels?|stats?|telemetry|track(er|ing)?)\b/;

const nameOf = ({ name }: { name: string }): string =>
  `assets/${BLOCKED_NAME.test(name) ? 'screen' : '[name]'}-[hash].js`;

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    treeShakeRouter(),
    serviceWorker(),
    preloadScreens(),
    minifyBoot(),
    precompress(),
  ],
  resolve: {
    // Resolves `@moniker/common` to its source files.
    conditions: ['@moniker/source', ...defaultClientConditions],
    alias: {
      '@': fileURLToPath(new URL('./src', import.meta.url)),
      'react-router-dom': fileURLToPath(new URL('./src/lib/router.tsx', import.meta.url)),
      'react-style-singleton': fileURLToPath(new URL('./src/lib/style-singleton.ts', import.meta.url)),
    },
  },
  server: { proxy: { '/api': API_URL, '/objects': API_URL } },
  build: {
    target: 'es2023',
    // The content security policy forbids `data:` URLs for fonts and scripts.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The first screens are preloaded (`preloadScreens`) and the service worker has the others, so the list of all
      // chunks would only make each first load larger.
      resolveDependencies: (_, chunks) => chunks.filter((chunk) => chunk.endsWith('.css')),
    },
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups() }, chunkFileNames: nameOf },
    },
  },
});
