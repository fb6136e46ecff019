import { describe, expect, it } from '@jest/globals';
import { HttpClient, startApi, type RunningApi, useDatabase } from '../harness/index.js';

const REQUESTS = 40;

const database = useDatabase();

async function withApi(env: NodeJS.ProcessEnv, run: (api: RunningApi) => Promise<void>): Promise<void> {
  const api = await startApi({ database, env });
  try {
    await run(api);
  } finally {
    await api.stop();
  }
}

/** Sends concurrent requests and returns how many were refused because of their rate. */
async function refused(send: () => ReturnType<HttpClient['get']>): Promise<number> {
  const responses = await Promise.all(Array.from({ length: REQUESTS }, send));
  const limited = responses.filter(({ status }) => status === 429);
  for (const { body, headers } of limited) {
    expect(body).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 1 });
    expect(headers.get('retry-after')).toBe('1');
    expect(headers.get('cache-control')).toBe('no-store');
  }
  return limited.length;
}

describe('requests from one address', () => {
  it('are limited, except for pages and health checks [SEC-16]', async () => {
    await withApi({ REQUESTS_PER_SECOND: '1', REQUEST_BURST: '30' }, async ({ baseUrl }) => {
      const client = new HttpClient(baseUrl);
      expect(await refused(() => client.get('/api/auth/user'))).toBeGreaterThanOrEqual(5);
      const objects = await Promise.all(Array.from({ length: REQUESTS }, () => client.get('/objects/x')));
      expect(objects.map(({ status }) => status)).toContain(429);
      expect(await refused(() => client.get('/'))).toBe(0);
      expect(await refused(() => client.get('/readyz'))).toBe(0);
    });
  });

  it('that check credentials or codes have their own limit [SEC-16]', async () => {
    await withApi({ AUTH_REQUESTS_PER_SECOND: '1', AUTH_REQUEST_BURST: '30' }, async ({ baseUrl }) => {
      const client = new HttpClient(baseUrl);
      expect(await refused(() => client.post('/API/Auth/login', {}))).toBeGreaterThanOrEqual(5);
      expect(await refused(() => client.post('/api/auth/forgot-password', {}))).toBeGreaterThanOrEqual(5);
      expect(await refused(() => client.get('/api/auth/user'))).toBe(0);
    });
  });

  it('have generous limits by default, and none if the settings are 0 [SEC-16]', async () => {
    const unset = { REQUESTS_PER_SECOND: undefined, AUTH_REQUESTS_PER_SECOND: undefined };
    await withApi(unset, async ({ baseUrl }) => {
      const client = new HttpClient(baseUrl);
      expect(await refused(() => client.post('/api/auth/login', {}))).toBe(0);
      expect(await refused(() => client.post('/api/auth/login', {}))).toBeGreaterThan(0);
    });
    await withApi({}, async ({ baseUrl }) => {
      const client = new HttpClient(baseUrl);
      for (let round = 0; round < 3; round++)
        expect(await refused(() => client.post('/api/auth/login', {}))).toBe(0);
    });
  });
});
