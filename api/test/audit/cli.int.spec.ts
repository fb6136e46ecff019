import { beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM_ACCOUNTS } from '../../src/ledger/domain/accounts.js';
import { createDatabase, query, runCli, type CliResult, useDatabase } from '../harness/index.js';
import { itInPostgres } from '../harness/log-in-kurrentdb.js';
import {
  ALICE,
  BOB,
  CAROL,
  SAMPLE_LENGTH,
  SAMPLE_START,
  TRANSFER,
  writeSampleLedger,
} from '../harness/sample-ledger.js';

interface Account {
  readonly accountId: string;
  readonly name: string | null;
  readonly status: string;
  readonly postedCents: number;
  readonly heldCents: number;
}

interface Balances {
  readonly at: { readonly position: number; readonly recordedAt: string };
  readonly to: Balances['at'];
  readonly sum: { readonly postedCents: number };
  readonly counts: Record<string, number>;
  readonly accounts: Account[];
}

interface History {
  readonly lines: {
    readonly position: number;
    readonly type: string;
    readonly postedAfterCents: number | null;
  }[];
  readonly hasMore: boolean;
}

const {
  settlement: SETTLEMENT,
  adjustments: ADJUSTMENTS,
  unclaimed: UNCLAIMED,
  fees: FEES,
} = SYSTEM_ACCOUNTS;
const UNKNOWN = 'd0000000-0000-4000-8000-00000000000d';

const database = useDatabase();

beforeAll(async () => {
  await writeSampleLedger(database);
});

describe('ledger replay', () => {
  it('prints the balances that follow from the log alone [AUD-7]', async () => {
    const { to, counts, sum, accounts } = await json<Balances>('replay');

    expect(to.position).toBe(SAMPLE_LENGTH);
    expect(counts).toEqual({ events: SAMPLE_LENGTH, accounts: 7, transactions: 28 });
    expect(sum.postedCents).toBe(0);
    expect(
      accounts.map(({ accountId, postedCents, heldCents }) => [accountId, postedCents, heldCents]),
    ).toEqual([
      [SETTLEMENT, -561_900, 0],
      [FEES, 0, 0],
      [ADJUSTMENTS, 50_000, 0],
      [UNCLAIMED, 10_000, 0],
      [ALICE, 450_000, 0],
      [BOB, 51_900, 1_234],
      [CAROL, 0, 0],
    ]);
    expect(accounts.find(({ accountId }) => accountId === CAROL)?.status).toBe('closed');
  });

  it('stops at a position or time [AUD-7]', async () => {
    const byPosition = await json<Balances>('replay', '--to', '7');
    // The seventh command was recorded six minutes after the first.
    const byTime = await json<Balances>('replay', '--to', '2026-01-05T15:06:59Z');
    const before = await json<Balances>('replay', '--to', '2020-01-01T00:00:00Z');

    expect(byPosition.to.position).toBe(7);
    expect(byPosition.accounts.find(({ name }) => name === 'fees')?.postedCents).toBe(2_000);
    expect(byTime).toEqual(byPosition);
    expect(before.to.position).toBe(0);
    expect((await run('replay', '--to', '0')).stdout).toContain(
      'Replayed 0 events: position 0, before the first event\n',
    );
  });

  it('right-aligns amounts', async () => {
    const { stdout, code } = await run('replay');

    expect(stdout).toMatch(/^settlement +open +-\$5,619\.00 +\$0\.00 +-\$5,619\.00$/m);
    expect(stdout).toMatch(new RegExp(`^${BOB}  open +\\$519\\.00 +\\$12\\.34 +\\$506\\.66$`, 'm'));
    expect(stdout).toMatch(/^sum +\$0\.00 +\$12\.34$/m);
    const ends = stdout.split('\n').filter((line) => /open|closed/.test(line));
    expect(new Set(ends.map((line) => line.length)).size).toBe(1);
    expect(code).toBe(0);
  });
});

