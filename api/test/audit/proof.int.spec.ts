import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { withAuditConnection } from '../../src/ledger/log/audit-connection.js';
import { growTree, rangeRootOf } from '../../src/ledger/proof/merkle-tree-store.js';
import { deriveSigningKey } from '../../src/ledger/signing/signing-key.js';
import {
  type CliResult,
  HttpClient,
  query,
  runCli,
  temporaryFolder,
  waitFor,
  useBank,
  useDatabase,
  useWorker,
} from '../harness/index.js';
import { setAvailableBalance } from '../payments/money.fixtures.js';
import { itInPostgres } from '../harness/log-in-kurrentdb.js';
import {
  ALICE,
  appendCredits,
  snapshotLedger,
  restoreLedger,
  SAMPLE_LENGTH,
  writeSampleLedger,
} from '../harness/sample-ledger.js';
import { executeWithoutTriggers, rechainLog } from './tamper.fixtures.js';

/** Number of events: three full subtrees of 256, and an incomplete one. */
const LENGTH = 800;
const EARLIER = 300;

const database = useDatabase();
let folder: string;
let earlier: string;
let later: string;

const SEED = Buffer.alloc(32, 3);
const KEY = deriveSigningKey(SEED);
const CHECKPOINT_KEY = SEED.toString('base64url');

beforeAll(async () => {
  folder = await temporaryFolder();
  await mkdir(at('keys'));
  await writeFile(at('keys', 'bank.pub'), `${KEY.publicKey}\n`);
  await writeSampleLedger(database);
  await appendCredits(database, EARLIER - SAMPLE_LENGTH);
  earlier = await takeCheckpoint('earlier.txt');
  await appendCredits(database, LENGTH - EARLIER);
  later = await takeCheckpoint('later.txt');
  await snapshotLedger(database);
});

const at = (...names: string[]) => path.join(folder, ...names);

function ledger(args: string[], more: { env?: NodeJS.ProcessEnv; input?: string } = {}): Promise<CliResult> {
  return runCli(args, { database, ...more });
}

async function takeCheckpoint(name: string, env: NodeJS.ProcessEnv = { CHECKPOINT_KEY }): Promise<string> {
  const { code, stderr } = await ledger(['checkpoint', 'create', '--out', at(name)], { env });
  if (code !== 0) throw new Error(stderr);
  return at(name);
}

const withKeys = (...args: string[]) => [...args, '--keys', at('keys')];

/** The environment of commands that must work without a database. */
const NO_DATABASE = { DATABASE_AUDITOR_URL: '' };

describe('signing a checkpoint', () => {
  it('needs the checkpoint key and no other key of the bank [AUD-11]', async () => {
    const create = (env: NodeJS.ProcessEnv): Promise<CliResult> =>
      ledger(['checkpoint', 'create'], { env: { SECRET_KEY: '', ...env } });
    expect((await create({ CHECKPOINT_KEY })).code).toBe(0);
    const without = await create({});
    expect(without).toMatchObject({ code: 2, stdout: '' });
    expect(without.stderr).toContain(
      "There's no signing key. Set CHECKPOINT_KEY, or SECRET_KEY, from which it's derived.",
    );
  });
});

describe('the stored Merkle tree', () => {
  it('has the same root before and after subtrees are stored', async () => {
    const rootNow = () => withAuditConnection(database.auditorUrl, (sql) => rangeRootOf(sql)(0, LENGTH));
    const fromEvents = await rootNow();

    await withAuditConnection(database.appUrl, async (sql) => {
      expect(await growTree(sql)).toBe(3);
      expect(await growTree(sql)).toBe(0);
    });

    expect(
      await query(database.superUrl, 'select level, place::int from ledger_merkle_subtree order by 1, 2'),
    ).toEqual([
      { level: 1, place: 0 },
      { level: 1, place: 1 },
      { level: 1, place: 2 },
    ]);
    expect(await rootNow()).toEqual(fromEvents);
  });

  it('is stored once by concurrent workers', async () => {
    await query(database.superUrl, 'truncate ledger_merkle_subtree');
    const grow = () => withAuditConnection(database.appUrl, growTree);
    await Promise.all([grow(), grow(), grow()]);
    expect(await query(database.superUrl, 'select count(*)::int from ledger_merkle_subtree')).toEqual([
      { count: 3 },
    ]);
  });
});

