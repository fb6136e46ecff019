import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Bank } from '../auth/auth.fixtures.js';
import { blockedGuesser, throttledGuesser, type Guesser } from '../auth/limits.fixtures.js';
import {
  createDatabase,
  HAS_REDIS,
  HttpClient,
  redisJobStore,
  query,
  startApi,
  startRedis,
  waitFor,
  type RedisServer,
  type RunningApi,
  type TestDatabase,
} from '../support/index.js';

/** What waiting for Redis may add to some requests: far above once, far below every time. */
const WAITING_ONCE_MS = 3_000;

(HAS_REDIS ? describe : describe.skip)('limits with Redis in trouble', () => {
  let redis: RedisServer;
  let database: TestDatabase;
  let api: RunningApi;
  let bank: Pick<Bank, 'api' | 'database' | 'store'>;

  beforeAll(async () => {
    [redis, database] = await Promise.all([startRedis(), createDatabase()]);
    const store = redisJobStore(redis);
    api = await startApi({ database, env: store.env });
    bank = { api, database, store };
  });
  afterAll(async () => {
    await api.stop();
    await redis.close();
    await database.drop();
  });
  afterEach(async () => {
    await query(database.superUrl, 'delete from attempt');
    await bank.store.clearBackoff();
  });

  const notes = (): Promise<string[]> => redis.withClient((client) => client.keys('moniker:wait:*'));
  /** A guesser whose wait is noted: a Redis that answers late, on a busy machine, gets no note of the first refusal. */
  const notedGuesser = async (): Promise<Guesser> => {
    const guesser = await blockedGuesser(bank);
    await untilNoted(guesser);
    return guesser;
  };
  const untilNoted = (guesser: Guesser): Promise<string> =>
    waitFor(
      async () => {
        await guesser.expectRefused();
        return (await notes())[0];
      },
      { what: 'a note in Redis' },
    );

  it('refuses whoever has to wait without asking PostgreSQL, and lets nobody in for that', async () => {
    const guesser = await notedGuesser();
    await query(database.superUrl, 'alter table attempt rename to attempt_away');
    try {
      await waitFor(async () => (await guesser.guess()).status === 429, { what: 'a refusal from the note' });
      const somebodyElse = { email: 'nobody@mail.example', password: 'a guess' };
      const answer = await new HttpClient(api.baseUrl).post('/api/auth/login', somebodyElse);
      expect(answer.status).toBe(500);
    } finally {
      await query(database.superUrl, 'alter table attempt_away rename to attempt');
    }
  });

  it('notes nothing that says who waits, and believes a note for seconds only', async () => {
    await notedGuesser();
    const [name = '', ...others] = await notes();
    expect(others).toEqual([]);
    expect(name).toMatch(/^moniker:wait:[\w-]{43}$/);
    const leftMs = await redis.withClient((client) => client.pttl(name));
    expect(leftMs).toBeGreaterThan(0);
    expect(leftMs).toBeLessThanOrEqual(5_000);
    expect(await redis.readAppendOnlyFile()).not.toMatch(/127\.0\.0\.1|mail\.example/);
  });

  it('holds after everything in Redis was lost [AUTH-25]', async () => {
    const guesser = await blockedGuesser(bank);
    await redis.withClient((client) => client.flushall());
    expect(await notes()).toEqual([]);
    await untilNoted(guesser);
    expect(await notes()).toHaveLength(1);
  });

  it('holds while Redis has no room for a note', async () => {
    await redis.withClient((client) => client.config('SET', 'maxmemory', '1'));
    try {
      const guesser = await blockedGuesser(bank);
      expect(await notes()).toEqual([]);
      await guesser.expectRefused();
    } finally {
      await redis.withClient((client) => client.config('SET', 'maxmemory', '0'));
    }
  });

  it.each([
    ['hangs', (one: RedisServer) => one.freeze(), (one: RedisServer) => one.thaw()],
    ['is gone', (one: RedisServer) => one.kill9(), (one: RedisServer) => one.restart()],
  ])(
    'holds, old and new, while Redis %s, and keeps nobody waiting for it [AUTH-25]',
    async (_how, stop, goOn) => {
      const guesser = await blockedGuesser(bank);
      const seven = async (): Promise<number> => {
        const started = Date.now();
        await guesser.expectRefused();
        await throttledGuesser(bank);
        return Date.now() - started;
      };
      const usualMs = await seven();
      await stop(redis);
      try {
        expect(await seven()).toBeLessThan(2 * usualMs + WAITING_ONCE_MS);
      } finally {
        await goOn(redis);
      }
      await guesser.expectRefused();
      expect(api.output()).not.toContain(new URL(redis.url).password);
    },
  );
});
