import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { COVERAGE_FOLDER } from '../../../infra/local/testing/process-coverage.mjs';
import { WEB_DIR } from './paths.js';

/**
 * In coverage runs, collects the JavaScript coverage of all pages of a browser session. Returns a function that
 * writes the coverage of the pages that are still open.
 */
export function collectPageCoverage(context: BrowserContext): () => Promise<void> {
  if (!COVERAGE_FOLDER) return () => Promise.resolve();
  const folder = COVERAGE_FOLDER;
  const pages: Page[] = [];
  context.on('page', (page) => {
    pages.push(page);
    page.coverage.startJSCoverage({ resetOnNavigation: false }).catch(() => undefined);
  });
  return async () => {
    const open = pages.filter((page) => !page.isClosed());
    await Promise.all(open.map((page) => save(folder, page).catch(() => undefined)));
  };
}

type ScriptCoverage = Awaited<ReturnType<Page['coverage']['stopJSCoverage']>>[number];

/**
 * Writes the coverage in the format of NODE_V8_COVERAGE. Replaces the address from which the page loaded a script with
 * the `file:` URL of the built file.
 */
async function save(folder: string, page: Page): Promise<void> {
  const result = (await page.coverage.stopJSCoverage()).flatMap(fromBuild);
  await writeFile(path.join(folder, `page-${randomUUID()}.json`), JSON.stringify({ result }));
}

function fromBuild({ scriptId, functions, url }: ScriptCoverage): object[] {
  const file = path.join(WEB_DIR, URL.canParse(url) ? new URL(url).pathname : '');
  return file.endsWith('.js') && existsSync(file)
    ? [{ scriptId, functions, url: pathToFileURL(file).href }]
    : [];
}
