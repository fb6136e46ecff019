import net from 'node:net';

/** Below the ephemeral ports that systems assign (Linux: from 32768). */
const FIRST_PORT = 12_000;
const PORTS_PER_WORKER = 2_000;
/** Number of port ranges. Jest numbers its workers from 1. If there are more workers than ranges, some share one. */
const RANGES = 10;
const MAX_TRIES = 100;

const range = FIRST_PORT + (Number(process.env['JEST_WORKER_ID'] ?? 0) % RANGES) * PORTS_PER_WORKER;
let next = Math.floor(Math.random() * PORTS_PER_WORKER);

/**
 * Returns a free port on 127.0.0.1. No other caller gets the same port, even though it looks free until the program
 * listens, which may take seconds.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const port = range + (next++ % PORTS_PER_WORKER);
    if (await canListen(port)) return port;
  }
  throw new Error(`no free port among ${MAX_TRIES} ports from ${range}`);
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Whether something accepts connections on the port. */
export function isListening(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, host);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
