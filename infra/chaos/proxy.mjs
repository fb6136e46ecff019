// @ts-check
import net from 'node:net';

/** Of the connections that send a commit, or receive an answer, every n-th is cut during the fault. */
const CUT_EVERY = 3;
/** The part of a message of PostgreSQL's protocol that prepares a commit, after which it is sent by its name. */
const PREPARED_COMMIT = /([a-z0-9]+)\0commit\0/;

/**
 * A TCP proxy, in front of PostgreSQL or of an API, whose network can fail: stand still with its connections open, be slow,
 * or lose answers.
 */
export class FaultyProxy {
  /** How long everything takes on its way. */
  delayMs = 0;
  /** Whether connections are cut right after a commit was sent to PostgreSQL, so that nobody learns whether it succeeded. */
  cutAfterCommit = false;
  /** Whether connections are cut instead of an answer. */
  cutAnswers = false;
  #server = net.createServer((client) => this.#connect(client));
  /** @type {Set<net.Socket>} */
  #sockets = new Set();
  #isStalled = false;
  #chances = 0;
  #cuts = 0;
  #target;

  /** @param {{ host: string, port: number }} target */
  constructor(target) {
    this.#target = target;
  }

  /** Connections that were cut. */
  get cuts() {
    return this.#cuts;
  }

  /** Starts to listen. Returns the port. */
  async listen() {
    await new Promise((/** @type {(value: void) => void} */ resolve) =>
      this.#server.listen(0, '127.0.0.1', () => resolve()),
    );
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** Forwards nothing more; new connections get no answer either. */
  stall() {
    this.#isStalled = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Drops the connections that have stood still, and forwards again. */
  resume() {
    this.#isStalled = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  close() {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #connect(/** @type {net.Socket} */ client) {
    const server = net.connect({ ...this.#target, noDelay: true });
    client.setNoDelay(true);
    const isCommit = commitFinder();
    this.#forward(client, server, (chunk) => {
      if (!isCommit(chunk) || !this.cutAfterCommit || !this.#isChosen()) return false;
      // What was sent arrives, and the answer finds nobody.
      server.end(chunk);
      client.destroy();
      return true;
    });
    this.#forward(server, client, () => {
      if (!this.cutAnswers || !this.#isChosen()) return false;
      client.destroy();
      return true;
    });
  }

  /** Chooses every n-th connection. Counts it as cut. */
  #isChosen() {
    this.#chances += 1;
    const isChosen = this.#chances % CUT_EVERY === 0;
    if (isChosen) this.#cuts += 1;
    return isChosen;
  }

  /**
   * @param {net.Socket} from
   * @param {net.Socket} to
   * @param {(chunk: Buffer) => boolean} cut handles a chunk that is not forwarded
   */
  #forward(from, to, cut) {
    this.#sockets.add(from);
    from.on('error', () => undefined);
    from.once('close', () => {
      this.#sockets.delete(from);
      if (!to.writableEnded) to.destroy();
    });
    from.on('end', () => to.end());
    from.on('data', (chunk) => {
      if (cut(chunk)) return;
      if (this.delayMs > 0) setTimeout(() => this.#write(from, to, chunk), this.delayMs);
      else this.#write(from, to, chunk);
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

/** Returns a function that tells whether a part of what a connection sends has a commit. */
function commitFinder() {
  /** @type {string | null} */
  let name = null;
  return (/** @type {Buffer} */ chunk) => {
    name ??= PREPARED_COMMIT.exec(chunk.toString('latin1'))?.[1] ?? null;
    return name !== null && chunk.includes(`\0${name}\0`, 0, 'latin1');
  };
}
