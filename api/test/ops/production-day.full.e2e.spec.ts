import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { headOf } from '../payments/money.fixtures.js';
import { bankDay } from './bank-day.fixtures.js';
import { startApis, startWorkers, reserveTwoPorts, type ProcessGroup } from './production-fleet.fixtures.js';
import { type AccessLogEntry, accessLog, PRODUCTION } from './production.fixtures.js';
import { startLoad, type Load } from './production-load.fixtures.js';
import {
  HAS_REDIS,
  createDemoDatabase,
  createSelfSignedCertificate,
  expectSoundLedger,
  launchBrowser,
  nginxPath,
  query,
  startMailServer,
  startNginx,
  startRedis,
  temporaryFolder,
  type MailServer,
  type RedisServer,
  type RunningNginx,
  type TestDatabase,
  waitFor,
  withPage,
} from '../harness/index.js';

/** How many emails one worker sends concurrently. When a worker is killed, at most this many are sent twice. */
const MAILS_IN_FLIGHT = 4;
/** Number of rounds. Each round stops one API, and stops or kills one worker. */
const ROUNDS = 4;
const LONG_MS = 60_000;
/** How many lines of nginx's log a failure message shows. */
const MAX_LOG_LINES = 60;

let database: TestDatabase;
let mail: MailServer;
let redis: RedisServer;
let nginx: RunningNginx;
let apis: ProcessGroup;
let workers: ProcessGroup;
let browser: Browser;

const describeIfInstalled = nginxPath !== undefined && HAS_REDIS ? describe : describe.skip;

describeIfInstalled('two APIs and two workers behind nginx with TLS', () => {
  beforeAll(async () => {
    [database, mail, redis, browser] = await Promise.all([
      createDemoDatabase(),
      startMailServer(),
      startRedis(),
      launchBrowser(),
    ]);
    const ports = await reserveTwoPorts();
    nginx = await startNginx({ apiPorts: ports, certificate: await createSelfSignedCertificate() });
    const env = {
      ...PRODUCTION,
      PUBLIC_URL: nginx.url,
      REDIS_URL: redis.url,
      SMTP_URL: mail.smtpUrl,
    };
    const options = { database, env, dataDir: await temporaryFolder(), readyWithinMs: LONG_MS };
    [apis, workers] = await Promise.all([startApis(nginx, ports, options), startWorkers(options)]);
  }, 180_000);

  afterAll(async () => {
    await browser.close();
    await Promise.all([apis.close(), workers.close()]);
    await Promise.all([nginx.stop(), redis.close(), mail.close()]);
    await database.drop();
  });

  async function restartProcesses(): Promise<void> {
    for (let round = 0; round < ROUNDS; round += 1) {
      await Promise.all([apis.replaceNext('stop'), workers.replaceNext(round % 4 < 2 ? 'stop' : 'kill9')]);
      await Promise.all([apis.allRunning(), workers.allRunning()]);
    }
  }

  it('serve customers while their processes are stopped, killed and replaced', async () => {
    const before = await headOf(database);
    const load = await startLoad(nginx.url);
    const restarts = restartProcesses();
    restarts.catch(() => undefined);
    const options = { ignoreHTTPSErrors: true };
    const withAdmin = (page: Page) =>
      withPage(
        browser,
        'day admin',
        (admin) => bankDay(page, admin, { url: nginx.url, mail, disturb: () => apis.replaceNext('kill9') }),
        options,
      );
    try {
      await withPage(browser, 'day customer', withAdmin, options);
      await restarts;
    } catch (cause) {
      throw new Error(`The scenario failed. Last responses of nginx:\n${lastResponses()}`, { cause });
    } finally {
      await load.stop();
    }
    expect(apis.terminations).toEqual({ stop: ROUNDS, kill9: 4 });
    expect(workers.terminations).toEqual({ stop: 2, kill9: 2 });
    console.log(
      `${load.acknowledged.size} transfers acknowledged, ${load.unknownOutcomes()} outcomes unknown at first;`,
      `APIs ${JSON.stringify(apis.terminations)}, workers ${JSON.stringify(workers.terminations)}`,
    );
    await expectNothingLost(load, before);
    await expectEachMailOnce();
    await expectSoundLedger({ database, env: PRODUCTION });
  }, 600_000);

  /** The last requests in nginx's log that came from admins or failed. */
  function lastResponses(): string {
    const isRelevant = ({ path, status }: AccessLogEntry): boolean =>
      path.startsWith('/api/admin') || status >= 400;
    const lines = accessLog(nginx).filter(isRelevant).slice(-MAX_LOG_LINES);
    return lines.map(({ status, method, path, api }) => `${status} ${method} ${path} ${api}`).join('\n');
  }

  /**
   * Asserts that each acknowledged transfer has exactly one event, and that the only other transfer is Carla's, from
   * `bankDay`.
   */
  async function expectNothingLost({ acknowledged }: Load, before: number): Promise<void> {
    expect(acknowledged.size).toBeGreaterThan(100);
    const rows = await query<{ id: string; count: number }>(
      database.superUrl,
      `select payload::json ->> 'transactionId' as id, count(*)::integer as count
         from ledger_event where type = 'TransferRequested' and position > $1 group by 1`,
      [before],
    );
    expect(rows.filter(({ count }) => count !== 1)).toEqual([]);
    const stored = new Set(rows.map(({ id }) => id));
    expect([...acknowledged.values()].filter((id) => !stored.has(id))).toEqual([]);
    expect(new Set(acknowledged.values()).size).toBe(acknowledged.size);
    expect(stored.size).toBe(acknowledged.size + 1);
  }

  /** Asserts that each email in the outbox arrived, with at most `MAILS_IN_FLIGHT` duplicates per killed worker. */
  async function expectEachMailOnce(): Promise<void> {
    const isMailSent = async () => {
      const [row] = await query<{ behind: string; unsent: string }>(
        database.superUrl,
        `select (select position from ledger_head) - (select position from ledger_follower where name = 'mail-from-ledger')
                  as behind,
                (select count(*) from outbox where sent_at is null) as unsent`,
      );
      return Number(row?.behind) === 0 && Number(row?.unsent) === 0;
    };
    await waitFor(isMailSent, { what: 'all mail to be sent', timeoutMs: LONG_MS, everyMs: 250 });
    const outbox = await query<{ id: string }>(database.superUrl, 'select id from outbox');
    const arrived = (await mail.messages()).map(
      ({ headers }) => /<([^@>]+)@/.exec(headers['message-id'] ?? '')?.[1],
    );
    expect([...new Set(arrived)].sort()).toEqual(outbox.map(({ id }) => id).sort());
    expect(arrived.length - outbox.length).toBeLessThanOrEqual(workers.terminations.kill9 * MAILS_IN_FLIGHT);
  }
});
