import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { userIdOf } from '../payments/money.fixtures.js';
import { countStored, credit, holdHead, terminate, waitForBlockedWriter } from './graceful-stop.fixtures.js';
import { logEntries, startApiProcessWithOperationsPort } from './operations.fixtures.js';
import { expectSoundLedger, signIn, useDemoDatabase, waitFor } from '../harness/index.js';

const database = useDemoDatabase();
/** Releases the lock on the log's head. Called after each test too, so a failed test does not block the next. */
let releaseHead = (): Promise<void> => Promise.resolve();

afterEach(() => releaseHead());

describe('the API on SIGTERM', () => {
  it('keeps serving for STOP_DELAY_SECONDS while it reports that it is not ready', async () => {
    const api = await startApiProcessWithOperationsPort({ database, env: { STOP_DELAY_SECONDS: '5' } });
    const admin = await signIn(api.baseUrl, 'admin');
    const userId = await userIdOf(await signIn(api.baseUrl, 'alice'));
    const ended = terminate(api);
    await waitFor(async () => (await fetch(`${api.operationsUrl}/readyz`)).status === 503, {
      what: 'the API to report that it is not ready',
    });
    expect((await admin.get('/readyz')).status).toBe(503);
    expect((await fetch(`${api.operationsUrl}/healthz`)).status).toBe(200);
    const late = await credit(api, admin, new Agent({ keepAlive: true }), userId, randomUUID());
    expect(late).toEqual({ status: 201, connection: 'close' });
    expect(await ended).toBe(0);
  });

  it('loses no acknowledged request, even if requests keep arriving until it has stopped', async () => {
    const api = await startApiProcessWithOperationsPort({ database });
    const admin = await signIn(api.baseUrl, 'admin');
    const userId = await userIdOf(await signIn(api.baseUrl, 'alice'));
    const agent = new Agent({ keepAlive: true });
    const acknowledged: string[] = [];
    const unexpectedStatuses: number[] = [];
    const caller = async (): Promise<void> => {
      for (;;) {
        const key = randomUUID();
        const answer = await credit(api, admin, agent, userId, key).catch(() => null);
        if (answer === null) return;
        if (answer.status === 201) acknowledged.push(key);
        else unexpectedStatuses.push(answer.status);
      }
    };
    const callers = Array.from({ length: 24 }, caller);
    await waitFor(() => acknowledged.length > 100, { what: '100 acknowledged requests' });
    expect(await terminate(api)).toBe(0);
    await Promise.all(callers);
    expect(unexpectedStatuses).toEqual([]);
    expect(await countStored(database, acknowledged)).toBe(acknowledged.length);
    await expectSoundLedger({ database });
    agent.destroy();
  });

  it('logs an error and exits with 1 after STOP_WITHIN_SECONDS if a request hangs', async () => {
    const api = await startApiProcessWithOperationsPort({ database, env: { STOP_WITHIN_SECONDS: '1' } });
    const admin = await signIn(api.baseUrl, 'admin');
    const userId = await userIdOf(await signIn(api.baseUrl, 'alice'));
    releaseHead = await holdHead(database);
    const key = randomUUID();
    const answer = credit(api, admin, new Agent(), userId, key).catch(() => null);
    await waitForBlockedWriter(database);
    const startedAt = performance.now();
    expect(await terminate(api)).toBe(1);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(await answer).toBeNull();
    expect(logEntries(api).at(-1)).toMatchObject({ level: 'error', context: 'Stop', afterMs: 1000 });
    await releaseHead();
    expect(await countStored(database, [key])).toBe(0);
  });
});
