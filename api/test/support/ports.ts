import net from 'node:net';

/** Below the ports that systems give to outgoing connections and to whoever asks for any (Linux: from 32768). */
const FIRST_PORT = 12_000;
const PORTS_PER_WORKER = 2_000;
/** Jest gives each process that runs test files a number from 1; those beyond share a range. */
const RANGES = 10;
const MAX_TRIES = 100;

const range = FIRST_PORT + (Number(process.env['JEST_WORKER_ID'] ?? 0) % RANGES) * PORTS_PER_WORKER;
let next = Math.floor(Math.random() * PORTS_PER_WORKER);

/**
 * A port of 127.0.0.1 that nobody uses at this moment, and that nobody else is given: a program may take seconds until
 * it listens there.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const port = range + (next++ % PORTS_PER_WORKER);
    if (await canListen(port)) return port;
  }
  throw new Error(`none of ${MAX_TRIES} ports from ${range} on is free`);
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
