import { randomUUID } from 'node:crypto';
import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccessDeniedError, jsonEvent, KurrentDBClient } from '@kurrent/kurrentdb-client';
import { KurrentLog } from '../../src/ledger/log/kurrent-log.js';
import { KurrentUsers } from '../../src/ledger/log/kurrent-users.js';
import { parseKurrentUrl, readKurrentAccess, withLogin } from '../../src/platform/config/kurrent-access.js';
import { CreditLoad, creditCustomer } from './kurrentdb-load.fixtures.js';
import {
  restore,
  serverFolder,
  startDatabaseServer,
  takeBackup,
  type DatabaseServer,
} from './backup.fixtures.js';
import {
  backUpNode,
  makeDeployment,
  NODES,
  prepareKurrentDb,
  restoreNode,
  startSecureCluster,
  type Deployment,
  type SecureCluster,
} from './kurrentdb-cluster.fixtures.js';
import {
  query,
  runCli,
  signIn,
  startApi,
  temporaryFolder,
  waitFor,
  type HttpClient,
  type RunningApi,
} from '../harness/index.js';
import { programEnv } from '../harness/api.js';
import { CAN_START_KURRENTDB, KURRENTDB_HINT } from '../harness/kurrentdb.js';
import { NodeProcess } from '../harness/node-process.js';
import { compiled } from '../harness/paths.js';
import { headOf, requestTransfer, summaryOf, userIdOf } from '../payments/money.fixtures.js';

const STREAM = 'moniker-ledger';
/** Number of credits in each period: before the two backups, between them and after them. */
const PROGRESS = 50;
const TEST_MS = 300_000;

const itWithServer = CAN_START_KURRENTDB ? it : it.skip;
const skipped = CAN_START_KURRENTDB ? '' : ` (skipped: ${KURRENTDB_HINT})`;

type Environment = Record<string, string>;

