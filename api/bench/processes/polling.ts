import http from 'node:http';
import type { Connection } from '../connection.js';

/** URLs that a dashboard reads. Each gets the same share of the requests. */
const POLLED_URLS = ['/api/transactions/recent', '/api/account/summary', '/api/kyc/status', '/api/auth/user'];
const CALLERS = 32;

export interface PollResult {
  readonly responses: number;
  readonly ms: number;
  readonly latencies: readonly number[];
}

/** Signs customers in. Returns a cookie for each. */
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
    const response = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ email, password }),
    });
    if (!response.ok) throw new Error(`Sign-in failed: ${await response.text()}`);
    cookies.push(
      response.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; '),
    );
  }
  return cookies;
}

/** Polls with concurrent callers, each with one request at a time. @throws Error a response is not ok */
export async function pollDashboards(
  url: string,
  cookies: readonly string[],
  windowMs: number,
): Promise<PollResult> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CALLERS });
  const latencies: number[] = [];
  const startedAt = performance.now();
  const call = async (caller: number): Promise<void> => {
    for (let index = caller; performance.now() - startedAt < windowMs; index += 1) {
      const sentAt = performance.now();
      await read(
        agent,
        url + (POLLED_URLS[index % POLLED_URLS.length] ?? ''),
        cookies[caller % cookies.length] ?? '',
      );
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, caller) => call(caller)));
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
