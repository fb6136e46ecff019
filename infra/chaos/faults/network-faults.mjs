// @ts-check
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { anyApi, expect, OUTAGE_MS, STANDSTILL_MS } from './fault.mjs';

/** @typedef {import('./fault.mjs').Fault} Fault */
/** @typedef {import('./fault.mjs').Scene} Scene */

const DELAY_MS = 200;
const SLOW_CLIENTS = 300;
const SLOW_BYTE_MS = 1_000;
const FLOOD_SOCKETS = 8;
/** Number of requests that each socket sends in one go before it waits for the responses. */
const FLOOD_REQUESTS = 100;
const FLOOD_BODY = JSON.stringify({ email: 'nobody@moniker.example', password: 'a wrong password' });
const FLOOD_REQUEST = [
  'POST /api/auth/login HTTP/1.1',
  'host: flood',
  'content-type: application/json',
  `content-length: ${FLOOD_BODY.length}`,
  '',
  FLOOD_BODY,
].join('\r\n');
/**
 * The address that the flood comes from. On Linux, it is not the callers' address. Other systems have no second
 * loopback address unless one is configured.
 */
const FLOOD_ADDRESS = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';

/** Faults between the processes, and clients that misbehave. @type {Record<string, Fault>} */
export const NETWORK_FAULTS = {
  'network stalled': async ({ bank }) => {
    bank.databaseProxy.stall();
    await pause(STANDSTILL_MS);
    bank.databaseProxy.resume();
  },
  'network slow': async ({ bank }) => {
    bank.databaseProxy.delayMs = DELAY_MS;
    await pause(STANDSTILL_MS);
    bank.databaseProxy.delayMs = 0;
  },
  'commits unanswered': async ({ bank }) => {
    const before = bank.databaseProxy.cuts;
    bank.databaseProxy.cutAfterCommit = true;
    await pause(OUTAGE_MS);
    bank.databaseProxy.cutAfterCommit = false;
    expect(bank.databaseProxy.cuts > before, 'no connection was cut after a commit');
  },
  'answers lost': async ({ bank }) => {
    const before = bank.httpProxy.cuts;
    bank.httpProxy.cutAnswers = true;
    await pause(OUTAGE_MS);
    bank.httpProxy.cutAnswers = false;
    expect(bank.httpProxy.cuts > before, 'no response was lost');
  },
  'slow clients': sendSlowly,
  'flood of sign-ins': flood,
};

/** Opens many connections to one API and sends one byte of a request per second on each. */
async function sendSlowly(/** @type {Scene} */ scene) {
  const url = new URL(scene.bank.urls[anyApi(scene)] ?? '');
  const sockets = Array.from({ length: SLOW_CLIENTS }, () => openSocket(url));
  for (const socket of sockets) socket.write('POST /api/transfer/request HTTP/1.1\r\nhost: slow\r\nx-slow: ');
  for (let passedMs = 0; passedMs < STANDSTILL_MS; passedMs += SLOW_BYTE_MS) {
    for (const socket of sockets) socket.write('a');
    await pause(SLOW_BYTE_MS);
  }
  for (const socket of sockets) socket.destroy();
}

/** Tries to sign in from one address at one API more often than the limit for an address allows. */
async function flood(/** @type {Scene} */ scene) {
  const url = new URL(scene.bank.urls[anyApi(scene)] ?? '');
  const end = Date.now() + OUTAGE_MS;
  const refusals = await Promise.all(
    Array.from({ length: FLOOD_SOCKETS }, async () => {
      const socket = openSocket(url, FLOOD_ADDRESS);
      let [answered, refused, sent] = [0, 0, 0];
      socket.on('data', (chunk) => {
        const text = chunk.toString('latin1');
        answered += text.split('HTTP/1.1 ').length - 1;
        refused += text.split('HTTP/1.1 429').length - 1;
      });
      while (Date.now() < end && !socket.destroyed) {
        if (answered >= sent) {
          sent += FLOOD_REQUESTS;
          socket.write(FLOOD_REQUEST.repeat(FLOOD_REQUESTS));
        }
        await pause(1);
      }
      socket.destroy();
      return refused;
    }),
  );
  expect(
    refusals.some((refused) => refused > 0),
    'no request of the flood was refused',
  );
}

function openSocket(/** @type {URL} */ { hostname, port }, localAddress = '127.0.0.1') {
  const socket = net.connect({ host: hostname, port: Number(port), localAddress });
  socket.on('error', () => undefined);
  return socket;
}
