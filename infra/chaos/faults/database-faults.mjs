// @ts-check
import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '../../local/postgres/provision.mjs';
import { expect, OUTAGE_MS } from './fault.mjs';

/** @typedef {import('./fault.mjs').Fault} Fault */
/** @typedef {import('./fault.mjs').Scene} Scene */

const OF_PROGRAMS = `usename = 'moniker_app'`;
const IN_TRANSACTION = `${OF_PROGRAMS} and xact_start is not null`;
const CUT_CONNECTIONS = `select pg_terminate_backend(pid) from pg_stat_activity where ${OF_PROGRAMS}`;
const CUT_ONE_IN_TRANSACTION = `select pg_terminate_backend(pid) from pg_stat_activity
  where ${IN_TRANSACTION} order by xact_start desc limit 1`;
const CANCEL_STATEMENTS = `select pg_cancel_backend(pid) from pg_stat_activity
  where ${OF_PROGRAMS} and state = 'active'`;
const ONE_BACKEND = `select pid from pg_stat_activity where ${OF_PROGRAMS} order by random() limit 1`;
const LOCK_TABLE = 'lock table ledger_account in access exclusive mode';
const LOCK_ROW = `select from ledger_account where account_id =
  (select id from app_user where email = 'alice@moniker.example') for update`;
const LOCK_HEAD = 'select from ledger_head for update';

/** The pause between repetitions during a fault. */
const REPEAT_MS = 100;
const REPETITIONS = OUTAGE_MS / REPEAT_MS;
const LOCK_MS = 4_000;
/** The index on the full disk is empty at first: it covers only events more than this many positions after the head. */
const FIRST_FAILING = 100;
/** Long enough for the log to reach the first position that the index covers. */
const FILL_MS = 5_000;

/** The fault that needs its own file system. */
export const DISK_FAULT = 'disk full';

/** Faults of PostgreSQL, without which no process can work. @type {Record<string, Fault>} */
export const DATABASE_FAULTS = {
  'database killed': async ({ bank }) => {
    await bank.database.kill();
    await bank.database.start();
  },
  'database stopped': async ({ bank }) => {
    await bank.database.stop();
    await pause(OUTAGE_MS);
    await bank.database.start();
  },
  'database paused': async ({ bank }) => {
    bank.database.signal('SIGSTOP');
    await pause(OUTAGE_MS);
    bank.database.signal('SIGCONT');
  },
  'backend killed': async ({ bank }) => {
    const [row] = await bank.query(ONE_BACKEND);
    expect(row !== undefined, 'no program was connected');
    await bank.database.killBackend(Number(row?.pid));
  },
  'everything killed': async ({ bank }) => {
    const apis = Array.from({ length: bank.apiCount }, (_, api) => api);
    await Promise.all([bank.database.kill(), bank.killWorker(), ...apis.map((api) => bank.killApi(api))]);
    await bank.database.start();
    await Promise.all([bank.startWorker(), ...apis.map((api) => bank.startApi(api))]);
  },
  'connections cut': async ({ bank }) => {
    await bank.query(CUT_CONNECTIONS);
  },
  'connections exhausted': exhaustConnections,
  'transactions cut': ({ bank }) => repeat(() => bank.query(CUT_ONE_IN_TRANSACTION)),
  'statements canceled': ({ bank }) => repeat(() => bank.query(CANCEL_STATEMENTS)),
  'database read-only': async ({ bank }) => {
    await setReadOnly(bank, 'on');
    await pause(OUTAGE_MS);
    await setReadOnly(bank, 'off');
  },
  'table locked': (scene) => holdLock(scene, LOCK_TABLE),
  'row locked': (scene) => holdLock(scene, LOCK_ROW),
  'head locked': (scene) => holdLock(scene, LOCK_HEAD),
  [DISK_FAULT]: fillDisk,
};

/**
 * Cuts all connections of the APIs and the worker, and makes PostgreSQL refuse new ones for a while. Superusers can
 * still connect.
 */
async function exhaustConnections(/** @type {Scene} */ { bank }) {
  await bank.query('alter database moniker connection limit 0');
  try {
    await bank.query(CUT_CONNECTIONS);
    await pause(OUTAGE_MS);
  } finally {
    await bank.query('alter database moniker connection limit -1');
  }
}

async function repeat(/** @type {() => Promise<unknown>} */ work) {
  for (let time = 0; time < REPETITIONS; time += 1) {
    await work();
    await pause(REPEAT_MS);
  }
}

/** Makes new transactions of all sessions read-only, or lets them write again. */
async function setReadOnly(/** @type {Scene['bank']} */ bank, /** @type {'on' | 'off'} */ value) {
  await bank.query(`alter system set default_transaction_read_only = ${value}`);
  await bank.query('select pg_reload_conf()');
}

/** Takes a lock in a transaction that then does nothing, like a forgotten session. */
async function holdLock(/** @type {Scene} */ { bank }, /** @type {string} */ lock) {
  await withClient(bank.superUrl, async (client) => {
    await client.query('begin');
    await client.query(lock);
    await pause(LOCK_MS);
    await client.query('rollback');
  });
}

/**
 * Creates an index that covers only events that don't exist yet, and fills the disk that the index is on. Once the log
 * reaches the first of these events, no event can be stored until the index is dropped.
 */
async function fillDisk(/** @type {Scene} */ { bank }) {
  const readPosition = async () =>
    Number((await bank.query('select position from ledger_head'))[0]?.position);
  await bank.query(`create tablespace small_disk location '${bank.smallDisk.mount()}'`);
  try {
    await bank.query(
      `create index ledger_event_chaos on ledger_event (hash) tablespace small_disk
        where position > ${(await readPosition()) + FIRST_FAILING}`,
    );
    bank.smallDisk.fill();
    await pause(FILL_MS);
    const before = await readPosition();
    await pause(OUTAGE_MS);
    expect((await readPosition()) === before, 'the disk was not full');
  } finally {
    await bank.query('drop index if exists ledger_event_chaos');
    await bank.query('checkpoint');
    await bank.query('drop tablespace small_disk');
  }
}
