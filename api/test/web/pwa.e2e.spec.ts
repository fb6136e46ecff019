import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { signInOnPage } from './bank.fixtures.js';
import {
  DEMO_PASSWORD,
  withPage,
  useApi,
  useBrowser,
  useDemoDatabase,
  expectSoon,
} from '../harness/index.js';

interface Manifest {
  name: string;
  short_name: string;
  start_url: string;
  display: string;
  icons: { src: string; sizes: string; type: string; purpose: string }[];
}

const database = useDemoDatabase();
const browser = useBrowser();
const api = useApi({ database });

/** Width and height from the PNG's IHDR chunk, which comes first. */
async function pngSize(url: string): Promise<string> {
  const response = await fetch(url);
  expect(response.headers.get('content-type')).toBe('image/png');
  const bytes = Buffer.from(await response.arrayBuffer());
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

const hrefOf = async (page: Page, rel: string): Promise<string> =>
  new URL((await page.locator(`link[rel="${rel}"]`).getAttribute('href')) ?? 'none', api.baseUrl).href;

it('serves the manifest, icons and service worker needed to install the app [UI-20]', async () => {
  await withPage(browser, 'manifest', async (page) => {
    await page.goto(api.baseUrl);
    const response = await fetch(await hrefOf(page, 'manifest'));
    expect(response.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
    const manifest = (await response.json()) as Manifest;
    expect(manifest).toMatchObject({
      name: 'Moniker',
      short_name: 'Moniker',
      start_url: '/dashboard',
      display: 'standalone',
    });
    expect(manifest.icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
      ['192x192', 'any'],
      ['512x512', 'any'],
      ['512x512', 'maskable'],
    ]);
    for (const { src, sizes } of manifest.icons) expect(await pngSize(api.baseUrl + src)).toBe(sizes);
    expect(await pngSize(await hrefOf(page, 'apple-touch-icon'))).toBe('180x180');
    const worker = await fetch(`${api.baseUrl}/sw.js`);
    expect(worker.headers.get('cache-control')).toBe('no-cache');
  });
});

it('shows an offline page while the API is down and caches no account data [UI-20]', async () => {
  await withPage(
    browser,
    'offline',
    async (page) => {
      await signInOnPage(page, api.baseUrl, 'alice@moniker.example', DEMO_PASSWORD);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await page.reload();
      await page.getByText('Payments History').first().waitFor();
      await page.goto(`${api.baseUrl}/statements`);
      await page.getByText('Opening balance').first().waitFor();
      await expectSoon(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(
        `${api.baseUrl}/sw.js`,
      );
      const cachedPaths = await page.evaluate(async () => {
        const caches = await Promise.all(
          (await window.caches.keys()).map(async (name) => (await window.caches.open(name)).keys()),
        );
        return caches.flat().map(({ url }) => new URL(url).pathname);
      });
      expect(cachedPaths).toEqual(expect.arrayContaining(['/offline.css', '/offline.html']));
      const isOfBuild = (path: string): boolean => /^\/assets\/[\w-]+\.(js|css)$/.test(path);
      const others = cachedPaths.filter((path) => !isOfBuild(path));
      expect(others.sort()).toEqual(['/offline.css', '/offline.html']);

      await api.stop();
      await page.goto(`${api.baseUrl}/dashboard`);
      await page.getByRole('heading', { name: "You're offline" }).waitFor();
      await expectSoon(() => page.url()).toBe(`${api.baseUrl}/dashboard`);
      await expectSoon(() => page.evaluate(() => getComputedStyle(document.body).display)).toBe('grid');
      await expectSoon(() =>
        page.getByRole('link', { name: 'Try again' }).evaluate((link) => (link as HTMLAnchorElement).href),
      ).toBe(`${api.baseUrl}/dashboard`);
      await expect(page.goto(`${api.baseUrl}/api/auth/user`)).rejects.toThrow('ERR_CONNECTION_REFUSED');
    },
    { serviceWorkers: 'allow' },
  );
});
