// @ts-check
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { withClient } from '../local/postgres/provision.mjs';

/** @typedef {import('./bank.mjs').Bank} Bank */
/** @typedef {import('./random.mjs').Random} Random */

/** A fault: causes it, waits, and ends it. @typedef {(bank: Bank, random: Random) => Promise<void>} Fault */

const SECOND_MS = 1_000;
/** Longer than the idle limit of a transaction that holds the head. */
const STANDSTILL_MS = 8 * SECOND_MS;
const OUTAGE_MS = 3 * SECOND_MS;
/** More connections than the server accepts. */
const ALL_CONNECTIONS = 110;

const anyApi = (/** @type {Bank} */ bank, /** @type {Random} */ random) => random.below(bank.apiCount);

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
    await bank.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'moniker_app'`);
  },
  'connections exhausted': exhaustConnections,
  'network stalled': async (bank) => {
    bank.proxy?.stall();
    await pause(STANDSTILL_MS);
    bank.proxy?.resume();
  },
  'clock ahead': async (bank, random) => {
    const api = anyApi(bank, random);
    bank.signalApi(api, 'SIGUSR2');
    await pause(OUTAGE_MS);
    bank.signalApi(api, 'SIGUSR2');
  },
  'row changed': changeRow,
};

/** Takes all connections of the application's role, after those of the programs were cut. */
async function exhaustConnections(/** @type {Bank} */ bank) {
  /** @type {pg.Client[]} */
  const clients = [];
  try {
    for (let count = 0; count < ALL_CONNECTIONS; count += 1) {
      const client = new pg.Client({ connectionString: bank.appUrl });
      client.on('error', () => undefined);
      await client.connect();
      clients.push(client);
    }
  } catch {
    // The server accepts no more.
  }
  await bank.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where usename = 'moniker_app' and pid <> all($1)`,
    [await pidsOf(clients)],
  );
  await pause(OUTAGE_MS);
  await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
}

async function pidsOf(/** @type {pg.Client[]} */ clients) {
  const results = await Promise.all(
    clients.map((client) => client.query('select pg_backend_pid() as pid').catch(() => null)),
  );
  return results.flatMap((result) => (result === null ? [] : [Number(result.rows[0].pid)]));
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