describe('ledger balances', () => {
  it('prints the same balances for a past position as a replay up to that position [AUD-8]', async () => {
    for (const position of [0, 1, 4, 7, 13, 19, 20, 40]) {
      const stored = await json<Balances>('balances', '--at', String(position));
      const replayed = await json<Balances>('replay', '--to', String(position));
      expect(stored.accounts).toEqual(replayed.accounts);
      expect(stored.at).toEqual(replayed.to);
    }
  });

  it('accepts a time with any time zone', async () => {
    const { at } = await json<Balances>('balances', '--at', '2026-01-05T10:03:00-05:00');
    expect(at).toMatchObject({
      position: 4,
      recordedAt: new Date(SAMPLE_START.getTime() + 180_000).toISOString(),
    });
  });

  it('treats a day as the end of that bank day, or, for --from, as its start [AUD-8]', async () => {
    // The first event was recorded on January 5 at 10:00 in New York.
    for (const [day, position] of [
      ['2026-01-04', 0],
      ['2026-01-05', 40],
    ] as const) {
      expect((await json<Balances>('balances', '--at', day)).at.position).toBe(position);
      expect((await json<Balances>('replay', '--to', day)).to.position).toBe(position);
    }
    const eventsOf = async (...args: string[]) =>
      (await run('export', '--format', 'ndjson', ...args)).stdout.split('\n').length - 1;
    expect(await eventsOf('--from', '2026-01-05', '--to', '2026-01-05')).toBe(40);
    expect(await eventsOf('--from', '2026-01-06')).toBe(0);
    expect(await eventsOf('--to', '2026-01-04')).toBe(0);
  });

  it('prints one account by id or name [AUD-8]', async () => {
    const fees = await json<Balances>('balances', '--account', 'fees', '--at', '12');
    const bob = await json<Balances>('balances', '--account', BOB.toUpperCase());

    expect(fees.accounts).toEqual([
      { accountId: FEES, name: 'fees', status: 'open', postedCents: 2_000, heldCents: 0 },
    ]);
    expect(bob.accounts).toMatchObject([{ accountId: BOB, postedCents: 51_900, heldCents: 1_234 }]);
    expect(bob).not.toHaveProperty('sum');
  });

  it('exits with 2 for an unknown account or position', async () => {
    await expectNotChecked(['balances', '--account', UNKNOWN], "doesn't exist at position 40");
    await expectNotChecked(['balances', '--account', BOB, '--at', '1'], "doesn't exist at position 1");
    await expectNotChecked(['balances', '--at', '41'], 'Position 41 is past the end of the log (40).');
  });
});

describe('ledger history', () => {
  it('prints all events of a customer with the balance after each [AUD-9]', async () => {
    const { lines, hasMore } = await json<History>('history', ALICE);

    expect(lines.map(({ position, type, postedAfterCents }) => [position, type, postedAfterCents])).toEqual([
      [1, 'AccountOpened', null],
      [4, 'CreditRecorded', 500_000],
      [6, 'TransferRequested', 500_000],
      [7, 'TransactionStatusChanged', 400_000],
      [8, 'TransferRequested', 400_000],
      [9, 'TransactionStatusChanged', 400_000],
      [13, 'TransactionStatusChanged', 500_000],
      [14, 'BalanceAdjusted', 450_000],
      [15, 'TransactionAmended', null],
    ]);
    expect(hasMore).toBe(false);
  });

  it('prints the newest lines, or lines from a given position on', async () => {
    const newest = await json<History>('history', BOB, '--limit', '2');
    const from = await json<History>('history', 'settlement', '--from', '7', '--limit', '2');

    expect(newest.lines.map(({ position }) => position)).toEqual([39, 40]);
    expect(newest.hasMore).toBe(true);
    expect(from.lines.map(({ position }) => position)).toEqual([7, 12]);
    expect((await run('history', 'settlement', '--from', '7', '--limit', '2')).stdout).toContain('--from 13');
    expect((await run('history', 'settlement', '--from', '99')).stdout).toContain(
      'No events from position 99 on.',
    );
  });

  it('prints a human-readable table', async () => {
    const { stdout } = await run('history', 'unclaimed');

    expect(stdout).toContain('History of unclaimed');
    expect(stdout).toMatch(/20 +2026-01-05T\S+ +AccountClosed +\$100\.00 +\$0\.00 +\$100\.00 +\$0\.00 +-$/m);
  });

  it('exits with 2 for an unknown or invalid account', async () => {
    await expectNotChecked(['history', UNKNOWN], `Account ${UNKNOWN} doesn't exist.`);
    await expectNotChecked(['history', 'bob'], 'Use an account id, or settlement');
  });
});

