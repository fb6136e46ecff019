import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import createClient from 'openapi-fetch';
import { settleStepUp, subscribeToStepUps } from '../step-up';
import { confirmRequests } from './confirm-requests';

type Answer = [status: number, body: object];

const REQUIRED: Answer = [403, { code: 'FACTOR_REQUIRED', factors: ['passkey'] }];
const SENT: Answer = [201, { id: 'transfer' }];

/** The requests that were sent: key and body. */
let sent: [key: string | null, body: string][];
let answers: Answer[];
let isActive: boolean;
let unsubscribe: () => unknown;

interface Paths {
  '/api/transfer/request': {
    post: {
      parameters: { header: { 'Idempotency-Key': string } };
      requestBody: { content: { 'application/json': { amount: number } } };
      responses: { 201: { content: { 'application/json': { id: string } } } };
    };
  };
}

/** Sends a request and returns the status of its answer. */
async function send(): Promise<number> {
  const client = createClient<Paths>({ baseUrl: 'https://bank.example' });
  client.use(confirmRequests);
  const { response } = await client.POST('/api/transfer/request', {
    params: { header: { 'Idempotency-Key': 'key-1' } },
    body: { amount: 5 },
  });
  return response.status;
}

beforeEach(() => {
  [sent, answers, isActive] = [[], [], true];
  Object.defineProperty(globalThis, 'navigator', {
    configurable: true,
    value: {
      get userActivation() {
        return { isActive };
      },
    },
  });
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const one = input as Request;
    sent.push([one.headers.get('Idempotency-Key'), await one.text()]);
    const [status, body] = answers.shift() ?? [500, {}];
    return new Response(JSON.stringify(body), { status });
  });
  unsubscribe = subscribeToStepUps(() => undefined);
});

afterEach(() => {
  unsubscribe();
  jest.restoreAllMocks();
});

/** Lets the response to the request arrive. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function untilSent(count: number): Promise<void> {
  while (sent.length < count) await turn();
  await turn();
}

describe('a request that needs a confirmation', () => {
  it('is repeated with its key and body once the user has confirmed [AUTH-56]', async () => {
    answers = [REQUIRED, SENT];
    const status = send();
    await untilSent(1);
    await turn();
    settleStepUp(true);
    expect(await status).toBe(201);
    expect(sent).toEqual([
      ['key-1', '{"amount":5}'],
      ['key-1', '{"amount":5}'],
    ]);
  });

  it('fails if the user does not confirm it; later background requests fail without asking', async () => {
    answers = [REQUIRED, REQUIRED];
    const status = send();
    await untilSent(1);
    await turn();
    settleStepUp(false);
    expect(await status).toBe(403);
    isActive = false;
    expect(await send()).toBe(403);
    expect(sent).toHaveLength(2);
  });

  it('asks the user only once, even if other requests need a confirmation at the same time', async () => {
    answers = [REQUIRED, REQUIRED, SENT, SENT];
    const statuses = Promise.all([send(), send()]);
    await untilSent(2);
    await turn();
    settleStepUp(true);
    expect(await statuses).toEqual([201, 201]);
  });
});

it.each<Answer>([
  [200, {}],
  [403, { code: 'FORBIDDEN' }],
  [404, { code: 'FACTOR_REQUIRED' }],
])('does not repeat a request after the response %s %j', async (status, body) => {
  answers = [[status, body]];
  expect(await send()).toBe(status);
  expect(sent).toHaveLength(1);
});
