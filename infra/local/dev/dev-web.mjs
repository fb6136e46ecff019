// @ts-check
import { createRequire } from 'node:module';
import path from 'node:path';
import { inRoot } from '../paths.mjs';
import { startService } from '../service.mjs';

/**
 * Starts Vite, which serves the web app with hot reload and forwards calls to the API.
 * @param {{ host: string, port: number, apiUrl: string, dataFolder: string }} options
 */
export function startDevWeb({ host, port, apiUrl, dataFolder }) {
  const home = path.dirname(createRequire(inRoot('web/package.json')).resolve('vite/package.json'));
  const service = startService({
    name: 'web',
    script: path.join(home, 'bin/vite.js'),
    args: [
      ...[inRoot('web'), '--host', host, '--port', String(port), '--strictPort'],
      ...['--logLevel', 'warn', '--clearScreen', 'false'],
    ],
    env: { ...process.env, API_URL: apiUrl, DATA_DIR: dataFolder },
    dataFolder,
    onLine: printer(),
  });
  return { service, ready: () => service.untilReady(() => responds(`http://127.0.0.1:${port}/`)) };
}

/**
 * Prints Vite's output, except for errors about calls that could not be forwarded to the API. Those appear while the
 * API restarts, and the page shows them.
 */
function printer() {
  let skipping = false;
  return (/** @type {string} */ line) => {
    if (line.includes('http proxy error')) skipping = true;
    else if (skipping && !/^\s|^\w*Error:|^$|^}/.test(line)) skipping = false;
    if (!skipping) console.error(`   ${line}`);
  };
}

async function responds(/** @type {string} */ url) {
  try {
    return (await fetch(url, { headers: { accept: 'text/html' } })).ok;
  } catch {
    return false;
  }
}
