import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { request, type APIRequestContext, type APIResponse } from 'playwright-core';
import { TRANSFER, type Summary } from '../money/money.fixtures.js';
import { DEMO_PASSWORD } from '../support/index.js';

const AMOUNT = 0.1;
const FUNDS = 1_500;
/** A customer's next transfer comes so long after the answer to the last one. */
const PAUSE_MS = 100;
const RETRY_MS = 250;
const MAX_TRIES = 80;
/** What an answer of nginx in place of the API, or a refusal for now, says about a request: nothing. */
const UNKNOWN_OUTCOME_STATUSES = new Set([502, 503, 504]);

/** Transfers that somebody keeps asking for, each under a key of its own. */
export interface Load {
  /** The id of the transfer that was acknowledged under each key. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** How many tries had no answer, or none that says what became of them. */
  unknownOutcomes(): number;
  /** Lets the last transfers end. Throws what the bank should not have answered. */
  stop(): Promise<void>;
}

/** Somebody of the demo, signed in over TLS whose certificate nobody knows. */
export async function signInOverTls(baseURL: string, name: 'alice' | 'bob' | 'admin') {
  const client = await request.newContext({
    baseURL,
    ignoreHTTPSErrors: true,
    extraHTTPHeaders: { origin: baseURL },
  });
  const data = { email: `${name}@moniker.example`, password: DEMO_PASSWORD };
  const answer = await client.post('/api/auth/login', { data });
  if (answer.status() !== 200) throw new Error(`login of ${name}: ${answer.status()}`);
  return client;
}

/** Alice and Bob, with enough money, send transfers until they are stopped. An unknown outcome is tried again. */
export async function startLoad(baseURL: string): Promise<Load> {
  const admin = await signInOverTls(baseURL, 'admin');
  const clients = [await signInOverTls(baseURL, 'alice'), await signInOverTls(baseURL, 'bob')];
  for (const client of clients) await fundAccount(admin, client);
  const acknowledged = new Map<string, string>();
  let unknown = 0;
  let isOver = false;

  const transfer = async (client: APIRequestContext): Promise<void> => {
    const key = randomUUID();
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const answer = await client
        .post('/api/transfer/request', {
          data: { ...TRANSFER, amount: AMOUNT },
          headers: { 'idempotency-key': key },
          timeout: 20_000,
        })
        .catch(() => null);
      if (answer !== null && !UNKNOWN_OUTCOME_STATUSES.has(answer.status())) {
        acknowledged.set(key, await readTransferId(answer));
        return;
      }
      unknown += 1;
      await pause(RETRY_MS);
    }
    throw new Error(`no answer after ${MAX_TRIES} tries`);
  };
  const send = async (client: APIRequestContext): Promise<void> => {
    while (!isOver) {
      await transfer(client);
      await pause(PAUSE_MS);
    }
  };
  const sending = Promise.all(clients.map(send));
  sending.catch(() => undefined);
  return {
    acknowledged,
    unknownOutcomes: () => unknown,
    stop: async () => {
      isOver = true;
      await sending;
      await Promise.all([admin, ...clients].map((client) => client.dispose()));
    },
  };
}

async function fundAccount(admin: APIRequestContext, customer: APIRequestContext): Promise<void> {
  const { id } = (await (await customer.get('/api/auth/user')).json()) as { id: string };
  const summary = (await (await customer.get('/api/account/summary')).json()) as Summary;
  const accountBalance = summary.pendingBalanceCents / 100 + FUNDS;
  const answer = await admin.put(`/api/admin/users/${id}/balance`, { data: { accountBalance } });
  if (answer.status() !== 200) throw new Error(`the balance was not set: ${answer.status()}`);
}

async function readTransferId(answer: APIResponse): Promise<string> {
  if (answer.status() !== 201) throw new Error(`a transfer: ${answer.status()} ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}
