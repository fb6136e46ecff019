import { describe, expect, it, jest } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { HttpClient, waitFor } from '../harness/index.js';
import { Launcher, processesUsing } from '../harness/launcher.js';
import { ROOT } from '../harness/paths.js';
import { useLauncher } from './launcher.fixtures.js';

jest.setTimeout(600_000);

const DEMO = { email: 'alice@moniker.example', password: 'moniker-demo' };
const test = useLauncher();

const modeOf = (name: string) => statSync(path.join(test.dataDir, name)).mode & 0o777;

/** Empties files in the data folder, as a power failure can. */
function tear(...names: readonly string[]): void {
  for (const name of names) writeFileSync(path.join(test.dataDir, name), '');
}

describe('npm start and npm run ledger', () => {
  it('serve, refuse a second start, stop on Ctrl-C, and handle files torn by a power failure [OPS-1, OPS-13]', async () => {
    tear('.moniker-data', 'processes.json', 'postgres-port.json', 'lock.json');
    const first = await test.ready();
    expect(first.output()).toMatch(
      /Deleted processes\.json, which was damaged[^]*Deleted postgres-port\.json/,
    );
    expect((await new HttpClient(first.url).get('/auth')).status).toBe(200);
    expect((await new HttpClient(first.url).post('/api/auth/login', DEMO)).status).toBe(200);
    expect((await fetch(`http://localhost:${first.inboxPort}/email`)).status).toBe(200);
    expect([modeOf('runtime.json'), modeOf('secrets.json')]).toEqual([0o600, 0o600]);

    const second = await test.start();
    expect(await second.exit()).toBe(1);
    expect(second.output()).toContain(
      `${test.dataDir} is in use by npm start (process ${first.process.pid})`,
    );
    expect(test.ledger('verify')).toMatchObject({ status: 0 });

    first.process.kill('SIGINT');
    expect(await first.interrupt()).toBe(0);
    expect(processesUsing(test.dataDir)).toEqual([]);
    expect(existsSync(path.join(test.dataDir, 'runtime.json'))).toBe(false);
    tear('postgres/data/postmaster.pid');
    expect(test.ledger('verify')).toMatchObject({ status: 0 });
    expect(test.ledger('no-such-command')).toMatchObject({ status: 2 });
    tear('secrets.json');
    const { status, stderr } = test.ledger('verify');
    expect(status).toBe(2);
    const secrets = path.join(test.dataDir, 'secrets.json');
    expect(stderr.trim()).toMatch(
      new RegExp(`^✗ {2}${secrets} is damaged\\. .* Restore it from a copy, or start over with --fresh\\.$`),
    );
  });

  it('lock a folder for one process, however many try concurrently [OPS-12]', async () => {
    const folders = Array.from({ length: 200 }, (_, index) => path.join(test.dataDir, String(index)));
    for (const folder of folders) {
      mkdirSync(folder);
      writeFileSync(
        path.join(folder, 'lock.json'),
        JSON.stringify({ pid: 1, identity: 'ended', what: 'stale' }),
      );
    }
    const firstAt = Date.now() + 1_000;
    const script = path.join(ROOT, 'api/test/ops/lock-race.mjs');
    const racers = [1, 2].map(() => spawn(process.execPath, [script, String(firstAt), '3', ...folders]));
    const locked = await Promise.all(
      racers.map(async ({ stdout }) => JSON.parse(String((await once(stdout, 'data'))[0])) as number[]),
    );
    for (const racer of racers) racer.stdin.end();
    await Promise.all(racers.map((racer) => once(racer, 'close')));
    expect(locked.flat().sort((a, b) => a - b)).toEqual(folders.map((_, index) => index));
  });

  it.each(['PORT', 'INBOX_PORT'])(
    'report a %s in use and how to choose another [OPS-1]',
    async (variable) => {
      const taken = net.createServer().listen(0, '127.0.0.1');
      await waitFor(() => taken.listening, { what: 'a port to be taken' });
      const { port } = taken.address() as net.AddressInfo;
      try {
        const launcher = await test.start({ env: { [variable]: String(port) } });
        expect(await launcher.exit()).toBe(1);
        expect(launcher.output().trim().split('\n')).toEqual([
          expect.stringMatching(new RegExp(`Port ${port} is in use.* ${variable}=\\d+ npm start`)),
        ]);
      } finally {
        taken.close();
      }
    },
  );

  it('refuse to use or wipe a folder with other files', async () => {
    writeFileSync(path.join(test.dataDir, 'thesis.txt'), 'mine');
    const launcher = await test.start({ args: ['--fresh'] });
    expect(await launcher.exit()).toBe(1);
    expect(launcher.output()).toContain('contains other files');
    expect(readFileSync(path.join(test.dataDir, 'thesis.txt'), 'utf8')).toBe('mine');
  });

  it('report which data folder cannot be created [OPS-60]', async () => {
    const launcher = await Launcher.start({ dataDir: '/proc/x/y' });
    expect(await launcher.exit()).toBe(1);
    expect(launcher.output()).toContain("The data folder /proc/x/y isn't accessible (ENOENT). Set DATA_DIR");
    const onFile = await Launcher.start({ dataDir: '/proc/version' });
    expect(await onFile.exit()).toBe(1);
    expect(onFile.output()).toContain("/proc/version isn't a folder. Set DATA_DIR to one.");
  });

  it('stop on Ctrl-C while the database is being created, without an error [OPS-61]', async () => {
    const launcher = await test.start();
    const initdb = () => processesUsing(test.dataDir).filter((line) => line.includes('initdb'));
    await waitFor(() => initdb().length > 0, { what: 'initdb', timeoutMs: 60_000 });
    // Sends SIGINT to all of these processes, as a terminal does to its foreground processes.
    launcher.process.kill('SIGINT');
    for (const line of initdb()) process.kill(Number.parseInt(line, 10), 'SIGINT');
    expect(await launcher.exit()).toBe(0);
    expect(launcher.output()).toContain('Stopped');
    expect(launcher.output()).not.toMatch(/fail|✗/);
  });

  it('ignore the database URLs of a killed launcher while another command uses the folder', async () => {
    const stale = { auditor: 'postgres://auditor@127.0.0.1:1/moniker', publisher: 'ended' };
    writeFileSync(path.join(test.dataDir, 'runtime.json'), JSON.stringify(stale));
    const script = path.join(ROOT, 'api/test/ops/lock-race.mjs');
    const holder = spawn(process.execPath, [script, '0', '0', test.dataDir]);
    await once(holder.stdout, 'data');
    const { status, stderr } = test.ledger('verify');
    holder.stdin.end();
    await once(holder, 'close');
    expect([status, stderr]).toEqual([2, expect.stringContaining("There's no ledger in")]);
  });

  it('report in one line that there is no ledger', () => {
    const { status, stderr } = test.ledger('verify');
    expect(status).toBe(2);
    expect(stderr.trim()).toMatch(/^ledger: There's no ledger in .*\. Run npm start first.*$/);
  });

  it("run, on a machine without a bank, the auditors' commands that need no ledger", () => {
    const vector = (name: string): string => path.join(ROOT, 'docs/vectors', name);
    const keys = ['--keys', vector('checkpoints/keys')];
    for (const args of [
      ['--help'],
      ['checkpoint', 'verify', '--help'],
      ['check-proof', vector('event-8.proof'), ...keys],
      ['checkpoint', 'list', vector('checkpoints'), ...keys],
      ['verify', '--from-file', vector('log.ndjson'), '--checkpoints', vector('checkpoints'), ...keys],
    ])
      expect([args, test.ledger(...args)]).toMatchObject([args, { status: 0 }]);
    const { status, stderr } = test.ledger('checkpoint', 'verify', vector('checkpoints'), ...keys);
    expect([status, stderr]).toEqual([2, expect.stringContaining("There's no ledger in")]);
  });
});
