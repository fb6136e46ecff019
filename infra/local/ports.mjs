// @ts-check
import net from 'node:net';
import { codeOf, Problem } from './problem.mjs';

/** Listens briefly on a port (0 for any). Returns the port, or the error code. */
function tryPort(/** @type {number} */ port, /** @type {string} */ host) {
  return new Promise((/** @type {(result: number | string) => void} */ resolve) => {
    const server = net.createServer();
    server.once('error', (error) => resolve(codeOf(error) ?? 'unknown'));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}

/** Whether this machine has the IPv6 loopback address. */
export const hasIpv6Loopback = async () => typeof (await tryPort(0, '::1')) === 'number';

/** Whether the port is free on both loopback addresses. */
export async function isFree(/** @type {number} */ port) {
  const v4 = await tryPort(port, '127.0.0.1');
  const v6 = await tryPort(port, '::1');
  return typeof v4 === 'number' && v6 !== 'EADDRINUSE';
}

/** A port that is free now: the preferred one if possible. */
export async function freePort(/** @type {number | undefined} */ preferred = undefined) {
  if (preferred && (await isFree(preferred))) return preferred;
  const port = await tryPort(0, '127.0.0.1');
  if (typeof port !== 'number') throw new Problem(`No free port on 127.0.0.1 (${port}).`);
  return port;
}

/** Whether something listens on the port. */
export function isListening(/** @type {number} */ port) {
  return new Promise((/** @type {(listening: boolean) => void} */ resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/**
 * The port that an environment variable sets.
 *
 * @throws Problem the value is not a port
 */
export function portFrom(/** @type {string} */ variable, /** @type {number} */ fallback, env = process.env) {
  const port = Number(env[variable] || fallback);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new Problem(`${variable} must be a port from 1 to 65535; got "${env[variable]}".`);
}
