import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { processNextBatch, type LogFollower } from '../../src/ledger/log/log-follower.js';
import { createDataSource } from '../../src/platform/database/data-source.js';
import { createDemoDatabase, query, waitFor, type TestDatabase } from '../harness/index.js';

let database: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await createDemoDatabase();
  await query(database.superUrl, "update ledger_follower set position = 0 where name = 'mail-from-ledger'");
  source = await createDataSource(database.appUrl, 4).initialize();
});

afterAll(async () => {
  await source.destroy();
  await database.drop();
});

const follower = (handle: LogFollower['handle']): LogFollower => ({
  name: 'mail-from-ledger',
  batchSize: 5,
  handle,
});

describe('a follower that stands still', () => {
  it('is replaced by another process within seconds and handles nothing itself [OPS-17]', async () => {
    let goOn = (): void => undefined;
    const still = processNextBatch(
      source,
      follower(() => new Promise((resolve) => (goOn = resolve))),
    );
    const failure = expect(still).rejects.toThrow();
    const startedAt = performance.now();
    const handled = await waitFor(
      () =>
        processNextBatch(
          source,
          follower(() => Promise.resolve()),
        ).then((n) => n > 0 && n),
      {
        what: 'another process to continue',
      },
    );
    expect(handled).toBe(5);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    goOn();
    await failure;
  });
});