describe('checkpoint', () => {
  it('contains the position and the trial balance, and matches the log [AUD-11]', async () => {
    const note = await readFile(later, 'utf8');
    expect(note).toContain(`position ${LENGTH}\n`);
    expect(note).toContain('accounts 3\n');

    const { code, stdout } = await ledger(withKeys('checkpoint', 'verify', folder));
    expect(stdout).toContain('The log matches 2 checkpoints.');
    expect(code).toBe(0);
  });

  it('is listed with its position', async () => {
    const { code, stdout } = await ledger(withKeys('checkpoint', 'list', folder, '--json'));
    expect(JSON.parse(stdout)).toMatchObject({ checkpoints: [{ position: EARLIER }, { position: LENGTH }] });
    expect(code).toBe(0);
    const none = await ledger(withKeys('checkpoint', 'list', at('keys')));
    expect(none.stdout).toBe(`No checkpoints in ${at('keys')}.\n`);
  });

  it('is checked by verify', async () => {
    const { code, stdout } = await ledger(withKeys('verify', '--checkpoints', folder));
    expect(stdout).toContain('2 signed checkpoints, matching the log');
    expect(code).toBe(0);
  });

  it('makes verify exit with 2 if it was changed or is not signed by a trusted key [AUD-11]', async () => {
    const note = await readFile(earlier, 'utf8');
    await mkdir(at('bad'));
    await writeFile(at('bad', 'changed.txt'), note.replace(`position ${EARLIER}`, `position ${EARLIER - 1}`));
    const changed = await ledger(withKeys('verify', '--checkpoints', at('bad')));
    expect(changed.stderr).toContain("doesn't match, so the checkpoint was changed.");
    expect(changed.code).toBe(2);

    const foreign = await takeCheckpoint('foreign-key.note', {});
    const unknown = await ledger(withKeys('checkpoint', 'verify', foreign));
    expect(unknown.stderr).toMatch(
      /foreign-key\.note is signed by key [0-9a-f]{16}, which isn't trusted\.$/m,
    );
    expect(unknown.code).toBe(2);
  });

  it('stays valid after a key rotation', async () => {
    const newSeed = Buffer.alloc(32, 4);
    const both = at('both-keys');
    await mkdir(both);
    await writeFile(path.join(both, 'old.pub'), KEY.publicKey);
    await writeFile(path.join(both, 'new.pub'), deriveSigningKey(newSeed).publicKey);
    const renewed = await takeCheckpoint('renewed.note', { CHECKPOINT_KEY: newSeed.toString('base64url') });

    const { code, stdout } = await ledger(['diff', earlier, renewed, '--keys', both]);
    expect(stdout).toContain(`Position ${LENGTH} continues position ${EARLIER}`);
    expect(stdout).toMatch(/^customers .* \+\$[\d,]+\.00$/m);
    expect(code).toBe(0);
  });
});

describe('checkpoints', () => {
  itInPostgres.each([
    ['a truncated log', () => cutTo(LENGTH - 10), LENGTH - 9],
    ['an older backup', () => cutTo(EARLIER), EARLIER + 1],
    [
      'a log rewritten with recomputed hashes',
      async () => {
        await executeWithoutTriggers(
          database,
          `update ledger_event set payload = replace(payload, '20000', '90000') where position = 5`,
        );
        await rechainLog(database);
      },
      EARLIER,
    ],
  ])('reveal %s [AUD-4]', async (_, change, position) => {
    await change();
    try {
      const rebuilt = await ledger(['rebuild'], { env: { DATABASE_OWNER_URL: database.ownerUrl } });
      expect(rebuilt.code).toBe(0);
      const alone = await ledger(['verify']);
      expect(alone.code).toBe(0);

      const { code, stdout } = await ledger(withKeys('verify', '--checkpoints', folder, '--json'));
      expect(JSON.parse(stdout)).toMatchObject({ ok: false, firstBadPosition: position });
      expect(code).toBe(1);
      expect((await ledger(withKeys('checkpoint', 'verify', folder))).code).toBe(1);
      const difference = await ledger(withKeys('diff', earlier, later));
      expect(difference.code).not.toBe(0);
    } finally {
      await restoreLedger(database);
    }
  });
});

