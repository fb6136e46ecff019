import 'reflect-metadata';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import { hashPassword } from '../../src/platform/crypto/passwords.js';
import { readSecrets } from '../../src/platform/config/config.js';
import { seal } from '../../src/platform/crypto/sealed-text.js';
import { Connection } from '../connection.js';
import { describeMachine } from '../machine.js';
import { percentile } from '../statistics.js';
import { requireEnv } from '../require-env.js';
import { ADMIN_EMAIL, seedLargeBank } from './large-bank.js';
import { type RunningBank, startBank } from './running-bank.js';
import { SequentialScanMonitor } from './sequential-scan-monitor.js';
import { BENCH_SIGNER } from '../bench-signer.js';

const PASSWORD = 'large-bank';
const WARM_UPS = 3;
const SAMPLES = 40;
const AIM_MS = 300;

/**
 * Measures how fast the admin panel's lists respond for a large bank. `--users` and `--events` set its size (default
 * 100,000 and 1,000,000). One admin requests each URL repeatedly. Exits with 1 if a list is slower than the aim or
 * reads a large table without an index.
 */
async function main(args: readonly string[]): Promise<void> {
  const size = {
    users: readNumberOption(args, '--users', 100_000),
    events: readNumberOption(args, '--events', 1_000_000),
  };
  const connection = await Connection.open(requireEnv('DATABASE_OWNER_URL'));
  const { processor, cores, postgres, node } = await describeMachine(connection);
  console.log(`${processor}, ${cores} cores, PostgreSQL ${postgres}, Node ${node}`);
  await seedBank(connection, size);
  const bank = await startBank(connection);
  try {
    await bank.signIn(ADMIN_EMAIL, PASSWORD);
    await bank.waitUntilIndexed(connection);
    const isFine = await measureAll(bank, connection, await listUrls(connection));
    process.exitCode = isFine ? 0 : 1;
  } finally {
    await bank.stop();
    await connection.close();
  }
}

async function seedBank(connection: Connection, size: { users: number; events: number }): Promise<void> {
  const writer = createLedgerWriter(requireEnv('DATABASE_URL'), BENCH_SIGNER);
  const shared = {
    passwordHash: await hashPassword(PASSWORD),
    ssnCiphertext: seal('219099999', readSecrets(process.env).ssnEncryption),
  };
  const startedAt = performance.now();
  const seconds = (): number => Math.round((performance.now() - startedAt) / 1000);
  await seedLargeBank(connection, writer, size, shared, (events) =>
    console.log(`  ${events.toLocaleString('en-US')} events after ${seconds()} s`),
  );
  await writer.close();
  const { count } = await connection.row<{ count: string }>('select count(*) from ledger_event');
  console.log(`${size.users} users and ${count} events seeded in ${seconds()} s\n`);
}

/** The URLs to measure: the lists' first pages with various filters and searches, and some that return only figures. */
async function listUrls(connection: Connection): Promise<string[]> {
  const some = await connection.row<{ user: string; transaction: string; amount: string }>(
    `select account_id as user, transaction_id as transaction, amount_cents / 100.0 as amount
     from ledger_transaction where kind = 'transfer' order by created_position desc
     offset (select count(*) / 2 from ledger_transaction where kind = 'transfer') limit 1`,
  );
  const day = new Date().toISOString().slice(0, 10);
  return [
    ...[
      '',
      '?sort=name',
      '?kycStatus=pending',
      '?search=lindqvist',
      '?search=user4711%40',
      '?search=zzzz',
    ].map((query) => `/api/admin/users${query}`),
    ...['', '?status=pending', '?search=user4711%40'].map((query) => `/api/admin/account-requests${query}`),
    ...['', '?status=rejected', '?search=user4711%40'].map((query) => `/api/admin/kyc-applications${query}`),
    ...['transfer-requests', 'incoming-payments', 'transactions'].flatMap((list) =>
      [
        '',
        '?status=open',
        '?status=cancelled',
        '?sort=oldest',
        `?from=${day}`,
        '?search=user4711%40',
        `?search=${some.amount}`,
      ].map((query) => `/api/admin/${list}${query}`),
    ),
    `/api/admin/transactions?search=${some.transaction}`,
    ...['', '?search=user4711%40'].map((query) => `/api/admin/chats${query}`),
    ...[
      '',
      '?type=BalanceAdjusted',
      '?type=TransferRequested',
      '?role=admin',
      '?role=customer&type=TransactionStatusChanged',
      `?customer=${some.user}`,
      '?account=settlement',
      `?transaction=${some.transaction}`,
      `?from=${day}&to=${day}`,
    ].map((query) => `/api/admin/event-history/events${query}`),
    '/api/admin/event-history/people?search=lindqvist',
    `/api/admin/event-history/accounts/${some.user}/balance`,
    '/api/admin/stats',
    ...['', '?kind=transfer', '/counts'].map((query) => `/api/admin/work-queue${query}`),
  ];
}

async function measureAll(
  bank: RunningBank,
  connection: Connection,
  addresses: readonly string[],
): Promise<boolean> {
  const monitor = new SequentialScanMonitor(connection);
  let isFine = true;
  console.log('    p50     p95  rows  large tables read without an index');
  for (const address of addresses) {
    const { durations, rows } = await sample(bank, address);
    const scanned = await monitor.tablesScannedBy(() => bank.fetchRowCount(address));
    const [p50, p95] = [percentile(durations, 0.5), percentile(durations, 0.95)];
    isFine &&= p95 <= AIM_MS && scanned.length === 0;
    const figures = [p50, p95].map((ms) => `${ms.toFixed(0).padStart(4)} ms`).join(' ');
    console.log(`${figures} ${String(rows).padStart(5)}  ${scanned.join(', ').padEnd(12)} ${address}`);
  }
  console.log(
    isFine ? `\nAim met: p95 within ${AIM_MS} ms, no large table read without an index.` : '\nAim NOT met.',
  );
  return isFine;
}

async function sample(bank: RunningBank, address: string): Promise<{ durations: number[]; rows: number }> {
  const durations: number[] = [];
  let rows = 0;
  for (let round = 0; round < WARM_UPS + SAMPLES; round += 1) {
    const startedAt = performance.now();
    rows = await bank.fetchRowCount(address);
    if (round >= WARM_UPS) durations.push(performance.now() - startedAt);
  }
  return { durations, rows };
}

function readNumberOption(args: readonly string[], name: string, fallback: number): number {
  const value = args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1);
  const number = Number(value ?? fallback);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`${name} must be a positive whole number`);
  return number;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
