import { expect } from '@jest/globals';
import { programEnv, type RunningApi } from './api.js';
import { runCreateAdmin } from './cli.js';
import { copyDatabase, temporaryFolder, type TestDatabase } from './database.js';
import { HttpClient } from './http-client.js';
import { measure } from './measure.js';
import { callService } from './services-client.js';

export const DEMO_PASSWORD = 'moniker-demo';

export type DemoUser = 'alice' | 'bob' | 'admin';

/** Creates a database with the demo users and their history, as `npm start` seeds it. */
export const createDemoDatabase = (): Promise<TestDatabase> =>
  measure('database', async () => copyDatabase(await callService<string>('/demo-template')));

/** Signs in as one of the demo users. */
export async function signIn(baseUrl: string, name: DemoUser): Promise<HttpClient> {
  const client = new HttpClient(baseUrl);
  const email = `${name}@moniker.example`;
  const response = await client.post('/api/auth/login', { email, password: DEMO_PASSWORD });
  expect(response.status).toBe(200);
  return client;
}

/** A running API on the demo data, with a signed-in client for each user. */
export interface DemoBank {
  readonly database: TestDatabase;
  readonly api: RunningApi;
  readonly alice: HttpClient;
  readonly bob: HttpClient;
  readonly admin: HttpClient;
}

/**
 * Makes a demo user an admin with the role of owner, the way an operator does. This ends the user's sessions, so
 * the returned client has a new session.
 */
export async function promoteDemoUser(
  { database, api }: DemoBank,
  name: 'alice' | 'bob',
): Promise<HttpClient> {
  const env = programEnv({ database }, await temporaryFolder());
  const { code, stderr } = await runCreateAdmin([`${name}@moniker.example`, '--promote'], env);
  expect([code, stderr]).toEqual([0, '']);
  return signIn(api.baseUrl, name);
}
