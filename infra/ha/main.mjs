// @ts-check
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Bank } from '../chaos/bank.mjs';
import { say, step } from '../local/output.mjs';
import { Cluster } from './cluster.mjs';
import { acceptCommands, describe } from './control.mjs';

const APIS = 2;
const LOOK_EVERY_MS = 1_000;

/**
 * Runs a bank on a cluster of three machines until it is stopped. Prints which machine leads.
 * @param {import('../local/shutdown.mjs').Shutdown} shutdown
 */
export async function runCluster(shutdown) {
  const folder = mkdtempSync(path.join(tmpdir(), 'moniker-ha-'));
  chmodSync(folder, 0o711);
  shutdown.add(() => rmSync(folder, { recursive: true, force: true }));
  const cluster = new Cluster(path.join(folder, 'machines'), 'moniker-ha');
  const bank = new Bank(folder, cluster);
  shutdown.add(() => bank.stop());
  await step('Starting three machines, two APIs and a worker', () => bank.start(APIS));
  shutdown.add(acceptCommands(cluster));
  say(`The bank: ${bank.urls.join(' and ')}`);
  console.log(await describe(cluster));
  for (const machine of cluster.machines) {
    const env = { ...bank.operatorEnv(), ...cluster.backupEnv(machine) };
    const file = writeSettings(path.join(folder, `${machine.name}.env`), {
      ...{ DCS_URL: `etcd://${machine.address}:2379`, ...env },
    });
    say(`To work on ${machine.name}: . ${file}`);
  }
  await announceLeaders(cluster, shutdown.signal);
}

/** Writes settings to a file that a shell can source, and returns the file's path. */
function writeSettings(/** @type {string} */ file, /** @type {Record<string, string>} */ settings) {
  const lines = Object.entries(settings).map(([name, value]) => `export ${name}='${value}'\n`);
  writeFileSync(file, lines.join(''), { mode: 0o600 });
  return file;
}

async function announceLeaders(/** @type {Cluster} */ cluster, /** @type {AbortSignal} */ signal) {
  let announced = '';
  while (!signal.aborted) {
    const name = (await cluster.leader())?.name ?? 'No machine';
    if (name !== announced) say(`${name} leads`);
    announced = name;
    await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
