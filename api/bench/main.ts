import 'reflect-metadata';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createLedgerWriter } from '../src/ledger/create-ledger.js';
import { allOf, newAccounts } from './accounts.js';
import { openCeiling } from './ceiling-way.js';
import { chartSvg } from './chart.js';
import { CorrectnessError, writtenByLedger, writtenByOrdinary } from './checks.js';
import { Connection } from './database.js';
import { required } from './environment.js';
import { figuresOf } from './figures.js';
import { ledgerWay, openAccounts } from './ledger-way.js';
import { localWay } from './local-way.js';
import { describeMachine } from './machine.js';
import { measure, type Contest } from './measure.js';
import { readOptions, type Options } from './options.js';
import { openOrdinaryBank, ordinaryWay } from './ordinary-way.js';
import { reportJson, reportLines, type Run } from './report.js';
import { openRivalWay, type RivalName } from './rival-way.js';
import { WAY_TITLES, type Way } from './ways.js';

/**
 * Measures how fast the ledger writes, beside others, on fresh databases of one server: `DATABASE_OWNER_URL` and
 * `DATABASE_URL` of the migrated one, `EMMETT_URL` and `MESSAGE_DB_URL` of two empty ones; `SERVER_URL` lets in the
 * superuser. Ends with code 1 only if something was written wrongly.
 */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const connection = await Connection.open(required('DATABASE_OWNER_URL'));
  const server = await Connection.open(required('SERVER_URL'));
  const machine = await describeMachine(connection);
  const missing: string[] = [];
  const contest = await openContest({ connection, server }, missing);
  const tell = options.json === 'stdout' ? () => undefined : (what: string) => console.log(`  ${what}`);
  const results = await measure(contest, options.plan, tell);
  await Promise.all([contest.ledger, ...contest.others].map((way) => way.close()));
  await Promise.all([connection, server].map((one) => one.close()));
  write(options, { machine, plan: options.plan, results, missing });
}

async function openContest(
  { connection, server }: Pick<Contest, 'connection' | 'server'>,
  missing: string[],
): Promise<Contest> {
  const accounts = newAccounts();
  const ownerUrl = required('DATABASE_OWNER_URL');
  const writer = createLedgerWriter(required('DATABASE_URL'));
  await openAccounts(writer, allOf(accounts));
  const ordinaryBank = await openOrdinaryBank(ownerUrl, allOf(accounts));
  await openCeiling(connection);
  const ledger = localWay('ledger', {
    transfer: ledgerWay(writer),
    accounts,
    written: () => writtenByLedger(connection),
    close: () => writer.close(),
  });
  const ordinary = localWay('ordinary', {
    transfer: ordinaryWay(ordinaryBank),
    accounts,
    written: () => writtenByOrdinary(connection),
    close: () => ordinaryBank.destroy(),
  });
  const rivals = [
    await openRival('emmett', required('EMMETT_URL'), missing),
    await openRival('message-db', required('MESSAGE_DB_URL'), missing),
  ];
  return { ledger, others: [ordinary, ...rivals.flat()], connection, server };
}

/** The rival; none where it cannot be installed, with the reason noted. */
async function openRival(name: RivalName, url: string, missing: string[]): Promise<Way[]> {
  try {
    return [await openRivalWay(name, url)];
  } catch (error) {
    missing.push(`${WAY_TITLES[name]}: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}

function write({ json, chartFolder }: Options, run: Run): void {
  const numbers = reportJson(run);
  console.log(json === 'stdout' ? numbers : reportLines(run).join('\n'));
  if (typeof json === 'object') writeFileSync(json.file, `${numbers}\n`);
  if (chartFolder === null) return;
  mkdirSync(chartFolder, { recursive: true });
  writeFileSync(path.join(chartFolder, 'transfers.svg'), chartSvg(figuresOf(run)));
  writeFileSync(path.join(chartFolder, 'transfers.json'), `${numbers}\n`);
  if (json !== 'stdout') console.log(`Chart and numbers: ${chartFolder}/transfers.svg and .json\n`);
}

main().catch((error: unknown) => {
  const wrong = error instanceof CorrectnessError;
  console.error(wrong ? `✗  The benchmark found an error: ${error.message}` : error);
  process.exit(1);
});
