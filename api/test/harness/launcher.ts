import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.js';
import { freePort } from './ports.js';
import { waitFor } from './wait-for.js';

export interface SystemAccount {
  uid: number;
  gid: number;
}

interface LaunchOptions {
  dataDir: string;
  env?: NodeJS.ProcessEnv;
  args?: string[];
  account?: SystemAccount;
  command?: 'start' | 'dev';
  /** The repository, or a copy of it. */
  root?: string;
}

/** An `npm start` or `npm run dev` under test, on its own ports. */
export class Launcher {
  private printed = '';
  private readonly ended: Promise<number | null>;

  private constructor(
    readonly process: ChildProcess,
    readonly port: number,
    readonly inboxPort: number,
  ) {
    for (const stream of [process.stdout, process.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.printed += chunk.toString()));
    }
    this.ended = new Promise((resolve) => process.once('close', resolve));
  }

  static async start(options: LaunchOptions): Promise<Launcher> {
    const { dataDir, env = {}, args = [], account, command = 'start', root = ROOT } = options;
    const port = env['PORT'] ? Number(env['PORT']) : await freePort();
    const inboxPort = env['INBOX_PORT'] ? Number(env['INBOX_PORT']) : await freePort();
    const child = spawn(process.execPath, [path.join(root, `infra/local/${command}.mjs`), ...args], {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        HOME: dataDir,
        DATA_DIR: dataDir,
        PORT: String(port),
        INBOX_PORT: String(inboxPort),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...account,
    });
    return new Launcher(child, port, inboxPort);
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  output(): string {
    return this.printed;
  }

  /** Waits for the output that says that everything is running. */
  async untilReady(): Promise<this> {
    let code: number | null | undefined;
    void this.ended.then((value) => (code = value));
    await waitFor(() => code !== undefined || this.printed.includes('Ctrl-C'), {
      what: 'the launcher to be ready',
      timeoutMs: 240_000,
    });
    if (code !== undefined) throw new Error(`The launcher ended with code ${code}:\n${this.printed}`);
    return this;
  }

  /** Waits until the launcher ends. Returns the exit code. */
  exit(): Promise<number | null> {
    return this.ended;
  }

  /** Sends Ctrl-C and waits until the launcher ends. Returns the exit code. */
  interrupt(): Promise<number | null> {
    this.process.kill('SIGINT');
    return this.ended;
  }
}

/** Lists running processes that mention a folder in their command line or environment, zombies excluded. */
export function processesUsing(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => `${read(pid, 'cmdline')}\0${read(pid, 'environ')}`.includes(folder))
    .map((pid) => `${pid} ${read(pid, 'cmdline').replaceAll('\0', ' ')}`);
}

/** Returns an unprivileged account that can read this repository, if there is one and we may switch to it. */
export function unprivilegedAccount(): SystemAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (option: string) => Number(spawnSync('id', [option, 'nobody'], { encoding: 'utf8' }).stdout);
  const account = { uid: id('-u'), gid: id('-g') };
  const canRead =
    spawnSync('/bin/sh', ['-c', 'test -r package.json'], { cwd: ROOT, ...account }).status === 0;
  return account.uid > 0 && canRead ? account : undefined;
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
