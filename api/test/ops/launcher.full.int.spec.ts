import { describe, expect, it, jest } from '@jest/globals';
import { chmodSync, chownSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { HttpClient, waitFor } from '../harness/index.js';
import { processesUsing, unprivilegedAccount } from '../harness/launcher.js';
import { useLauncher } from './launcher.fixtures.js';

jest.setTimeout(600_000);

const account = unprivilegedAccount();
const asRoot = process.getuid?.() === 0;
const test = useLauncher();

/** Clusters that initdb has not finished. */
const unfinished = () =>
  existsSync(path.join(test.dataDir, 'postgres'))
    ? readdirSync(path.join(test.dataDir, 'postgres')).filter((name) => name.startsWith('unfinished-'))
    : [];

describe('npm start', () => {
  it('keeps the data when it is stopped or killed, and exits if the worker is killed [OPS-1]', async () => {
    const first = await test.ready();
    await test.leaveMark();
    expect(await first.interrupt()).toBe(0);

    const killed = await test.ready();
    expect(await test.findMark()).toBe('marked');
    killed.process.kill('SIGKILL');
    await killed.exit();

    const last = await test.ready();
    expect(await test.findMark()).toBe('marked');
    const worker = processesUsing(test.dataDir).find((line) => line.includes('worker.js'));
    process.kill(Number.parseInt(worker ?? '', 10), 'SIGKILL');
    expect(await last.exit()).toBe(1);
    expect(last.output()).toContain('The worker was ended by SIGKILL');
  });

  it('recreates a database whose creation was interrupted, and starts over with --fresh', async () => {
    const killed = await test.start();
    await waitFor(() => unfinished().length > 0, {
      what: 'an unfinished cluster',
      timeoutMs: 60_000,
    });
    killed.process.kill('SIGKILL');
    await killed.exit();
    expect(existsSync(path.join(test.dataDir, 'postgres/data'))).toBe(false);

    const again = await test.ready();
    await test.leaveMark();
    expect(await again.interrupt()).toBe(0);

    const fresh = await test.ready({ args: ['--fresh'] });
    expect(await test.findMark()).not.toBe('marked');
    expect(await fresh.interrupt()).toBe(0);
  });

  (account ? it : it.skip)('runs as an unprivileged user', async () => {
    const { uid, gid } = account ?? { uid: 0, gid: 0 };
    chownSync(test.dataDir, uid, gid);
    const launcher = await test.ready({ account: { uid, gid } });
    expect((await new HttpClient(launcher.url).get('/readyz')).status).toBe(200);
    expect(await launcher.interrupt()).toBe(0);
  });

  (asRoot ? it : it.skip)("runs in root's own folders, which PostgreSQL's account cannot enter", async () => {
    chmodSync(test.dataDir, 0o700);
    const launcher = await test.ready();
    const relocatedTo = readFileSync(path.join(test.dataDir, 'postgres/elsewhere'), 'utf8');
    try {
      expect(await launcher.interrupt()).toBe(0);
      // The data is found even after the permissions have changed.
      chmodSync(test.dataDir, 0o711);
      expect(test.ledger('verify')).toMatchObject({ status: 0 });
    } finally {
      await launcher.interrupt();
      rmSync(relocatedTo, { recursive: true });
    }
  });
});
