// @ts-check
import { once } from 'node:events';
import { chromium } from 'playwright-core';
import { WebSocket } from 'ws';

/**
 * Connects Playwright to a running Chromium.
 *
 * Playwright's own connection compresses every message, which took 7% of the browser tests' CPU time. This one doesn't.
 * `connectOverCDP` also accepts a connection instead of an address, although its types do not say so.
 *
 * @param {string} address of Chromium's DevTools: `ws://…`
 * @param {number} timeout in milliseconds
 * @returns {Promise<import('playwright-core').Browser>}
 */
export async function connectToChromium(address, timeout) {
  const transport = await openTransport(address, timeout);
  return chromium.connectOverCDP(/** @type {string} */ (/** @type {unknown} */ (transport)), { timeout });
}

/**
 * A connection as Playwright expects it. Playwright sets the callbacks.
 * @typedef {{ send: (message: object) => void, close: () => void, onmessage?: (message: object) => void, onclose?:
 *   (reason?: string) => void, }} Transport
 */

/** @returns {Promise<Transport>} */
async function openTransport(/** @type {string} */ address, /** @type {number} */ timeout) {
  const socket = new WebSocket(address, { perMessageDeflate: false, handshakeTimeout: timeout });
  await once(socket, 'open');
  /** @type {Transport} */
  const transport = {
    send: (message) => socket.send(JSON.stringify(message)),
    close: () => socket.close(),
  };
  // Delivers each message in its own turn of the event loop, as Playwright's own connections do.
  socket.on('message', (/** @type {Buffer} */ data) =>
    setImmediate(() => transport.onmessage?.(JSON.parse(data.toString()))),
  );
  // Does nothing, because a `close` event follows and ends Playwright's calls. Without a listener, the error would
  // crash Jest.
  socket.on('error', () => undefined);
  socket.on('close', (_code, reason) => transport.onclose?.(String(reason)));
  return transport;
}
