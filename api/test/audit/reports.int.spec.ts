import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { withAuditConnection } from '../../src/ledger/log/audit-connection.js';
import { parseEvent } from '../../src/ledger/log/parse-event.js';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import { isSystemAccount, SYSTEM_ACCOUNTS } from '../../src/ledger/domain/accounts.js';
import { apply } from '../../src/ledger/domain/apply.js';
import { initialState } from '../../src/ledger/domain/state.js';
import { postgresEventLog } from '../../src/ledger/log/postgres-event-log.js';
import { trialBalanceAt } from '../../src/ledger/reports/trial-balance.js';
import { type CliResult, query, runCli, temporaryFolder, useDatabase } from '../harness/index.js';
import {
  BOB,
  snapshotLedger,
  restoreLedger,
  SAMPLE_LENGTH,
  TRANSFER,
  writeSampleLedger,
} from '../harness/sample-ledger.js';
import { executeWithoutTriggers } from './tamper.fixtures.js';
import { TEST_SIGNER } from '../harness/writer-key.js';

/** The last millisecond of January 5 in New York. */
const LATE = new Date('2026-01-06T04:59:59.999Z');
/** The start of January 6 in New York. */
const MIDNIGHT = new Date('2026-01-06T05:00:00.000Z');

const database = useDatabase();
let folder: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  await writeSampleLedger(database);
  await credit('20000000-0000-4000-8000-000000000001', 500, LATE);
  await credit('20000000-0000-4000-8000-000000000002', 700, MIDNIGHT);
  await snapshotLedger(database);
});

async function credit(transactionId: string, amountCents: number, at: Date): Promise<void> {
  const writer = createLedgerWriter(database.appUrl, TEST_SIGNER, { now: () => at });
  const outcome = await writer.submit({
    command: {
      ...{ type: 'RecordCredit', transactionId, accountId: BOB, amountCents, category: null },
      ...{ status: 'completed', textsDigest: 'digest' },
    },
    context: { actor: 'user:teller', correlationId: 'late' },
  });
  await writer.close();
  if (!outcome.ok) throw new Error(outcome.refusal.code);
}

function ledger(args: string[], env: NodeJS.ProcessEnv = {}): Promise<CliResult> {
  return runCli(args, { database, env });
}

