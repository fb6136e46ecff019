// @ts-check
import { spawn } from 'node:child_process';
import { ROOT } from './paths.mjs';

/**
 * @typedef {{ code: number, output: string }} Ran
 */

/** How long a command may take to end when it is told to. */
const GRACE_MS = 5_000;

/**
 * Runs a command to its end, or to the end of this process, and keeps what it printed. When the signal is aborted, it
 * rejects as soon as the command has really ended: what it worked on is then nobody's any more.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, signal?: AbortSignal | undefined }} [options]
 * @returns {Promise<Ran>}
 */
export function run(command, args, { env = process.env, cwd = ROOT, signal } = {}) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => (output += chunk.toString());
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const endToo = () => child.kill();
    const abort = () => {
      child.kill();
      setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
    };
    process.once('exit', endToo);
    signal?.addEventListener('abort', abort);
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('exit', endToo);
      signal?.removeEventListener('abort', abort);
      if (signal?.aborted) reject(signal.reason);
      else resolve({ code: code ?? 1, output });
    });
  });
}