/** Removes all events after a position, their signatures, and all stored subtrees. Then moves the head back. */
function cutTo(position: number): Promise<void> {
  return executeWithoutTriggers(
    database,
    `delete from ledger_event where position > ${position};
    delete from ledger_batch_signature where last_position > ${position};
    truncate ledger_merkle_subtree; ${HEAD_TO_END}`,
  );
}

const HEAD_TO_END = `update ledger_head h set position = e.position, hash = e.hash, recorded_at = e.recorded_at
  from (select * from ledger_event order by position desc limit 1) e`;

describe('event proof', () => {
  it.each([1, 4, 256, 257, EARLIER, LENGTH])(
    'of event %d can be checked with the public key alone [AUD-12]',
    async (position) => {
      for (const [options, maxBytes] of [
        [[], 750],
        [['--json'], 2_500],
      ] as const) {
        const file = at(`event-${position}${options.join('')}`);
        const args = withKeys('prove', String(position), '--checkpoint', later, '--out', file, ...options);
        expect((await ledger(args)).stderr).toBe('');
        expect((await stat(file)).size).toBeLessThan(maxBytes);

        const checked = await ledger(withKeys('check-proof', file, '--json'), { env: NO_DATABASE });
        expect(JSON.parse(checked.stdout)).toMatchObject({
          ok: true,
          event: { position },
          checkpoint: { position: LENGTH },
        });
        expect(checked.code).toBe(0);
      }
    },
  );

  it('is invalid with another key, or if its compact file was changed', async () => {
    const file = at('compact.proof');
    await ledger(withKeys('prove', '4', '--checkpoint', later, '--out', file));
    await writeFile(at('other.pub'), deriveSigningKey(Buffer.alloc(32, 9)).publicKey);
    const foreign = await ledger(['check-proof', file, '--keys', at('other.pub')], { env: NO_DATABASE });
    expect(foreign.stdout).toContain("which isn't trusted");
    expect(foreign.code).toBe(1);

    const bytes = await readFile(file);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    await writeFile(at('changed.proof'), bytes);
    const { code, stdout } = await ledger(withKeys('check-proof', at('changed.proof')), { env: NO_DATABASE });
    expect(stdout).toContain('The proof is NOT valid');
    expect(code).toBe(1);
  });

  it('does not overwrite a file [AUD-10]', async () => {
    await writeFile(at('mine.proof'), 'mine');
    const { code, stderr } = await ledger(
      withKeys('prove', '4', '--checkpoint', later, '--out', at('mine.proof')),
    );
    expect(stderr).toContain('mine.proof already exists. Choose another name.');
    expect(code).toBe(2);
    const noFolder = await ledger(['export', '--format', 'csv', '--out', at('none/mine.csv')]);
    expect(noFolder.stderr).toContain("mine.csv can't be written: its folder doesn't exist.");
    expect(await readFile(at('mine.proof'), 'utf8')).toBe('mine');
  });

  it.each([
    ['its payload', /5000(?=00)/, '9000'],
    ['its time', /"recordedAt":"2026-01-05T15:0/, '"recordedAt":"2026-01-05T16:0'],
    ['its position', /"position":4,/, '"position":5,'],
    ['its path', /"path":\["./, '"path":["_'],
    ['its checkpoint', `position ${LENGTH}`, `position ${LENGTH + 1}`],
  ])('is invalid after %s was changed [AUD-12]', async (_, from, to) => {
    const { stdout } = await ledger(withKeys('prove', '4', '--checkpoint', later));
    const changed = stdout.replace(from, to);
    expect(changed).not.toBe(stdout);
    await writeFile(at('changed.json'), changed);

    const { code, stdout: result } = await ledger(withKeys('check-proof', at('changed.json')), {
      env: NO_DATABASE,
    });
    expect(result).toContain('The proof is NOT valid');
    expect(code).toBe(1);
  });

  it('cannot be created with a checkpoint older than the event', async () => {
    const { code, stderr } = await ledger(withKeys('prove', String(EARLIER + 1), '--checkpoint', earlier));
    expect(stderr).toContain('was taken before event');
    expect(code).toBe(2);
  });

  it('is rejected if it contains no event', async () => {
    await writeFile(at('other.json'), '{"format":"moniker-event-proof-1","event":null}');
    const { code, stdout } = await ledger(withKeys('check-proof', at('other.json')), { env: NO_DATABASE });
    expect(stdout).toContain("the file isn't an event proof");
    expect(code).toBe(1);
  });

  it("cannot be checked without the bank's public keys", async () => {
    const DATA_DIR = await temporaryFolder();
    const env = { ...NO_DATABASE, DATA_DIR };
    const none = await ledger(['check-proof', at('other.json')], { env });
    expect(none.stderr).toBe("ledger: Pass the bank's public keys with --keys.\n");
    const empty = await ledger(['check-proof', at('other.json'), '--keys', DATA_DIR], { env });
    expect(empty.stderr).toBe(`ledger: ${DATA_DIR} has no public keys.\n`);
    await writeFile(path.join(DATA_DIR, 'other.pub'), 'a key');
    const other = await ledger(['check-proof', at('other.json'), '--keys', DATA_DIR], { env });
    expect(other.stderr).toContain(`${path.join(DATA_DIR, 'other.pub')} isn't a public key for checkpoints`);
    expect([none.code, empty.code, other.code]).toEqual([2, 2, 2]);
  });

  it('cannot be created without a checkpoint', async () => {
    const DATA_DIR = await temporaryFolder();
    const none = await ledger(withKeys('prove', '4'), { env: { DATA_DIR } });
    expect(none.stderr).toContain(`There are no checkpoints in ${path.join(DATA_DIR, 'checkpoints')}.`);
    const unknown = await ledger(withKeys('prove', '4', '--checkpoint', 'unknown'));
    expect(unknown.stderr).toContain("There's no file named unknown. Use a checkpoint's file or position.");
    expect([none.code, unknown.code]).toEqual([2, 2]);
  });
});

describe('ledger diff', () => {
  it('proves two checkpoints consistent, even in reverse order, and lists the events between them [AUD-13]', async () => {
    const { code, stdout } = await ledger(withKeys('diff', later, earlier, '--json'));
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      earlier: { position: EARLIER },
      later: { position: LENGTH },
      events: [{ type: 'CreditRecorded', count: LENGTH - EARLIER }],
    });
    expect(code).toBe(0);
  });

  it('says that two checkpoints at the same position agree [AUD-13]', async () => {
    const { code, stdout } = await ledger(withKeys('diff', later, later));
    expect(stdout).toBe(`Both checkpoints are at position ${LENGTH}, and they agree.\n`);
    expect(code).toBe(0);
  });
});

describe('ledger export', () => {
  it('writes a log that can be verified without a database [AUD-10]', async () => {
    const { stdout: log } = await ledger(['export', '--format', 'ndjson']);
    expect(log.trimEnd().split('\n')).toHaveLength(LENGTH);

    const args = withKeys('verify', '--from-file', '-', '--checkpoints', folder);
    const { code, stdout, stderr } = await ledger(args, { env: NO_DATABASE, input: log });
    expect(stderr).toBe('');
    expect(stdout).toContain(`${LENGTH} events, every hash and position correct`);
    expect(stdout).toContain('2 signed checkpoints, matching the log');
    expect(code).toBe(0);
  });

  it('lets `verify` reject a file without events, such as one from a failed export', async () => {
    const args = withKeys('verify', '--from-file', '-', '--checkpoints', folder);
    const { code, stdout, stderr } = await ledger(args, { env: NO_DATABASE, input: '' });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('Standard input has no events.');
  });

  it.each([
    ['changed line', (lines: string[]) => lines.with(9, (lines[9] ?? '').replace('30000', '90000')), 10, 1],
    ['missing line', (lines: string[]) => lines.toSpliced(99, 1), 100, 1],
    ['repeated line', (lines: string[]) => lines.toSpliced(9, 0, lines[9] ?? ''), 10, 1],
    ['missing end', (lines: string[]) => lines.slice(0, 500), 501, 1],
    ['line that is not an event', (lines: string[]) => lines.with(3, '{}'), undefined, 2],
  ])('lets `verify` detect a %s in the file', async (_, change, firstBadPosition, exit) => {
    const { stdout: log } = await ledger(['export', '--format', 'ndjson']);
    await writeFile(at('log.ndjson'), `${change(log.trimEnd().split('\n')).join('\n')}\n`);

    const args = withKeys('verify', '--from-file', at('log.ndjson'), '--checkpoints', folder, '--json');
    const { code, stdout } = await ledger(args, { env: NO_DATABASE });
    expect(code).toBe(exit);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, ...(firstBadPosition && { firstBadPosition }) });
  });

  it('lets `verify` find where the log ends, even if an earlier line is repeated after the last one', async () => {
    const { stdout: log } = await ledger(['export', '--format', 'ndjson']);
    const lines = log.trimEnd().split('\n');
    const input = [...lines, lines[9] ?? ''].join('\n');

    const args = withKeys('verify', '--from-file', '-', '--checkpoints', folder, '--json');
    const { stdout } = await ledger(args, { env: NO_DATABASE, input });
    expect(JSON.parse(stdout)).toMatchObject({ checkedTo: { position: LENGTH } });
    expect(stdout).toContain(`the event is out of order: it comes after event ${LENGTH}`);
    expect(stdout).not.toContain('truncated');
  });

  it('writes exactly the selected events', async () => {
    const positions = async (...args: string[]): Promise<number[]> => {
      const { stdout } = await ledger(['export', '--format', 'ndjson', ...args]);
      return stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { position: number }).position);
    };
    expect(await positions('--from', '5', '--to', '9')).toEqual([5, 6, 7, 8, 9]);
    expect(await positions('--type', 'AccountOpened')).toEqual([1, 2, 3]);
    expect(await positions('--account', 'fees')).toEqual([7, 13]);
    expect(await positions('--account', ALICE, '--to', '20')).toEqual([1, 4, 6, 7, 8, 9, 13, 14, 15]);
    expect(await positions('--to', '2026-01-05T15:02:00Z')).toEqual([1, 2, 3]);
    expect(await positions('--from', '2026-01-05T15:02:00Z', '--to', '5')).toEqual([4, 5]);
  });

  it('writes CSV with a header and a row for each event [AUD-10]', async () => {
    const { stdout } = await ledger(['export', '--format', 'csv', '--to', '5']);
    const [header, ...rows] = stdout.trimEnd().split('\r\n');
    expect(header).toBe(
      'position,recorded_at,type,stream,version,actor,correlation_id,causation_id,payload_version,payload,hash',
    );
    expect(rows).toHaveLength(5);
    expect(rows[3]).toMatch(/^4,2026-01-05T15:03:00\.000Z,CreditRecorded,account:/);
  });

  it('does not overwrite a file [AUD-10]', async () => {
    await writeFile(at('mine.ndjson'), 'mine');
    const { code } = await ledger(['export', '--format', 'ndjson', '--out', at('mine.ndjson')]);
    expect(code).toBe(2);
    expect(await readFile(at('mine.ndjson'), 'utf8')).toBe('mine');
  });
});

