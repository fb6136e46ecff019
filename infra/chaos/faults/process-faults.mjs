// @ts-check
import { setTimeout as pause } from 'node:timers/promises';
import { anyApi, expect, LONG_STANDSTILL_MS, OUTAGE_MS, STANDSTILL_MS } from './fault.mjs';

/** @typedef {import('./fault.mjs').Fault} Fault */
/** @typedef {import('./fault.mjs').Scene} Scene */

/** Faults of an API or the worker. The other processes must keep working. @type {Record<string, Fault>} */
export const PROCESS_FAULTS = {
  'api paused': (scene) => pauseApi(scene, STANDSTILL_MS),
  'api paused long': (scene) => pauseApi(scene, LONG_STANDSTILL_MS),
  'api killed': async (scene) => {
    const api = anyApi(scene);
    await scene.bank.killApi(api);
    await scene.bank.startApi(api);
  },
  'two apis killed': async (scene) => {
    const first = anyApi(scene);
    const apis = [first, (first + 1) % scene.bank.apiCount];
    await Promise.all(apis.map((api) => scene.bank.killApi(api)));
    await Promise.all(apis.map((api) => scene.bank.startApi(api)));
  },
  'api and worker killed': async (scene) => {
    const api = anyApi(scene);
    await Promise.all([scene.bank.killApi(api), scene.bank.killWorker()]);
    await Promise.all([scene.bank.startApi(api), scene.bank.startWorker()]);
  },
  'processes replaced': replaceProcesses,
  'worker paused': async ({ bank }) => {
    bank.signalWorker('SIGSTOP');
    await pause(STANDSTILL_MS);
    bank.signalWorker('SIGCONT');
  },
  'worker killed': async ({ bank }) => {
    await bank.killWorker();
    await bank.startWorker();
  },
  'two workers': async ({ bank }) => {
    const stopSecond = await bank.startSecondWorker();
    await pause(STANDSTILL_MS);
    await stopSecond();
  },
  'clock ahead': (scene) => shiftClock(scene, 'SIGUSR2'),
  'clock behind': (scene) => shiftClock(scene, 'SIGWINCH'),
};

async function pauseApi(/** @type {Scene} */ scene, /** @type {number} */ forMs) {
  const api = anyApi(scene);
  scene.bank.signalApi(api, 'SIGSTOP');
  await pause(forMs);
  scene.bank.signalApi(api, 'SIGCONT');
}

/** Replaces the worker, then one API after another, as a rollout does. No request may lose its connection. */
export async function replaceProcesses(/** @type {Scene} */ { bank, workload }) {
  await bank.stopWorker();
  await bank.startWorker();
  for (let api = 0; api < bank.apiCount; api += 1) {
    const before = workload.brokenConnectionsOf(api);
    const end = await bank.stopApi(api);
    expect(end === 'ended with code 0', `an API ${end} after SIGTERM`);
    await bank.startApi(api);
    const broken = workload.brokenConnectionsOf(api) - before;
    // Not checked behind the proxy, which accepts connections even while its API is down.
    if (bank.isReachedDirectly(api)) expect(broken === 0, `${broken} requests lost their connection`);
  }
}

/** Shifts one API's clock by a minute. That API must refuse to write. */
async function shiftClock(/** @type {Scene} */ scene, /** @type {NodeJS.Signals} */ shift) {
  const api = anyApi(scene);
  const before = scene.workload.refusalsOf('CLOCK_WRONG');
  scene.bank.signalApi(api, shift);
  await pause(OUTAGE_MS);
  scene.bank.signalApi(api, shift);
  expect(
    scene.workload.refusalsOf('CLOCK_WRONG') > before,
    'no API refused to write because of its wrong clock',
  );
}
