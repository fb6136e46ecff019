import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { COVERAGE_FLAGS, saveCoverage } from '../../../infra/local/testing/process-coverage.mjs';
import { FOLLOW_PARENT, ROOT } from './paths.js';
import { waitFor } from './wait-for.js';

/** How long to wait for a program to stop before killing it. */
const GRACE_MS = 30_000;

/** With this flag, loading a program triggers less garbage collection (`services/host-process.mjs`). */
const V8_FLAGS = ['--min-semi-space-size=16'];

/** A Node program under test. */
export class NodeProcess {
  private printed = '';
  /** Resolves after exit, once all output has arrived. */
  private readonly closed: Promise<unknown>;

  private constructor(readonly process: ChildProcess) {
    this.closed = once(process, 'close');
    for (const stream of [process.stdout, process.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.printed += chunk.toString()));
    }
    this.unrefChild();
  }

  /** Starts a script. `env` overrides the environment of the tests. */
  static start(script: string, args: string[], env: NodeJS.ProcessEnv): NodeProcess {
    const flags = ['--import', FOLLOW_PARENT, ...V8_FLAGS, ...COVERAGE_FLAGS];
    const child = spawn(process.execPath, [...flags, script, ...args], {
      cwd: ROOT,
      env: { ...withoutJest(process.env), ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    return new NodeProcess(child);
  }

  /** Everything that the program has printed so far, on both streams. */
  output(): string {
    return this.printed;
  }

  hasEnded(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  /** Waits until the condition holds. Fails immediately if the program ends first. */
  async untilReady(what: string, ready: () => boolean | Promise<boolean>, timeoutMs = 60_000): Promise<void> {
    await waitFor(async () => this.hasEnded() || (await ready()), { what, timeoutMs }).catch(
      (error: unknown) => {
        throw new Error(`${String(error)}; it printed:\n${this.printed}`);
      },
    );
    if (this.hasEnded()) throw new Error(`Ended while waiting for ${what}; it printed:\n${this.printed}`);
  }

  /** Waits until the program has exited. The output is then complete. */
  async ended(): Promise<void> {
    await this.closed;
  }

  /** Stops the program with SIGTERM, or with SIGKILL after `GRACE_MS`. */
  async stop(): Promise<void> {
    await this.terminate('SIGTERM');
  }

  /** Kills the program with SIGKILL, like a power failure. */
  async kill9(): Promise<void> {
    await saveCoverage(this.process);
    await this.terminate('SIGKILL');
  }

  /**
   * Lets Jest exit while the process is running, because a failed test may leave the process behind. The process then
   * ends together with Jest (`FOLLOW_PARENT`). Tests can still wait for the process, because a running test or hook
   * keeps Jest alive.
   */
  private unrefChild(): void {
    const { process } = this;
    process.unref();
    process.channel?.unref();
    for (const stream of [process.stdout, process.stderr]) if (stream instanceof Socket) stream.unref();
  }

  private async terminate(signal: NodeJS.Signals): Promise<void> {
    const force = setTimeout(() => this.process.kill('SIGKILL'), GRACE_MS);
    this.process.kill(signal);
    await this.closed;
    clearTimeout(force);
  }
}

/** Removes variables that would reveal Jest to the program under test. */
function withoutJest(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = ['NODE_OPTIONS', 'NODE_ENV', 'JEST_WORKER_ID', 'MONIKER_TEST_SERVER'];
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.includes(name)));
}