describe('ledger tail', () => {
  it('prints the newest events [AUD-9]', async () => {
    const { stdout, code } = await ledger(['tail', '--lines', '3', '--json']);
    const events = stdout.trimEnd().split('\n');
    expect(events.map((line) => (JSON.parse(line) as { position: number }).position)).toEqual([
      798, 799, 800,
    ]);
    expect(code).toBe(0);
  });
});

describe('running bank', () => {
  const demo = useBank();
  const { database, api } = demo;
  const dataDir = () => api.dataDir;
  useWorker(() => ({ database, dataDir: dataDir(), env: { CHECKPOINT_EVERY_SECONDS: '10' } }));

  it('takes checkpoints and stores them with their public key outside the database [LED-17]', async () => {
    const storedFiles = () => readdir(path.join(dataDir(), 'checkpoints')).catch((): string[] => []);
    await waitFor(async () => (await storedFiles()).some((name) => name.endsWith('.txt')), {
      what: 'a checkpoint',
    });

    const { code, stdout } = await runCli(['verify'], {
      database: demo.database,
      env: { DATA_DIR: dataDir() },
    });
    expect(stdout).toContain('1 signed checkpoint, matching the log');
    expect(code).toBe(0);
  });

  it('replaces a torn checkpoint file, which verify reports as incomplete [AUD-20]', async () => {
    const stored = path.join(dataDir(), 'checkpoints');
    const [name = ''] = (await readdir(stored)).filter((one) => one.endsWith('.txt'));
    const note = await readFile(path.join(stored, name), 'utf8');
    const copies = await temporaryFolder();
    for (const torn of ['', note.slice(0, 100)]) {
      await writeFile(path.join(copies, name), torn);
      const args = ['verify', '--checkpoints', copies, '--keys', path.join(stored, 'keys')];
      const { code, stderr } = await runCli(args, { database: demo.database });
      expect(code).toBe(2);
      expect(stderr).toContain(`${path.join(copies, name)} is empty or incomplete`);

      await writeFile(path.join(stored, name), torn);
      const isReplaced = async () => (await readFile(path.join(stored, name), 'utf8')) === note;
      await waitFor(isReplaced, { what: 'the worker to replace the file' });
    }
  });

  it('takes checkpoints at the configured interval while the log grows [AUD-21]', async () => {
    const { database, admin, alice } = demo;
    const count = async () =>
      (await query(database.superUrl, 'select from ledger_checkpoint where taken_by = $1', ['schedule']))
        .length;
    expect(await count()).toBe(1);
    await setAvailableBalance(admin, alice, 123_400);
    await executeWithoutTriggers(
      database,
      "update ledger_checkpoint set taken_at = taken_at - interval '10 seconds'",
    );
    await waitFor(async () => (await count()) === 2, { what: 'the next checkpoint' });
  });

  it('lets only admins take and download checkpoints [LED-17]', async () => {
    const { admin, alice, api, database: bank } = demo;
    const taken = await admin.post<{ position: number }>('/api/admin/checkpoints', {});
    expect(taken.status).toBe(201);
    const list = await admin.get<{ items: { position: number }[]; publicKey: string }>(
      '/api/admin/checkpoints',
    );
    expect(list.body.items[0]?.position).toBe(taken.body.position);

    const filePath = `/api/admin/checkpoints/${taken.body.position}/file`;
    const file = await admin.get<string>(filePath);
    expect(file.headers.get('content-disposition')).toContain('attachment');
    await mkdir(at('panel'));
    await writeFile(at('panel', 'mine.txt'), file.body);
    await writeFile(at('panel', 'mine.pub'), list.body.publicKey);
    const args = ['checkpoint', 'verify', at('panel', 'mine.txt'), '--keys', at('panel', 'mine.pub')];
    expect((await runCli(args, { database: bank })).code).toBe(0);
    expect((await admin.get('/api/admin/checkpoints/999999/file')).status).toBe(404);

    for (const client of [alice, new HttpClient(api.baseUrl)]) {
      expect([401, 403]).toContain((await client.get('/api/admin/checkpoints')).status);
      expect([401, 403]).toContain((await client.get(filePath)).status);
      expect([401, 403]).toContain((await client.post('/api/admin/checkpoints', {})).status);
    }
  });
});
