import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DEMO_PASSWORD, HttpClient, type HttpResponse, query, signIn, useBank } from '../harness/index.js';

interface Session {
  id: string;
  label: string;
  signedInAt: string;
  lastActiveAt: string;
  isCurrent: boolean;
}

const PATH = '/api/user/sessions';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';

const bank = useBank();
const { database, alice } = bank;
let bob: HttpClient;

beforeAll(() => {
  ({ bob } = bank);
});

beforeEach(async () => {
  expect((await alice.delete(PATH)).status).toBe(200);
});

async function sessionsOf(client: HttpClient): Promise<Session[]> {
  const { status, body } = await client.get<Session[]>(PATH);
  expect(status).toBe(200);
  return body;
}

const otherOf = async (client: HttpClient): Promise<string> =>
  (await sessionsOf(client)).find(({ isCurrent }) => !isCurrent)?.id ?? 'none';

const isSignedIn = async (client: HttpClient): Promise<boolean> =>
  (await client.get('/api/auth/user')).status === 200;

describe('the sessions API', () => {
  it('lists the current session first, without internal ids or user agents [AUTH-20]', async () => {
    const phone = new HttpClient(bank.api.baseUrl);
    const credentials = { email: 'alice@moniker.example', password: DEMO_PASSWORD };
    const login = { headers: { 'user-agent': SAFARI } };
    expect((await phone.post('/api/auth/login', credentials, login)).status).toBe(200);
    const sessions = await sessionsOf(alice);
    expect(sessions.map(({ label, isCurrent }) => [label, isCurrent])).toEqual([
      ['Unknown browser', true],
      ['Safari on iPhone', false],
    ]);
    expect((await sessionsOf(phone)).map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
    for (const session of sessions) {
      expect(Object.keys(session).sort()).toEqual(['id', 'isCurrent', 'label', 'lastActiveAt', 'signedInAt']);
      expect(session.lastActiveAt).toMatch(/:00\.000Z$/);
    }
    const rows = await query<{ row: string }>(
      database.superUrl,
      'select row_to_json(session)::text as row from session',
    );
    expect(rows.map(({ row }) => row).join()).not.toContain('Mozilla');
    const inner = await query<{ id: string }>(database.superUrl, 'select id from session');
    const shown = new Set(sessions.map(({ id }) => id));
    expect(inner.filter(({ id }) => shown.has(id))).toEqual([]);
  });

  it('ends one session immediately and keeps the others [AUTH-21]', async () => {
    const [second, third] = [
      await signIn(bank.api.baseUrl, 'alice'),
      await signIn(bank.api.baseUrl, 'alice'),
    ];
    const thirdId = (await sessionsOf(third)).find(({ isCurrent }) => isCurrent)?.id ?? 'none';
    const { status, body } = await alice.delete<Session[]>(`${PATH}/${thirdId}`);
    expect(status).toBe(200);
    expect(body).toHaveLength(2);
    expect(await isSignedIn(third)).toBe(false);
    expect([await isSignedIn(second), await isSignedIn(alice)]).toEqual([true, true]);
    expect((await alice.delete(`${PATH}/${thirdId}`)).status).toBe(404);
  });

  it('ends all sessions except the current one [AUTH-21]', async () => {
    const others = [await signIn(bank.api.baseUrl, 'alice'), await signIn(bank.api.baseUrl, 'alice')];
    const { body } = await alice.delete<Session[]>(PATH);
    expect(body.map(({ isCurrent }) => isCurrent)).toEqual([true]);
    expect(await Promise.all([...others, alice, bob].map(isSignedIn))).toEqual([false, false, true, true]);
  });

  it('omits expired sessions', async () => {
    await signIn(bank.api.baseUrl, 'alice');
    const other = await otherOf(alice);
    await query(
      database.superUrl,
      `update session set last_seen_at = last_seen_at - interval '31 minutes' where public_id = '${other}'`,
    );
    expect(await sessionsOf(alice)).toHaveLength(1);
  });

  it("responds with 404 to a request to end another user's session, the current session or one with an invalid id", async () => {
    await signIn(bank.api.baseUrl, 'bob');
    const bobs = await sessionsOf(bob);
    const [own] = await sessionsOf(alice);
    for (const id of [...bobs.map((session) => session.id), own?.id ?? '', 'x', "' or true --"]) {
      const { status } = await alice.delete(`${PATH}/${encodeURIComponent(id)}`);
      expect([id, status]).toEqual([id, 404]);
    }
    expect(await sessionsOf(bob)).toEqual(bobs);
  });
});

describe('the idle timeout', () => {
  const BACKGROUND = { headers: { 'x-background-request': '1' } };

  /** Moves the last use of Alice's newest session back by an interval. */
  const age = (interval: string): Promise<unknown> =>
    query(
      database.superUrl,
      `update session set last_seen_at = last_seen_at - interval '${interval}'
        where id = (select s.id from session s join app_user u on u.id = s.user_id
          where u.moniker = 'alice' order by s.created_at desc limit 1)`,
    );

  const secondsLeft = ({ headers }: HttpResponse): number =>
    Number(headers.get('x-session-seconds-left') ?? NaN);

  it("reports the seconds left in each response during a session, and restarts only with the user's requests [AUTH-80]", async () => {
    const client = await signIn(bank.api.baseUrl, 'alice');
    expect(secondsLeft(await client.get('/api/auth/user'))).toBeGreaterThan(1_790);
    await age('20 minutes');
    for (const path of [
      '/api/auth/user',
      '/api/transactions/recent',
      '/api/kyc/status',
      '/api/chat/messages',
    ]) {
      const poll = await client.get(path, BACKGROUND);
      expect([path, poll.status]).toEqual([path, 200]);
      expect(secondsLeft(poll)).toBeGreaterThan(580);
      expect(secondsLeft(poll)).toBeLessThanOrEqual(600);
    }
    expect(secondsLeft(await client.get('/api/auth/user'))).toBeGreaterThan(1_790);

    await age('29 minutes');
    expect((await client.get('/api/notifications', BACKGROUND)).status).toBe(200);
    await age('2 minutes');
    const ended = await client.get('/api/notifications', BACKGROUND);
    expect([ended.status, ended.headers.get('x-session-seconds-left')]).toEqual([401, null]);
  });

  it('never lets a session last more than 12 hours after sign-in, no matter how many requests the user makes [AUTH-80]', async () => {
    const client = await signIn(bank.api.baseUrl, 'bob');
    await query(
      database.superUrl,
      `update session set expires_at = now() + interval '40 seconds'
        where user_id = (select id from app_user where moniker = 'bobs_bikes')`,
    );
    for (const path of ['/api/auth/user', '/api/notifications'])
      expect(secondsLeft(await client.get(path))).toBeLessThanOrEqual(40);
    bob = await signIn(bank.api.baseUrl, 'bob');
  });
});
