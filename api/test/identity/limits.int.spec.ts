import { describe, expect, it } from '@jest/globals';
import { login, verifiedUser, useEmptyBank } from './auth.fixtures.js';
import { expectThrottled, extendBackoff, expireBackoff } from './limits.fixtures.js';
import {
  HttpClient,
  JOB_STORES,
  query,
  startApi,
  waitFor,
  type HttpResponse,
  type RunningApi,
} from '../harness/index.js';
import { itInPostgres } from '../harness/log-in-kurrentdb.js';

describe.each(JOB_STORES)('sign-in throttling with %s', (kind) => {
  const bank = useEmptyBank(kind);

  const browser = (): HttpClient => new HttpClient(bank.api.baseUrl);
  const sql = <Row extends object>(text: string): Promise<Row[]> =>
    query<Row & Record<string, unknown>>(bank.database.superUrl, text);
  /** Returns the length in seconds of the only current wait. */
  const currentWaitSeconds = async (): Promise<number | undefined> => {
    const waits =
      'select extract(epoch from blocked_until - last_at)::int as seconds from attempt where blocked_until > last_at';
    return (await sql<{ seconds: number }>(waits))[0]?.seconds;
  };

  itInPostgres(
    'doubles the wait after each wrong password from one address, and never blocks the account’s owner at a different address [AUTH-23, AUTH-24]',
    async () => {
      const person = await verifiedUser(bank);
      // This API trusts a proxy, as in production, so it takes the client address from a header.
      const api = await startApi({
        database: bank.database,
        env: { ...bank.store.env, MONIKER_PROFILE: 'production', TRUSTED_PROXIES: '127.0.0.1' },
      });
      try {
        const client = new HttpClient(api.baseUrl);
        const from = (address: string, password: string): Promise<HttpResponse> =>
          client.post(
            '/api/auth/login',
            { email: person.email, password },
            { headers: { 'x-forwarded-for': address } },
          );
        const waits: (number | undefined)[] = [];
        for (let tries = 0; tries < 4 + 3; tries++) {
          expect((await from('203.0.113.9', `wrong ${tries}`)).status).toBe(401);
          if (tries < 4) continue;
          const wait = await currentWaitSeconds();
          waits.push(wait);
          await extendBackoff(bank);
          const refused = await from('203.0.113.9', person.password);
          expect(refused.status).toBe(429);
          const retryAfter = Number(refused.headers.get('retry-after'));
          expect(retryAfter).toBeGreaterThan(3600 - 600);
          expect(retryAfter).toBeLessThanOrEqual(3600 + (wait ?? 0));
          await expireBackoff(bank);
        }
        expect(waits).toEqual([1, 2, 4]);
        expect((await from('198.51.100.7', person.password)).status).toBe(200);
      } finally {
        await api.stop();
      }
    },
  );

  it('ignores forged forwarding headers [AUTH-24]', async () => {
    const person = await verifiedUser(bank);
    const wrong = { email: person.email, password: 'wrong' };
    await expectThrottled(bank, (tries) => {
      const headers = { 'x-forwarded-for': `203.0.113.${tries}`, forwarded: `for=203.0.113.${tries}` };
      return browser().post('/api/auth/login', wrong, { headers });
    });
  });

  itInPostgres('in production, takes the client address only from listed proxies [SEC-60]', async () => {
    const start = (TRUSTED_PROXIES: string | undefined) =>
      startApi({
        database: bank.database,
        env: { ...bank.store.env, MONIKER_PROFILE: 'production', TRUSTED_PROXIES },
      });
    const tried = async ({ baseUrl }: RunningApi): Promise<number> => {
      const { email } = await verifiedUser(bank);
      const statuses: number[] = [];
      for (let tries = 0; tries < 6; tries++) {
        const headers = { 'x-forwarded-for': `203.0.113.${tries}, 198.51.100.${tries}` };
        const wrong = { email, password: `wrong ${tries}` };
        statuses.push((await new HttpClient(baseUrl).post('/api/auth/login', wrong, { headers })).status);
        await extendBackoff(bank);
      }
      return statuses.lastIndexOf(401) + 1;
    };
    // A private address, such as this test's, is trusted as a proxy only if TRUSTED_PROXIES names it.
    for (const [proxies, expected] of [
      [undefined, 5],
      ['10.0.0.0/8, 172.30.80.10', 5],
      ['127.0.0.1', 6],
      ['::1,127.0.0.0/8', 6],
    ] as const) {
      const api = await start(proxies);
      try {
        expect([proxies, await tried(api)]).toEqual([proxies, expected]);
      } finally {
        await api.stop();
      }
    }
  });

  it('refuses sign-in while attempts cannot be counted [AUTH-25]', async () => {
    const person = await verifiedUser(bank);
    await sql('alter table attempt rename to attempt_away');
    try {
      const client = new HttpClient(bank.api.baseUrl);
      const { email, password } = person;
      expect((await client.post('/api/auth/login', { email, password })).status).toBe(500);
      expect((await client.get('/api/auth/user')).status).toBe(401);
    } finally {
      await sql('alter table attempt_away rename to attempt');
    }
  });

  it('blocks the sixth guess for one account, but does not block other accounts [AUTH-23, ERR-3]', async () => {
    const [person, other] = [await verifiedUser(bank), await verifiedUser(bank)];
    await expectThrottled(bank, (tries) => login(browser(), { ...person, password: `wrong ${tries}` }));
    const waiting = await login(browser(), person);
    expect(waiting).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
    expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await login(browser(), other)).toMatchObject({ status: 200 });
    await sql(`update attempt set blocked_until = now() + interval '1 second' where blocked_until > last_at`);
    await waitFor(async () => (await login(browser(), person)).status === 200, {
      what: 'the wait to end',
    });
  });
});
