import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import createClient from 'openapi-fetch';
import { clearEtagCache, etagCache } from './etag-cache';

/** A server with versioned lists, like those of the API. */
let server: Server;
let client: ReturnType<typeof createClient<Paths>>;
let versions: Record<string, number>;
/** For each request, its `If-None-Match` header and the status of the response. */
let requests: [tag: string | undefined, status: number][];

interface Paths {
  '/list/{name}': {
    get: {
      parameters: { path: { name: string } };
      responses: { 200: { content: { 'application/json': { version: number } } } };
    };
  };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const tag = `W/"${versionOf(request)}"`;
    const isUncached = request.headers['cache-control'] === 'no-cache';
    const isUnchanged = !isUncached && request.headers['if-none-match'] === tag;
    requests.push([request.headers['if-none-match'], isUnchanged ? 304 : 200]);
    response.writeHead(isUnchanged ? 304 : 200, { ETag: tag, 'Content-Type': 'application/json' });
    response.end(isUnchanged ? undefined : JSON.stringify({ version: versionOf(request) }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = createClient<Paths>({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  client.use(etagCache);
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  clearEtagCache();
  versions = {};
  requests = [];
});

const versionOf = ({ url }: IncomingMessage): number => versions[url ?? ''] ?? 1;

const read = async (name: string): Promise<number | undefined> =>
  (await client.GET('/list/{name}', { params: { path: { name } } })).data?.version;

describe('etagCache', () => {
  it('sends the last ETag and returns the cached body on 304', async () => {
    expect([await read('a'), await read('a')]).toEqual([1, 1]);
    expect(requests).toEqual([
      [undefined, 200],
      ['W/"1"', 304],
    ]);
  });

  it('returns the new body after a change, and then sends the new ETag', async () => {
    await read('a');
    versions['/list/a'] = 2;
    expect([await read('a'), await read('a')]).toEqual([2, 2]);
    expect(requests.slice(1)).toEqual([
      ['W/"1"', 200],
      ['W/"2"', 304],
    ]);
  });

  it('caches each URL separately', async () => {
    await read('a');
    await read('b');
    expect(requests[1]).toEqual([undefined, 200]);
  });

  it('forgets all responses when the session changes, even during a request', async () => {
    await read('a');
    const pending = read('a');
    clearEtagCache();
    expect(await pending).toBe(1);
    await read('a');
    expect(requests.map(([, status]) => status)).toEqual([200, 304, 200]);
  });

  it('keeps the 20 most recent URLs', async () => {
    for (let n = 0; n <= 20; n += 1) await read(`n${n}`);
    requests = [];
    await read('n1');
    await read('n0');
    expect(requests.map(([, status]) => status)).toEqual([304, 200]);
  });
});
