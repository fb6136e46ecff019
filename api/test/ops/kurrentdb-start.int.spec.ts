import { describe, expect, it } from '@jest/globals';
import { PreparedTransactions1763605000000 } from '../../src/migrations/1763605000000-prepared-transactions.js';
import { createDataSource } from '../../src/platform/database/data-source.js';
import { programEnv, query, temporaryFolder, use, useDatabase } from '../harness/index.js';
import { NodeProcess } from '../harness/node-process.js';
import { compiled } from '../harness/paths.js';
import { serverFolder, startDatabaseServer } from './backup.fixtures.js';

describe('an API with its log in KurrentDB, on a PostgreSQL server that allows no prepared transactions', () => {
  const server = use(
    async () => startDatabaseServer(await serverFolder(), true, { max_prepared_transactions: '0' }),
    (started) => started.stop(),
  );

  it('does not start, and names the setting to change [LED-71]', async () => {
    const { database } = server;
    // The address is not used, because the start fails before it connects.
    const env = { LEDGER_LOG: 'kurrentdb', KURRENTDB_URL: 'kurrentdb://127.0.0.1:9?tls=false' };
    const api = NodeProcess.start(
      compiled('apps/api.js'),
      [],
      programEnv({ database, env }, await temporaryFolder()),
    );
    await api.ended();
    expect(api.process.exitCode).not.toBe(0);
    expect(api.output()).toContain(
      "PostgreSQL's max_prepared_transactions is 0, but a log in KurrentDB needs prepared transactions. Set it to 20 and restart PostgreSQL",
    );
  });
});

describe('the migration to prepared transactions', () => {
  const database = useDatabase();

  it.each([
    [
      'pending command',
      `insert into ledger_pending_command (id, commands, recorded_at) values (gen_random_uuid(), '[]', now())`,
    ],
    ['staged text', `insert into ledger_staged_text (position, hash, texts) values (1, sha256(''), '{}')`],
  ])(
    'refuses to run while a %s waits for the log, and once it has run, the former version cannot add another [LED-72]',
    async (_what, left) => {
      const migration = new PreparedTransactions1763605000000();
      const dataSource = await createDataSource(database.ownerUrl, 1).initialize();
      try {
        const runner = dataSource.createQueryRunner();
        await migration.down(runner);
        await query(database.appUrl, left);
        await expect(migration.up(runner)).rejects.toThrow(
          'wait for the log in KurrentDB: start the former version',
        );
        await query(database.appUrl, 'delete from ledger_pending_command; delete from ledger_staged_text');
        await migration.up(runner);
        await expect(query(database.appUrl, left)).rejects.toThrow('permission denied');
      } finally {
        await dataSource.destroy();
      }
    },
  );
});
