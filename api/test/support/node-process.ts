import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { FOLLOW_PARENT, ROOT } from './paths.js';
import { waitFor } from './wait-for.js';

/** How long a program may take to stop before it is killed. */
const GRACE_MS = 30_000;

/** A Node program under test. */
export class NodeProcess {
  private printed = '';
  /** After its exit, when what it printed last has come too. */
  private readonly closed: Promise<unknown>;

  private constructor(readonly process: ChildProcess) {
    this.closed = once(process, 'close');
    for (const stream of [process.stdout, process.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.printed += chunk.toString()));
    }
    this.unrefChild();
  }

  /** Starts a script; `env` is laid over the environment of the tests. */
  static start(script: string, args: string[], env: NodeJS.ProcessEnv): NodeProcess {
    const child = spawn(process.execPath, ['--import', FOLLOW_PARENT, script, ...args], {
      cwd: ROOT,
      env: { ...withoutJest(process.env), ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    return new NodeProcess(child);
  }

  /** Everything that it has printed so far, on both streams. */
  output(): string {
    return this.printed;
  }

  hasEnded(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  /** Waits until the condition holds; fails at once if the program ends before. */
  async untilReady(what: string, ready: () => boolean | Promise<boolean>, timeoutMs = 60_000): Promise<void> {
    await waitFor(async () => this.hasEnded() || (await ready()), { what, timeoutMs }).catch(
      (error: unknown) => {
        throw new Error(`${String(error)}; it printed:\n${this.printed}`);
      },
    );
    if (this.hasEnded()) throw new Error(`Ended while waiting for ${what}; it printed:\n${this.printed}`);
  }

  /** Waits until it has ended by itself; its output is whole then. */
  async ended(): Promise<void> {
    await this.closed;
  }

  /** Stops it politely, and by force when it takes too long. */
  async stop(): Promise<void> {
    await this.terminate('SIGTERM');
  }

  /** Kills it the way a power cut would. */
  async kill9(): Promise<void> {
    await this.terminate('SIGKILL');
  }

  /**
   * One that a failed test has left behind must not keep Jest from ending: it ends when Jest has (`FOLLOW_PARENT`). What
   * waits for it is a test or a hook, and those have a time limit that keeps Jest going.
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

/** The programs under test must not notice that Jest is around. */
function withoutJest(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = ['NODE_OPTIONS', 'NODE_ENV', 'JEST_WORKER_ID', 'MONIKER_TEST_SERVER'];
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.includes(name)));
}
