import { afterEach, describe, expect, it } from '@jest/globals';
import { blockedGuesser, throttledGuesser, type Guesser } from '../identity/limits.fixtures.js';
import {
  HAS_REDIS,
  HttpClient,
  redisJobStore,
  query,
  startRedis,
  waitFor,
  type RedisServer,
  use,
  useApi,
  useDatabase,
} from '../harness/index.js';

/** Maximum extra time for seven attempts: far more than one wait for Redis, far less than one wait per attempt. */
const MAX_DELAY_MS = 3_000;

type Action = (redis: RedisServer) => void | Promise<void>;

(HAS_REDIS ? describe : describe.skip)('attempt limits with a cache in Redis', () => {
  const redis = use(startRedis, (redis) => redis.close());
  const database = useDatabase();
  const store = use(() => redisJobStore(redis));
  const api = useApi(() => ({ database, env: store.env }));
  const bank = { api, database, store };

  afterEach(async () => {
    await query(database.superUrl, 'delete from attempt');
    await bank.store.clearBackoff();
  });

  const cachedWaits = (): Promise<string[]> => redis.withClient((client) => client.keys('moniker:wait:*'));
  /**
   * Returns a guesser whose wait is cached. Repeats the guess until the wait is in the cache, because Redis may respond
   * too late on a busy machine.
   */
  const cachedGuesser = async (): Promise<Guesser> => {
    const guesser = await blockedGuesser(bank);
    await waitUntilCached(guesser);
    return guesser;
  };
  const waitUntilCached = (guesser: Guesser): Promise<string> =>
    waitFor(
      async () => {
        await guesser.expectRefused();
        return (await cachedWaits())[0];
      },
      { what: 'a cached wait in Redis' },
    );

  it('use the cache to refuse a blocked account while PostgreSQL is failing; other accounts get an error', async () => {
    const guesser = await cachedGuesser();
    await query(database.superUrl, 'alter table attempt rename to attempt_away');
    try {
      await waitFor(async () => (await guesser.guess()).status === 429, { what: 'a refusal from the cache' });
      const otherAccount = { email: 'nobody@mail.example', password: 'a guess' };
      const answer = await new HttpClient(api.baseUrl).post('/api/auth/login', otherAccount);
      expect(answer.status).toBe(500);
    } finally {
      await query(database.superUrl, 'alter table attempt_away rename to attempt');
    }
  });

  it('cache a wait for at most five seconds, without personal data', async () => {
    await cachedGuesser();
    const [name = '', ...others] = await cachedWaits();
    expect(others).toEqual([]);
    expect(name).toMatch(/^moniker:wait:[\w-]{43}$/);
    const leftMs = await redis.withClient((client) => client.pttl(name));
    expect(leftMs).toBeGreaterThan(0);
    expect(leftMs).toBeLessThanOrEqual(5_000);
    expect(await redis.readAppendOnlyFile()).not.toMatch(/127\.0\.0\.1|mail\.example/);
  });

  it('hold after Redis has lost all data [AUTH-25]', async () => {
    const guesser = await blockedGuesser(bank);
    await redis.withClient((client) => client.flushall());
    expect(await cachedWaits()).toEqual([]);
    await waitUntilCached(guesser);
    expect(await cachedWaits()).toHaveLength(1);
  });

  it('hold while Redis is full', async () => {
    await redis.withClient((client) => client.config('SET', 'maxmemory', '1'));
    try {
      const guesser = await blockedGuesser(bank);
      expect(await cachedWaits()).toEqual([]);
      await guesser.expectRefused();
    } finally {
      await redis.withClient((client) => client.config('SET', 'maxmemory', '0'));
    }
  });

  it.each<[failure: string, fail: Action, recover: Action]>([
    ['hangs', (one) => one.freeze(), (one) => one.thaw()],
    ['is down', (one) => one.kill9(), (one) => one.restart()],
  ])('hold while Redis %s, without delaying requests [AUTH-25]', async (_failure, fail, recover) => {
    const guesser = await blockedGuesser(bank);
    const timeSevenAttempts = async (): Promise<number> => {
      const started = Date.now();
      await guesser.expectRefused();
      await throttledGuesser(bank);
      return Date.now() - started;
    };
    const usualMs = await timeSevenAttempts();
    await fail(redis);
    try {
      expect(await timeSevenAttempts()).toBeLessThan(2 * usualMs + MAX_DELAY_MS);
    } finally {
      await recover(redis);
    }
    await guesser.expectRefused();
    expect(api.output()).not.toContain(new URL(redis.url).password);
  });
});
