import 'reflect-metadata';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createLedgerWriter } from '../src/ledger/create-ledger-writer.js';
import { allAccountIds, createAccountIds } from './accounts.js';
import { createCeilingTables } from './ceiling-contender.js';
import { chartSvg } from './chart.js';
import { CorrectnessError, readLedgerTotals, readBaselineTotals } from './checks.js';
import { Connection } from './connection.js';
import { requireEnv } from './require-env.js';
import { transfersChart } from './transfers-chart.js';
import { writeThroughLedger, openAccounts } from './ledger-contender.js';
import { createLocalContender } from './local-contender.js';
import { describeMachine } from './machine.js';
import { measure, type BenchmarkSetup } from './measure.js';
import { readOptions, type Options } from './options.js';
import { openBaselineDatabase, writeThroughBaseline } from './baseline-contender.js';
import { reportJson, reportLines, type BenchmarkRun } from './report.js';
import { startRivalContender, type RivalName } from './rival-contender.js';
import { CONTENDER_TITLES, type Contender } from './contenders.js';
import { BENCH_SIGNER } from './bench-signer.js';

/**
 * Measures the write speed of the ledger and the other contenders, in fresh databases on one server.
 * `DATABASE_OWNER_URL` and `DATABASE_URL` name the migrated database, and `EMMETT_URL` and `MESSAGE_DB_URL` two empty
 * ones. `SERVER_URL` connects as the superuser. Exits with 1 if a contender wrote something wrong; missed aims do not
 * change the exit code.
 */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const connection = await Connection.open(requireEnv('DATABASE_OWNER_URL'));
  const server = await Connection.open(requireEnv('SERVER_URL'));
  const machine = await describeMachine(connection);
  const missing: string[] = [];
  const setup = await openSetup({ connection, server }, missing);
  const onProgress =
    options.json === 'stdout' ? () => undefined : (message: string) => console.log(`  ${message}`);
  const results = await measure(setup, options.plan, onProgress);
  await Promise.all([setup.ledger, ...setup.others].map((contender) => contender.close()));
  await Promise.all([connection, server].map((one) => one.close()));
  write(options, { machine, plan: options.plan, results, missing });
}

async function openSetup(
  { connection, server }: Pick<BenchmarkSetup, 'connection' | 'server'>,
  missing: string[],
): Promise<BenchmarkSetup> {
  const accounts = createAccountIds();
  const ownerUrl = requireEnv('DATABASE_OWNER_URL');
  const writer = createLedgerWriter(requireEnv('DATABASE_URL'), BENCH_SIGNER);
  await openAccounts(writer, allAccountIds(accounts));
  const baselineDatabase = await openBaselineDatabase(ownerUrl, allAccountIds(accounts));
  await createCeilingTables(connection);
  const ledger = createLocalContender('ledger', {
    writeTransfer: writeThroughLedger(writer),
    accounts,
    readTotals: () => readLedgerTotals(connection),
    close: () => writer.close(),
  });
  const baseline = createLocalContender('baseline', {
    writeTransfer: writeThroughBaseline(baselineDatabase),
    accounts,
    readTotals: () => readBaselineTotals(connection),
    close: () => baselineDatabase.destroy(),
  });
  const rivals = [
    await openRival('emmett', requireEnv('EMMETT_URL'), missing),
    await openRival('message-db', requireEnv('MESSAGE_DB_URL'), missing),
  ];
  return { ledger, others: [baseline, ...rivals.flat()], connection, server };
}

/** Starts a rival. If it cannot be installed, returns an empty list and adds the reason to `missing`. */
async function openRival(name: RivalName, url: string, missing: string[]): Promise<Contender[]> {
  try {
    return [await startRivalContender(name, url)];
  } catch (error) {
    missing.push(`${CONTENDER_TITLES[name]}: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}

function write({ json, chartFolder }: Options, run: BenchmarkRun): void {
  const numbers = reportJson(run);
  console.log(json === 'stdout' ? numbers : reportLines(run).join('\n'));
  if (typeof json === 'object') writeFileSync(json.file, `${numbers}\n`);
  if (chartFolder === null) return;
  mkdirSync(chartFolder, { recursive: true });
  writeFileSync(path.join(chartFolder, 'transfers.svg'), chartSvg(transfersChart(run)));
  writeFileSync(path.join(chartFolder, 'transfers.json'), `${numbers}\n`);
  if (json !== 'stdout') console.log(`Chart and numbers: ${chartFolder}/transfers.svg and .json\n`);
}

main().catch((error: unknown) => {
  const isWrong = error instanceof CorrectnessError;
  console.error(isWrong ? `✗  The benchmark found an error: ${error.message}` : error);
  process.exit(1);
});
