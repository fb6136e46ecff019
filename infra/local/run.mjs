// @ts-check
import { spawn } from 'node:child_process';
import { ROOT } from './paths.mjs';

/** @typedef {{ code: number, output: string }} RunResult */

/** Time between SIGTERM and SIGKILL for a command that is aborted. */
const GRACE_MS = 5_000;

/**
 * Runs a command and collects its output. Ends the command when this process ends or the signal is aborted. After an
 * abort, rejects only when the command has ended, so its files are no longer in use.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, signal?: AbortSignal | undefined, uid?: number, gid?: number }} [options]
 * @returns {Promise<RunResult>}
 */
export function run(command, args, { env = process.env, cwd = ROOT, signal, ...account } = {}) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const child = spawn(command, args, { ...account, cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (/** @type {Buffer} */ chunk) => (output += chunk.toString());
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const killWithParent = () => child.kill();
    const abort = () => {
      child.kill();
      setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
    };
    process.once('exit', killWithParent);
    signal?.addEventListener('abort', abort);
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('exit', killWithParent);
      signal?.removeEventListener('abort', abort);
      if (signal?.aborted) reject(signal.reason);
      else resolve({ code: code ?? 1, output });
    });
  });
}
