import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hasPgBackRest } from '../../../infra/local/testing/pgbackrest.mjs';
import { query, signIn, startApi, temporaryFolder, type HttpClient } from '../harness/index.js';
import { ROOT } from '../harness/paths.js';
import { requestTransfer } from '../payments/money.fixtures.js';
import {
  archiveWal,
  filesBelow,
  keepWal,
  nextSecond,
  pushWal,
  removeArchived,
  restoreFolder,
  runBackup,
  startArchivedServer,
  startRestored,
  transactionIds,
  type ArchivedServer,
} from './pgbackrest.fixtures.js';

const installed = hasPgBackRest();
const skipped = installed ? '' : ' (skipped: pgBackRest and PostgreSQL 15 are not installed)';
const EMAIL = 'alice@moniker.example';
const OBJECT = '0b9f6c1e-4d0a-4a49-9d5e-0f4a5f3f8a11';
const LONG = 300_000;

async function transfer(alice: HttpClient): Promise<string> {
  const { status, body } = await requestTransfer(alice, { amount: 1 });
  expect(status).toBe(201);
  return body.id;
}

(installed ? describe : describe.skip)(`npm run backup${skipped}`, () => {
  let bank: ArchivedServer;
  let alice: HttpClient;
  let files: { BACKUP_FOLDER: string; DATA_DIR: string };
  /** Ids of the transfers that were acknowledged before the time in `second`. */
  const acknowledged: string[] = [];
  let second: string;
  let later: string;
  const running: { stop(): Promise<unknown> }[] = [];
  const backup = (...args: string[]) => runBackup(args, { ...bank.env, ...files });

  beforeAll(async () => {
    bank = await startArchivedServer();
    running.push(bank);
    files = { BACKUP_FOLDER: await temporaryFolder(), DATA_DIR: await temporaryFolder() };
    await mkdir(path.join(files.DATA_DIR, 'objects'));
    await writeFile(path.join(files.DATA_DIR, 'objects', OBJECT), 'a picture');
    const api = await startApi({ database: bank.database });
    running.push(api);
    alice = await signIn(api.baseUrl, 'alice');
    acknowledged.push(await transfer(alice));
  }, LONG);

  afterAll(async () => {
    for (const program of running.reverse()) await program.stop();
  });

  it(
    'takes full, incremental and differential backups, with copies of objects [OPS-70]',
    async () => {
      expect(await backup('list')).toEqual({ code: 0, output: expect.stringContaining('No backups yet') });
      const full = await backup('now', '--full');
      expect(full).toMatchObject({ code: 0, output: expect.stringContaining('objects      1 new') });
      acknowledged.push(await transfer(alice));
      expect(await backup('now', '--incr')).toMatchObject({ code: 0 });
      acknowledged.push(await transfer(alice));
      second = await nextSecond(bank);
      later = await transfer(alice);
      expect(await backup('now', '--diff')).toMatchObject({ code: 0 });
      const { output } = await backup('list');
      expect(output.match(/\b(full|incr|diff)\b/g)).toEqual(['full', 'incr', 'diff']);
      expect(await readdir(path.join(files.BACKUP_FOLDER, 'objects'))).toEqual([OBJECT]);
    },
    LONG,
  );

  it(
    'restores exactly what was acknowledged before a given second, and verifies the ledger [OPS-71]',
    async () => {
      const data = await restoreFolder();
      const restored = await backup('restore', '--to', second, data);
      expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('The ledger is sound.') });
      const server = await startRestored(data);
      try {
        const ids = await transactionIds(server);
        expect(acknowledged.filter((id) => !ids.includes(id))).toEqual([]);
        expect(ids).not.toContain(later);
        const settings = `select name from pg_settings where name ~ '^(recovery_target|restore_command)' and setting <> boot_val`;
        expect(await query(server.database.superUrl, settings)).toEqual([]);
      } finally {
        await server.stop();
      }
    },
    LONG,
  );

  it('keeps no plain text in the repository [OPS-72]', async () => {
    const inPlain = async (folder: string) =>
      [...(await filesBelow(folder))].some(([, bytes]) => bytes.includes(EMAIL));
    expect(await inPlain(bank.data)).toBe(true);
    expect(await inPlain(bank.repository)).toBe(false);
  });

  it(
    'explains a wrong passphrase [OPS-72]',
    async () => {
      for (const command of ['now', 'list', 'verify', 'restore']) {
        const wrong = { ...bank.env, PGBACKREST_REPO1_CIPHER_PASS: 'another' };
        const { code, output } = await runBackup(
          command === 'restore' ? [command, await restoreFolder()] : [command],
          wrong,
        );
        expect(code).toBe(1);
        expect(output).toContain("PGBACKREST_REPO1_CIPHER_PASS doesn't open the repository");
      }
    },
    LONG,
  );

  it(
    'finds a damaged file in the repository [OPS-73]',
    async () => {
      expect(await backup('verify')).toMatchObject({ code: 0 });
      const [[file, bytes] = ['', Buffer.alloc(0)]] = [...(await filesBelow(bank.repository))].filter(
        ([name]) => /bundle\/1$/.test(name),
      );
      const damaged = Buffer.from(bytes);
      const middle = Math.floor(bytes.length / 2);
      damaged[middle] = (damaged[middle] ?? 0) ^ 1;
      await writeFile(file, damaged);
      const { code, output } = await backup('verify');
      expect([code, output]).toEqual([1, expect.stringContaining('The repository is damaged')]);
      await writeFile(file, bytes);
      expect(await backup('verify')).toMatchObject({ code: 0 });
    },
    LONG,
  );

  it(
    'refuses to restore to a time before the oldest backup or after the end of the archived WAL, or into a folder with files [OPS-74]',
    async () => {
      const early = await backup('restore', '--to', '2026-01-01 00:00:00+00', await restoreFolder());
      expect([early.code, early.output]).toEqual([1, expect.stringContaining('--to must be later than')]);
      const late = await backup('restore', '--to', '2036-01-01 00:00:00+00', await restoreFolder());
      expect([late.code, late.output]).toEqual([1, expect.stringContaining('The archived WAL ends before')]);
      const over = await backup('restore');
      expect([over.code, over.output]).toEqual([1, expect.stringContaining("isn't an empty folder")]);
      const file = await backup('restore', path.join(bank.data, 'PG_VERSION'));
      expect([file.code, file.output]).toEqual([1, expect.stringContaining("isn't an empty folder")]);
    },
    LONG,
  );

  it(
    'reports a superuser that does not exist on the restored server [OPS-71]',
    async () => {
      const env = { ...bank.env, PGUSER: 'somebody' };
      const { code, output } = await runBackup(['restore', await restoreFolder()], env);
      expect([code, output]).toEqual([1, expect.stringContaining('role "somebody" does not exist')]);
    },
    LONG,
  );

  it(
    'fails if the restored ledger does not verify [OPS-71]',
    async () => {
      await query(bank.database.superUrl, 'update ledger_account set posted_cents = posted_cents + 1');
      await backup('now');
      const data = await restoreFolder();
      const { code, output } = await backup('restore', data);
      expect([code, output]).toEqual([1, expect.stringContaining('its verification failed')]);
      await query(bank.database.superUrl, 'update ledger_account set posted_cents = posted_cents - 1');
    },
    LONG,
  );

  it(
    'finds a gap in the archived WAL, and restores past it once archive-push has closed the gap [OPS-78]',
    async () => {
      await transfer(alice);
      await archiveWal(bank);
      const last = await transfer(alice);
      const missing = await archiveWal(bank);
      await transfer(alice);
      const newest = await archiveWal(bank);
      const copy = await keepWal(bank, missing);
      await removeArchived(bank, missing);

      const gap = await backup('restore', await restoreFolder());
      expect([gap.code, gap.output]).toEqual([1, expect.stringContaining(`and goes on to ${newest}`)]);

      await pushWal(bank, copy);
      const data = await restoreFolder();
      expect(await backup('restore', data)).toMatchObject({ code: 0 });
      const server = await startRestored(data);
      expect(await transactionIds(server)).toContain(last);
      await server.stop();
    },
    LONG,
  );

  it(
    'expires backups that the policy no longer keeps [OPS-75]',
    async () => {
      const policy = { PGBACKREST_REPO1_RETENTION_FULL_TYPE: 'count', PGBACKREST_REPO1_RETENTION_FULL: '1' };
      await runBackup(['now', '--full'], { ...bank.env, ...policy });
      const { output } = await backup('list');
      expect(output.match(/\b(full|incr|diff)\b/g)).toEqual(['full']);
    },
    LONG,
  );

  it(
    'restores the latest timeline by default, or an earlier one if it is specified [OPS-71]',
    async () => {
      const timelineOf = async (...args: string[]) => {
        const data = await restoreFolder();
        expect(await backup('restore', ...args, data)).toMatchObject({ code: 0 });
        const server = await startRestored(data, bank.env);
        try {
          const url = server.database.superUrl;
          const timeline = 'select timeline_id as id from pg_control_checkpoint()';
          const [line] = await query<{ id: number }>(url, timeline);
          await archiveWal(server);
          const failed = 'select failed_count::int as failed from pg_stat_archiver';
          expect(await query(url, failed)).toEqual([{ failed: 0 }]);
          return line?.id;
        } finally {
          await server.stop();
        }
      };
      expect([await timelineOf(), await timelineOf(), await timelineOf('--timeline', '1')]).toEqual([
        2, 3, 4,
      ]);
    },
    LONG,
  );
});

