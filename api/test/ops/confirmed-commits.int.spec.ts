import { beforeAll, expect, it } from '@jest/globals';
import { AccessHeads } from '../../src/admin/checkpoints/access-heads.service.js';
import type { CheckpointArchive } from '../../src/admin/checkpoints/checkpoint-archive.js';
import type { CheckpointGuard } from '../../src/admin/checkpoints/checkpoint-guard.js';
import type { CheckpointsService } from '../../src/admin/checkpoints/checkpoints.service.js';
import type { Config } from '../../src/platform/config/config.js';
import { createDataSource } from '../../src/platform/database/data-source.js';
import { PipelinedConnection } from '../../src/platform/database/pipelined-connection.js';
import { atEnd, query, waitFor } from '../harness/index.js';
import { serverFolder, startDatabaseServer, type DatabaseServer } from './backup.fixtures.js';

let server: DatabaseServer | undefined;
atEnd(() => server?.stop());

async function setStandby(names: string): Promise<void> {
  const { superUrl } = started().database;
  await query(superUrl, `alter system set synchronous_standby_names = '${names}'`);
  await query(superUrl, 'select pg_reload_conf()');
  if (names !== '') await waitFor(doCommitsWait, { what: 'commits to wait for a standby' });
}

/** Whether commits already wait for a standby. They begin to wait only after the server has reloaded its settings. */
async function doCommitsWait(): Promise<boolean> {
  const { superUrl } = started().database;
  const state = { isCommitted: false };
  const commit = query(`${superUrl}?application_name=probe`, WRITE).then(
    () => (state.isCommitted = true),
    () => undefined,
  );
  const isDecided = async () => state.isCommitted || (await query(superUrl, END_PROBE)).length > 0;
  await waitFor(isDecided, { what: 'a commit to end or to wait for a standby' });
  await commit;
  return !state.isCommitted;
}

const WRITE = `select pg_logical_emit_message(true, 'probe', '')`;

function started(): DatabaseServer {
  if (server === undefined) throw new Error('the server was not started');
  return server;
}

const END_WAITING = `select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`;
const END_PROBE = `${END_WAITING} and application_name = 'probe'`;

/** Waits until this many sessions are waiting for a standby. */
const untilWaiting = (sessions: number) =>
  waitFor(
    async () => {
      const waiting = await query(
        started().database.superUrl,
        `select from pg_stat_activity where wait_event = 'SyncRep'`,
      );
      return waiting.length === sessions;
    },
    { what: `${sessions} sessions to wait for a standby` },
  );

beforeAll(async () => {
  server = await startDatabaseServer(await serverFolder(), true);
  await setStandby('standby');
});

it('a connection pool fails to open if its session is lost while waiting for a standby [OPS-65]', async () => {
  const initialized = createDataSource(started().database.appUrl, 1).initialize();
  const rejected = expect(initialized).rejects.toThrow('terminat');
  await untilWaiting(1);
  await query(started().database.superUrl, END_WAITING);
  await rejected;
});

it('the worker does not sign a head of the access log until a standby has the entries that the worker read [OPS-65, LOG-7]', async () => {
  const pool = createDataSource(started().database.appUrl, 1);
  const initialized = pool.initialize();
  await untilWaiting(1);
  await setStandby('');
  await initialized;
  await setStandby('standby');
  const stored: number[] = [];
  const head = { position: 1, hash: '', recordedAt: new Date(0), takenAt: new Date(0) };
  const heads = new AccessHeads(
    pool,
    [],
    {
      signer: { takeAccessHead: () => Promise.resolve({ head, note: 'note' }) },
    } as unknown as CheckpointsService,
    { verifier: () => Promise.resolve({}), resumedAt: new Date(0) } as unknown as CheckpointGuard,
    {
      storeAccessHead: (position: number) => Promise.resolve(stored.push(position)),
    } as unknown as CheckpointArchive,
    { checkpointEveryMs: 1 } as Config,
    () => new Date(),
  );
  const signed = heads.signIfDue();
  await untilWaiting(1);
  expect(stored).toEqual([]);
  await setStandby('');
  await signed;
  expect(stored).toEqual([1]);
  await pool.destroy();
  await setStandby('standby');
});

it('new sessions first wait for a standby, so they see no commit that only one machine has [OPS-65]', async () => {
  const { appUrl } = started().database;
  const unavailable = new Error('not available');
  const connection = new PipelinedConnection({
    ...{ connectionString: appUrl, name: 'moniker-test' },
    unavailableError: () => unavailable,
  });
  const pool = createDataSource(appUrl, 1);
  const states = { connection: 'opening', pool: 'opening' };
  const opened = connection.open().then(() => (states.connection = 'open'));
  const initialized = pool.initialize().then(() => (states.pool = 'open'));
  await untilWaiting(2);
  expect(states).toEqual({ connection: 'opening', pool: 'opening' });
  await setStandby('');
  await Promise.all([opened, initialized]);
  expect(states).toEqual({ connection: 'open', pool: 'open' });
  await Promise.all([connection.close(), pool.destroy()]);
});
