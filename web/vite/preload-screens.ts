import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const LAYOUT = 'app/app-layout.tsx';

/** The code of the screens that most visits begin with; screens for signed-in users need the layout too. */
const SCREENS: Record<string, readonly string[]> = {
  '/': ['features/public/landing/landing-page.tsx'],
  '/auth': ['features/identity/sign-in/auth-page.tsx'],
  'signed in /': [LAYOUT, 'features/payments/dashboard/dashboard-page.tsx'],
  'signed in /dashboard': [LAYOUT, 'features/payments/dashboard/dashboard-page.tsx'],
  'signed in /analytics': [LAYOUT, 'features/payments/analytics/analytics-page.tsx'],
  'signed in /history': [LAYOUT, 'features/payments/transactions/history-page.tsx'],
  'signed in /admin': [LAYOUT, 'features/admin/admin-page.tsx'],
};

/**
 * Tells `/boot.js` which chunks a screen needs, so they load in parallel with the app's own code instead of after it.
 */
export function preloadScreens(): Plugin {
  let source = '';
  return {
    name: 'moniker-preload-screens',
    apply: 'build',
    configResolved({ root }) {
      source = path.resolve(root, 'src');
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const filesOf = (modules: readonly string[]): string[] =>
          chunkFiles(
            modules.map((module) => path.join(source, module)),
            chunks,
          );
        const screens = Object.entries(SCREENS).map(([screen, modules]) => [screen, filesOf(modules)]);
        const data = JSON.stringify(Object.fromEntries(screens));
        return html.replace('src="/boot.js"', `src="/boot.js" data-screens='${data}'`);
      },
    },
  };
}

/** The file names of all chunks that these modules need, except those that the page itself loads. */
function chunkFiles(modules: readonly string[], chunks: readonly Rolldown.OutputChunk[]): string[] {
  const pageChunks = closure(
    chunks.filter(({ isEntry }) => isEntry),
    chunks,
  );
  const starts = modules.map((module) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
    if (!chunk) throw new Error(`${module} is not a lazily loaded screen`);
    return chunk;
  });
  const needed = [...closure(starts, chunks)].filter((chunk) => !pageChunks.has(chunk));
  return needed.map(({ fileName }) => path.basename(fileName));
}

/** The given chunks and all chunks that they import, directly or indirectly. */
function closure(starts: readonly Rolldown.OutputChunk[], chunks: readonly Rolldown.OutputChunk[]) {
  const found = new Set(starts);
  for (const { imports } of found) {
    for (const name of imports) {
      const imported = chunks.find(({ fileName }) => fileName === name);
      if (imported) found.add(imported);
    }
  }
  return found;
}
