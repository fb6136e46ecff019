// @ts-check
import path from 'node:path';
import { COVERAGE_ENV } from '../../../../infra/local/testing/process-coverage.mjs';
import { HostProcess } from './host-process.mjs';

/** The processes that run commands. A new one starts only if all others are busy. */
export class CommandHosts {
  /** @type {HostProcess[]} */
  #hosts = [];
  /** @type {HostProcess[]} */
  #idle = [];

  /** @param {string} folder where the hosts' output goes */
  constructor(folder) {
    this.folder = folder;
  }

  /**
   * Runs one command.
   * @param {{ program: 'ledger' | 'create-admin' | 'reset-factors' | 'unfreeze-user', args: string[], env: NodeJS.ProcessEnv }} command
   * @returns {Promise<unknown>} its exit code and what it wrote to standard output and standard error
   */
  async run(command) {
    const host = this.#idle.pop() ?? this.#fork();
    // A command's threads take the folder for their coverage from the environment.
    const env = { ...command.env, ...COVERAGE_ENV };
    const result = await host.send({ run: { ...command, env } });
    this.#idle.push(host);
    return result;
  }

  async close() {
    await Promise.all(this.#hosts.map((host) => host.end('SIGTERM')));
  }

  #fork() {
    const host = new HostProcess(
      'command-host.mjs',
      path.join(this.folder, `command-host-${this.#hosts.length}.log`),
    );
    this.#hosts.push(host);
    return host;
  }
}