describe('ledger show', () => {
  it('prints one event with its neighbors, entries and hash [AUD-9]', async () => {
    const before = await json<{ hash: string }>('show', '6');
    const shown = await json<{ payloadText: string; payload: unknown; entries: unknown[] }>('show', '7');

    expect(shown).toMatchObject({
      position: 7,
      type: 'TransactionStatusChanged',
      stream: `account:${ALICE}`,
      version: 4,
      actor: 'user:teller',
      correlationId: 'request-6',
      causationId: 'click',
      recordedAt: '2026-01-05T15:06:00.000Z',
      payload: { transactionId: TRANSFER, from: 'pending', to: 'completed', amountCents: 100_000 },
      previousHash: before.hash,
      isHashRight: true,
      previousInStream: 6,
      nextInStream: 8,
    });
    expect(JSON.parse(shown.payloadText)).toEqual(shown.payload);
    expect(shown.entries).toEqual([
      line(SETTLEMENT, 'settlement', 98_000, 0, -422_000, 0),
      line(FEES, 'fees', 2_000, 0, 2_000, 0),
      line(ALICE, null, -100_000, -100_000, 400_000, 0),
    ]);
  });

  it('prints a human-readable form', async () => {
    const { stdout, code } = await run('show', '1');

    expect(stdout).toContain('Position 1: AccountOpened');
    expect(stdout).toContain(`"accountId": "${ALICE}"`);
    expect(stdout).toContain('No entries: the event moves no money.');
    expect(stdout).toContain(`previous hash   ${'0'.repeat(64)}`);
    expect(code).toBe(0);
  });

  it('exits with 2 for a position without an event', async () => {
    await expectNotChecked(['show', '41'], "There's no event at position 41.");
    await expectNotChecked(['show', '0'], 'Positions start at 1');
  });

  itInPostgres('exits with 1 for a changed event, and so does replay', async () => {
    const changed = await createDatabase();
    await writeSampleLedger(changed);
    await query(
      changed.superUrl,
      `set session_replication_role = replica; update ledger_event set actor = 'user:eve' where position = 7`,
    );

    const shown = await runCli(['show', '7'], { database: changed });
    const replayed = await runCli(['replay', '--json'], { database: changed });
    const replayedBefore = await runCli(['replay', '--to', '6'], { database: changed });
    await changed.drop();

    expect(shown.stdout).toContain('WRONG');
    expect(shown.code).toBe(1);
    expect(JSON.parse(replayed.stdout)).toMatchObject({
      ok: false,
      findings: [{ check: 'chain', position: 7 }],
    });
    expect(replayed.stderr).toContain("The log isn't sound at position 7");
    expect(replayed.code).toBe(1);
    expect(replayedBefore.code).toBe(0);
  });
});