describe('the documentation of npm run backup', () => {
  const documents = [
    ...['infra/backup/README.md', 'docs/operations.md', 'docs/kurrentdb.md'],
    ...readdirSync(path.join(ROOT, 'docs/runbooks')).map((name) => `docs/runbooks/${name}`),
  ].map((name) => readFileSync(path.join(ROOT, name), 'utf8'));

  it('names only commands that exist [OPS-74]', async () => {
    const found = documents.join('\n').matchAll(/npm run backup -- ([a-z]+(?: --[a-z]+(?: '[^']*')?)*)/g);
    const commands = [...new Set([...found].map(([, command = '']) => command))];
    expect(commands.length).toBeGreaterThan(5);
    for (const command of commands) {
      const args = command.match(/'[^']*'|\S+/g)?.map((arg) => arg.replaceAll("'", '')) ?? [];
      const given = ['--checkpoints', '--keys'].includes(args.at(-1) ?? '') ? [...args, 'folder'] : args;
      expect((await runBackup(given, {})).output).toContain('These settings are missing');
    }
  });

  (installed ? it : it.skip)('names only settings that pgBackRest knows', async () => {
    const names = [...(documents[0]?.matchAll(/`(PGBACKREST_\w+)`/g) ?? [])].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(10);
    const values = { _TYPE: 's3', _RETENTION_FULL: '1', _STYLE: 'path', _PORT: '5432' };
    const env = names.map((name): [string, string] => [
      name,
      Object.entries(values).find(([end]) => name.endsWith(end))?.[1] ?? '/nowhere',
    ]);
    const { output } = await runBackup(['list'], { ...Object.fromEntries(env), PGBACKREST_BOGUS: '1' });
    expect(output.match(/environment contains invalid option '.*'/g)).toEqual([
      "environment contains invalid option 'bogus'",
    ]);
  });
});

describe('npm run backup without a server', () => {
  it('names the settings that are missing [OPS-74]', async () => {
    const { code, output } = await runBackup(['now'], { PGBACKREST_PG1_PATH: '/var/lib/postgresql/18/main' });
    expect(code).toBe(1);
    expect(output).toMatch(/missing .*\n +PGBACKREST_REPO1_PATH .*\n +PGBACKREST_REPO1_CIPHER_PASS /);
    expect(output).not.toContain('PGBACKREST_PG1_PATH');
  });

  it('rejects unknown commands, times without a zone, and days that do not exist [OPS-74]', async () => {
    const env = {
      ...{ PGBACKREST_PG1_PATH: '/nowhere', PGBACKREST_REPO1_PATH: '/nowhere' },
      PGBACKREST_REPO1_CIPHER_PASS: 'x',
    };
    for (const args of [['then'], ['now', '--to', 'x'], ['list', 'folder'], ['now', '--full', '--incr']])
      expect((await runBackup(args, env)).output).toContain('Usage: npm run backup');
    for (const time of ['2026-11-26 12:00:00', '2026-02-31 12:00:00+00', '2026-11-26 12:00:00+99'])
      expect((await runBackup(['restore', '--to', time], env)).output).toContain(
        '--to must be a time with a time zone',
      );
  });
});