describe(`the nodes of docker-compose.kurrentdb.yml${skipped}`, () => {
  let deployment: Deployment;
  let cluster: SecureCluster | null = null;
  /** Settings for `prepare-kurrentdb`. */
  let preparation: Environment;
  let bank: DatabaseServer;
  let backups: string;
  let dataDir: string;
  const running: { stop(): Promise<unknown> }[] = [];

  beforeAll(async () => {
    if (!CAN_START_KURRENTDB) return;
    deployment = await makeDeployment();
    cluster = await startSecureCluster(deployment, await temporaryFolder());
    preparation = await cluster.environmentOf('prepare-kurrentdb');
    backups = await temporaryFolder();
    dataDir = await temporaryFolder();
    bank = await startDatabaseServer(await serverFolder(), true);
    running.push(bank);
  }, TEST_MS);

  afterAll(async () => {
    for (const program of running.reverse()) await program.stop();
    await cluster?.close();
  });

  function nodes(): SecureCluster {
    if (cluster === null) throw new Error('KurrentDB was not started');
    return cluster;
  }

  const accepts = (name: string, password: string): Promise<boolean> => {
    const { adminUrl, admin } = readKurrentAccess(preparation);
    return new KurrentUsers(parseKurrentUrl(adminUrl), admin).accepts({ name, password });
  };

  /** Runs `work` with a client that is signed in as the KurrentDB user in `url`. */
  async function withClient<Result>(
    url: string,
    work: (client: KurrentDBClient) => Promise<Result>,
  ): Promise<Result> {
    const client = KurrentDBClient.connectionString(url);
    try {
      return await work(client);
    } finally {
      await client.dispose();
    }
  }

  async function startBank({ database }: DatabaseServer): Promise<{ api: RunningApi; admin: HttpClient }> {
    const env = await nodes().environmentOf('api');
    const api = await startApi({ database, env, dataDir });
    running.push(api);
    return { api, admin: await signIn(api.baseUrl, 'admin') };
  }

  async function verify({ database }: DatabaseServer): Promise<void> {
    const env = await nodes().environmentOf('ledger');
    const { code, stdout, stderr } = await runCli(['verify'], {
      database,
      env: { ...env, KURRENTDB_STREAM: STREAM },
    });
    expect({ code, stdout, stderr }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('The ledger is sound.'),
    });
  }

  async function restoreDatabase(base: string): Promise<DatabaseServer> {
    const folder = await serverFolder();
    await mkdir(folder, { mode: 0o755 });
    await restore(base, folder);
    const server = await startDatabaseServer(folder, false);
    running.push(server);
    return server;
  }

  describe('prepare-kurrentdb', () => {
    itWithServer(
      'creates users and permissions, and changes nothing when it runs again [OPS-30]',
      async () => {
        const checked = [
          'checked: moniker has only these permissions: read, append, read metadata',
          'checked: moniker-auditor has only these permissions: read, read metadata',
        ];
        expect(await prepareKurrentDb(preparation)).toEqual([
          // Unchanged, because the nodes were started with the passwords of `admin` and `ops`.
          'admin: unchanged',
          'ops: unchanged',
          'moniker: created',
          'moniker-auditor: created',
          'other streams: only administrators may use them now',
          'moniker-ledger: got its permissions',
          ...checked,
        ]);
        expect(await prepareKurrentDb(preparation)).toEqual([
          'admin: unchanged',
          'ops: unchanged',
          'moniker: unchanged',
          'moniker-auditor: unchanged',
          'other streams: unchanged',
          'moniker-ledger: unchanged',
          ...checked,
        ]);
        expect([await accepts('admin', 'changeit'), await accepts('ops', 'changeit')]).toEqual([
          false,
          false,
        ]);
      },
      TEST_MS,
    );

    itWithServer(
      'replaces default and leaked passwords',
      async () => {
        const { adminUrl, admin, auditor } = readKurrentAccess(preparation);
        const users = new KurrentUsers(parseKurrentUrl(adminUrl), admin);
        const helper = { name: 'helper', password: randomUUID() };
        await users.setPassword({ name: 'admin', password: 'changeit' });
        const other = { ...preparation, KURRENTDB_AUDITOR_URL: withLogin(adminUrl, helper) };
        expect((await prepareKurrentDb(other)).slice(0, 4)).toEqual([
          'admin: got its own password',
          'ops: unchanged',
          'moniker: unchanged',
          'helper: created',
        ]);
        const leaked = { ...auditor, password: `${auditor.password}-leaked` };
        await users.setPassword(leaked);
        expect(await prepareKurrentDb(preparation)).toContain('moniker-auditor: got a new password');
        await waitFor(async () => !(await accepts(leaked.name, leaked.password)), {
          what: 'the new password to take effect',
        });
      },
      TEST_MS,
    );
  });

  describe('a bank', () => {
    let auditorUrl: string;
    let applicationUrl: string;

    beforeAll(async () => {
      if (!CAN_START_KURRENTDB) return;
      ({ applicationUrl, auditorUrl } = readKurrentAccess(preparation));
      const env = await nodes().environmentOf('api');
      const seed = NodeProcess.start(
        compiled('apps/seed.js'),
        [],
        programEnv({ database: bank.database, env }, dataDir),
      );
      await seed.ended();
      expect(seed.output()).toContain('demo data seeded');
    }, TEST_MS);

    itWithServer(
      'moves money',
      async () => {
        const { api, admin } = await startBank(bank);
        const alice = await signIn(api.baseUrl, 'alice');
        const before = await summaryOf(alice);
        const { status, body } = await requestTransfer(alice, { amount: 10 });
        expect(status).toBe(201);
        const approved = await admin.put(`/api/admin/transfer-requests/${body.id}`, { status: 'completed' });
        expect(approved.status).toBe(200);
        const { totalBalanceCents } = await summaryOf(alice);
        expect(totalBalanceCents).toBe(before.totalBalanceCents - body.amountCents);
        await api.stop();
        await verify(bank);
      },
      TEST_MS,
    );

    const attempts: [string, (client: KurrentDBClient) => Promise<unknown>][] = [
      ['delete the stream', (client) => client.deleteStream(STREAM)],
      ['delete the stream permanently', (client) => client.tombstoneStream(STREAM)],
      ['make the server remove events', (client) => client.setStreamMetadata(STREAM, { maxCount: 1 })],
      [
        'change the permissions',
        (client) => client.setStreamMetadata(STREAM, { acl: { writeRoles: ['$all'] } }),
      ],
      [
        'create another stream',
        (client) => client.appendToStream('other', jsonEvent({ type: 'x', data: {} })),
      ],
      ['read all events on the server', (client) => readAll(client)],
    ];

    itWithServer.each(attempts)(
      'lets neither the application nor auditors %s [OPS-30]',
      async (_what, attempt) => {
        for (const url of [applicationUrl, auditorUrl]) {
          await expect(withClient(url, attempt)).rejects.toThrow(AccessDeniedError);
        }
      },
    );

    itWithServer('lets auditors read, but not append [OPS-30]', async () => {
      const log = new KurrentLog({ url: auditorUrl, stream: STREAM });
      const { position } = await log.head();
      await log.close();
      expect(position).toBe(await headOf(bank.database));
      const event = jsonEvent({ type: 'Foreign', data: {} });
      const append = (client: KurrentDBClient) => client.appendToStream(STREAM, event);
      await expect(withClient(auditorUrl, append)).rejects.toThrow(AccessDeniedError);
    });

    itWithServer('does not start if KURRENTDB_URL names the auditors’ user [OPS-30]', async () => {
      const env = { ...(await nodes().environmentOf('api')), KURRENTDB_URL: auditorUrl };
      await expect(startApi({ database: bank.database, env, dataDir })).rejects.toThrow(
        "the user of KURRENTDB_URL isn't allowed to append to the KurrentDB stream moniker-ledger",
      );
    });

    itWithServer(
      'can be restored from a backup of PostgreSQL and a later backup of a running node [OPS-31]',
      async () => {
        const { api, admin } = await startBank(bank);
        const userId = await userIdOf(await signIn(api.baseUrl, 'alice'));
        const load = new CreditLoad(admin, userId);
        await load.progress(PROGRESS);
        const inTables = [...load.acknowledged];
        const base = await takeBackup(bank, backups, dataDir);
        // Credits that are acknowledged between the two backups are only in the node's backup.
        await load.progress(PROGRESS);
        const inLog = [...load.acknowledged];
        const log = await backUpNode(nodes().dataOf('kurrentdb1'), backups);
        await load.progress(PROGRESS);
        await load.stop();
        await api.stop();
        await nodes().close();

        const restored = await restoreDatabase(base);
        const folder = await temporaryFolder();
        for (const node of NODES) await restoreNode(log, path.join(folder, node));
        cluster = await startSecureCluster(deployment, folder);
        const projected = await headOf(restored.database);
        const { admin: again } = await startBank(restored);
        expect(await headOf(restored.database)).toBeGreaterThan(projected);
        expect(await withoutEvent(restored, inLog)).toEqual([]);
        // Transaction texts exist only in PostgreSQL, so only the transactions in its backup have them.
        expect(await withoutText(restored, inTables)).toEqual([]);
        await verify(restored);
        await creditCustomer(again, userId);
        await verify(restored);
      },
      TEST_MS,
    );

    itWithServer(
      'cannot be restored from an unfinished or damaged backup, or over existing files',
      async () => {
        const folder = await temporaryFolder();
        const backup = await backUpNode(nodes().dataOf('kurrentdb1'), folder);
        await expect(backUpNode(folder, folder)).rejects.toThrow('is not the folder of a node');
        await mkdir(path.join(folder, 'unfinished-kurrentdb'));
        await expect(
          restoreNode(path.join(folder, 'unfinished-kurrentdb'), path.join(folder, 'new')),
        ).rejects.toThrow('is not a finished backup');
        await expect(restoreNode(backup, folder)).rejects.toThrow('is not empty');
        await appendFile(path.join(backup, 'data/epoch.chk'), ' ');
        await expect(restoreNode(backup, path.join(folder, 'new'))).rejects.toThrow('is damaged');
      },
    );
  });
});

async function readAll(client: KurrentDBClient): Promise<void> {
  for await (const event of client.readAll({ maxCount: 1 })) if (event.event !== undefined) return;
}

/** Returns the transactions that are missing from the copy of the log. */
const withoutEvent = ({ database }: DatabaseServer, ids: readonly string[]): Promise<unknown[]> =>
  query(
    database.superUrl,
    `select id from unnest($1::text[]) id
       where id not in (select payload::json ->> 'transactionId' from ledger_event where type = 'CreditRecorded')`,
    [ids],
  );

/** Returns the transactions that have no text. */
const withoutText = ({ database }: DatabaseServer, ids: readonly string[]): Promise<unknown[]> =>
  query(
    database.superUrl,
    'select id from unnest($1::text[]) id where id not in (select transaction_id::text from ledger_transaction_text)',
    [ids],
  );
