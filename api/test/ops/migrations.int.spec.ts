import { describe, expect, it } from '@jest/globals';
import { MIGRATIONS } from '../../src/migrations/migrations.js';
import { copyDatabase, programEnv, query, temporaryFolder, use } from '../harness/index.js';
import { NodeProcess } from '../harness/node-process.js';
import { compiled } from '../harness/paths.js';

const database = use(
  () => copyDatabase('template0'),
  (database) => database.drop(),
);

describe('three processes that migrate an empty database at the same time', () => {
  it('all succeed, and each migration runs once [OPS-14]', async () => {
    const env = {
      ...programEnv({ database }, await temporaryFolder()),
      DATABASE_OWNER_URL: database.ownerUrl,
    };
    const running = [1, 2, 3].map(() => NodeProcess.start(compiled('apps/migrate.js'), [], env));
    await Promise.all(running.map((one) => one.ended()));
    expect(running.map((one) => [one.process.exitCode, one.output().split(' ')[0]]).sort()).toEqual([
      [0, 'ran'],
      [0, 'schema'],
      [0, 'schema'],
    ]);
    const rows = await query<{ name: string }>(
      database.superUrl,
      'select name from schema_migration order by timestamp',
    );
    expect(rows.map(({ name }) => name)).toEqual(MIGRATIONS.map(({ name }) => name));
  });
});
