import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { executeWithoutTriggers } from '../audit/tamper.fixtures.js';
import { programEnv } from '../harness/api.js';
import {
  createDatabase,
  launchBrowser,
  query,
  runCli,
  startApi,
  startMailServer,
  startWorker,
  temporaryFolder,
  withPage,
  type MailServer,
  type RunningApi,
  type RunningProgram,
  type TestDatabase,
} from '../harness/index.js';
import {
  CAN_START_KURRENTDB,
  KURRENTDB_HINT,
  startKurrentCluster,
  startKurrentServer,
  type KurrentCluster,
} from '../harness/kurrentdb.js';
import { NodeProcess } from '../harness/node-process.js';
import { compiled } from '../harness/paths.js';
import { bankDay } from './bank-day.fixtures.js';

/** The tables that are emptied and rebuilt from the log. */
const REBUILDABLE = [
  ...['ledger_event', 'ledger_account', 'ledger_entry', 'ledger_transaction', 'ledger_idempotency_key'],
  ...['ledger_event_index', 'ledger_merkle_subtree', 'ledger_projection'],
];
/**
 * The content of a row, without idempotency keys. A rebuilt table has only the HMACs of the keys, because the stream
 * contains only those (docs/adr/0016).
 */
const CONTENT = `(to_jsonb(r) - 'key' - 'fingerprint')`;
const DAY_MS = 300_000;

/**
 * Starts a cluster and waits until its leader is stable, because nodes that have just joined may hold another election.
 */
const startElectedCluster = async (): Promise<KurrentCluster> => {
  const cluster = await startKurrentCluster();
  await cluster.leader();
  return cluster;
};

const ENGINES = [
  ['on one node', startKurrentServer],
  ['on three nodes', startElectedCluster],
] as const;

const describeWithServer = CAN_START_KURRENTDB ? describe : describe.skip;
const skipped = CAN_START_KURRENTDB ? '' : ` (skipped: ${KURRENTDB_HINT})`;

describeWithServer.each(ENGINES)(`a bank with its log in KurrentDB %s${skipped}`, (_name, start) => {
  let engine: { readonly url: string; close(): Promise<void> };
  let database: TestDatabase;
  let env: NodeJS.ProcessEnv;
  let mail: MailServer;
  let api: RunningApi;
  let browser: Browser;
  const programs: RunningProgram[] = [];

  beforeAll(async () => {
    [engine, database, mail, browser] = await Promise.all([
      start(),
      createDatabase(),
      startMailServer(),
      launchBrowser(),
    ]);
    const { name } = database;
    env = {
      LEDGER_LOG: 'kurrentdb',
      KURRENTDB_URL: engine.url,
      KURRENTDB_STREAM: name,
      SMTP_URL: mail.smtpUrl,
    };
    const dataDir = await temporaryFolder();
    const seed = NodeProcess.start(compiled('apps/seed.js'), [], programEnv({ database, env }, dataDir));
    await seed.ended();
    expect(seed.output()).toContain('demo data seeded');
    api = await startApi({ database, env, dataDir });
    programs.push(api, await startWorker({ database, env: { ...env, PUBLIC_URL: api.baseUrl }, dataDir }));
  }, DAY_MS);

  afterAll(async () => {
    await browser.close();
    await stopPrograms();
    await mail.close();
    await database.drop();
    await engine.close();
  });

  const stopPrograms = async (): Promise<void> => {
    for (const program of programs.splice(0)) await program.stop();
  };

  const ledger = (...args: string[]) =>
    runCli(args, { database, env: { ...env, DATABASE_OWNER_URL: database.ownerUrl } });

  const contents = () =>
    Promise.all(
      REBUILDABLE.map((table) =>
        query(
          database.superUrl,
          `select '${table}' as "table", ${CONTENT} as content from ${table} r order by ${CONTENT}::text collate "C"`,
        ),
      ),
    );

  it(
    'serves a customer and an admin for a day in the browser',
    async () => {
      const place = { url: api.baseUrl, mail };
      await withPage(browser, 'kurrentdb customer', (page) =>
        withPage(browser, 'kurrentdb admin', (admin) => bankDay(page, admin, place)),
      );
      expect(await ledger('verify')).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('The ledger is sound.'),
      });
    },
    DAY_MS,
  );

  it(
    'has the same tables after they are emptied and rebuilt from the stream [AUD-33]',
    async () => {
      await stopPrograms();
      // The first rebuild may change rows, because the log's followers may have lagged behind.
      expect(await ledger('rebuild')).toMatchObject({ code: 0 });
      const before = await contents();
      await executeWithoutTriggers(database, `truncate ${REBUILDABLE.join(', ')}`);
      expect(await ledger('rebuild')).toMatchObject({ code: 0 });
      expect(await contents()).toEqual(before);
      expect(await ledger('verify')).toMatchObject({ code: 0 });
    },
    DAY_MS,
  );
});
