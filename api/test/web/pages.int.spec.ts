import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { rawRequest, type RawResponse } from '../ops/production.fixtures.js';
import { SCREEN_PATHS, UNKNOWN_PATHS } from './routes.fixtures.js';
import { useBank } from '../harness/index.js';
import { ROOT, WEB_DIR } from '../harness/paths.js';

const PAGE = readFileSync(path.join(WEB_DIR, 'index.html'), 'utf8');
const [SCRIPT = ''] = /\/assets\/[^"]+\.js/.exec(PAGE) ?? [];
const OPENAPI = path.join(ROOT, 'api/openapi.json');
/** The encodings that Chromium accepts. */
const BROWSER_ENCODINGS = 'gzip, deflate, br, zstd';

const bank = useBank();

const request = (urlPath: string, options: Parameters<typeof rawRequest>[1] = {}): Promise<RawResponse> =>
  rawRequest(bank.api.baseUrl + urlPath, options);

const header = ({ headers }: RawResponse, name: string): string | undefined => headers.get(name)?.join();

/** Rules like those of EasyPrivacy, the list that most ad blockers use. */
const BLOCKING_RULES = [
  '/ad/|/ads/|/ads-|/ads?|/ad-|/adserver|/banner',
  '/analytics-|/analytics.|/analytics/|/analytics?|-analytics-|-analytics.|_analytics|/assets/analytics',
  '/api/analytics|/api/log?|/api/metrics|/api/ping?|/api/pixel|/api/stat?|/api/stats|/api/track|/api/tracing|/api/trk',
  '/beacon|-beacon-|/collect?|/collect/|/counter.|/counter/|/counter?|/hit-counter|/pageview',
  '/event-track|/events/track|/log-event|/logger/|/logging/|/account-stats/',
  '/fingerprint|/heatmap|/impression|/pixel|-pixel-|/ping?|/statistics',
  '/telemetry|-telemetry-|/track-|/track.|/track/|/track?|/tracker|/tracking|-track-|-tracker-|-tracking',
].flatMap((line) => line.split('|'));

/** The rules that match a URL. */
const blockersOf = (address: string): string[] =>
  BLOCKING_RULES.filter((rule) => address.toLowerCase().includes(rule));

describe('ad blockers', () => {
  it('block neither a file nor an API route [UI-53]', () => {
    const files = readdirSync(path.join(WEB_DIR, 'assets')).map((name) => `/assets/${name}`);
    const others = readdirSync(WEB_DIR).map((name) => `/${name}`);
    const routes = Object.keys((JSON.parse(readFileSync(OPENAPI, 'utf8')) as { paths: object }).paths);
    expect(files.length).toBeGreaterThan(50);
    expect(routes.length).toBeGreaterThan(50);
    const addresses = [...files, ...others, ...routes, ...routes.map((route) => `${route}?from=2026-11-01`)];
    const blocked = addresses.flatMap((address) =>
      blockersOf(address).map((rule) => `${address} by ${rule}`),
    );
    expect(blocked).toEqual([]);
  });
});

describe('a document that is opened after the session has ended', () => {
  const asPage = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };

  it.each(['/api/statements.pdf?month=2026-11', '/api/transactions/0/receipt', '/objects/0'])(
    'leads to the sign-in page: %s [AUTH-97]',
    async (urlPath) => {
      const answer = await request(urlPath, { headers: asPage });
      expect([answer.status, header(answer, 'location')]).toEqual([302, '/auth']);
    },
  );

  it('returns an error to a script or a download [AUTH-97]', async () => {
    for (const headers of [
      {},
      { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' },
      { ...asPage, 'Sec-Fetch-Dest': 'empty' },
    ]) {
      const answer = await request('/api/statements.pdf?month=2026-11', { headers });
      expect(answer.status).toBe(401);
      expect(JSON.parse(answer.body.toString())).toMatchObject({ code: 'NOT_SIGNED_IN' });
    }
  });
});

describe('pages', () => {
  it.each([
    ...SCREEN_PATHS.map((screen) => [screen, 200] as const),
    ['/Dashboard/?transaction=1', 200] as const,
    ...UNKNOWN_PATHS.map((unknown) => [unknown, 404] as const),
  ])('contain the app: %s returns status %i [UI-37]', async (urlPath, status) => {
    const answer = await request(urlPath);
    expect(answer.status).toBe(status);
    expect(answer.body.toString()).toBe(PAGE);
    expect(header(answer, 'content-type')).toBe('text/html; charset=utf-8');
    expect(header(answer, 'cache-control')).toBe('no-cache');
  });

  it.each(['/', '/dashboard', '/robots.txt', '/no-such-page', SCRIPT])(
    'have the same response to HEAD as to GET, except for the body: %s [UI-37]',
    async (urlPath) => {
      const [get, head] = [await request(urlPath), await request(urlPath, { method: 'HEAD' })];
      expect(head.status).toBe(get.status);
      expect(head.body).toHaveLength(0);
      for (const name of ['content-type', 'content-length', 'cache-control', 'etag'])
        expect([name, header(head, name)]).toEqual([name, header(get, name)]);
    },
  );

  it('include /robots.txt, which keeps crawlers out of the API [UI-37]', async () => {
    const answer = await request('/robots.txt');
    expect(header(answer, 'content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.body.toString()).toBe('User-agent: *\nDisallow: /api/\nDisallow: /objects/\n');
  });

  it('are not returned for a POST, a missing asset or an unknown API route [UI-37]', async () => {
    expect((await request('/dashboard', { method: 'POST' })).status).toBe(404);
    for (const urlPath of ['/assets/gone-1234.js', '/api/none']) {
      const answer = await request(urlPath);
      expect(answer.status).toBe(404);
      expect(header(answer, 'content-type')).toMatch(/^application\/json/);
    }
  });

  it('do not include files outside the build [UI-37]', async () => {
    for (const urlPath of [
      '/.moniker-build',
      '/%2e%2e/package.json',
      '/assets/%2e%2e%2f%2e%2e%2fpackage.json',
    ])
      expect((await request(urlPath)).status).toBe(404);
  });
});

describe('compression', () => {
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync } as const;

  it.each([
    [BROWSER_ENCODINGS, 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
  ] as const)('of files for clients that accept “%s” is %s [OPS-9]', async (accepted, encoding) => {
    for (const urlPath of [SCRIPT, '/offline.html', '/sw.js']) {
      const plain = await request(urlPath);
      const packed = await request(urlPath, { headers: { 'accept-encoding': accepted } });
      expect(header(packed, 'content-encoding')).toBe(encoding);
      expect(unpack[encoding](packed.body).equals(plain.body)).toBe(true);
      expect(packed.body.length).toBeLessThan(plain.body.length / 2);
      for (const name of ['content-type', 'cache-control'])
        expect([name, header(packed, name)]).toEqual([name, header(plain, name)]);
      for (const answer of [plain, packed]) expect(header(answer, 'vary')).toBe('Accept-Encoding');
      expect(header(packed, 'etag')).not.toBe(header(plain, 'etag'));
    }
  });

  it('leaves files as they are for clients that do not accept it [OPS-9]', async () => {
    const answer = await request(SCRIPT);
    expect(header(answer, 'content-encoding')).toBeUndefined();
    expect(answer.body.equals(readFileSync(path.join(WEB_DIR, SCRIPT)))).toBe(true);
  });

  it('allows revalidation: a request for an unchanged file is answered with 304 [OPS-9]', async () => {
    const headers = { 'accept-encoding': BROWSER_ENCODINGS };
    const first = await request('/', { headers });
    const again = await request('/', {
      headers: { ...headers, 'if-none-match': header(first, 'etag') ?? '' },
    });
    expect(again.status).toBe(304);
    expect(again.body).toHaveLength(0);
  });

  it('is not applied to API responses [SEC-19]', async () => {
    const headers = { 'accept-encoding': BROWSER_ENCODINGS, cookie: bank.admin.cookieHeader() };
    const answer = await request('/api/admin/transactions', { headers });
    expect(answer.status).toBe(200);
    // Large enough for compression to pay off.
    expect(answer.body.length).toBeGreaterThan(2_000);
    expect(header(answer, 'content-encoding')).toBeUndefined();
  });
});
