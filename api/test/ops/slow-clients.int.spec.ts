import net from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { signIn, useApi, useDemoDatabase } from '../harness/index.js';

const SLOW_CLIENTS = 300;
const DRIP_EVERY_MS = 200;

const database = useDemoDatabase();
const api = useApi({ database, env: { HEADERS_TIMEOUT_SECONDS: '1', REQUEST_TIMEOUT_SECONDS: '2' } });

/**
 * Sends the beginning of a request, then one more character every 200 ms. Resolves with the number of milliseconds
 * until the API closes the connection.
 */
function drip(beginning: string): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const socket = net.connect(api.port, '127.0.0.1', () => socket.write(beginning));
    const dripping = setInterval(() => socket.write('x'), DRIP_EVERY_MS);
    socket.on('error', () => undefined);
    socket.resume();
    socket.once('close', () => {
      clearInterval(dripping);
      resolve(performance.now() - startedAt);
    });
  });
}

describe('the API without a proxy in front', () => {
  it.each([
    ['headers', 'GET / HTTP/1.1\r\nHost: bank\r\nX-Slow: '],
    [
      'a body',
      'POST /api/auth/login HTTP/1.1\r\nHost: bank\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"',
    ],
  ])(
    'disconnects 300 clients that send %s too slowly, and still serves others [OPS-15]',
    async (_, beginning) => {
      const slow = Array.from({ length: SLOW_CLIENTS }, () => drip(beginning));
      await signIn(api.baseUrl, 'alice');
      const times = await Promise.all(slow);
      expect(Math.max(...times)).toBeLessThan(15_000);
    },
  );
});
