// @ts-check
import { fork } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { freePort } from '../../../../infra/local/ports.mjs';
import { poll } from '../../../../infra/local/wait.mjs';

const maildev = path.join(
  path.dirname(createRequire(import.meta.url).resolve('maildev/package.json')),
  'bin/maildev',
);
const FOLLOW_PARENT = new URL('../../../../infra/local/follow-parent.mjs', import.meta.url).href;

/** @typedef {{ smtpPort: number, webPort: number }} MailPorts */

/** One MailDev for each Jest worker, started when first needed. */
export class SharedMailServers {
  /** @type {Map<string, Promise<MailPorts>>} */
  #servers = new Map();
  /** @type {import('node:child_process').ChildProcess[]} */
  #children = [];

  /** @param {string} slot number of the Jest worker */
  ports(slot) {
    const known = this.#servers.get(slot);
    if (known) return known;
    const started = this.#start(() => this.#servers.delete(slot));
    this.#servers.set(slot, started);
    return started;
  }

  /** @param {() => void} ended called when the server is gone, so the next file gets another */
  async #start(ended) {
    const smtpPort = await freePort();
    const webPort = await freePort();
    const args = ['--smtp', String(smtpPort), '--web', String(webPort), '--ip', '127.0.0.1', '--silent'];
    const child = fork(maildev, args, { execArgv: ['--import', FOLLOW_PARENT], stdio: 'ignore' });
    child.unref();
    child.channel?.unref();
    child.once('exit', ended);
    this.#children.push(child);
    const ready = await poll(() => isServing(`http://127.0.0.1:${webPort}/email`), { timeoutMs: 60_000 });
    if (!ready) throw new Error('MailDev did not start');
    return { smtpPort, webPort };
  }

  close() {
    for (const child of this.#children) child.kill('SIGKILL');
  }
}

const isServing = (/** @type {string} */ url) =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  );
