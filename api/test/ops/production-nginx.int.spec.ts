import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { ERRORS, type ErrorCode } from '../../src/http/app-error.js';
import { newCustomer, putFile, requestUploadUrl } from '../kyc/kyc.fixtures.js';
import {
  startRespondingServer,
  rawRequest,
  startCrashingServer,
  parseJson,
  accessLog,
  PRODUCTION,
  type RawResponse,
} from './production.fixtures.js';
import { SCREEN_PATHS, UNKNOWN_PATHS } from '../web/routes.fixtures.js';
import {
  createDemoDatabase,
  DEMO_PASSWORD,
  HttpClient,
  nginxPath,
  type RunningApi,
  type RunningNginx,
  createSelfSignedCertificate,
  signIn,
  startApi,
  startNginx,
  type TestDatabase,
  waitFor,
} from '../harness/index.js';
import { itNightly } from '../harness/nightly.js';

const ROOT = path.join(import.meta.dirname, '../../..');
const HTML = 'text/html; charset=utf-8';
const PAGE = readFileSync(path.join(ROOT, 'web/dist/index.html'), 'utf8');
/** The security headers of the API and nginx. */
const SECURITY_HEADERS = [
  'content-security-policy',
  'permissions-policy',
  'strict-transport-security',
  'x-content-type-options',
  'referrer-policy',
  'x-frame-options',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

let database: TestDatabase;
let apis: RunningApi[] = [];
let nginx: RunningNginx;

const startOne = (port?: number): Promise<RunningApi> =>
  startApi({
    database,
    env: PRODUCTION,
    ...(apis[0] ? { dataDir: apis[0].dataDir } : {}),
    ...(port === undefined ? {} : { port }),
  });

const describeIfInstalled = nginxPath === undefined ? describe.skip : describe;

describeIfInstalled('nginx with the production configuration, in front of two APIs', () => {
  beforeAll(async () => {
    database = await createDemoDatabase();
    apis = [await startOne()];
    apis.push(await startOne());
    nginx = await startNginx({ apiPorts: apis.map(({ port }) => port) });
  });

  afterAll(async () => {
    await nginx.stop();
    await Promise.all(apis.map((api) => api.stop()));
    await database.drop();
  });

  const urlOf = (urlPath: string): string => nginx.url + urlPath;
  const header = (answer: RawResponse, name: string): readonly string[] => answer.headers.get(name) ?? [];
  const securityOf = (answer: RawResponse) =>
    Object.fromEntries(SECURITY_HEADERS.map((name) => [name, header(answer, name)]));

  describe('pages', () => {
    it.each(['/', '/dashboard', '/admin', '/offline.html', '/sw.js', '/no-such-page'])(
      'have each of the API’s security headers exactly once: %s',
      async (urlPath) => {
        const apiHeaders = securityOf(await rawRequest(`${apis[0]?.baseUrl}/healthz`));
        expect(Object.values(apiHeaders).map((values) => values.length)).toEqual(
          SECURITY_HEADERS.map(() => 1),
        );
        expect(securityOf(await rawRequest(urlOf(urlPath)))).toEqual(apiHeaders);
      },
    );

    it.each(['/api/auth/user', '/api/no-such-route', '/objects/1', '/metrics', '/assets/none.js'])(
      'and other paths have each security header exactly once: %s',
      async (urlPath) => {
        const counts = Object.values(securityOf(await rawRequest(urlOf(urlPath)))).map(
          (values) => values.length,
        );
        expect(counts).toEqual(SECURITY_HEADERS.map(() => 1));
      },
    );

    it.each([
      ...[...SCREEN_PATHS, '/settings?from=mail', '/Dashboard/'].map((urlPath) => [urlPath, 200] as const),
      ...UNKNOWN_PATHS.map((urlPath) => [urlPath, 404] as const),
    ])('contain the app and are always revalidated: %s has status %i [UI-37]', async (urlPath, status) => {
      for (const method of ['GET', 'HEAD']) {
        const answer = await rawRequest(urlOf(urlPath), { method });
        expect([method, answer.status]).toEqual([method, status]);
        expect(answer.body.toString()).toBe(method === 'HEAD' ? '' : PAGE);
        expect(header(answer, 'content-type')).toEqual([HTML]);
        expect(header(answer, 'cache-control')).toEqual(['no-cache']);
      }
    });

    it('have assets that are cached for a year; a missing asset is a 404', async () => {
      const [script = ''] = /\/assets\/[^"]+\.js/.exec((await rawRequest(urlOf('/'))).body.toString()) ?? [];
      const answer = await rawRequest(urlOf(script));
      expect(header(answer, 'cache-control')).toEqual(['public, max-age=31536000, immutable']);
      expect(header(answer, 'content-type')).toEqual(['text/javascript; charset=utf-8']);
      const missing = await rawRequest(urlOf('/assets/gone-1234.js'));
      expect(missing.status).toBe(404);
      expect(header(missing, 'cache-control')).toEqual([]);
    });

    it('have compressed assets, but API responses are not compressed [OPS-9, SEC-19]', async () => {
      const headers = { 'accept-encoding': 'gzip' };
      const [script = ''] = /\/assets\/[^"]+\.js/.exec((await rawRequest(urlOf('/'))).body.toString()) ?? [];
      const [plain, packed] = [await rawRequest(urlOf(script)), await rawRequest(urlOf(script), { headers })];
      expect(header(packed, 'content-encoding')).toEqual(['gzip']);
      expect(header(packed, 'vary')).toEqual(['Accept-Encoding']);
      expect(packed.body.length).toBeLessThan(plain.body.length / 2);
      expect(header(await rawRequest(urlOf('/api/auth/user'), { headers }), 'content-encoding')).toEqual([]);
    });
  });

  describe('static files outside /assets', () => {
    it.each([
      ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8'],
      ['/sw.js', 'text/javascript; charset=utf-8'],
      ['/robots.txt', 'text/plain; charset=utf-8'],
      ['/favicon.svg', 'image/svg+xml'],
      ['/icon-192.png', 'image/png'],
    ])('are always revalidated and have the right content type: %s', async (urlPath, type) => {
      const answer = await rawRequest(urlOf(urlPath));
      expect(answer.status).toBe(200);
      expect(header(answer, 'content-type')).toEqual([type]);
      expect(header(answer, 'cache-control')).toEqual(['no-cache']);
    });
  });

  it('does not expose the operators’ endpoints', async () => {
    for (const urlPath of ['/metrics', '/readyz', '/readyz/x'])
      expect((await rawRequest(urlOf(urlPath))).status).toBe(404);
    expect((await rawRequest(urlOf('/healthz'))).status).toBe(204);
    const findLine = () => accessLog(nginx).find((line) => line.path === '/readyz');
    expect(await waitFor(findLine, { what: 'the request in the log' })).toMatchObject({ api: '' });
  });

  it('logs each request with its id and without personal data', async () => {
    const answer = await rawRequest(urlOf('/api/auth/user?email=ada@mail.example'), {
      headers: { 'x-request-id': 'made-up', 'user-agent': 'Canary/1.0' },
    });
    const [id = ''] = header(answer, 'x-request-id');
    expect(id).toMatch(/^[\da-f-]{32,36}$/);
    const findLine = () => accessLog(nginx).find(({ requestId }) => requestId === id);
    const line = await waitFor(findLine, { what: 'the request in the log' });
    expect(line).toMatchObject({ method: 'GET', path: '/api/auth/user', status: 401 });
    expect(nginx.output()).not.toMatch(/ada@|Canary|127\.0\.0\.1"[^,]*client/);
  });

  it('logs errors without client addresses or queries [SEC-72]', async () => {
    const answer = await rawRequest(urlOf('/api/auth/login?email=eve@mail.example'), {
      method: 'POST',
      body: 'x'.repeat(300_000),
    });
    expect(answer.status).toBe(413);
    const findLine = () => accessLog(nginx).find(({ status }) => status === 413);
    await waitFor(findLine, { what: 'the request in the log' });
    expect(nginx.output()).not.toMatch(/eve@|client: /);
  });

  it.each([
    ['with a broken escape', '/api/%zz', 'GET', 400, 'MALFORMED_REQUEST'],
    ['with a zero byte', '/api/auth/user%00', 'GET', 400, 'MALFORMED_REQUEST'],
    ['that is too long', `/?${'a'.repeat(20_000)}`, 'GET', 400, 'MALFORMED_REQUEST'],
    ['with the TRACE method', '/api/auth/user', 'TRACE', 405, 'METHOD_NOT_ALLOWED'],
    ['that posts to a page', '/dashboard', 'POST', 405, 'METHOD_NOT_ALLOWED'],
  ])(
    'uses the API’s error format and headers to refuse a request %s [SEC-73]',
    async (_name, urlPath, method, statusCode, code) => {
      const answer = await rawRequest(urlOf(urlPath), { method });
      expect([answer.status, parseJson(answer)]).toEqual([
        statusCode,
        { statusCode, code, message: ERRORS[code as ErrorCode][1] },
      ]);
      expect(Object.values(securityOf(answer)).map((values) => values.length)).toEqual(
        SECURITY_HEADERS.map(() => 1),
      );
      expect(header(answer, 'cache-control')).toEqual(['no-store']);
    },
  );

  const wrongLogin = async (base: string, forwarded: string, email: string) =>
    (
      await new HttpClient(base).post(
        '/api/auth/login',
        { email, password: 'wrong wrong' },
        { headers: { 'x-forwarded-for': forwarded, 'x-real-ip': forwarded, forwarded: `for=${forwarded}` } },
      )
    ).status;

  async function guesses(base: string, email: string): Promise<number[]> {
    const statuses: number[] = [];
    for (let host = 1; host <= 8; host += 1)
      statuses.push(await wrongLogin(base, `203.0.113.${host}`, email));
    return statuses;
  }

  it('ignores a client address that the client claims', async () => {
    expect(await guesses(nginx.url, 'alice@moniker.example')).toContain(429);
  });

  it('accepts the client address from a trusted load balancer', async () => {
    const trustedProxies = 'set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;';
    const behind = await startNginx({ apiPorts: apis.map(({ port }) => port), trustedProxies });
    try {
      expect(new Set(await guesses(behind.url, 'bob@moniker.example'))).toEqual(new Set([401]));
    } finally {
      await behind.stop();
    }
  });

  describe('requests from one address', () => {
    const TOO_MANY = {
      statusCode: 429,
      code: 'TOO_MANY_REQUESTS',
      message: ERRORS.TOO_MANY_REQUESTS[1],
      retryAfterSeconds: 1,
    };

    it.each([
      ['POST', '/api/auth/login', 51, 70],
      ['PUT', '/api/transfer/request', 201, 260],
      ['GET', '/objects/1', 201, 260],
    ])('are limited: %s %s [SEC-16]', async (method, where, admitted, sent) => {
      const api = await startRespondingServer();
      const limiting = await startNginx({ apiPorts: [api.port], hasRequestRates: true });
      try {
        const send = () => rawRequest(limiting.url + where, { method });
        const answers = await Promise.all(Array.from({ length: sent }, send));
        const limited = answers.filter(({ status }) => status === 429);
        expect(limited.length).toBeGreaterThan(0);
        expect(limited.length).toBeLessThanOrEqual(sent - admitted);
        expect(api.requests).toHaveLength(sent - limited.length);
        for (const one of limited) {
          expect(parseJson(one)).toEqual(TOO_MANY);
          expect(header(one, 'retry-after')).toEqual(['1']);
          expect(header(one, 'cache-control')).toEqual(['no-store']);
        }
        expect(limiting.output()).not.toContain('client: ');
        const pages = await Promise.all(Array.from({ length: 30 }, () => rawRequest(`${limiting.url}/`)));
        expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
      } finally {
        await limiting.stop();
        await api.close();
      }
    });

    itNightly('are counted per /64 network for IPv6 [SEC-16]', async () => {
      const api = await startRespondingServer();
      const trustedProxies = 'set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;';
      const limiting = await startNginx({ apiPorts: [api.port], hasRequestRates: true, trustedProxies });
      const signIn = (address: string) =>
        rawRequest(`${limiting.url}/api/auth/login`, {
          method: 'POST',
          headers: { 'x-forwarded-for': address },
        });
      try {
        // nginx abbreviates these addresses with `::` in different places.
        for (const [network, neighbor] of [
          ['2001:db8:1:2:0:0:0:', '2001:db8:1:3::1'],
          ['2001:db8:0:0:0:0:0:', '2001:db8:0:1::1'],
          ['9:0:0:8:1:1:1:', '9:0:0:9:1:1:1:1'],
          ['0:0:7:8:1:1:1:', '0:0:7:9:1:1:1:1'],
          ['0:0:0:8:1:1:1:', '0:0:0:9:1:1:1:1'],
        ] as const) {
          const hosts = Array.from({ length: 80 }, (_, index) => index + 1);
          const answers = await Promise.all(hosts.map((host) => signIn(`${network}${host}`)));
          expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
          expect((await signIn(neighbor)).status).not.toBe(429);
        }
      } finally {
        await limiting.stop();
        await api.close();
      }
    });
  });

  describe('uploads', () => {
    const tooLarge = (code: ErrorCode) => ({ statusCode: 413, code, message: ERRORS[code][1] });

    itNightly('are accepted up to almost 10 MB', async () => {
      const customer = await newCustomer(nginx.url, database, PRODUCTION.SECRET_KEY);
      const bytes = await noise(1_800, 1_900);
      expect(bytes.length).toBeGreaterThan(10_000_000);
      const { status, body } = await putFile(customer, await requestUploadUrl(customer), bytes);
      expect({ status, body }).toMatchObject({ status: 200, body: { contentType: 'image/png' } });
    });

    it('are passed on while they arrive, at any pace, without being stored or sent again [FILE-24]', async () => {
      // The requests have no session, so the API answers before the body is read.
      const begun = await Promise.all(
        Array.from({ length: 20 }, () =>
          beginRequest(nginx, '/objects/uploads/x', 'Content-Length: 10000000'),
        ),
      );
      try {
        for (const { answer } of begun) expect((await answer).status).toBe(401);
      } finally {
        for (const { socket } of begun) socket.destroy();
      }
      const dying = [await startCrashingServer(), await startCrashingServer()];
      const before = await startNginx({
        apiPorts: dying.map(({ port }) => port),
        serverOptions: 'max_fails=0',
      });
      try {
        const put = { method: 'PUT', body: Buffer.alloc(100_000) };
        const answer = await rawRequest(`${before.url}/objects/uploads/x`, {
          ...put,
          headers: lengthOf(put.body),
        });
        expect([answer.status, parseJson(answer)]).toEqual([
          502,
          expect.objectContaining({ code: 'UNAVAILABLE' }),
        ]);
        expect(dying.flatMap(({ requests }) => requests)).toEqual(['PUT']);
      } finally {
        await before.stop();
        await Promise.all(dying.map((one) => one.close()));
      }
    });

    it('are the only requests allowed to exceed 256 kB, whatever their encoding [FILE-24]', async () => {
      const body = Buffer.alloc(300 * 1024, '1');
      for (const where of ['/api/user/phone', '/objects/1', '/api/admin/users/1']) {
        for (const headers of [lengthOf(body), { 'transfer-encoding': 'chunked' }]) {
          const answer = await rawRequest(urlOf(where), { method: 'PUT', body, headers });
          expect([where, answer.status, parseJson(answer)]).toEqual([
            where,
            413,
            tooLarge('PAYLOAD_TOO_LARGE'),
          ]);
        }
      }
    });

    it('from one address are limited to 16 at a time [FILE-24]', async () => {
      const api = await startRespondingServer();
      const limiting = await startNginx({ apiPorts: [api.port], hasRequestRates: true });
      const put = { method: 'PUT', body: Buffer.from('a file') };
      const begun: BegunRequest[] = [];
      try {
        const refused = await waitFor(
          async () => {
            begun.push(await beginRequest(limiting, '/objects/uploads/x', 'Content-Length: 1000'));
            const answer = await rawRequest(`${limiting.url}/objects/uploads/x`, {
              ...put,
              headers: lengthOf(put.body),
            });
            return answer.status === 503 && answer;
          },
          { what: 'a refusal' },
        );
        expect(begun.length).toBeGreaterThanOrEqual(16);
        expect([parseJson(refused), header(refused, 'retry-after')]).toEqual([
          { statusCode: 503, code: 'BUSY', message: ERRORS.BUSY[1], retryAfterSeconds: 5 },
          ['5'],
        ]);
        expect((await rawRequest(`${limiting.url}/objects/1`)).status).toBe(204);
      } finally {
        for (const { socket } of begun) socket.destroy();
        await limiting.stop();
        await api.close();
      }
    });

    it('and other bodies are rejected with the API’s messages if they are too large', async () => {
      const put = { method: 'PUT', body: Buffer.alloc(12 * 1024 * 1024) };
      const file = await rawRequest(urlOf('/objects/uploads/1'), { ...put, headers: lengthOf(put.body) });
      expect({ status: file.status, body: parseJson(file) }).toEqual({
        status: 413,
        body: tooLarge('FILE_TOO_LARGE'),
      });
      const post = { method: 'POST', body: Buffer.alloc(300 * 1024, '1') };
      const call = await rawRequest(urlOf('/api/auth/login'), { ...post, headers: lengthOf(post.body) });
      expect({ status: call.status, body: parseJson(call) }).toEqual({
        status: 413,
        body: tooLarge('PAYLOAD_TOO_LARGE'),
      });
      expect(header(call, 'cache-control')).toEqual(['no-store']);
    });
  });

  describe('failover', () => {
    itNightly.each([
      ['POST', 1],
      ['PATCH', 1],
      ['PUT', 1],
      ['DELETE', 1],
      ['GET', 2],
    ])('sends a %s to %i of two APIs that die before they respond', async (method, sent) => {
      const dying = [await startCrashingServer(), await startCrashingServer()];
      const before = await startNginx({
        apiPorts: dying.map(({ port }) => port),
        serverOptions: 'max_fails=0',
      });
      try {
        const body = method === 'GET' ? undefined : '{"amount":10}';
        const answer = await rawRequest(`${before.url}/api/transfer/request`, {
          method,
          ...(body ? { body } : {}),
        });
        expect(dying.flatMap(({ requests }) => requests)).toEqual(Array.from({ length: sent }, () => method));
        expect(answer.status).toBe(502);
        expect(parseJson(answer)).toEqual({
          statusCode: 502,
          code: 'UNAVAILABLE',
          message: ERRORS.UNAVAILABLE[1],
        });
        expect(header(answer, 'retry-after')).toEqual(['1']);
        expect(header(answer, 'x-request-id')).toHaveLength(1);
      } finally {
        await before.stop();
        await Promise.all(dying.map((one) => one.close()));
      }
    });

    itNightly.each(['POST', 'PATCH', 'PUT', 'DELETE'])(
      'sends a %s to the other API if one is not reachable',
      async (method) => {
        const [gone, answering] = [await startRespondingServer(), await startRespondingServer()];
        await gone.close();
        // The stub that is down is listed first, because nginx chooses the first of two equally busy servers.
        const before = await startNginx({ apiPorts: [gone.port, answering.port] });
        try {
          const body = '{"status":"approved"}';
          expect((await rawRequest(`${before.url}/api/admin/users/1`, { method, body })).status).toBe(204);
          expect(answering.requests).toEqual([method]);
          const line = await waitFor(() => accessLog(before).at(0), { what: 'the request in the log' });
          expect(line.api.match(/(?<=127\.0\.0\.1:)\d+/g)).toEqual([gone.port, answering.port].map(String));
        } finally {
          await before.stop();
          await answering.close();
        }
      },
    );

    it.each(['POST', 'PUT'])('answers a %s with 502 if no API is reachable', async (method) => {
      const both = [await startRespondingServer(), await startRespondingServer()];
      await Promise.all(both.map((one) => one.close()));
      const before = await startNginx({ apiPorts: both.map(({ port }) => port) });
      try {
        const answer = await rawRequest(`${before.url}/api/admin/users/1`, { method, body: '{}' });
        expect(answer.status).toBe(502);
        expect(parseJson(answer)).toMatchObject({ code: 'UNAVAILABLE', message: ERRORS.UNAVAILABLE[1] });
        expect(header(answer, 'retry-after')).toEqual(['1']);
      } finally {
        await before.stop();
      }
    });

    itNightly('uses the other API if one is killed, and both after its restart [OPS-8]', async () => {
      const alice = await signIn(nginx.url, 'alice');
      const [gone] = apis;
      if (gone === undefined) throw new Error('no API');
      await gone.kill9();
      for (let call = 0; call < 10; call += 1) {
        expect((await alice.get('/api/account/summary')).status).toBe(200);
        const login = { email: 'bob@moniker.example', password: DEMO_PASSWORD };
        expect((await new HttpClient(nginx.url).post('/api/auth/login', login)).status).not.toBe(502);
      }
      apis[0] = await startOne(gone.port);
      await waitFor(
        async () => {
          await alice.get('/api/account/summary');
          return accessLog(nginx)
            .slice(-4)
            .some(({ api }) => api === `127.0.0.1:${gone.port}`);
        },
        { what: 'a request to the restarted API' },
      );
    });
  });

  describe('upstream connections', () => {
    it('are reused', async () => {
      const api = await startRespondingServer();
      const before = await startNginx({ apiPorts: [api.port] });
      try {
        for (let call = 0; call < 20; call += 1) {
          expect((await rawRequest(`${before.url}/api/auth/user`)).status).toBe(204);
        }
        // At most one connection for each of nginx's worker processes.
        expect(api.connections()).toBeLessThanOrEqual(2);
      } finally {
        await before.stop();
        await api.close();
      }
    });

    it('are closed by nginx before Node closes them', () => {
      const upstream = /upstream moniker_api \{[^}]*\}/s.exec(
        readFileSync(path.join(ROOT, 'infra/nginx/http.conf'), 'utf8'),
      );
      const [, seconds] = /keepalive_timeout (\d+)s;/.exec(upstream?.[0] ?? '') ?? [];
      expect(Number(seconds) * 1000).toBeLessThan(createServer().keepAliveTimeout);
    });
  });

  describe('with a certificate', () => {
    it('serves over TLS, redirects pages from the plain port, and refuses API requests there [SEC-74]', async () => {
      const trusting = await createSelfSignedCertificate();
      const safe = await startNginx({ apiPorts: apis.map(({ port }) => port), certificate: trusting });
      try {
        const moved = await rawRequest(`${safe.plainUrl}/dashboard?tab=1`);
        expect(moved.status).toBe(308);
        expect(header(moved, 'location')).toEqual(['https://localhost/dashboard?tab=1']);
        expect((await rawRequest(`${safe.plainUrl}/healthz`)).status).toBe(204);
        for (const urlPath of ['/api/auth/user', '/API/auth/user', '/objects/1', '/api']) {
          const refused = await rawRequest(safe.plainUrl + urlPath);
          expect([refused.status, header(refused, 'location')]).toEqual([403, []]);
          expect(parseJson(refused)).toEqual({ statusCode: 403, code: 'FORBIDDEN', message: 'Use https' });
        }
        expect((await rawRequest(`${safe.url}/dashboard`, { trusting })).status).toBe(200);
        const login = await rawRequest(`${safe.url}/api/auth/login`, {
          method: 'POST',
          body: JSON.stringify({ email: 'bob@moniker.example', password: DEMO_PASSWORD }),
          headers: { 'content-type': 'application/json', origin: safe.url },
          trusting,
        });
        expect(login.status).toBe(200);
        expect(header(login, 'set-cookie')).toEqual([
          expect.stringMatching(/^__Host-moniker_browser=.+; HttpOnly; Secure; SameSite=Lax$/),
          expect.stringMatching(/^__Host-moniker_session=.+; HttpOnly; Secure; SameSite=Lax$/),
          '__Host-moniker_signed_in=1; Path=/; Secure; SameSite=Lax',
        ]);
      } finally {
        await safe.stop();
      }
    });
  });
});

interface BegunRequest {
  readonly socket: Socket;
  readonly answer: Promise<{ readonly status: number }>;
}

/** Sends the headers of a PUT but none of its body. */
function beginRequest({ plainUrl }: RunningNginx, where: string, header: string): Promise<BegunRequest> {
  const socket = connect(Number(new URL(plainUrl).port), '127.0.0.1');
  socket.on('error', () => undefined);
  const answer = new Promise<Awaited<BegunRequest['answer']>>((resolve) => {
    socket.once('data', (data) => {
      const text = data.toString();
      resolve({ status: Number(text.split(' ')[1]) });
    });
  });
  return new Promise((resolve) => {
    const { origin, host } = new URL(plainUrl);
    socket.write(`PUT ${where} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\n${header}\r\n\r\n`, () =>
      resolve({ socket, answer }),
    );
  });
}

const lengthOf = (body: Buffer): Record<string, string> => ({
  'content-type': 'application/json',
  'content-length': String(body.length),
});

/** An incompressible picture of about three bytes per pixel. */
function noise(width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.allocUnsafe(width * height * 3);
  for (let index = 0, state = 1; index < pixels.length; index += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    pixels[index] = state >>> 16;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}
