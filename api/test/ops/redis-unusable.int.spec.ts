import { afterEach, describe, expect, it } from '@jest/globals';
import {
  HAS_REDIS,
  startRedis,
  startWorkerProcess,
  type RunningProgram,
  use,
  useDatabase,
} from '../harness/index.js';

(HAS_REDIS ? describe : describe.skip)('starting a worker with an unusable Redis', () => {
  const redis = use(startRedis, (redis) => redis.close());
  const database = useDatabase();
  const policy = (name: string): Promise<unknown> =>
    redis.withClient((client) => client.config('SET', 'maxmemory-policy', name));
  afterEach(() => policy('noeviction'));

  const startWith = (url: string): Promise<RunningProgram> =>
    startWorkerProcess({ database, env: { REDIS_URL: url } });

  it('fails if Redis is allowed to evict jobs', async () => {
    await policy('allkeys-lru');
    await expect(startWith(redis.url)).rejects.toThrow(
      'worker: The Redis at REDIS_URL has maxmemory-policy allkeys-lru, which loses jobs; set it to noeviction',
    );
  });

  it.each([
    ['is wrong', 'another', 'WRONGPASS'],
    ['is missing', '', 'NOAUTH'],
  ])('fails if the password %s', async (_why, password, code) => {
    const url = new URL(redis.url);
    url.password = password;
    await expect(startWith(url.href)).rejects.toThrow(
      `worker: Redis denies access with the user and password in REDIS_URL (${code})`,
    );
  });
});
