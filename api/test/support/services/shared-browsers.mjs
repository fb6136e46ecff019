// @ts-check
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** One Chromium for each Jest worker, started when first needed. CHROMIUM_PATH names one in an unusual place. */
export class SharedBrowsers {
  /** @type {Map<string, Promise<import('playwright-core').BrowserServer>>} */
  #servers = new Map();

  /**
   * The address that `chromium.connect` takes.
   * @param {string} slot number of the Jest worker
   */
  async endpoint(slot) {
    let server = this.#servers.get(slot);
    if (!server) {
      server = launch();
      this.#servers.set(slot, server);
      // A browser that did not start or has crashed is started again for the next file.
      const forget = () => this.#servers.delete(slot);
      void server.then((started) => started.once('close', forget), forget);
    }
    return (await server).wsEndpoint();
  }

  async close() {
    await Promise.allSettled([...this.#servers.values()].map(async (server) => (await server).close()));
  }
}

function launch() {
  const executablePath = process.env.CHROMIUM_PATH ?? PATHS.find((path) => existsSync(path));
  if (!executablePath) throw new Error(`No Chromium in ${PATHS.join(', ')}; set CHROMIUM_PATH`);
  return chromium.launchServer({ executablePath, args: FLAGS, host: '127.0.0.1' });
}
