// @ts-check
import net from 'node:net';
import { codeOf, Problem } from './problem.mjs';

/** Listens for a moment: the port it got, or the code of the refusal. */
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

/** Whether nobody listens on the port of this machine's loopback addresses. */
export async function isFree(/** @type {number} */ port) {
  const v4 = await tryPort(port, '127.0.0.1');
  const v6 = await tryPort(port, '::1');
  return typeof v4 === 'number' && v6 !== 'EADDRINUSE';
}

/** A port that nobody uses at this moment; the preferred one if it is free. */
export async function freePort(/** @type {number | undefined} */ preferred = undefined) {
  if (preferred && (await isFree(preferred))) return preferred;
  const port = await tryPort(0, '127.0.0.1');
  if (typeof port !== 'number') throw new Problem(`This machine gives out no port on 127.0.0.1 (${port}).`);
  return port;
}

/** The port that a variable asks for, checked. */
export function portFrom(/** @type {string} */ variable, /** @type {number} */ fallback, env = process.env) {
  const port = Number(env[variable] || fallback);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new Problem(`${variable}=${env[variable]} is not a port: give a number from 1 to 65535.`);
}
