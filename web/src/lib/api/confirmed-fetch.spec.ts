import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { settleStepUp, subscribeToStepUps } from '../step-up';
import { confirmedFetch } from './confirmed-fetch';

type Answer = [status: number, body: object];

const REQUIRED: Answer = [403, { code: 'FACTOR_REQUIRED', factors: ['passkey'] }];
const SENT: Answer = [201, { id: 'transfer' }];

/** The requests that were sent: key and body. */
let sent: [key: string | null, body: string][];
let answers: Answer[];
let isActive: boolean;
let unsubscribe: () => void;

const request = (): Request =>
  new Request('https://bank.example/api/transfer/request', {
    method: 'POST',
    headers: { 'Idempotency-Key': 'key-1' },
    body: '{"amount":5}',
  });

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

/** Lets the request reach its answer. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function untilSent(count: number): Promise<void> {
  while (sent.length < count) await turn();
  await turn();
}

describe('a request that needs a confirmation', () => {
  it('is repeated with its key and body once the user has confirmed [AUTH-56]', async () => {
    answers = [REQUIRED, SENT];
    const response = confirmedFetch(request());
    await untilSent(1);
    await turn();
    settleStepUp(true);
    expect((await response).status).toBe(201);
    expect(sent).toEqual([
      ['key-1', '{"amount":5}'],
      ['key-1', '{"amount":5}'],
    ]);
  });

  it('fails if the user does not confirm, and background requests no longer ask', async () => {
    answers = [REQUIRED, REQUIRED];
    const response = confirmedFetch(request());
    await untilSent(1);
    await turn();
    settleStepUp(false);
    expect((await response).status).toBe(403);
    isActive = false;
    expect((await confirmedFetch(request())).status).toBe(403);
    expect(sent).toHaveLength(2);
  });

  it('shares one question with other requests', async () => {
    answers = [REQUIRED, REQUIRED, SENT, SENT];
    const responses = Promise.all([confirmedFetch(request()), confirmedFetch(request())]);
    await untilSent(2);
    await turn();
    settleStepUp(true);
    expect((await responses).map(({ status }) => status)).toEqual([201, 201]);
  });
});

it.each<Answer>([
  [200, {}],
  [403, { code: 'FORBIDDEN' }],
  [404, { code: 'FACTOR_REQUIRED' }],
])('returns another answer as it is: %s', async (status, body) => {
  answers = [[status, body]];
  expect((await confirmedFetch(request())).status).toBe(status);
  expect(sent).toHaveLength(1);
});
