import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { HttpClient, query, temporaryFolder, waitFor } from '../support/index.js';
import { Launcher, unprivilegedAccount, processesUsing } from '../support/launcher.js';
import { ROOT } from '../support/paths.js';

jest.setTimeout(600_000);

const DEMO = { email: 'alice@moniker.example', password: 'moniker-demo' };
const account = unprivilegedAccount();
const asRoot = process.getuid?.() === 0;

let dataDir: string;
let started: Launcher[];

beforeEach(async () => {
  started = [];
  dataDir = await temporaryFolder();
  chmodSync(dataDir, 0o711);
});

afterEach(async () => {
  for (const launcher of started) launcher.process.kill('SIGINT');
  await Promise.all(started.map((launcher) => launcher.exit()));
  await nothingLeft();
});

async function start(options: Partial<Parameters<typeof Launcher.start>[0]> = {}): Promise<Launcher> {
  const launcher = await Launcher.start({ dataDir, ...options });
  started.push(launcher);
  return launcher;
}

const ready = async (options: Parameters<typeof start>[0] = {}) => (await start(options)).untilReady();

const runtime = () =>
  JSON.parse(readFileSync(path.join(dataDir, 'runtime.json'), 'utf8')) as Record<'owner' | 'auditor', string>;

const nothingLeft = () =>
  waitFor(() => processesUsing(dataDir).length === 0, {
    what: `no process to be left: ${processesUsing(dataDir).join('\n')}`,
    timeoutMs: 20_000,
  });

/** A mark in the database that only this cluster has. */
const leaveMark = () => query(runtime().owner, "COMMENT ON SCHEMA public IS 'marked'");
const findMark = async () => {
  const rows = await query(runtime().owner, "SELECT obj_description('public'::regnamespace) AS mark");
  return rows[0]?.['mark'] as unknown;
};

const ledger = (...args: string[]) =>
  spawnSync(process.execPath, [path.join(ROOT, 'infra/local/ledger.mjs'), ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    encoding: 'utf8',
  });

/** Databases that initdb has begun and not ended. */
const unfinished = () =>
  existsSync(path.join(dataDir, 'postgres'))
    ? readdirSync(path.join(dataDir, 'postgres')).filter((name) => name.startsWith('unfinished-'))
    : [];

const modeOf = (name: string) => statSync(path.join(dataDir, name)).mode & 0o777;

describe('npm start and npm run ledger', () => {
  it('serve, stop on Ctrl-C, survive being killed, and keep the data through all of it', async () => {
    const first = await ready();
    expect((await new HttpClient(first.url).get('/login')).status).toBe(200);
    expect((await new HttpClient(first.url).post('/api/auth/login', DEMO)).status).toBe(200);
    expect((await fetch(`http://localhost:${first.inboxPort}/email`)).status).toBe(200);
    expect([modeOf('runtime.json'), modeOf('secrets.json')]).toEqual([0o600, 0o600]);
    await leaveMark();

    const second = await start();
    expect(await second.exit()).toBe(1);
    expect(second.output()).toContain(`${dataDir} is in use by npm start (process ${first.process.pid})`);
    expect(ledger('verify')).toMatchObject({ status: 0 });

    first.process.kill('SIGINT');
    expect(await first.interrupt()).toBe(0);
    expect(processesUsing(dataDir)).toEqual([]);
    expect(existsSync(path.join(dataDir, 'runtime.json'))).toBe(false);
    expect(ledger('verify')).toMatchObject({ status: 0 });
    expect(ledger('no-such-command')).toMatchObject({ status: 2 });

    const killed = await ready();
    expect(await findMark()).toBe('marked');
    killed.process.kill('SIGKILL');
    await killed.exit();

    const last = await ready();
    expect(await findMark()).toBe('marked');
    const worker = processesUsing(dataDir).find((line) => line.includes('worker.js'));
    process.kill(Number.parseInt(worker ?? '', 10), 'SIGKILL');
    expect(await last.exit()).toBe(1);
    expect(last.output()).toContain('The worker was ended by SIGKILL');
  });

  it('make the database again if they were killed while making it, and start over when told to', async () => {
    const killed = await start();
    await waitFor(() => unfinished().length > 0, {
      what: 'the database to be half made',
      timeoutMs: 60_000,
    });
    killed.process.kill('SIGKILL');
    await killed.exit();
    expect(existsSync(path.join(dataDir, 'postgres/data'))).toBe(false);

    const again = await ready();
    await leaveMark();
    expect(await again.interrupt()).toBe(0);

    const fresh = await ready({ args: ['--fresh'] });
    expect(await findMark()).not.toBe('marked');
    expect(await fresh.interrupt()).toBe(0);
  });

  it.each(['PORT', 'INBOX_PORT'])(
    'say which port is taken and how to choose another: %s',
    async (variable) => {
      const taken = net.createServer().listen(0, '127.0.0.1');
      await waitFor(() => taken.listening, { what: 'a port to be taken' });
      const { port } = taken.address() as net.AddressInfo;
      try {
        const launcher = await start({ env: { [variable]: String(port) } });
        expect(await launcher.exit()).toBe(1);
        expect(launcher.output().trim().split('\n')).toEqual([
          expect.stringMatching(new RegExp(`Port ${port} is in use.* ${variable}=\\d+ npm start`)),
        ]);
      } finally {
        taken.close();
      }
    },
  );

  it('refuse to use or wipe a folder with other files in it', async () => {
    writeFileSync(path.join(dataDir, 'thesis.txt'), 'mine');
    const launcher = await start({ args: ['--fresh'] });
    expect(await launcher.exit()).toBe(1);
    expect(launcher.output()).toContain('holds other files');
    expect(readFileSync(path.join(dataDir, 'thesis.txt'), 'utf8')).toBe('mine');
  });

  it('say in one line that there is no ledger yet', () => {
    const { status, stderr } = ledger('verify');
    expect(status).toBe(2);
    expect(stderr.trim()).toMatch(/^✗ {2}There is no ledger yet in .*: run npm start first.*$/);
  });

  (account ? it : it.skip)('run as an ordinary user', async () => {
    const { uid, gid } = account ?? { uid: 0, gid: 0 };
    chownSync(dataDir, uid, gid);
    const launcher = await ready({ account: { uid, gid } });
    expect((await new HttpClient(launcher.url).get('/readyz')).status).toBe(200);
    expect(await launcher.interrupt()).toBe(0);
  });

  (asRoot ? it : it.skip)("work in root's own folders, which PostgreSQL's account cannot enter", async () => {
    chmodSync(dataDir, 0o700);
    const launcher = await ready();
    const place = readFileSync(path.join(dataDir, 'postgres/elsewhere'), 'utf8');
    try {
      expect(await launcher.interrupt()).toBe(0);
      // Whatever the permissions are later, the data stays where it is.
      chmodSync(dataDir, 0o711);
      expect(ledger('verify')).toMatchObject({ status: 0 });
    } finally {
      await launcher.interrupt();
      rmSync(place, { recursive: true });
    }
  });
});
