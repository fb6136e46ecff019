import http from 'node:http';
import type { Connection } from '../connection.js';

/** What an open dashboard asks for again and again (spec.md §9, Polling). */
const POLLED_URLS = ['/api/transactions/recent', '/api/account/summary', '/api/kyc/status', '/api/auth/user'];
const CALLERS = 32;

export interface PollResult {
  readonly responses: number;
  readonly ms: number;
  readonly latencies: readonly number[];
}

/** Signs customers in; answers a cookie for each. */
export async function signInAll(
  connection: Connection,
  url: string,
  count: number,
  password: string,
): Promise<string[]> {
  const rows = await connection.rows<{ email: string }>(
    'select email from app_user where is_email_verified and not is_admin order by email limit $1',
    [count],
  );
  const cookies: string[] = [];
  for (const { email } of rows) {
    const answer = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ email, password }),
    });
    if (!answer.ok) throw new Error(`no sign-in: ${await answer.text()}`);
    cookies.push(
      answer.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; '),
    );
  }
  return cookies;
}

/** Polls from many callers at once, each waiting for its answer. Throws for any answer that is not ok. */
export async function pollDashboards(
  url: string,
  cookies: readonly string[],
  windowMs: number,
): Promise<PollResult> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CALLERS });
  const latencies: number[] = [];
  const startedAt = performance.now();
  const call = async (caller: number): Promise<void> => {
    for (let at = caller; performance.now() - startedAt < windowMs; at += 1) {
      const askedAt = performance.now();
      await read(
        agent,
        url + (POLLED_URLS[at % POLLED_URLS.length] ?? ''),
        cookies[caller % cookies.length] ?? '',
      );
      latencies.push(performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_none, caller) => call(caller)));
  const ms = performance.now() - startedAt;
  agent.destroy();
  return { responses: latencies.length, ms, latencies };
}

function read(agent: http.Agent, address: string, cookie: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get(address, { agent, headers: { cookie } }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${address}: ${response.statusCode}`));
      });
    });
    request.once('error', reject);
  });
}
