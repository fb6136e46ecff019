import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CuttingProxy } from './ledger-cutting-proxy.given.js';
import {
  createDemoDatabase,
  type HttpAnswer,
  type HttpClient,
  query,
  type RunningApi,
  signIn,
  startApi,
  type TestDatabase,
  waitFor,
} from './support/index.js';

let database: TestDatabase;
let proxy: CuttingProxy;
let api: RunningApi;
let alice: HttpClient;

beforeAll(async () => {
  database = await createDemoDatabase();
  proxy = await CuttingProxy.start(database.appUrl);
  api = await startApi({ database: { ...database, appUrl: proxy.url } });
  alice = await signIn(api.baseUrl, 'alice');
});

afterAll(async () => {
  await api.stop();
  await proxy.goDown();
  await database.drop();
});

const summary = (): Promise<HttpAnswer> => alice.get('/api/account/summary');

/** Ends the connections for reads on the server; tells how many there were. */
async function endReads(): Promise<number> {
  const ended = await query(
    database.superUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = $1 and application_name = 'moniker-reads'`,
    [database.name],
  );
  return ended.length;
}

it('asks again where its connection ends under way', async () => {
  let isOver = false;
  const statuses: number[] = [];
  const caller = async (): Promise<void> => {
    while (!isOver) statuses.push((await summary()).status);
  };
  const callers = Array.from({ length: 16 }, caller);
  try {
    for (let ended = 0; ended < 10; ended += await endReads()) {
      const enough = statuses.length + 50;
      await waitFor(() => statuses.length >= enough, { what: 'some more answers' });
    }
  } finally {
    isOver = true;
    await Promise.all(callers);
  }
  expect(new Set(statuses)).toEqual(new Set([200]));
});

it('answers 503 while the database can not be reached, and as before when it can', async () => {
  await proxy.goDown();
  const { status, body } = await summary();
  expect({ status, body }).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  await proxy.comeBack();
  expect((await summary()).status).toBe(200);
});
