// @ts-check
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { BROWSER_PATHS } from '../../../../infra/local/testing/browser.mjs';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page that is covered by another window must not be slowed down or stopped.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-ipc-flooding-protection',
  // No desktop features: no saved passwords, extensions, dialogs or sounds.
  '--disable-extensions',
  '--disable-features=Translate,PaintHolding,HttpsUpgrades',
  '--password-store=basic',
  '--no-default-browser-check',
  '--hide-scrollbars',
  '--mute-audio',
  '--force-color-profile=srgb',
  '--remote-debugging-port=0',
];

/**
 * One Chromium for each Jest worker, started when first needed. If Chromium is installed in an unusual place,
 * CHROMIUM_PATH must name the program. Test files connect to the browser directly; Playwright's own browser server
 * would relay every message through this process.
 */
export class SharedBrowsers {
  /** @type {Map<string, { child: import('node:child_process').ChildProcess, address: Promise<string> }>} */
  #browsers = new Map();
  /** @type {import('node:child_process').ChildProcess[]} */
  #children = [];

  /** @param {string} folder for profiles */
  constructor(folder) {
    this.folder = folder;
  }

  /**
   * Starts Chromium if necessary. Returns the address that `chromium.connectOverCDP` takes.
   * @param {string} slot number of the Jest worker
   * @param {boolean} [replace] whether to start another Chromium, because the current one doesn't answer
   */
  address(slot, replace = false) {
    const known = this.#browsers.get(slot);
    if (known && !replace) return known.address;
    if (known) killGroup(known.child);
    const child = this.#launch();
    // If the browser ends, for example in a crash, the next test file gets a new one.
    child.once('exit', () => {
      if (this.#browsers.get(slot)?.child === child) this.#browsers.delete(slot);
    });
    const address = addressOf(child);
    this.#browsers.set(slot, { child, address });
    return address;
  }

  close() {
    this.#children.forEach(killGroup);
  }

  #launch() {
    const executable = process.env.CHROMIUM_PATH ?? BROWSER_PATHS.find((file) => existsSync(file));
    if (!executable) throw new Error(`No Chromium in ${BROWSER_PATHS.join(', ')}; set CHROMIUM_PATH`);
    const profile = mkdtempSync(path.join(this.folder, 'browser-'));
    const child = spawn(executable, [...FLAGS, `--user-data-dir=${profile}`], {
      // A separate process group: the program may be a script that starts the browser, and both must be killed.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.unref();
    if (child.stderr instanceof Socket) child.stderr.unref();
    this.#children.push(child);
    process.once('exit', () => killGroup(child));
    return child;
  }
}

/** @param {import('node:child_process').ChildProcess} child */
function killGroup({ pid }) {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The process group is gone already.
  }
}

/** Chromium prints its address once it is listening. @returns {Promise<string>} */
function addressOf(
  /** @type {import('node:child_process').ChildProcessByStdio<null, null, import('node:stream').Readable>} */ child,
) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Chromium exited with code ${code} before it was ready`)));
    createInterface(child.stderr).on('line', (line) => {
      const [, address] = /DevTools listening on (ws:\S+)/.exec(line) ?? [];
      if (address) resolve(address);
    });
  });
}
