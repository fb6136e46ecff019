// @ts-check
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../../../infra/local/ports.mjs';
import { endKurrentNode, startKurrentNode } from '../../../../infra/local/kurrentdb-node.mjs';

/**
 * If MONIKER_TEST_LOG is `kurrentdb`, returns the server for the logs of all banks in the tests: the one at
 * KURRENTDB_URL, or else an installed one, which this function starts. Otherwise `url` is null.
 * @param {string} folder
 * @returns {Promise<{ url: string | null, close: () => Promise<void> }>}
 */
export async function openSharedKurrentDb(folder) {
  if (process.env.MONIKER_TEST_LOG !== 'kurrentdb') return { url: null, close: async () => undefined };
  const given = process.env.KURRENTDB_URL;
  if (given) return { url: given, close: async () => undefined };
  const ports = [await freePort(), await freePort()];
  const server = await startKurrentNode({ folder: mkdtempSync(path.join(folder, 'kurrentdb-')), ports });
  return { url: `kurrentdb://127.0.0.1:${ports[0]}?tls=false`, close: () => endKurrentNode(server) };
}
