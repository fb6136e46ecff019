import { expect } from '@jest/globals';
import { newPerson, type Bank, type Person } from './auth.fixtures.js';
import { HttpClient, query, type HttpResponse, type RunningApi } from '../harness/index.js';

export interface Refused {
  readonly code: string;
}

let networks = 0;

/**
 * A header with a client address that no earlier request has used. A thief with an IPv6 provider has many such
 * addresses.
 */
export const fromElsewhere = (): { headers: Record<string, string> } => {
  networks += 1;
  return { headers: { 'x-forwarded-for': `2001:db8:${networks.toString(16)}::1` } };
};

/** Signs a person in from a new address and returns the client. */
export async function signedInAt(api: RunningApi, person: Person): Promise<HttpClient> {
  const client = new HttpClient(api.baseUrl);
  expect((await signInFromElsewhere(client, person)).status).toBe(200);
  return client;
}

export const signInFromElsewhere = (
  client: HttpClient,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<HttpResponse<Refused>> => client.post('/api/auth/login', { email, password }, fromElsewhere());

/** Confirms the session with a code, from a new address. */
export const confirmCode = (client: HttpClient, code: string): Promise<HttpResponse<Refused>> =>
  client.post('/api/auth/confirm/code', { code }, fromElsewhere());

/** Makes `times` calls, one after another, and returns their statuses. */
export async function statusesOf(
  times: number,
  call: (n: number) => Promise<HttpResponse>,
): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push((await call(n)).status);
  return statuses;
}

export const isSignedIn = async (client: HttpClient): Promise<boolean> =>
  (await client.get('/api/auth/user')).status === 200;

/** Returns a client with the browser cookie of `client`, but without a session. */
export async function sameBrowser(api: RunningApi, client: HttpClient): Promise<HttpClient> {
  const cookie = /[^ ;]*moniker_browser=[^;]+/.exec(client.cookieHeader())?.[0];
  const copy = new HttpClient(api.baseUrl);
  // A request is needed, because its response sets the cookie in the new client.
  const headers = { cookie, ...fromElsewhere().headers };
  await copy.post('/api/auth/forgot-password', { email: newPerson().email }, { headers });
  return copy;
}

/** How many of a person's wrong tries the access log will record. */
export async function countedFailures(
  { database }: Pick<Bank, 'database'>,
  { email }: Person,
): Promise<number> {
  const [row] = await query<{ failures: number }>(
    database.superUrl,
    `select coalesce(sum(f.failures), 0)::int as failures from failed_sign_in f
       join app_user u on u.id::text = f.account where u.email = $1`,
    [email],
  );
  return row?.failures ?? 0;
}

/** How many wrong tries have been counted, for known and unknown accounts together. */
export async function allFailures({ database }: Pick<Bank, 'database'>): Promise<number> {
  const [row] = await query<{ failures: number }>(
    database.superUrl,
    'select coalesce(sum(failures), 0)::int as failures from failed_sign_in',
  );
  return row?.failures ?? 0;
}

/** An answer from a passkey that no user has. */
export const UNKNOWN_PASSKEY = {
  id: 'AAAA',
  clientDataJSON: 'AAAA',
  authenticatorData: 'AAAA',
  signature: 'AAAA',
};
