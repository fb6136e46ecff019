import { expect } from '@jest/globals';
import { startApi, type RunningApi } from './api.js';
import { copyDatabase, type TestDatabase } from './database.js';
import { HttpClient } from './http-client.js';
import { measure } from './measure.js';
import { callService } from './services-client.js';

export const DEMO_PASSWORD = 'moniker-demo';

/** A fresh database with the demo's people and history, as `npm start` seeds it. */
export const createDemoDatabase = (): Promise<TestDatabase> =>
  measure('database', async () => copyDatabase(await callService<string>('/demo-template')));

/** A client signed in as one of the demo's people: `alice`, `bob` or `admin`. */
export async function signIn(baseUrl: string, name: 'alice' | 'bob' | 'admin'): Promise<HttpClient> {
  const client = new HttpClient(baseUrl);
  const email = `${name}@moniker.example`;
  const answer = await client.post('/api/auth/login', { email, password: DEMO_PASSWORD });
  expect(answer.status).toBe(200);
  return client;
}

/** The demo behind one running API, with a client for each of its people. */
export interface DemoBank {
  readonly database: TestDatabase;
  readonly api: RunningApi;
  readonly alice: HttpClient;
  readonly bob: HttpClient;
  readonly admin: HttpClient;
  stop(): Promise<void>;
}

export async function startDemoBank(): Promise<DemoBank> {
  const database = await createDemoDatabase();
  const api = await startApi({ database });
  const [alice, bob, admin] = await Promise.all([
    signIn(api.baseUrl, 'alice'),
    signIn(api.baseUrl, 'bob'),
    signIn(api.baseUrl, 'admin'),
  ]);
  const stop = async (): Promise<void> => {
    await api.stop();
    await database.drop();
  };
  return { database, api, alice, bob, admin, stop };
}
