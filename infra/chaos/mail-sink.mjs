// @ts-check
import { SMTPServer } from 'smtp-server';

/** The first bytes of a mail, which contain the header with its id. */
const HEADER_BYTES = 4_096;
const MESSAGE_ID = /^message-id: <([^@>]+)@/im;

/** A mail server that accepts everything and keeps only the ids of mails, which are those of their outbox rows. */
export class MailSink {
  /** @type {Set<string>} */
  #ids = new Set();
  #copies = 0;
  #server = new SMTPServer({
    ...{ disabledCommands: ['AUTH', 'STARTTLS'], disableReverseLookup: true, logger: false },
    onData: (stream, _session, accepted) => {
      let header = '';
      stream.on('data', (chunk) => {
        if (header.length < HEADER_BYTES) header += chunk.toString('latin1');
      });
      stream.on('end', () => {
        this.#take(MESSAGE_ID.exec(header)?.[1] ?? '');
        accepted();
      });
    },
  });

  /** Mails that were accepted more than once. */
  get copies() {
    return this.#copies;
  }

  has(/** @type {string} */ id) {
    return this.#ids.has(id);
  }

  async listen() {
    // A client that is killed while it sends ends its connection with an error.
    this.#server.on('error', () => undefined);
    const listening = this.#server.listen(0, '127.0.0.1');
    await new Promise((resolve) => listening.once('listening', resolve));
    const address = listening.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  async close() {
    await new Promise((/** @type {(value?: unknown) => void} */ resolve) => this.#server.close(resolve));
  }

  #take(/** @type {string} */ id) {
    if (this.#ids.has(id)) this.#copies += 1;
    this.#ids.add(id);
  }
}
