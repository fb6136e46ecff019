// @ts-check
import { SMTPServer } from 'smtp-server';

/** How many bytes at the start of an email are searched for its id. */
const HEADER_BYTES = 4_096;
const MESSAGE_ID = /^message-id: <([^@>]+)@/im;
/** How long a stopping server waits for its clients. */
const CLOSE_MS = 100;
const TEMPORARY_FAILURE = 451;

/** @typedef {(error?: Error | null) => void} Answer */

/** A mail server that keeps only the ids of emails, which are the ids of their outbox rows. */
export class MailSink {
  /** @type {Set<string>} */
  #ids = new Set();
  #copies = 0;
  #port = 0;
  /** @type {SMTPServer | undefined} */
  #server;
  /** @type {'accept' | 'refuse' | 'hang'} */
  #mode = 'accept';
  /** Functions that send the replies that clients are waiting for while the server hangs. @type {(() => void)[]} */
  #hanging = [];

  /** How the server replies to the next emails. */
  get mode() {
    return this.#mode;
  }

  /** Also replies to the clients that are still waiting. */
  set mode(mode) {
    this.#mode = mode;
    for (const answer of this.#hanging.splice(0)) answer();
  }

  /** How often an email was accepted again. */
  get copies() {
    return this.#copies;
  }

  has(/** @type {string} */ id) {
    return this.#ids.has(id);
  }

  /** Starts listening, and returns the port. A restart uses the same port. */
  async listen() {
    const server = new SMTPServer({
      ...{ disabledCommands: ['AUTH', 'STARTTLS'], disableReverseLookup: true, logger: false },
      closeTimeout: CLOSE_MS,
      onData: (stream, _session, answer) => {
        let header = '';
        stream.on('data', (chunk) => {
          if (header.length < HEADER_BYTES) header += chunk.toString('latin1');
        });
        stream.on('end', () => this.#receive(MESSAGE_ID.exec(header)?.[1] ?? '', answer));
      },
    });
    this.#server = server;
    // A client that is killed while sending ends its connection with an error.
    server.on('error', () => undefined);
    const listening = server.listen(this.#port, '127.0.0.1');
    await new Promise((resolve) => listening.once('listening', resolve));
    const address = listening.address();
    this.#port = typeof address === 'object' && address !== null ? address.port : 0;
    return this.#port;
  }

  async close() {
    const server = this.#server;
    this.#server = undefined;
    await new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
      if (server) server.close(resolve);
      else resolve();
    });
  }

  #receive(/** @type {string} */ id, /** @type {Answer} */ answer) {
    if (this.#mode === 'hang') {
      this.#hanging.push(() => this.#receive(id, answer));
    } else if (this.#mode === 'refuse') {
      answer(Object.assign(new Error('try again later'), { responseCode: TEMPORARY_FAILURE }));
    } else {
      if (this.#ids.has(id)) this.#copies += 1;
      this.#ids.add(id);
      answer();
    }
  }
}
