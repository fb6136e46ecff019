import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { request, type APIRequestContext, type APIResponse } from 'playwright-core';
import { TRANSFER, type Summary } from '../payments/money.fixtures.js';
import { DEMO_PASSWORD } from '../harness/index.js';

const AMOUNT = 0.1;
const FUNDS = 1_500;
/** Pause between a response and the customer's next transfer. */
const PAUSE_MS = 100;
const RETRY_MS = 250;
const MAX_ATTEMPTS = 80;
/** Statuses that do not tell whether the request was executed. */
const UNKNOWN_OUTCOME_STATUSES = new Set([502, 503, 504]);

/** Transfers that are sent until `stop` is called. Each has its own idempotency key. */
export interface Load {
  /** The ids of acknowledged transfers, by idempotency key. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** Number of attempts without a response or with an unknown outcome. */
  unknownOutcomes(): number;
  /** Stops sending and waits for the last transfers. Rejects if a response was unexpected. */
  stop(): Promise<void>;
}

/** Signs in a demo user over TLS, without checking the server's certificate. */
export async function signInOverTls(baseURL: string, name: 'alice' | 'bob' | 'admin') {
  const client = await request.newContext({
    baseURL,
    ignoreHTTPSErrors: true,
    extraHTTPHeaders: { origin: baseURL },
  });
  const data = { email: `${name}@moniker.example`, password: DEMO_PASSWORD };
  const response = await client.post('/api/auth/login', { data });
  if (response.status() !== 200) throw new Error(`Signing in as ${name} failed: ${response.status()}`);
  return client;
}

/**
 * Funds Alice and Bob and lets them send transfers until stopped. While the outcome of a transfer is unknown, retries
 * that transfer with the same key.
 */
export async function startLoad(baseURL: string): Promise<Load> {
  const admin = await signInOverTls(baseURL, 'admin');
  const clients = [await signInOverTls(baseURL, 'alice'), await signInOverTls(baseURL, 'bob')];
  for (const client of clients) await fundAccount(admin, client);
  const acknowledged = new Map<string, string>();
  let unknownOutcomes = 0;
  let isStopped = false;

  const transfer = async (client: APIRequestContext): Promise<void> => {
    const key = randomUUID();
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const response = await client
        .post('/api/transfer/request', {
          data: { ...TRANSFER, amount: AMOUNT },
          headers: { 'idempotency-key': key },
          timeout: 20_000,
        })
        .catch(() => null);
      if (response !== null && !UNKNOWN_OUTCOME_STATUSES.has(response.status())) {
        acknowledged.set(key, await readTransferId(response));
        return;
      }
      unknownOutcomes += 1;
      await pause(RETRY_MS);
    }
    throw new Error(`No outcome after ${MAX_ATTEMPTS} attempts`);
  };
  const send = async (client: APIRequestContext): Promise<void> => {
    while (!isStopped) {
      await transfer(client);
      await pause(PAUSE_MS);
    }
  };
  const sending = Promise.all(clients.map(send));
  sending.catch(() => undefined);
  return {
    acknowledged,
    unknownOutcomes: () => unknownOutcomes,
    stop: async () => {
      isStopped = true;
      await sending;
      await Promise.all([admin, ...clients].map((client) => client.dispose()));
    },
  };
}

async function fundAccount(admin: APIRequestContext, customer: APIRequestContext): Promise<void> {
  const { id } = (await (await customer.get('/api/auth/user')).json()) as { id: string };
  const summary = (await (await customer.get('/api/account/summary')).json()) as Summary;
  const accountBalance = summary.pendingBalanceCents / 100 + FUNDS;
  const user = `/api/admin/users/${id}`;
  const { revision: expectedRevision } = (await (await admin.get(user)).json()) as { revision: number };
  const response = await admin.put(`${user}/balance`, { data: { accountBalance, expectedRevision } });
  if (response.status() !== 200) throw new Error(`The balance was not set: ${response.status()}`);
}

async function readTransferId(response: APIResponse): Promise<string> {
  if (response.status() !== 201)
    throw new Error(`A transfer failed: ${response.status()} ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
}