describe('a command that cannot run', () => {
  it.each([
    [['verify', '--expect-head', '12'], '<position>:<hash>'],
    [['verify', '--expect-head', `0:${'f'.repeat(64)}`], 'Positions start at 1.'],
    [['verify', '--from-file', '/dev/null'], '/dev/null has no events.'],
    [['verify', '--nonsense'], 'ledger: There\'s no option "--nonsense". For help, add --help.'],
    [['verify', 'everything'], 'ledger: Too many arguments. For help, add --help.'],
    [['verify', '--keys'], 'ledger: --keys needs a value. For help, add --help.'],
    [['replay', '--to', 'yesterday'], "ledger: --to 'yesterday' isn't valid. Use "],
    [['replay', '--to', '2026-01-05T15:00:00'], 'or a time with a zone'],
    [['balances', '--at', '2026-13-45T15:00:00Z'], 'or a time with a zone'],
    [['history', 'fees', '--limit', '0'], 'from 1 to'],
    [['history'], 'ledger: The argument "account" is missing. For help, add --help.'],
    [['show', '-1'], '-1'],
    [['nonsense'], 'ledger: There\'s no command "nonsense". See "ledger --help".'],
    [['help', 'nonsense'], 'ledger: There\'s no command "nonsense". See "ledger --help".'],
    [
      ['checkpoint', 'nonsense'],
      'ledger: There\'s no command "checkpoint nonsense". See "ledger checkpoint --help".',
    ],
    [[], 'Usage: ledger'],
    [['rebuild'], "DATABASE_OWNER_URL isn't set"],
    [['copy', '--from', 'postgres'], 'ledger: The option "--to <engine>" is missing.'],
    [
      ['copy', '--from', 'redis', '--to', 'postgres'],
      "ledger: --from 'redis' isn't valid. Use postgres or kurrentdb.",
    ],
  ])('exits with 2 and prints the reason: ledger %p [AUD-1]', async (args, message) => {
    const { code, stdout, stderr } = await run(...args);

    expect(stderr).toContain(message);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  it.each([
    ['no URL', '', "DATABASE_AUDITOR_URL isn't set"],
    ['an invalid URL', 'nonsense', "DATABASE_AUDITOR_URL isn't a URL"],
    [
      'an unreachable server',
      'postgres://127.0.0.1:1/moniker',
      "The database isn't reachable at 127.0.0.1:1 (ECONNREFUSED). Start it, or correct its URL.",
    ],
  ])('exits with 2 and prints one line for %s', async (_database, url, message) => {
    for (const args of [['verify'], ['replay'], ['balances'], ['history', 'fees'], ['show', '1']]) {
      const { code, stdout, stderr } = await runCli(args, { database, env: { DATABASE_AUDITOR_URL: url } });
      expect(stderr).toContain(message);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(stdout).toBe('');
      expect(code).toBe(2);
    }
  });

  it('exits with 2 for a database without a ledger, a missing database and a wrong password', async () => {
    const urlOf = (path: string, password?: string): string => {
      const url = new URL(path === '' ? database.auditorUrl : database.superUrl);
      if (path !== '') url.pathname = path;
      if (password !== undefined) url.password = password;
      return url.href;
    };
    for (const [url, message] of [
      [urlOf('/postgres'), 'has no ledger'],
      [urlOf('/no_such_database'), 'does not exist'],
      [urlOf('', 'wrong'), 'password authentication failed'],
    ] as const) {
      const { code, stderr } = await runCli(['verify'], { database, env: { DATABASE_AUDITOR_URL: url } });
      expect(stderr).toContain(message);
      expect(stderr).not.toContain('wrong');
      expect(code).toBe(2);
    }
  });

  it('prints one JSON document with --json [AUD-1]', async () => {
    const usage = await run('verify', '--expect-head', '12', '--json');
    const noDatabase = await runCli(['verify', '--json'], { database, env: { DATABASE_AUDITOR_URL: '' } });

    expect(JSON.parse(usage.stdout)).toMatchObject({ ok: false });
    expect(JSON.parse(noDatabase.stdout)).toMatchObject({ ok: false });
    expect([usage.code, noDatabase.code]).toEqual([2, 2]);
  });
});

describe('help', () => {
  it.each([
    ...['', 'verify', 'replay', 'balances', 'trial-balance', 'balance-sheet', 'reconcile', 'history', 'show'],
    ...['tail', 'export', 'checkpoint', 'checkpoint create', 'checkpoint list', 'checkpoint verify', 'diff'],
    ...['prove', 'check-proof', 'rebuild', 'copy'],
  ])('lists exit codes and examples: ledger %s [AUD-1]', async (command) => {
    const { code, stdout } = await run(...command.split(' ').filter(Boolean), '--help');

    expect(stdout).toContain(`Usage: ${`ledger ${command}`.trim()} `);
    expect(stdout).toContain('Exit codes:');
    expect(stdout.slice(stdout.indexOf('Examples:'))).toContain(`  ledger ${command}`);
    expect(code).toBe(0);
  });
});

function run(...args: string[]): Promise<CliResult> {
  return runCli(args, { database });
}

/** Runs a command that has to succeed and returns the JSON document on its standard output. */
async function json<Document>(...args: string[]): Promise<Document> {
  const { code, stdout, stderr } = await run(...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Document;
}

async function expectNotChecked(args: string[], message: string): Promise<void> {
  const { code, stdout, stderr } = await run(...args);
  expect(stderr).toContain(message);
  expect(stdout).toBe('');
  expect(code).toBe(2);
}

function line(
  accountId: string,
  name: string | null,
  amountCents: number,
  holdCents: number,
  postedAfterCents: number,
  heldAfterCents: number,
) {
  return { accountId, amountCents, holdCents, postedAfterCents, heldAfterCents, name };
}
