import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { jsonEvent, KurrentDBClient } from '@kurrent/kurrentdb-client';
import { KurrentLog } from '../../src/ledger/log/kurrent-log.js';
import { deriveSigningKey } from '../../src/ledger/signing/signing-key.js';
import {
  createDatabase,
  query,
  runCli,
  temporaryFolder,
  type CliResult,
  type TestDatabase,
} from '../harness/index.js';
import { copyDatabase } from '../harness/database.js';
import {
  GIVEN_KURRENTDB_URL,
  HAS_KURRENTDB,
  KURRENTDB_HINT,
  startKurrentServer,
  type KurrentServer,
} from '../harness/kurrentdb.js';
import { BOB, SAMPLE_LENGTH, writeSampleLedger } from '../harness/sample-ledger.js';
import { executeWithoutTriggers } from './tamper.fixtures.js';

const SEED = Buffer.alloc(32, 3);
const CHECKPOINT_KEY = SEED.toString('base64url');
const SETTLEMENT = '00000000-0000-4000-8000-000000000001';

const describeWithServer = HAS_KURRENTDB ? describe : describe.skip;

describeWithServer(
  `the command line with KurrentDB${HAS_KURRENTDB ? '' : ` (skipped: ${KURRENTDB_HINT})`}`,
  () => {
    let server: KurrentServer | null = null;
    let url = GIVEN_KURRENTDB_URL;
    /** A bank to copy. Its log is in PostgreSQL, and no program is connected to its database. */
    let template: TestDatabase;
    const databases: TestDatabase[] = [];

    beforeAll(async () => {
      if (url === '') {
        server = await startKurrentServer();
        url = server.url;
      }
      template = await createDatabase();
      await writeSampleLedger(template);
    });

    afterAll(async () => {
      await Promise.all([template, ...databases].map((database) => database.drop()));
      await server?.close();
    });

    /**
     * Copies the template. Returns the new bank, with functions that run commands with the settings of either engine.
     */
    const openBank = async () => {
      const database = await copyDatabase(template.name);
      databases.push(database);
      const stream = database.name;
      const kurrent = { KURRENTDB_URL: url, KURRENTDB_STREAM: stream };
      const owner = { DATABASE_OWNER_URL: database.ownerUrl, DATA_DIR: await temporaryFolder() };
      const run = (args: string[], env: NodeJS.ProcessEnv = {}): Promise<CliResult> =>
        runCli(args, { database, env: { ...kurrent, LEDGER_LOG: 'kurrentdb', ...env } });
      const inPostgres = (args: string[], env: NodeJS.ProcessEnv = {}): Promise<CliResult> =>
        runCli(args, { database, env: { ...env, LEDGER_LOG: 'postgres' } });
      const copy = (from: string, to: string, ...more: string[]): Promise<CliResult> =>
        run(['copy', '--from', from, '--to', to, ...more], owner);
      return { database, stream, owner, run, inPostgres, copy };
    };

    type Bank = Awaited<ReturnType<typeof openBank>>;

    const openMovedBank = async (): Promise<Bank> => {
      const bank = await openBank();
      expect(await bank.copy('postgres', 'kurrentdb', '--cut-over')).toMatchObject({ code: 0 });
      return bank;
    };

    /** Makes a change to the stream that the bank itself never makes. */
    const administer = async (work: (client: KurrentDBClient) => Promise<unknown>): Promise<void> => {
      const client = KurrentDBClient.connectionString(url);
      try {
        await work(client);
      } finally {
        await client.dispose();
      }
    };

    const findingsOf = ({ code, stdout }: CliResult) => {
      const { findings } = JSON.parse(stdout) as {
        findings: { check: string; position: number | null; what: string }[];
      };
      return { code, findings: findings.map(({ check, position, what }) => [check, position, what]) };
    };

    const sampleHashes = async () =>
      (
        await query<{ hash: string }>(
          template.superUrl,
          `select encode(hash, 'hex') as hash from ledger_event order by position`,
        )
      ).map(({ hash }) => hash);

    it('copies the log to KurrentDB and back with equal hashes [LED-25]', async () => {
      const bank = await openBank();
      const there = await bank.copy('postgres', 'kurrentdb');
      expect(there).toMatchObject({ code: 0, stderr: '' });
      expect(there.stdout).toContain(
        `KurrentDB has the log up to position ${SAMPLE_LENGTH}: 40 events copied`,
      );
      expect(there.stdout).toContain('The source is still in use');
      expect(JSON.parse((await bank.copy('postgres', 'kurrentdb', '--json')).stdout)).toEqual({
        ...{ ok: true, from: SAMPLE_LENGTH, to: SAMPLE_LENGTH, isClosed: false, findings: [] },
      });
      expect(await bank.inPostgres(['verify'])).toMatchObject({ code: 0 });
      const moved = await bank.copy('postgres', 'kurrentdb', '--cut-over');
      expect(moved.stdout).toContain('The source is closed. Restart all programs with LEDGER_LOG=kurrentdb.');
      const log = new KurrentLog({ url, stream: bank.stream });
      const events = await log.read(0, 100);
      await log.close();
      expect(events.map(({ hash }) => hash.toString('hex'))).toEqual(await sampleHashes());

      const back = await bank.copy('kurrentdb', 'postgres', '--cut-over');
      expect(back).toMatchObject({ code: 0, stderr: '' });
      expect(back.stdout).toContain('Restart all programs with LEDGER_LOG=postgres.');
      expect(await bank.inPostgres(['verify'])).toMatchObject({ code: 0 });
      const again = await bank.copy('postgres', 'kurrentdb');
      expect(again).toMatchObject({ code: 2 });
      expect(again.stderr).toContain('was closed, because its log was moved to PostgreSQL');
    });

    it('fills an empty database from the stream, and the ledger is then sound [LED-25, AUD-30]', async () => {
      const bank = await openMovedBank();
      const empty = await createDatabase();
      databases.push(empty);
      const filled = await bank.run(['copy', '--from', 'kurrentdb', '--to', 'postgres'], {
        DATABASE_OWNER_URL: empty.ownerUrl,
      });
      expect(filled).toMatchObject({ code: 0, stderr: '' });
      const verified = await bank.run(['verify'], { DATABASE_AUDITOR_URL: empty.auditorUrl });
      expect(verified.stdout).toContain('The ledger is sound.');
    });

    it('replaces a lost stream with a new one made from the events in PostgreSQL [LED-25, AUD-30]', async () => {
      const bank = await openMovedBank();
      await administer((client) => client.deleteStream(bank.stream));
      const other = { KURRENTDB_STREAM: `${bank.stream}-again` };
      const copied = await bank.run(['copy', '--from', 'postgres', '--to', 'kurrentdb'], {
        ...bank.owner,
        ...other,
      });
      expect(copied).toMatchObject({ code: 0, stderr: '' });
      const verified = await bank.run(['verify'], other);
      expect(verified.stdout).toContain('The ledger is sound.');
    });

    it('refuses settings that name the wrong engine [LED-28, LED-29]', async () => {
      const bank = await openBank();
      const early = await bank.run(['verify']);
      expect(early).toMatchObject({ code: 2, stdout: '' });
      expect(early.stderr).toContain('the log of this database is in PostgreSQL');
      await bank.copy('postgres', 'kurrentdb', '--cut-over');
      for (const args of [['verify'], ['replay'], ['balances'], ['export', '--format', 'csv']]) {
        const late = await bank.inPostgres(args);
        expect(late).toMatchObject({ code: 2, stdout: '' });
        expect(late.stderr).toContain('the log of this database is in KurrentDB');
      }
    });

    it('verifies, replays and exports the stream [AUD-30]', async () => {
      const bank = await openMovedBank();
      const verified = await bank.run(['verify']);
      expect(verified).toMatchObject({ code: 0, stderr: '' });
      expect(verified.stdout).toContain('40 events, every hash and position correct');
      const replayed = JSON.parse((await bank.run(['replay', '--json'])).stdout) as object;
      const before = JSON.parse(
        (await runCli(['replay', '--json'], { database: template })).stdout,
      ) as object;
      expect(replayed).toEqual(before);
      for (const [to, position] of [
        ['7', 7],
        ['2026-01-05T15:06:59Z', 7],
        ['2020-01-01T00:00:00Z', 0],
      ] as const) {
        const { stdout } = await bank.run(['replay', '--to', to, '--json']);
        expect(JSON.parse(stdout)).toMatchObject({ to: { position } });
      }
      const beyond = await bank.run(['replay', '--to', '41']);
      expect(beyond.stderr).toContain('Position 41 is past the end of the log (40).');
      for (const args of [[], ['--from', '7', '--to', '9'], ['--account', SETTLEMENT], ['--account', BOB]]) {
        const all = ['export', '--format', 'ndjson', ...args];
        const exported = await bank.run(all);
        expect(exported.stdout).toBe((await runCli(all, { database: template })).stdout);
      }
    });

    it('takes checkpoints and proves events in the stream [AUD-30]', async () => {
      const bank = await openMovedBank();
      const folder = await temporaryFolder();
      await mkdir(path.join(folder, 'keys'));
      await writeFile(path.join(folder, 'keys', 'bank.pub'), `${deriveSigningKey(SEED).publicKey}\n`);
      const checkpoint = path.join(folder, 'checkpoint.txt');
      const proof = path.join(folder, 'event.proof');
      const keys = ['--keys', path.join(folder, 'keys')];
      const create = ['checkpoint', 'create', '--out', checkpoint];
      expect(await bank.run(create, { CHECKPOINT_KEY })).toMatchObject({ code: 0, stderr: '' });
      expect(await bank.run(['checkpoint', 'verify', checkpoint, ...keys])).toMatchObject({ code: 0 });
      expect(await bank.run(['verify', '--checkpoints', checkpoint, ...keys])).toMatchObject({ code: 0 });
      expect(await bank.run(['verify', '--since', checkpoint, ...keys])).toMatchObject({ code: 0 });
      const prove = ['prove', '7', '--checkpoint', checkpoint, '--out', proof, ...keys];
      expect(await bank.run(prove)).toMatchObject({ code: 0, stderr: '' });
      expect(await bank.run(['check-proof', proof, ...keys])).toMatchObject({ code: 0 });
      // The bank must not sign a checkpoint of tables whose events are missing from the log.
      await executeWithoutTriggers(bank.database, `update ledger_head set hash = sha256('')`);
      const forged = await bank.run(['checkpoint', 'create'], { CHECKPOINT_KEY });
      expect(forged).toMatchObject({ code: 2, stdout: '' });
      expect(forged.stderr).toContain("The log doesn't have the event that the tables have at position 40");
    });

    it('reports changes to the stream that the bank did not make [AUD-32]', async () => {
      const bank = await openMovedBank();
      await administer((client) =>
        client.appendToStream(bank.stream, jsonEvent({ type: 'Foreign', data: {} })),
      );
      const problem = "event number 40 of the stream isn't from this bank: it has no position";
      expect(findingsOf(await bank.run(['verify', '--json']))).toEqual({
        code: 1,
        findings: [['stream', SAMPLE_LENGTH + 1, problem]],
      });
      await administer((client) => client.setStreamMetadata(bank.stream, { truncateBefore: 12 }));
      const { code, findings } = findingsOf(await bank.run(['verify', '--json']));
      expect(code).toBe(1);
      expect(findings).toEqual(
        expect.arrayContaining([
          ['positions', 1, 'the first event is 13'],
          [
            'stream',
            null,
            expect.stringContaining('has $tb in its metadata, which lets the server remove events'),
          ],
        ]),
      );
    });

    it('compares and repairs the copy of the log in PostgreSQL [AUD-31, AUD-33]', async () => {
      const bank = await openMovedBank();
      await executeWithoutTriggers(
        bank.database,
        `update ledger_event set actor = 'user:eve' where position = 7; delete from ledger_event where position = 9;
        update ledger_account set posted_cents = posted_cents + 1 where account_id = '${BOB}'`,
      );
      const { code, findings } = findingsOf(await bank.run(['verify', '--json']));
      expect(code).toBe(1);
      expect(findings.slice(0, 2)).toEqual([
        ['copy', 7, 'the event is different in the copy of the log in PostgreSQL'],
        ['copy', 9, 'the event is not in the copy of the log in PostgreSQL'],
      ]);
      const rebuilt = await bank.run(['rebuild'], bank.owner);
      expect(rebuilt).toMatchObject({ code: 0, stderr: '' });
      expect(rebuilt.stdout).toContain('Repaired 1 account, 0 entries and 0 transactions.');
      expect(rebuilt.stdout).toContain('Repaired 2 events and 0 keys in the copy of the log.');
      expect(await bank.run(['verify'])).toMatchObject({ code: 0 });
      const copyOfPostgres = await bank.inPostgres(['rebuild', 'log-copy'], bank.owner);
      expect(copyOfPostgres.code).toBe(2);
    });

    it('exits with 2 and prints one line if KurrentDB cannot be used [AUD-1]', async () => {
      const bank = await openMovedBank();
      for (const [env, message] of [
        [{ KURRENTDB_URL: '' }, "KURRENTDB_URL isn't set"],
        [{ KURRENTDB_URL: 'kurrentdb://127.0.0.1:1?tls=false' }, "The log at KURRENTDB_URL can't be read"],
        [{ MONIKER_PROFILE: 'production' }, 'KURRENTDB_URL turns TLS or its checks off'],
      ] as const) {
        const { code, stdout, stderr } = await bank.run(['verify'], env);
        expect(stderr).toContain(message);
        expect(stderr.trim().split('\n')).toHaveLength(1);
        expect([code, stdout]).toEqual([2, '']);
      }
      const same = await bank.copy('postgres', 'postgres');
      expect(same.stderr).toContain('--from and --to are the same engine');
      const noOwner = await bank.run(['copy', '--from', 'postgres', '--to', 'kurrentdb']);
      expect(noOwner.stderr).toContain("DATABASE_OWNER_URL isn't set");
    });
  },
);
