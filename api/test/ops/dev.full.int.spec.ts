import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort, HttpClient, waitFor } from '../harness/index.js';
import { processesUsing, type Launcher } from '../harness/launcher.js';
import { copyRepository, type RepositoryCopy } from './dev.fixtures.js';
import { useLauncher } from './launcher.fixtures.js';

jest.setTimeout(600_000);

const DEMO = { email: 'alice@moniker.example', password: 'moniker-demo' };
const ERRORS = 'api/src/http/app-error.ts';
const BRAND = 'common/src/brand.ts';
const FOREIGN = 'The request came from another site';

const test = useLauncher();
let copy: RepositoryCopy;
let apiPort: number;

beforeEach(async () => {
  copy = await copyRepository();
  apiPort = await freePort();
});

const startDev = (): Promise<Launcher> =>
  test.start({ command: 'dev', root: copy.root, env: { API_PORT: String(apiPort) } });
const readyDev = async (): Promise<Launcher> => (await startDev()).untilReady();

/** Sends a request that the API refuses. Returns the error message, which is defined in `ERRORS`. */
async function refusal({ url }: Launcher): Promise<string> {
  const headers = { origin: 'https://elsewhere.example' };
  const { body } = await new HttpClient(url).post<{ message: string }>('/api/auth/login', DEMO, { headers });
  return body.message;
}

const untilRefusal = (dev: Launcher, message: string): Promise<boolean> =>
  waitFor(async () => (await refusal(dev)) === message, {
    what: `the API to respond with ${message}:\n${dev.output()}`,
    timeoutMs: 60_000,
  });

const untilPrinted = (dev: Launcher, text: RegExp): Promise<boolean> =>
  waitFor(() => dev.output().search(text) >= 0, {
    what: `the output to contain ${text.source}`,
    timeoutMs: 120_000,
  });

describe('npm run dev', () => {
  it('serves the web app with hot reload, the API and the mail inbox, and prints one line per URL', async () => {
    const dev = await readyDev();
    expect(await (await fetch(`${dev.url}/login`)).text()).toContain('/@vite/client');
    expect((await new HttpClient(dev.url).post('/api/auth/login', DEMO)).status).toBe(200);
    expect((await fetch(`http://localhost:${apiPort}/readyz`)).status).toBe(200);
    expect((await fetch(`http://localhost:${dev.inboxPort}/email`)).status).toBe(200);
    const urls = dev.output().match(/^ +\w.*http:.*$/gm);
    expect(urls?.map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['Moniker', dev.url],
      ['API', `http://localhost:${apiPort}`],
      ['Mail inbox', `http://localhost:${dev.inboxPort}`],
    ]);
  });

  it('restarts the API and the worker after a change, and survives errors in the sources', async () => {
    const dev = await readyDev();
    await untilRefusal(dev, FOREIGN);
    const [api, worker] = [processOf('api.js'), processOf('worker.js')];

    copy.replace(ERRORS, FOREIGN, 'Changed');
    await untilRefusal(dev, 'Changed');
    await untilPrinted(dev, /Restarting the API and the worker \(/);
    expect([processOf('api.js'), processOf('worker.js')]).not.toContain(api);
    expect(processOf('worker.js')).not.toBe(worker);

    const restoreType = copy.replace(ERRORS, `'Changed'`, `'Mistyped' satisfies number`);
    await untilPrinted(dev, /app-error\.ts\(\d+,\d+\): error TS1360/);
    await untilRefusal(dev, 'Mistyped');
    restoreType();
    await untilPrinted(dev, /No more type errors in api/);

    const restoreSyntax = copy.replace(ERRORS, `'Changed'`, `'Changed' const`);
    await untilPrinted(dev, /✗ {2}api\/src\/http\/app-error\.ts: /);
    await untilRefusal(dev, 'Changed');
    restoreSyntax();

    const restoreCrash = copy.replace(
      'api/src/apps/api.ts',
      'async function main',
      "throw new Error('boom');\nasync function main",
    );
    await untilPrinted(dev, /The api ended with code 1.*\n[^]*boom/);
    restoreCrash();
    await untilRefusal(dev, 'Changed');
  });

  it('compiles new files and folders, and reloads changed screens', async () => {
    const dev = await readyDev();
    writeFileSync(
      path.join(copy.root, 'api/src/platform/text.ts'),
      `export const TEXT: string = 'New file';\n`,
    );
    copy.replace(ERRORS, `'${FOREIGN}'`, 'TEXT');
    copy.replace(ERRORS, '/** All errors', `import { TEXT } from '../platform/text.js';\n/** All errors`);
    await untilRefusal(dev, 'New file');

    const screen = 'web/src/app/access-denied.tsx';
    copy.replace(screen, 'title: ', 'id: 4711, title: ');
    await waitFor(
      async () => (await (await fetch(`${dev.url}/${screen.slice(4)}`)).text()).includes('4711'),
      {
        what: 'the changed screen to be served',
      },
    );
  });

  it('applies changes in common/ to the API and the web app', async () => {
    const dev = await readyDev();
    copy.replace(ERRORS, `'${FOREIGN}'`, 'SUPPORT_EMAIL');
    await untilRefusal(dev, 'support@moniker.example');

    copy.replace(BRAND, 'support@', 'help@');
    await untilRefusal(dev, 'help@moniker.example');
    await waitFor(
      async () => (await (await fetch(`${dev.url}/@fs${copy.root}/${BRAND}`)).text()).includes('help@'),
      { what: 'the changed brand to be served' },
    );
  });

  it('uses the same data as npm start, but never at the same time, and leaves nothing running', async () => {
    const dev = await readyDev();
    await test.leaveMark();
    const second = await startDev();
    expect(await second.exit()).toBe(1);
    expect(second.output()).toContain(
      `${test.dataDir} is in use by npm run dev (process ${dev.process.pid})`,
    );

    expect(await dev.interrupt()).toBe(0);
    expect(processesUsing(test.dataDir)).toEqual([]);
    expect(existsSync(path.join(test.dataDir, 'runtime.json'))).toBe(false);

    const started = await test.ready();
    expect(await test.findMark()).toBe('marked');
    const beside = await startDev();
    expect(await beside.exit()).toBe(1);
    expect(beside.output()).toBe(
      `✗  ${test.dataDir} is in use by npm start (process ${started.process.pid}). Stop it first, or set DATA_DIR to another folder.\n`,
    );
  });
});

/** The running program with this file name, as `<pid> <command line>`. */
const processOf = (script: string): string | undefined =>
  processesUsing(test.dataDir).find((line) => line.includes(`/.dev/dist/apps/${script}`));
