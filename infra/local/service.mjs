// @ts-check
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
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
 * @property {number} pid
 * @property {string} log
 * @property {() => string} tail the last lines of its log
 * @property {Promise<string>} ended resolves with a description of how it ended
 * @property {() => Promise<void>} stop
 * @property {(ready: () => boolean | Promise<boolean>) => Promise<void>} untilReady
 */

const FOLLOW_PARENT = pathToFileURL(inRoot('infra/local/follow-parent.mjs')).href;
const GRACE_MS = 10_000;
const READY_MS = 60_000;

/**
 * Starts a Node program in its own process group, so Ctrl-C does not reach it and the launcher decides the order in
 * which services stop. Its output goes to its log, or line by line to `onLine`.
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.script
 * @param {string[]} [options.args]
 * @param {string[] | undefined} [options.nodeArgs]
 * @param {NodeJS.ProcessEnv} options.env
 * @param {string} options.dataFolder
 * @param {(line: string) => void} [options.onLine]
 * @returns {Service}
 */
export function startService({ name, script, args = [], nodeArgs = [], env, dataFolder, onLine }) {
  const log = path.join(dataFolder, 'logs', `${name}.log`);
  rotateLog(log);
  const output = openSync(log, 'a', 0o600);
  const child = spawn(process.execPath, ['--import', FOLLOW_PARENT, ...nodeArgs, script, ...args], {
    cwd: ROOT,
    env,
    detached: true,
    stdio: ['ignore', onLine ? 'pipe' : output, onLine ? 'pipe' : output, 'ipc'],
  });
  closeSync(output);
  for (const input of [child.stdout, child.stderr]) {
    if (input && onLine) createInterface({ input }).on('line', onLine);
  }
  const pid = child.pid;
  if (pid === undefined) throw new Problem(`The ${name} couldn't be started.`);
  recordProcess(dataFolder, pid);
  /** @type {string | undefined} */
  let endReason;
  const ended = new Promise((/** @type {(reason: string) => void} */ resolve) => {
    child.once('exit', (code, signal) => {
      endReason = signal ? `was ended by ${signal}` : `ended with code ${code}`;
      resolve(endReason);
    });
  });
  const stop = async () => {
    if (!endReason) await endProcess(pid, { graceMs: GRACE_MS });
    await ended;
    forgetProcess(dataFolder, pid);
  };
  const untilReady = async (/** @type {() => boolean | Promise<boolean>} */ ready) => {
    const result = await poll(async () => endReason ?? (await ready()), { timeoutMs: READY_MS });
    if (result === true) return;
    throw new Problem(
      `The ${name} ${endReason ?? "didn't become ready"}. Last lines of ${log}:\n${tailOf(log)}`,
    );
  };
  return { name, pid, log, tail: () => tailOf(log), ended, stop, untilReady };
}
