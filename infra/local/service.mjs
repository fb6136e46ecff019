// @ts-check
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rotateLog, tailOf } from './logs.mjs';
import { inRoot, ROOT } from './paths.mjs';
import { Problem } from './problem.mjs';
import { endProcess } from './processes.mjs';
import { forgetProcess, recordProcess } from './recorded-processes.mjs';
import { poll } from './wait.mjs';

/**
 * @typedef {object} Service
 * @property {string} name
 * @property {string} log
 * @property {() => string} tail the end of its log
 * @property {Promise<string>} ended how it ended, when it has
 * @property {() => Promise<void>} stop
 * @property {(ready: () => boolean | Promise<boolean>) => Promise<void>} untilReady
 */

const FOLLOW_PARENT = pathToFileURL(inRoot('infra/local/follow-parent.mjs')).href;
const GRACE_MS = 10_000;
const READY_MS = 60_000;

/**
 * Starts a Node program beside this one. It has no part in the terminal's Ctrl-C: the launcher decides the order.
 * @param {{ name: string, script: string, args?: string[], env: NodeJS.ProcessEnv, dataFolder: string }} options
 * @returns {Service}
 */
export function startService({ name, script, args = [], env, dataFolder }) {
  const log = path.join(dataFolder, 'logs', `${name}.log`);
  rotateLog(log);
  const output = openSync(log, 'a', 0o600);
  const child = spawn(process.execPath, ['--import', FOLLOW_PARENT, script, ...args], {
    cwd: ROOT,
    env,
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
  });
  closeSync(output);
  const pid = child.pid;
  if (pid === undefined) throw new Problem(`The ${name} cannot be started.`);
  recordProcess(dataFolder, pid);
  /** @type {string | undefined} */
  let end;
  const ended = new Promise((/** @type {(how: string) => void} */ resolve) => {
    child.once('exit', (code, signal) => {
      end = signal ? `was ended by ${signal}` : `ended with code ${code}`;
      resolve(end);
    });
  });
  const stop = async () => {
    if (!end) await endProcess(pid, { graceMs: GRACE_MS });
    await ended;
    forgetProcess(dataFolder, pid);
  };
  const untilReady = async (/** @type {() => boolean | Promise<boolean>} */ ready) => {
    const answer = await poll(async () => end ?? (await ready()), { timeoutMs: READY_MS });
    if (answer === true) return;
    throw new Problem(`The ${name} ${end ?? 'does not become ready'}. The end of ${log}:\n${tailOf(log)}`);
  };
  return { name, log, tail: () => tailOf(log), ended, stop, untilReady };
}
