// @ts-check
import { setTimeout as pause } from 'node:timers/promises';
import { inRoot } from '../../local/paths.mjs';
import { run } from '../../local/run.mjs';
import { poll } from '../../local/wait.mjs';
import { storedOperations } from '../stored-operations.mjs';
import { expect } from './fault.mjs';

/** @typedef {import('./fault.mjs').Scene} Scene */
/** @typedef {import('../bank.mjs').Bank} Bank */
/** @typedef {import('../../ha/machine.mjs').Machine} Machine */

/** How long callers work before the restored point in time, and again after it. Long enough for a checkpoint. */
const WORK_MS = 15_000;
const START_MS = 60_000;
/** Maximum number of problems that are reported. */
const MAX_TOLD = 5;
const COUNT_LATER = `select count(*)::int as later from ledger_event where recorded_at > $1`;

/**
 * Destroys the database's machines and their disks while callers work. Then restores a backup on new machines, up to
 * a chosen second, as docs/runbooks/restore.md says. The restored log must have every operation that was acknowledged
 * up to that second, and no operation that was sent later. Callers then repeat what was lost.
 */
export async function restoreOnNewMachines(/** @type {Scene} */ { bank, workload }) {
  const { cluster } = bank;
  await cluster.untilHealthy();
  await backup(bank, await cluster.knownLeader(), 'now');
  workload.remember();
  await pause(WORK_MS);
  const at = await nextSecond();
  await pause(WORK_MS);
  await archive(bank);
  const apis = Array.from({ length: bank.apiCount }, (_, api) => api);
  await Promise.all(cluster.machines.map((machine) => machine.destroy()));
  await Promise.all([bank.killWorker(), ...apis.map((api) => bank.killApi(api))]);

  await startRestored(bank, new Date(at));
  await compare({ bank, workload }, at);
  const head = await headOf(bank);
  await Promise.all([bank.startWorker(), ...apis.map((api) => bank.startApi(api))]);
  await resumeCheckpoints(bank, head);
  expect((await workload.repeatLost()) > 0, 'the restore lost nothing that callers could repeat');
}

/** Runs a command of `npm run backup` on a machine. */
async function backup(
  /** @type {Bank} */ { cluster },
  /** @type {Machine} */ machine,
  /** @type {string[]} */ ...args
) {
  const env = { PATH: process.env.PATH, ...cluster.backupEnv(machine) };
  const { code, output } = await run(process.execPath, [inRoot('infra/local/backup.mjs'), ...args], { env });
  expect(code === 0, `npm run backup -- ${args.join(' ')} failed: ${output}`);
}

/** Waits for the next whole second. */
async function nextSecond() {
  const at = Math.ceil(Date.now() / 1_000) * 1_000;
  await pause(at - Date.now() + 1);
  return at;
}

/** Archives all WAL up to now, instead of waiting up to a minute for it. */
async function archive(/** @type {Bank} */ bank) {
  const [ended] = await bank.query('select pg_walfile_name(pg_switch_wal()) as wal');
  const archived = 'select last_archived_wal >= $1 as done from pg_stat_archiver';
  const isDone = async () => (await bank.query(archived, [ended?.wal]))[0]?.done === true;
  expect((await poll(isDone, { timeoutMs: START_MS })) === true, "the WAL wasn't archived");
}

/**
 * Restores the database on one new machine, then lets the other machines copy it. If the others started PostgreSQL
 * earlier, one of them would create an empty cluster.
 */
async function startRestored(/** @type {Bank} */ bank, /** @type {Date} */ to) {
  const { machines } = bank.cluster;
  for (const machine of machines) machine.prepareDisk();
  const [first, ...others] = machines;
  if (first === undefined) throw new Error('the cluster has no machine');
  await backup(bank, first, 'restore', '--to', to.toISOString());
  for (const machine of others) machine.switchPatroni(false);
  for (const machine of machines) machine.start();
  const leads = await poll(() => bank.cluster.leaderAmong([first]), { timeoutMs: START_MS });
  expect(leads !== undefined, "the restored machine doesn't lead");
  for (const machine of others) machine.switchPatroni(true);
  await bank.cluster.untilHealthy();
}

async function compare(
  /** @type {Pick<Scene, 'bank' | 'workload'>} */ { bank, workload },
  /** @type {number} */ at,
) {
  /** @type {Map<string, string[]>} */
  const stored = new Map();
  for await (const { operation, id } of storedOperations(bank))
    stored.set(operation, [...(stored.get(operation) ?? []), id]);
  const problems = workload.rewindTo(at, stored);
  expect(problems.length === 0, `${problems.length} differences: ${problems.slice(0, MAX_TOLD).join(', ')}`);
  const [row] = await bank.query(COUNT_LATER, [new Date(at)]);
  expect(row?.later === 0, `${String(row?.later)} events are later than the restored time`);
}

async function headOf(/** @type {Bank} */ bank) {
  const [row] = await bank.query(`select position || ':' || encode(hash, 'hex') as head from ledger_head`);
  return String(row?.head);
}

/**
 * Accepts the restored log, so the worker signs checkpoints again. The worker has stopped signing, because the restored
 * log ends before the last checkpoint.
 */
async function resumeCheckpoints(/** @type {Bank} */ bank, /** @type {string} */ head) {
  const args = ['--accept', head, '--by', 'Ada Okafor', '--reason', 'restored'];
  const isResumed = async () => (await bank.ledger('checkpoint', 'resume', ...args)).code === 0;
  const resumed = await poll(isResumed, { timeoutMs: START_MS, everyMs: 1_000 });
  expect(resumed === true, "the checkpoints couldn't be resumed");
}
