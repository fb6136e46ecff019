import { describe, expect, it } from '@jest/globals';
import { rawRequest, parseJson, type RawResponse } from '../ops/production.fixtures.js';
import { HttpClient, startApi, useApi, useDatabase } from '../harness/index.js';

const PUBLIC_URL = 'https://bank.example';

const database = useDatabase();
const api = useApi({ database, env: { MONIKER_PROFILE: 'production', PUBLIC_URL } });

/** Sends a login without credentials. If the origin is accepted, validation refuses the request. */
function loginWith(headers: Record<string, string>): Promise<RawResponse> {
  const json = { 'content-type': 'application/json', ...headers };
  return rawRequest(`${api.baseUrl}/api/auth/login`, { method: 'POST', headers: json, body: '{}' });
}
const FOREIGN = { status: 403, code: 'ORIGIN_FOREIGN' };
const ACCEPTED = { status: 400, code: 'VALIDATION_FAILED' };
async function expectResponse(headers: Record<string, string>, expected: typeof FOREIGN): Promise<void> {
  const response = await loginWith(headers);
  expect({ status: response.status, ...(parseJson(response) as object) }).toMatchObject(expected);
}

describe('the origin of a request that changes something', () => {
  it.each(['bank.example', 'www.bank.example'])(
    'must have the scheme of the public URL: %s [SEC-5]',
    async (host) => {
      await expectResponse({ host, origin: `https://${host}` }, ACCEPTED);
      await expectResponse({ host, origin: `http://${host}` }, FOREIGN);
      await expectResponse({ host, origin: `ftp://${host}` }, FOREIGN);
    },
  );

  it('must have the scheme of the connection if the public URL is plain HTTP [SEC-5]', async () => {
    const env = { MONIKER_PROFILE: 'production', TRUSTED_PROXIES: '127.0.0.1' };
    const plain = await startApi({ database, env });
    const host = new URL(plain.baseUrl).host;
    const statusFor = async (headers: Record<string, string>): Promise<number> => {
      const json = { host, 'content-type': 'application/json', ...headers };
      const options = { method: 'POST', headers: json, body: '{}' };
      return (await rawRequest(`${plain.baseUrl}/api/auth/login`, options)).status;
    };
    try {
      expect(await statusFor({ origin: `http://${host}` })).toBe(400);
      expect(await statusFor({ origin: `https://${host}` })).toBe(403);
      expect(await statusFor({ origin: `https://${host}`, 'x-forwarded-proto': 'https' })).toBe(400);
      const other = { host: 'other.example', 'x-forwarded-proto': 'https' };
      expect(await statusFor({ ...other, origin: 'http://other.example' })).toBe(403);
      expect(await statusFor({ ...other, origin: 'https://other.example' })).toBe(400);
    } finally {
      await plain.stop();
    }
  });
});

describe('every response', () => {
  it.each(['/api/auth/user', '/healthz', '/'])(
    'forbids frames, foreign base URLs, inline code and styles, and access to devices: %s [SEC-17]',
    async (where) => {
      const { headers } = await rawRequest(api.baseUrl + where);
      const policy = headers.get('content-security-policy')?.join().split(';');
      expect(policy).toEqual(expect.arrayContaining(["base-uri 'none'", "frame-ancestors 'none'"]));
      expect(policy?.join()).not.toContain('unsafe');
      const permissions = headers.get('permissions-policy')?.join();
      for (const device of ['camera', 'geolocation', 'microphone', 'payment', 'usb']) {
        expect(permissions).toContain(`${device}=()`);
      }
    },
  );
});

it('signing out clears the browser cache [SEC-17]', async () => {
  const { headers } = await new HttpClient(api.baseUrl).get('/api/logout');
  expect(headers.get('clear-site-data')).toBe('"cache"');
  expect(headers.get('cache-control')).toBe('no-store');
});

it.each(['/', '/api/auth/user', '/objects/x', '/no-such-page'])(
  'the API refuses TRACE: %s [SEC-17]',
  async (where) => {
    const response = await rawRequest(api.baseUrl + where, {
      method: 'TRACE',
      headers: { cookie: 'secret=1' },
    });
    expect({ status: response.status, ...(parseJson(response) as object) }).toMatchObject({
      status: 405,
      code: 'METHOD_NOT_ALLOWED',
    });
    expect(response.headers.get('allow')).toEqual(['GET, HEAD, POST, PUT, PATCH, DELETE']);
    expect(response.body.toString()).not.toContain('secret');
  },
);
