// @ts-check
import http from 'node:http';
import { json } from 'node:stream/consumers';
import { CommandHosts } from './command-hosts.mjs';
import { ProgramHosts } from './program-hosts.mjs';
import { SharedBrowsers } from './shared-browsers.mjs';
import { SharedMailServers } from './shared-mail-servers.mjs';
import { seedDemoTemplate } from './demo-template.mjs';

/**
 * The fields of all requests. Each service reads only the fields that it needs. `slot` is the number of the Jest worker
 * that sends the request.
 * @typedef {{
 *   slot: string,
 *   replace: boolean,
 *   program: import('./program-hosts.mjs').Program,
 *   command: 'ledger' | 'create-admin' | 'reset-factors' | 'unfreeze-user',
 *   env: NodeJS.ProcessEnv,
 *   id: number,
 *   args: string[],
 * }} ServiceRequest
 */

/**
 * The services that all test files of a run share besides the database servers: hosts for programs and commands,
 * browsers, mail servers and the demo's template database. They live in Jest's main process, because a Jest worker
 * keeps nothing between two files. Test files call them over HTTP on the loopback address (`services-client.ts`).
 * Each service starts when it is first needed.
 */
export class TestServices {
  #hosts;
  #commandHosts;
  #browsers;
  #mailServers = new SharedMailServers();
  /** @type {Promise<string> | undefined} */
  #demoTemplate;
  // Idle connections stay open: a request that arrived while its connection was being closed would be lost.
  #server = http.createServer(
    { keepAliveTimeout: 0 },
    (request, response) => void this.#answer(request, response),
  );

  /** @param {import('../../../../infra/local/test-server.mjs').TestConnection} connection */
  constructor(connection) {
    this.connection = connection;
    this.#hosts = new ProgramHosts(connection.folder);
    this.#commandHosts = new CommandHosts(connection.folder);
    this.#browsers = new SharedBrowsers(connection.folder);
  }

  /** Opens the services; resolves with their address. */
  async open() {
    await new Promise((resolve) => this.#server.listen(0, '127.0.0.1', () => resolve(undefined)));
    this.#server.unref();
    const address = this.#server.address();
    if (typeof address !== 'object' || !address) throw new Error('the test services have no address');
    return `http://127.0.0.1:${address.port}`;
  }

  async close() {
    this.#browsers.close();
    this.#mailServers.close();
    await Promise.all([this.#hosts.close(), this.#commandHosts.close()]);
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Milliseconds of password hashing in the hosts so far. */
  get hashingMs() {
    return this.#hosts.hashingMs;
  }

  /** @type {Record<string, (request: ServiceRequest) => Promise<unknown>>} */
  #calls = {
    '/start-program': ({ program, env }) => this.#hosts.start({ program, env }),
    '/stop-program': ({ id }) => this.#hosts.stop(id),
    '/kill-program': ({ id }) => this.#hosts.kill(id),
    '/run-command': ({ command, args, env }) => this.#commandHosts.run({ program: command, args, env }),
    '/browser': ({ slot, replace }) => this.#browsers.address(slot, replace),
    '/mail-server': ({ slot }) => this.#mailServers.ports(slot),
    '/demo-template': () => (this.#demoTemplate ??= seedDemoTemplate(this.connection)),
  };

  async #answer(/** @type {http.IncomingMessage} */ request, /** @type {http.ServerResponse} */ response) {
    const reply = (/** @type {number} */ status, /** @type {unknown} */ body) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? null));
    try {
      const call = this.#calls[request.url ?? ''];
      if (!call) throw new Error(`no test service at ${request.url}`);
      reply(200, await call(/** @type {ServiceRequest} */ (await json(request))));
    } catch (error) {
      reply(500, { message: error instanceof Error ? error.message : String(error) });
    }
  }
}
