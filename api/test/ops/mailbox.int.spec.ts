import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rawRequest } from './production.fixtures.js';
import { freePort, isListening, temporaryFolder } from '../harness/index.js';
import { NodeProcess } from '../harness/node-process.js';
import { ROOT } from '../harness/paths.js';

const PAGES = ['/', '/email', '/config', '/socket.io/?EIO=4&transport=polling'];
const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

let port: number;
let mailbox: NodeProcess;

beforeAll(async () => {
  const smtpPort = await freePort();
  port = await freePort();
  const folder = await temporaryFolder();
  const ports = ['--smtp', String(smtpPort), '--web', String(port), '--ip', '127.0.0.1'];
  const script = path.join(ROOT, 'infra/local/mailbox-server.mjs');
  mailbox = NodeProcess.start(script, [...ports, '--mail-directory', folder], {});
  await mailbox.untilReady('the mailbox', () => isListening(port));
});

afterAll(() => mailbox.stop());

const statusOf = async (where: string, headers: Record<string, string>, method = 'GET'): Promise<number> =>
  (await rawRequest(`http://127.0.0.1:${port}${where}`, { method, headers })).status;

describe('the inbox of npm start', () => {
  it('answers this machine, without a CORS header [OPS-51]', async () => {
    for (const where of PAGES) {
      for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]) {
        const { status, headers } = await rawRequest(`http://127.0.0.1:${port}${where}`, {
          headers: { host },
        });
        expect([where, host, status, headers.get('access-control-allow-origin')]).toEqual([
          ...[where, host, 200, undefined],
        ]);
      }
    }
    const host = `localhost:${port}`;
    const own = { host, origin: `http://${host}` };
    expect(await statusOf('/email/all', own, 'DELETE')).toBe(200);
  });

  it('refuses a host name that another site has pointed at this machine [OPS-51]', async () => {
    for (const where of PAGES)
      for (const host of ['rebound.example', `rebound.example:${port}`, `localhost.rebound.example:${port}`])
        expect([where, host, await statusOf(where, { host })]).toEqual([where, host, 403]);
    expect(
      await statusOf('/socket.io/?EIO=4&transport=websocket', { ...UPGRADE, host: 'rebound.example' }),
    ).toBe(403);
  });

  it('refuses requests and sockets from other sites [OPS-51]', async () => {
    const host = `localhost:${port}`;
    for (const origin of ['https://evil.example', 'null', 'http://localhost:8080']) {
      for (const where of PAGES)
        expect([where, await statusOf(where, { host, origin })]).toEqual([where, 403]);
      expect(await statusOf('/email/all', { host, origin }, 'DELETE')).toBe(403);
      expect(await statusOf('/email/all', { host, origin }, 'OPTIONS')).toBe(403);
      const socket = { ...UPGRADE, host, origin };
      expect(await statusOf('/socket.io/?EIO=4&transport=websocket', socket)).toBe(403);
    }
  });
});
