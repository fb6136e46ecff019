// @ts-check
import net from 'node:net';

/** A TCP proxy in front of PostgreSQL that can stand still with its connections open, as a network without packets. */
export class StallingProxy {
  #server = net.createServer((client) => this.#connect(client));
  /** @type {Set<net.Socket>} */
  #sockets = new Set();
  #isStalled = false;
  #target;

  /** @param {{ host: string, port: number }} target */
  constructor(target) {
    this.#target = target;
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
    const server = net.connect(this.#target);
    this.#forward(client, server);
    this.#forward(server, client);
  }

  #forward(/** @type {net.Socket} */ from, /** @type {net.Socket} */ to) {
    this.#sockets.add(from);
    from.on('error', () => undefined);
    from.once('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
    from.pipe(to);
    if (this.#isStalled) from.pause();
  }
}
