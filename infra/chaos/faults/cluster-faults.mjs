// @ts-check
import { setTimeout as pause } from 'node:timers/promises';
import { poll } from '../../local/wait.mjs';
import { expect } from './fault.mjs';
import { replaceProcesses } from './process-faults.mjs';
import { restoreOnNewMachines } from './restore-fault.mjs';

/** @typedef {import('./fault.mjs').Fault} Fault */
/** @typedef {import('../bank.mjs').Bank} Bank */
/** @typedef {import('../../ha/machine.mjs').Machine} Machine */

const SECOND_MS = 1_000;
/** More than a leader's lease plus an election. */
const FAILOVER_MS = 60 * SECOND_MS;
const PAUSE_MS = 30 * SECOND_MS;
const ETCD_OUTAGE_MS = 15 * SECOND_MS;
/** Longer than an API may take to report that the bank is unavailable. */
const STANDBY_OUTAGE_MS = 45 * SECOND_MS;
/**
 * Longer than a caller waits for a response. A caller that sent three copies of a request counts it as acknowledged
 * only after the last response. So a request that was acknowledged before the standbys went down might not be
 * counted until they are down.
 */
const LAST_ANSWERS_MS = 3 * SECOND_MS;
const SLOW_DISK_MS = 15 * SECOND_MS;
/** Maximum number of writes per second to a slow disk. */
const SLOW_WRITES = 10;

/**
 * Faults of the machines that PostgreSQL runs on, each with the maximum number of seconds for which the bank may be
 * down. Usually the maximum is 10. It is 30 if the leader's lease of 20 seconds may have to expire first. It is 5 for a
 * switchover, which takes three seconds: in Patroni 3.0, the other standby sleeps for two of these seconds.
 * @type {Record<string, { inject: Fault, maxGapMs: number }>}
 */
export const CLUSTER_FAULTS = {
  'leader switched': limited(5, ({ bank }) =>
    whileLeading(bank, async (leader) => {
      await bank.cluster.switchover();
      await newLeader(bank, leader);
    }),
  ),
  'leader crashed': limited(10, ({ bank }) =>
    whileLeading(bank, async (leader) => {
      leader.signal('SIGKILL', 'postgres');
      await newLeader(bank, leader);
    }),
  ),
  'leader and agent killed': limited(30, ({ bank }) =>
    whileLeading(bank, async (leader) => {
      leader.signal('SIGKILL', 'patroni');
      leader.signal('SIGKILL', 'postgres');
      await poll(async () => !(await bank.cluster.leaderAmong([leader])), { timeoutMs: FAILOVER_MS });
    }),
  ),
  'leader lost': limited(30, ({ bank }) =>
    whileLeading(bank, async (leader) => {
      await leader.kill();
      await newLeader(bank, leader);
      leader.heal();
    }),
  ),
  'leader cut off': limited(30, ({ bank }) =>
    whileLeading(bank, async (leader) => {
      leader.partition(bank.cluster.machines.filter((machine) => machine !== leader));
      await newLeader(bank, leader);
      leader.heal();
    }),
  ),
  'leader paused': limited(30, ({ bank }) =>
    whileLeading(bank, async (leader) => {
      leader.signal('SIGSTOP');
      await pause(PAUSE_MS);
      leader.heal();
    }),
  ),
  'leader slow': limited(30, ({ bank }) =>
    whileLeading(bank, async (leader) => {
      const endSlowness = leader.limitWrites(SLOW_WRITES);
      await pause(SLOW_DISK_MS);
      endSlowness();
    }),
  ),
  'standby lost': limited(10, ({ bank }) =>
    whileLeading(bank, async () => {
      const standby = await bank.cluster.synchronousStandby();
      await standby.kill();
      await pause(ETCD_OUTAGE_MS);
      standby.heal();
    }),
  ),
  'standbys lost': limited(70, loseStandbys),
  'etcd member lost': limited(10, ({ bank }) =>
    whileLeading(bank, async (leader) => {
      leader.signal('SIGSTOP', 'etcd');
      await pause(ETCD_OUTAGE_MS);
      leader.signal('SIGCONT', 'etcd');
    }),
  ),
  'etcd without majority': limited(10, ({ bank }) =>
    whileLeading(bank, async (leader) => {
      const others = bank.cluster.machines.filter((machine) => machine !== leader);
      for (const machine of others) machine.signal('SIGSTOP', 'etcd');
      await pause(ETCD_OUTAGE_MS);
      for (const machine of others) machine.signal('SIGCONT', 'etcd');
    }),
  ),
  'release rolled out': limited(10, (scene) =>
    whileLeading(scene.bank, async () => {
      await scene.bank.migrate();
      await replaceProcesses(scene);
    }),
  ),
  restore: limited(180, restoreOnNewMachines),
};

/**
 * @param {number} seconds
 * @param {Fault} inject
 */
function limited(seconds, inject) {
  return { inject, maxGapMs: seconds * SECOND_MS };
}

/** Waits until the cluster is healthy, calls `act` with its leader, and waits until the cluster is healthy again. */
async function whileLeading(
  /** @type {Bank} */ { cluster },
  /** @type {(leader: Machine) => Promise<void>} */ act,
) {
  await cluster.untilHealthy();
  await act(await cluster.knownLeader());
  await cluster.untilHealthy();
}

/** Waits until a machine other than `former` leads. */
async function newLeader(
  /** @type {Bank} */ { cluster },
  /** @type {Machine | undefined} */ former = undefined,
) {
  const others = cluster.machines.filter((machine) => machine !== former);
  const found = await poll(() => cluster.leaderAmong(others), { timeoutMs: FAILOVER_MS });
  expect(found !== undefined, 'no other machine leads');
}

/** Takes both standbys down for a while. Without them, the bank must acknowledge nothing. */
async function loseStandbys(/** @type {import('./fault.mjs').Scene} */ { bank, workload }) {
  await whileLeading(bank, async (leader) => {
    const standbys = bank.cluster.machines.filter((machine) => machine !== leader);
    await Promise.all(standbys.map((machine) => machine.kill()));
    await pause(LAST_ANSWERS_MS);
    const before = workload.checker.acknowledged;
    await pause(STANDBY_OUTAGE_MS);
    const acknowledged = workload.checker.acknowledged - before;
    for (const machine of standbys) machine.heal();
    expect(acknowledged === 0, `${acknowledged} operations were acknowledged without a standby`);
  });
}
