import { describe, expect, it } from '@jest/globals';
import {
  DEMO_PASSWORD,
  HttpClient,
  query,
  signIn,
  startApi,
  type HttpResponse,
  useBank,
} from '../harness/index.js';
import { itInPostgres } from '../harness/log-in-kurrentdb.js';

const SESSION = 'moniker_session';
const HINT = 'moniker_signed_in';
const REMOVED = `${HINT}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Lax`;

const bank = useBank();

const hintsOf = ({ headers }: HttpResponse): string[] =>
  headers.getSetCookie().filter((line) => line.startsWith(`${HINT}=`));

const logIn = (client: HttpClient): Promise<HttpResponse> =>
  client.post('/api/auth/login', { email: 'bob@moniker.example', password: DEMO_PASSWORD });

describe('the sign-in hint', () => {
  it('is readable by scripts, and the same for everybody [SEC-20]', async () => {
    const client = new HttpClient(bank.api.baseUrl);
    expect(hintsOf(await logIn(client))).toEqual([`${HINT}=1; Path=/; SameSite=Lax`]);
    expect(bank.alice.cookie(HINT)).toBe('1');
    expect(hintsOf(await client.get('/api/auth/user'))).toEqual([]);
  });

  itInPostgres('is a Secure __Host- cookie in production [SEC-20]', async () => {
    const api = await startApi({ database: bank.database, env: { MONIKER_PROFILE: 'production' } });
    try {
      const { headers } = await logIn(new HttpClient(api.baseUrl));
      expect(headers.getSetCookie()).toContain(`__Host-${HINT}=1; Path=/; Secure; SameSite=Lax`);
    } finally {
      await api.stop();
    }
  });

  it('is removed at sign-out [SEC-20]', async () => {
    const client = await signIn(bank.api.baseUrl, 'bob');
    expect(hintsOf(await client.get('/api/logout'))).toEqual([REMOVED]);
    expect([client.cookie(SESSION), client.cookie(HINT)]).toEqual([undefined, undefined]);
  });

  it('is removed by the first response after the session has ended in any way other than sign-out [SEC-20]', async () => {
    const client = await signIn(bank.api.baseUrl, 'bob');
    const { id } = (await client.get<{ id: string }>('/api/auth/user')).body;
    await query(bank.database.superUrl, 'delete from session where user_id = $1', [id]);
    const answer = await client.get('/api/transactions/recent');
    expect(answer.status).toBe(401);
    expect(hintsOf(answer)).toEqual([REMOVED]);
    expect(client.cookie(HINT)).toBeUndefined();
    // The session cookie stays, because another tab may have signed in before this response arrived.
    expect(client.cookie(SESSION)).toBeDefined();
    expect(hintsOf(await client.get('/api/auth/user'))).toEqual([]);
  });

  it('is set again by the next response if it is missing during a session [SEC-20]', async () => {
    const client = await signIn(bank.api.baseUrl, 'bob');
    const cookie = `${SESSION}=${client.cookie(SESSION)}`;
    const answer = await client.get('/api/transactions/recent', { headers: { cookie } });
    expect(hintsOf(answer)).toEqual([`${HINT}=1; Path=/; SameSite=Lax`]);
  });

  it('gives no access on its own [SEC-20]', async () => {
    const answer = await new HttpClient(bank.api.baseUrl).get('/api/auth/user', {
      headers: { cookie: `${HINT}=1` },
    });
    expect(answer.status).toBe(401);
  });
});
