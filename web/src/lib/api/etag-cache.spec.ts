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
let seen: [tag: string | undefined, status: number][];

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
    const isWhole = request.headers['cache-control'] === 'no-cache';
    const isKnown = !isWhole && request.headers['if-none-match'] === tag;
    seen.push([request.headers['if-none-match'], isKnown ? 304 : 200]);
    response.writeHead(isKnown ? 304 : 200, { ETag: tag, 'Content-Type': 'application/json' });
    response.end(isKnown ? undefined : JSON.stringify({ version: versionOf(request) }));
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
  seen = [];
});

const versionOf = ({ url }: IncomingMessage): number => versions[url ?? ''] ?? 1;

const read = async (name: string): Promise<number | undefined> =>
  (await client.GET('/list/{name}', { params: { path: { name } } })).data?.version;

describe('a read that is repeated', () => {
  it('hands back the tag of its last answer, and has the same answer where nothing changed', async () => {
    expect([await read('a'), await read('a')]).toEqual([1, 1]);
    expect(seen).toEqual([
      [undefined, 200],
      ['W/"1"', 304],
    ]);
  });

  it('has the new answer where something did, and hands back that one from then on', async () => {
    await read('a');
    versions['/list/a'] = 2;
    expect([await read('a'), await read('a')]).toEqual([2, 2]);
    expect(seen.slice(1)).toEqual([
      ['W/"1"', 200],
      ['W/"2"', 304],
    ]);
  });

  it('of another address knows nothing of the first', async () => {
    await read('a');
    await read('b');
    expect(seen[1]).toEqual([undefined, 200]);
  });

  it('begins anew in another session, also where that began under way', async () => {
    await read('a');
    const underWay = read('a');
    clearEtagCache();
    expect(await underWay).toBe(1);
    await read('a');
    expect(seen.map(([, status]) => status)).toEqual([200, 304, 200]);
  });

  it('is kept of the newest twenty addresses', async () => {
    for (let n = 0; n <= 20; n += 1) await read(`n${n}`);
    seen = [];
    await read('n1');
    await read('n0');
    expect(seen.map(([, status]) => status)).toEqual([304, 200]);
  });
});
