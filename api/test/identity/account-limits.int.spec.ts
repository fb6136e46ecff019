import { describe, expect, it } from '@jest/globals';
import { login, newPerson, verifiedUser, useEmptyBank } from './auth.fixtures.js';
import { HttpClient, startApi, type HttpResponse, useApi, waitFor } from '../harness/index.js';
import { itInPostgres } from '../harness/log-in-kurrentdb.js';

const TRIES = 8;
/** Production settings for an API behind a proxy on this machine. */
const BEHIND_PROXY = { MONIKER_PROFILE: 'production', TRUSTED_PROXIES: '127.0.0.1' };
const WRONG = { status: 401, body: { code: 'CREDENTIALS_INVALID' } };

const bank = useEmptyBank();
const api = useApi(() => ({
  database: bank.database,
  env: { ...bank.store.env, ...BEHIND_PROXY, ACCOUNT_PASSWORD_TRIES: String(TRIES) },
}));

const browser = (): HttpClient => new HttpClient(api.baseUrl);

function signInFrom(
  address: string,
  body: { email: string; password: string },
  client = browser(),
): Promise<HttpResponse> {
  const { email, password } = body;
  return client.post('/api/auth/login', { email, password }, { headers: { 'x-forwarded-for': address } });
}

/** Guesses a user's password, each time from a new address, and returns the statuses. */
async function guessFromManyAddresses(email: string, guesses: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let guess = 0; guess < guesses; guess++) {
    const address = `2001:db8:${guess}::1`;
    statuses.push((await signInFrom(address, { email, password: `wrong ${guess}` })).status);
  }
  return statuses;
}

describe('passwords tried from many addresses', () => {
  it('delay sign-in from unknown browsers by at most 30 seconds, and from known browsers not at all [AUTH-31]', async () => {
    const person = await verifiedUser(bank);
    const known = browser();
    expect((await signInFrom('198.51.100.1', person, known)).status).toBe(200);

    const statuses = await guessFromManyAddresses(person.email, 40);
    expect(statuses.slice(0, TRIES)).toEqual(Array(TRIES).fill(401));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(20);
    // The current wait could be about to end. The test goes on once the API has checked one more wrong guess, because
    // that guess starts a full wait.
    await waitFor(async () => (await guessFromManyAddresses(person.email, 1))[0] === 401, {
      what: 'the next guess to be checked',
      everyMs: 200,
    });
    const refused = await signInFrom('198.51.100.2', person);
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(30);

    await known.get('/api/logout');
    expect((await signInFrom('198.51.100.3', person, known)).status).toBe(200);
    expect((await signInFrom('198.51.100.4', await verifiedUser(bank))).status).toBe(200);
  });

  it('are limited in the same way for an unknown account [AUTH-31, AUTH-10]', async () => {
    const statuses = await guessFromManyAddresses(newPerson().email, TRIES + 10);
    expect(statuses.slice(0, TRIES)).toEqual(Array(TRIES).fill(401));
    expect(statuses).toContain(429);
  });

  itInPostgres(
    "do not count toward the limit of their address if the account's limit has already refused them [AUTH-24, AUTH-31]",
    async () => {
      const person = await verifiedUser(bank);
      const api = await startApi({
        database: bank.database,
        env: { ...bank.store.env, ...BEHIND_PROXY, ACCOUNT_PASSWORD_TRIES: '2' },
      });
      try {
        const guess = (address: string): Promise<HttpResponse> => {
          const client = new HttpClient(api.baseUrl);
          return signInFrom(address, { ...person, password: 'wrong one' }, client);
        };
        for (let tries = 0; tries < 10; tries++) await guess(`203.0.113.${tries}`);
        for (let tries = 0; tries < 12; tries++) {
          const { headers } = await guess('198.51.100.9');
          expect(Number(headers.get('retry-after') ?? 0)).toBeLessThanOrEqual(30);
        }
      } finally {
        await api.stop();
      }
    },
  );

  it('also delay a browser that is known only to another account [AUTH-31]', async () => {
    const [person, other] = [await verifiedUser(bank), await verifiedUser(bank)];
    const client = browser();
    expect((await signInFrom('198.51.100.5', person, client)).status).toBe(200);
    await guessFromManyAddresses(other.email, 20);
    expect((await signInFrom('198.51.100.6', other, client)).status).toBe(429);
  });
});

describe('an IPv6 network', () => {
  it('counts as one address [SEC-16, AUTH-23]', async () => {
    const { email } = newPerson();
    const statuses: number[] = [];
    for (let guess = 0; guess < 7; guess++) {
      const address = `2001:db8:77:1:${guess + 1}::${guess}`;
      statuses.push((await signInFrom(address, { email, password: `wrong ${guess}` })).status);
    }
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    expect(statuses.slice(5)).toContain(429);
    expect(await signInFrom('2001:db8:77:2::1', { email, password: 'wrong' })).toMatchObject(WRONG);
  });

  itInPostgres('has one request limit for all its addresses [SEC-16]', async () => {
    const env = { ...BEHIND_PROXY, REQUESTS_PER_SECOND: '1', REQUEST_BURST: '10' };
    const limited = await startApi({ database: bank.database, env });
    try {
      const client = new HttpClient(limited.baseUrl);
      const send = (address: string): Promise<HttpResponse> =>
        client.get('/api/auth/user', { headers: { 'x-forwarded-for': address } });
      const responses = await Promise.all(
        Array.from({ length: 40 }, (_, index) => send(`2001:db8:5:6::${index + 1}`)),
      );
      expect(responses.filter(({ status }) => status === 429).length).toBeGreaterThan(10);
      expect((await send('2001:db8:5:7::1')).status).toBe(401);
    } finally {
      await limited.stop();
    }
  });
});

it("wrong passwords from one address never block the account's owner at another address [AUTH-24]", async () => {
  const person = await verifiedUser(bank);
  for (let tries = 0; tries < 20; tries++) {
    await signInFrom('203.0.113.77', { ...person, password: `wrong ${tries}` });
  }
  expect((await login(new HttpClient(bank.api.baseUrl), person)).status).toBe(200);
});
