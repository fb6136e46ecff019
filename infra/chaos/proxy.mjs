// @ts-check
import net from 'node:net';

/**
 * Faults at a commit to PostgreSQL. Each ends the connection:
 * - `commit lost`: the commit never reaches the server;
 * - `reply lost`: the commit takes effect, but its reply never reaches the client;
 * - `terminated after reply`: the client receives the reply, then the server terminates the connection.
 */
export const COMMIT_FAULTS = /** @type {const} */ (['commit lost', 'reply lost', 'terminated after reply']);
/**
 * `standstill`: the client seems to hang. Neither its commit nor anything later reaches the server, but the connection
 * stays open.
 * @typedef {(typeof COMMIT_FAULTS)[number] | 'standstill'} CommitFault
 */

/** With `cutAfterCommit` or `cutAnswers`, the proxy cuts a connection at one in this many opportunities. */
const CUT_EVERY = 3;
/** Matches a PostgreSQL message that prepares `commit`, and captures the name by which the client then executes it. */
const PREPARED_COMMIT = /([a-z0-9]+)\0commit\0/;
/** The server's reply to a successful commit. */
const COMMITTED = Buffer.from('C\0\0\0\u000bCOMMIT\0', 'latin1');
/** The error that the server sends before it terminates a connection at an administrator's request. */
const TERMINATED = errorMessage({ S: 'FATAL', V: 'FATAL', C: '57P01', M: 'terminating connection' });

/**
 * A TCP proxy in front of PostgreSQL or an API. It can imitate a network that hangs with open connections, is slow,
 * refuses connections, loses responses, or fails at a commit.
 */
export class FaultyProxy {
  /** Delay of all forwarded data. */
  delayMs = 0;
  /** Faults still to be injected, one per commit. @type {CommitFault[]} */
  faults = [];
  /** Whether to cut connections instead of passing on the reply to a commit. */
  cutAfterCommit = false;
  /** Whether to cut connections instead of passing on a response. */
  cutAnswers = false;
  #server = net.createServer((client) => this.#connect(client));
  /** @type {Set<net.Socket>} */
  #sockets = new Set();
  #port = 0;
  #isStalled = false;
  #chances = 0;
  #cuts = 0;
  #target;

  /** @param {{ host: string, port: number }} target */
  constructor(target) {
    this.#target = target;
  }

  /** Number of connections cut by `cutAfterCommit` or `cutAnswers`. */
  get cuts() {
    return this.#cuts;
  }

  /** Starts listening, and returns the port. A restart after `close` uses the same port. */
  async listen() {
    await new Promise((/** @type {(value: void) => void} */ resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(this.#port, '127.0.0.1', () => resolve());
    });
    const address = this.#server.address();
    this.#port = typeof address === 'object' && address !== null ? address.port : 0;
    return this.#port;
  }

  /** Stops forwarding; new connections get no response either. */
  stall() {
    this.#isStalled = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Drops the hung connections, and forwards again. */
  resume() {
    this.#isStalled = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Ends all connections and refuses new ones, like a server that is down. */
  async close() {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #connect(/** @type {net.Socket} */ client) {
    const server = net.connect({ ...this.#target, noDelay: true });
    client.setNoDelay(true);
    const isCommit = commitFinder();
    let standsStill = false;
    this.#forward(client, server, (chunk) => {
      const fault = isCommit(chunk) ? this.#take('commit lost', 'standstill') : undefined;
      if (fault === 'commit lost') client.destroy();
      standsStill ||= fault === 'standstill';
      return standsStill || fault !== undefined;
    });
    this.#forward(server, client, (chunk) => {
      const at = chunk.indexOf(COMMITTED);
      const fault = at < 0 ? undefined : this.#take('reply lost', 'terminated after reply');
      if (fault === 'terminated after reply') {
        client.end(Buffer.concat([chunk.subarray(0, at + COMMITTED.length), TERMINATED]));
        return true;
      }
      const isCut = this.cutAnswers || (this.cutAfterCommit && at >= 0);
      if (fault === undefined && !(isCut && this.#isChosen())) return false;
      client.destroy();
      return true;
    });
  }

  /** Removes and returns the next fault if it is one of `possible`. */
  #take(/** @type {CommitFault[]} */ ...possible) {
    const [next] = this.faults;
    return next !== undefined && possible.includes(next) ? this.faults.shift() : undefined;
  }

  /** Returns true at every n-th call, and counts that as a cut. */
  #isChosen() {
    this.#chances += 1;
    const isChosen = this.#chances % CUT_EVERY === 0;
    if (isChosen) this.#cuts += 1;
    return isChosen;
  }

  /**
   * @param {net.Socket} from
   * @param {net.Socket} to
   * @param {(chunk: Buffer) => boolean} cut returns whether to drop a chunk, and may end the connection
   */
  #forward(from, to, cut) {
    this.#sockets.add(from);
    from.on('error', () => undefined);
    from.once('close', () => {
      this.#sockets.delete(from);
      if (!to.writableEnded) to.destroy();
    });
    from.on('end', () => to.end());
    /** Delayed chunks. Later ones wait behind them, because TCP keeps the order of a connection's data. @type {Buffer[]} */
    const delayed = [];
    from.on('data', (chunk) => {
      if (cut(chunk)) return;
      if (this.delayMs === 0 && delayed.length === 0) return this.#write(from, to, chunk);
      delayed.push(chunk);
      setTimeout(() => {
        const oldest = delayed.shift();
        if (oldest) this.#write(from, to, oldest);
      }, this.delayMs);
    });
    if (this.#isStalled) from.pause();
  }

  #write(/** @type {net.Socket} */ from, /** @type {net.Socket} */ to, /** @type {Buffer} */ chunk) {
    if (!to.writable || to.write(chunk)) return;
    from.pause();
    to.once('drain', () => {
      if (!this.#isStalled) from.resume();
    });
  }
}

/** Returns a function that tells whether a chunk sent on a connection contains a commit. */
function commitFinder() {
  /** @type {string | null} */
  let name = null;
  return (/** @type {Buffer} */ chunk) => {
    name ??= PREPARED_COMMIT.exec(chunk.toString('latin1'))?.[1] ?? null;
    return name !== null && chunk.includes(`\0${name}\0`, 0, 'latin1');
  };
}

function errorMessage(/** @type {Record<string, string>} */ fields) {
  const body = Object.entries(fields).map(([code, text]) => `${code}${text}\0`);
  const bytes = Buffer.from(`${body.join('')}\0`, 'latin1');
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(bytes.length + 4, 1);
  return Buffer.concat([head, bytes]);
}
