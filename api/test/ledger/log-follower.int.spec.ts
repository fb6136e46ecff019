import { beforeAll, describe, expect, it } from '@jest/globals';
import { processNextBatch, type LogFollower } from '../../src/ledger/log/log-follower.js';
import { createDataSource } from '../../src/platform/database/data-source.js';
import { query, waitFor, use, useDemoDatabase } from '../harness/index.js';

const database = useDemoDatabase();
const source = use(
  () => createDataSource(database.appUrl, 4).initialize(),
  (source) => source.destroy(),
);

beforeAll(async () => {
  await query(database.superUrl, "update ledger_follower set position = 0 where name = 'mail-from-ledger'");
});

const follower = (handle: LogFollower['handle']): LogFollower => ({
  name: 'mail-from-ledger',
  batchSize: 5,
  handle,
});

describe('a follower that hangs', () => {
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
