import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { requestTransfer, summaryOf } from '../payments/money.fixtures.js';
import { programEnv } from '../harness/api.js';
import {
  createDatabase,
  createDemoDatabase,
  query,
  runCli,
  signIn,
  startApi,
  startWorker,
  temporaryFolder,
  waitFor,
  type HttpClient,
  type RunningApi,
  type TestDatabase,
} from '../harness/index.js';
import {
  GIVEN_KURRENTDB_URL,
  HAS_KURRENTDB,
  KURRENTDB_HINT,
  startKurrentServer,
  type KurrentServer,
} from '../harness/kurrentdb.js';
import { NodeProcess } from '../harness/node-process.js';
import { compiled } from '../harness/paths.js';

const describeWithServer = HAS_KURRENTDB ? describe : describe.skip;

describeWithServer(`a move of the log${HAS_KURRENTDB ? '' : ` (skipped: ${KURRENTDB_HINT})`}`, () => {
  let server: KurrentServer | null = null;
  let database: TestDatabase;
  let kurrent: NodeJS.ProcessEnv;
  let api: RunningApi;
  let alice: HttpClient;

  beforeAll(async () => {
    if (GIVEN_KURRENTDB_URL === '') server = await startKurrentServer();
    database = await createDemoDatabase();
    const url = server?.url ?? GIVEN_KURRENTDB_URL;
    kurrent = { KURRENTDB_URL: url, KURRENTDB_STREAM: `${database.name}-moved`, MONIKER_PROFILE: 'local' };
    await start('postgres');
  });

  afterAll(async () => {
    await api.stop();
    await database.drop();
    await server?.close();
  });

  const envOf = (engine: string): NodeJS.ProcessEnv => ({ ...kurrent, LEDGER_LOG: engine });

  const start = async (engine: string): Promise<void> => {
    api = await startApi({ database, env: envOf(engine) });
    alice = await signIn(api.baseUrl, 'alice');
  };

  const restart = async (engine: string): Promise<void> => {
    await api.stop();
    await start(engine);
  };

  const move = async (from: string, to: string): Promise<void> => {
    const env = { ...envOf(from), DATABASE_OWNER_URL: database.ownerUrl, DATA_DIR: api.dataDir };
    const args = ['copy', '--from', from, '--to', to, '--cut-over'];
    expect(await runCli(args, { database, env })).toMatchObject({ code: 0, stderr: '' });
  };

  const transfer = (key: string) => requestTransfer(alice, { amount: 10 }, key);

  /**
   * Moves the log of a running bank and restarts the bank. Then repeats two requests: one from before the move, and
   * one that was refused between the move and the restart.
   */
  const expectMoved = async (from: string, to: string, message: string): Promise<void> => {
    expect((await transfer(`before-${to}`)).status).toBe(201);
    const { availableBalanceCents } = await summaryOf(alice);
    await move(from, to);

    expect((await transfer(`during-${to}`)).status).toBe(503);
    expect((await summaryOf(alice)).availableBalanceCents).toBe(availableBalanceCents);
    await expect(startApi({ database, env: envOf(from) })).rejects.toThrow(message);
    await expect(startWorker({ database, env: envOf(from) })).rejects.toThrow(message);

    await restart(to);
    const repeated = await transfer(`before-${to}`);
    expect([repeated.status, repeated.headers.get('idempotent-replay')]).toEqual([201, 'true']);
    const continued = await transfer(`during-${to}`);
    expect([continued.status, continued.headers.get('idempotent-replay')]).toEqual([201, null]);
    expect((await summaryOf(alice)).availableBalanceCents).toBe(availableBalanceCents - 10_00);
    expect(await runCli(['verify'], { database, env: envOf(to) })).toMatchObject({ code: 0 });
  };

  it('to KurrentDB stops the running bank, which continues there after a restart [LED-28, LED-30]', async () => {
    await expectMoved('postgres', 'kurrentdb', 'the log of this database is in KurrentDB');
  });

  it.each([
    ['demo data', 'seed', 'so no demo data is written to it'],
    ['npm start -- --fresh', 'assert-empty-log', 'already has'],
  ])('puts events into the KurrentDB stream, so %s is refused', async (_what, program, message) => {
    const empty = await createDatabase();
    const env = { ...envOf('kurrentdb'), KURRENTDB_ADOPT: 'yes' };
    const refused = NodeProcess.start(
      compiled(`apps/${program}.js`),
      [],
      programEnv({ database: empty, env }, await temporaryFolder()),
    );
    await refused.ended();
    await empty.drop();
    expect(refused.process.exitCode).toBe(1);
    expect(refused.output()).toContain(message);
  });

  it('lets the worker verify the stream and sign its checkpoints [AUD-30]', async () => {
    const env = { ...envOf('kurrentdb'), LEDGER_VERIFY_HOURS: '1', CHECKPOINT_EVERY_MINUTES: '1' };
    const worker = await startWorker({ database, env });
    const rowsOf = (table: string) =>
      query<{ status?: string; position: number }>(database.superUrl, `select * from ${table}`);
    try {
      await waitFor(
        async () =>
          (await rowsOf('ledger_verification')).some(({ status }) => status === 'sound') &&
          (await rowsOf('ledger_checkpoint')).length > 0,
        { what: 'a verification and a checkpoint' },
      );
    } finally {
      await worker.stop();
    }
  });

  it('back to PostgreSQL stops the running bank, which continues there after a restart [LED-29, LED-30]', async () => {
    await expectMoved('kurrentdb', 'postgres', 'the log of this database is in PostgreSQL');
  });
});
