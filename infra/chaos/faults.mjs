// @ts-check
import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '../local/postgres/provision.mjs';

/** @typedef {import('./bank.mjs').Bank} Bank */
/** @typedef {import('./random.mjs').Random} Random */

/** A fault: causes it, waits, and ends it. @typedef {(bank: Bank, random: Random) => Promise<void>} Fault */

const SECOND_MS = 1_000;
/** Longer than the idle limit of a transaction that holds the head. */
const STANDSTILL_MS = 8 * SECOND_MS;
const OUTAGE_MS = 3 * SECOND_MS;
const CUT_CONNECTIONS = `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'moniker_app'`;

const anyApi = (/** @type {Bank} */ bank, /** @type {Random} */ random) => random.below(bank.apiCount);

/** The faults that need a Redis. */
export const REDIS_FAULTS = { paused: 'redis paused', killed: 'redis killed' };

/** The faults by name. @type {Record<string, Fault>} */
export const FAULTS = {
  'api paused': async (bank, random) => {
    const api = anyApi(bank, random);
    bank.signalApi(api, 'SIGSTOP');
    await pause(STANDSTILL_MS);
    bank.signalApi(api, 'SIGCONT');
  },
  'api killed': async (bank, random) => {
    const api = anyApi(bank, random);
    await bank.killApi(api);
    await bank.startApi(api);
  },
  'worker paused': async (bank) => {
    bank.signalWorker('SIGSTOP');
    await pause(STANDSTILL_MS);
    bank.signalWorker('SIGCONT');
  },
  'worker killed': async (bank) => {
    await bank.killWorker();
    await bank.startWorker();
  },
  'database killed': async (bank) => {
    await bank.killDatabase();
    await bank.startDatabase();
  },
  'database stopped': async (bank) => {
    await bank.stopDatabase();
    await pause(OUTAGE_MS);
    await bank.startDatabase();
  },
  'database paused': async (bank) => {
    bank.signalDatabase('SIGSTOP');
    await pause(OUTAGE_MS);
    bank.signalDatabase('SIGCONT');
  },
  'connections cut': async (bank) => {
    await bank.query(CUT_CONNECTIONS);
  },
  'connections exhausted': exhaustConnections,
  'network stalled': async (bank) => {
    bank.proxy?.stall();
    await pause(STANDSTILL_MS);
    bank.proxy?.resume();
  },
  [REDIS_FAULTS.paused]: async (bank) => {
    bank.redis?.signal('SIGSTOP');
    await pause(STANDSTILL_MS);
    bank.redis?.signal('SIGCONT');
  },
  [REDIS_FAULTS.killed]: async (bank) => {
    await bank.redis?.kill();
    await pause(OUTAGE_MS);
    await bank.redis?.start();
  },
  'clock ahead': async (bank, random) => {
    const api = anyApi(bank, random);
    bank.signalApi(api, 'SIGUSR2');
    await pause(OUTAGE_MS);
    bank.signalApi(api, 'SIGUSR2');
  },
  'row changed': changeRow,
};

/** Cuts all connections of the programs and accepts no others for a while. Administrators are exempt. */
async function exhaustConnections(/** @type {Bank} */ bank) {
  await bank.query('alter database moniker connection limit 0');
  try {
    await bank.query(CUT_CONNECTIONS);
    await pause(OUTAGE_MS);
  } finally {
    await bank.query('alter database moniker connection limit -1');
  }
}

/**
 * Adds a cent to the row of a customer's account as an administrator. Its commands are refused until a rebuild has released
 * it.
 */
async function changeRow(/** @type {Bank} */ bank) {
  await withClient(bank.superUrl, (client) =>
    client.query(`update ledger_account set posted_cents = posted_cents + 1 where account_id =
      (select id from app_user where email = 'bob@moniker.example')`),
  );
  await pause(OUTAGE_MS);
  const { code, output } = await bank.ledger('rebuild');
  if (code !== 0) throw new Error(`the rebuild failed:\n${output}`);
}