async function json<Document>(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Document> {
  return JSON.parse((await ledger([...args, '--json'], env)).stdout) as Document;
}

interface Sheet {
  readonly ok: boolean;
  readonly at: { readonly position: number };
  readonly assets: Section;
  readonly liabilities: Section;
  readonly equity: Section;
  readonly customerAccounts: number;
  readonly heldCents: number;
}

interface Section {
  readonly lines: { readonly account: string; readonly amountCents: number }[];
  readonly totalCents: number;
}

describe('ledger trial-balance', () => {
  it('prints debits and credits with equal totals [AUD-14]', async () => {
    const { stdout, code } = await ledger(['trial-balance', '--at', String(SAMPLE_LENGTH)]);

    expect(stdout).toMatch(/^Trial balance at position 40, recorded 2026-01-05T15:\d\d:00\.000Z$/m);
    expect(stdout).toMatch(/^settlement +1 +\$5,619\.00$/m);
    // Alice has $4,500, Bob has $519, and Carol's closed account has nothing.
    expect(stdout).toMatch(/^customers +3 {2,}\$5,019\.00$/m);
    expect(stdout).toMatch(/^unclaimed +1 {2,}\$100\.00$/m);
    // An admin changed Alice's balance from $5,000 to $4,500.
    expect(stdout).toMatch(/^adjustments +1 {2,}\$500\.00$/m);
    expect(stdout).toMatch(/^total +\$5,619\.00 +\$5,619\.00$/m);
    expect(stdout).toContain('the books balance');
    expect(code).toBe(0);
  });

  it('matches the balances computed from the log at every past position [AUD-14]', async () => {
    await withAuditConnection(database.auditorUrl, async (sql) => {
      const state = initialState();
      for (const recorded of await postgresEventLog.read(sql, 0, SAMPLE_LENGTH)) {
        apply(state, parseEvent(recorded));
        const accounts = [...state.accounts.values()];
        const customers = accounts.filter(({ accountId }) => !isSystemAccount(accountId));
        const postedOf = (id: string) => state.accounts.get(id)?.postedCents ?? 0;
        expect(await trialBalanceAt(sql, recorded.position)).toEqual({
          accounts: customers.length,
          customersCents: customers.reduce((sum, { postedCents }) => sum + postedCents, 0),
          heldCents: accounts.reduce((sum, { heldCents }) => sum + heldCents, 0),
          settlementCents: postedOf(SYSTEM_ACCOUNTS.settlement),
          feesCents: postedOf(SYSTEM_ACCOUNTS.fees),
          adjustmentsCents: postedOf(SYSTEM_ACCOUNTS.adjustments),
          unclaimedCents: postedOf(SYSTEM_ACCOUNTS.unclaimed),
        });
      }
    });
  });

  it('prints CSV with plain numbers', async () => {
    const { stdout } = await ledger(['trial-balance', '--at', '7', '--format', 'csv']);
    expect(stdout.split('\r\n')).toEqual([
      'account,accounts,debit,credit',
      'settlement,1,4220.00,0.00',
      'customers,3,0.00,4200.00',
      'unclaimed,1,0.00,0.00',
      'fees,1,0.00,20.00',
      'adjustments,1,0.00,0.00',
      '',
    ]);
  });

  it('exits with 1 if debits and credits differ', async () => {
    await executeWithoutTriggers(
      database,
      `update ledger_entry set posted_after_cents = posted_after_cents + 1
        where account_id = '${BOB}' and position = ${SAMPLE_LENGTH + 2}`,
    );
    try {
      for (const report of ['trial-balance', 'balance-sheet']) {
        const { code, stdout } = await ledger([report]);
        expect(stdout).toContain('NOT');
        expect(code).toBe(1);
        expect((await ledger([report, '--at', String(SAMPLE_LENGTH)])).code).toBe(0);
      }
    } finally {
      await restoreLedger(database);
    }
  });

  it.each([
    ['--at', '2026-02-30'],
    ['--at', 'yesterday'],
    ['--at', '43'],
    ['--format', 'csv', '--json'],
  ])('exits with 2 for invalid or conflicting options: %s %s', async (...args) => {
    expect((await ledger(['trial-balance', ...args])).code).toBe(2);
  });
});

describe('ledger balance-sheet', () => {
  it('balances assets against liabilities and equity [AUD-15]', async () => {
    const sheet = await json<Sheet>(['balance-sheet', '--at', String(SAMPLE_LENGTH)]);

    expect(sheet).toMatchObject({ ok: true, customerAccounts: 3, heldCents: 1_234 });
    expect(sheet.assets).toMatchObject({ lines: [{ amountCents: 561_900 }], totalCents: 561_900 });
    expect(sheet.liabilities).toMatchObject({
      lines: [
        { account: 'customers', amountCents: 501_900 },
        { account: 'unclaimed', amountCents: 10_000 },
      ],
      totalCents: 511_900,
    });
    expect(sheet.equity).toMatchObject({
      lines: [
        { account: 'fees', amountCents: 0 },
        { account: 'adjustments', amountCents: 50_000 },
      ],
      totalCents: 50_000,
    });
  });

  it('treats a day as the end of that bank day [AUD-15]', async () => {
    const positionAt = async (day: string, env: NodeJS.ProcessEnv = {}): Promise<number> =>
      (await json<Sheet>(['balance-sheet', '--at', day], env)).at.position;

    expect(await positionAt('2026-01-04')).toBe(0);
    expect(await positionAt('2026-01-05')).toBe(SAMPLE_LENGTH + 1);
    expect(await positionAt('2026-01-06')).toBe(SAMPLE_LENGTH + 2);
    expect(await positionAt('2026-01-05', { BANK_TIME_ZONE: 'UTC' })).toBe(SAMPLE_LENGTH);
    const { code, stderr } = await ledger(['balance-sheet', '--at', '2026-01-05'], {
      BANK_TIME_ZONE: 'Mars/Olympus',
    });
    expect(stderr).toContain("BANK_TIME_ZONE isn't a known time zone");
    expect(code).toBe(2);
  });

  it('prints a table and CSV', async () => {
    const { stdout } = await ledger(['balance-sheet']);
    expect(stdout).toMatch(/^Assets +\$5,631\.00$/m);
    expect(stdout).toMatch(/^Liabilities and equity +\$5,631\.00$/m);
    expect(stdout).toContain('$12.34 of their money is held for open transfers.');

    const csv = await ledger(['balance-sheet', '--format', 'csv']);
    expect(csv.stdout).toContain("liabilities,customers,Customers' money,5031.00\r\n");
  });
});

interface Reconciled {
  readonly ok: boolean;
  readonly period: { readonly from: string; readonly to: string };
  readonly totals: {
    readonly counts: Record<string, number>;
    readonly ledgerCents: number;
    readonly bankCents: number;
    readonly differenceCents: number;
  };
  readonly items: {
    readonly result: string;
    readonly movement: { readonly position: number; readonly isReversal: boolean } | null;
    readonly row: { readonly line: number } | null;
  }[];
}

interface Line {
  date: string;
  reference: string;
  amount: string;
}

/** Returns the lines of a complete bank file, computed independently of the command. */
async function bankLines(): Promise<Line[]> {
  const rows = await query<{ date: string; reference: string; cents: string }>(
    database.superUrl,
    `select to_char(recorded_at at time zone 'America/New_York', 'YYYY-MM-DD') as date,
        transaction_id as reference, (-amount_cents)::text as cents
      from ledger_entry join ledger_event using (position) where account_id = $1 order by position`,
    [SYSTEM_ACCOUNTS.settlement],
  );
  return rows.map(({ cents, ...line }) => ({ ...line, amount: (Number(cents) / 100).toFixed(2) }));
}

async function fileOf(lines: readonly Line[], name = 'bank.csv'): Promise<string> {
  const file = path.join(folder, name);
  const rows = lines.map(
    ({ date, reference, amount }) => `${date},"Text, of the bank",${reference},${amount}\r\n`,
  );
  await writeFile(file, `\uFEFFdate,text,reference,amount\r\n${rows.join('')}`);
  return file;
}

describe('ledger reconcile', () => {
  it('matches a complete file with net amounts and reversals [AUD-16]', async () => {
    const lines = await bankLines();
    const ofTransfer = lines.filter(({ reference }) => reference === TRANSFER);
    expect(ofTransfer.map(({ amount }) => amount)).toEqual(['-980.00', '980.00']);

    const file = await fileOf(lines.reverse());
    const { ok, totals, items, period } = await json<Reconciled>(['reconcile', file]);
    expect(ok).toBe(true);
    expect(period).toEqual({ from: '2026-01-05', to: '2026-01-06' });
    expect(totals.counts).toMatchObject({ matched: lines.length, 'missing-in-bank': 0 });
    expect(totals).toMatchObject({ ledgerCents: 563_100, bankCents: 563_100, differenceCents: 0 });
    const reversals = items.flatMap(({ movement }) =>
      movement?.isReversal === true ? movement.position : [],
    );
    expect(reversals).toEqual([13]);

    const { stdout, code } = await ledger(['reconcile', file]);
    expect(stdout).toContain('Settlement matches the bank file from 2026-01-05 to 2026-01-06.');
    expect(code).toBe(0);
  });

  it('lists each difference and exits with 1 [AUD-16]', async () => {
    const [credited, lent, sent, paid, ...others] = await bankLines();
    const lines = [
      // The first credit is missing.
      { ...lent, date: '2026-01-30' },
      { ...sent, amount: '-980.01' },
      ...[paid, paid, ...others],
      { date: '2026-01-05', reference: 'INTEREST', amount: '0.35' },
    ] as Line[];
    const file = await fileOf(lines);

    const { ok, totals, items } = await json<Reconciled>(['reconcile', file]);
    expect(ok).toBe(false);
    expect(totals.counts).toEqual({
      ...{ matched: 1 + others.length, 'different-date': 1, 'different-amount': 1 },
      ...{ 'missing-in-bank': 1, 'missing-in-ledger': 1, duplicate: 1 },
    });
    const itemsOf = (result: string) =>
      items
        .filter((item) => item.result === result)
        .map(({ movement, row }) => [movement?.position ?? null, row?.line ?? null]);
    expect(itemsOf('missing-in-bank')).toEqual([[4, null]]);
    expect(itemsOf('different-date')).toEqual([[5, 2]]);
    expect(itemsOf('different-amount')).toEqual([[7, 3]]);
    expect(itemsOf('duplicate')).toEqual([[null, 5]]);
    expect(itemsOf('missing-in-ledger')).toEqual([[null, lines.length + 1]]);
    // A missing credit of $5,000, one cent too much sent, a duplicate of $300, and $0.35 of interest.
    expect(totals.differenceCents).toBe(-500_000 - 1 + 30_000 + 35);

    const { stdout, code } = await ledger(['reconcile', file]);
    expect(stdout).toContain(
      'Settlement does NOT match the bank file from 2026-01-05 to 2026-01-30: 5 differences.',
    );
    expect(stdout).toMatch(
      new RegExp(`^missing-in-bank +${credited?.reference} +4 +2026-01-05 +\\$5,000\\.00$`, 'm'),
    );
    expect(code).toBe(1);

    const csv = await ledger(['reconcile', file, '--format', 'csv']);
    expect(csv.stdout.trimEnd().split('\r\n')).toHaveLength(1 + items.length);
    expect(csv.stdout).toContain('missing-in-ledger,INTEREST,,,,,,');
    expect(csv.code).toBe(1);
  });

  it('includes movements whose transaction was deleted from `ledger_transaction`', async () => {
    const file = await fileOf(await bankLines());
    await executeWithoutTriggers(
      database,
      `delete from ledger_transaction where transaction_id = '${TRANSFER}'`,
    );
    try {
      expect((await ledger(['reconcile', file])).code).toBe(0);
    } finally {
      await restoreLedger(database);
    }
  });

  it('applies the period and the maximum difference in days', async () => {
    const lines = await bankLines();
    const late = lines.map((line) => ({ ...line, date: '2026-01-10' }));
    const file = await fileOf(late);
    const counts = async (...args: string[]) =>
      (await json<Reconciled>(['reconcile', file, ...args])).totals.counts;

    expect(await counts('--days', '5')).toMatchObject({ matched: lines.length, 'different-date': 0 });
    // The bank's rows are four days after January 6 and five days after January 5.
    expect(await counts('--days', '4')).toMatchObject({ matched: 1, 'different-date': lines.length - 1 });
    expect(await counts('--from', '2026-01-06', '--to', '2026-01-09', '--days', '4')).toMatchObject({
      ...{ matched: 1, 'different-date': 0, 'missing-in-bank': 0 },
    });
    const empty = await fileOf([], 'empty.csv');
    const none = await json<Reconciled>(['reconcile', empty, '--from', '2026-01-06', '--to', '2026-01-06']);
    expect(none.totals.counts).toMatchObject({ matched: 0, 'missing-in-bank': 1 });
  });

  it.each([
    ['2026-01-05,a,12,50\n', /line 2/],
    ['2026-01-05,a,1\n05.01.2026,b,1\n', /line 3, column date: "05.01.2026" isn't a date/],
    ['2026-01-05,a,$1\n', /line 2, column amount: "\$1" isn't a dollar amount/],
    ['', /The file has no rows\. Set the period with --from and --to\./],
  ])('exits with 2 for a file with %j', async (rows, message) => {
    const file = path.join(folder, 'bad.csv');
    await writeFile(file, `date,reference,amount\n${rows}`);
    const { code, stderr } = await ledger(['reconcile', file]);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });

  it('exits with 2 for a missing file, an invalid date, too many days, or a reversed period', async () => {
    const file = await fileOf(await bankLines());
    expect((await ledger(['reconcile', path.join(folder, 'none.csv')])).stderr).toContain(
      "none.csv doesn't exist.",
    );
    expect((await ledger(['reconcile', folder])).stderr).toContain('is a folder. Pass a file.');
    expect((await ledger(['reconcile', file, '--from', '2026-02-30'])).code).toBe(2);
    expect((await ledger(['reconcile', file, '--days', '32'])).code).toBe(2);
    const reversed = await ledger(['reconcile', file, '--from', '2026-02-01', '--to', '2026-01-01']);
    expect(reversed.stderr).toContain('--from (2026-02-01) must not be after --to (2026-01-01).');
    expect(reversed.code).toBe(2);
  });
});
