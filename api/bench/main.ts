import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createLedgerWriter } from '../src/ledger/create-ledger.js';
import { openCeiling } from './ceiling-way.js';
import { CorrectnessError } from './checks.js';
import { Connection } from './database.js';
import { ledgerWay, openAccounts } from './ledger-way.js';
import { describeMachine } from './machine.js';
import { measure, type AccountsOf } from './measure.js';
import { readOptions, type Options } from './options.js';
import { openOrdinaryBank, ordinaryWay } from './ordinary-way.js';
import { reportJson, reportLines } from './report.js';

const UNIFORM_ACCOUNTS = 1_000;

/**
 * Measures how fast the ledger writes, on a fresh and migrated database: `DATABASE_OWNER_URL` for its owner and
 * `DATABASE_URL` for the application. Ends with code 1 only if something was written wrongly.
 */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const ownerUrl = required('DATABASE_OWNER_URL');
  const accounts: AccountsOf = {
    uniform: Array.from({ length: UNIFORM_ACCOUNTS }, () => randomUUID()),
    hot: [randomUUID()],
  };
  const all = [...accounts.uniform, ...accounts.hot];
  const writer = createLedgerWriter(required('DATABASE_URL'));
  const connection = await Connection.open(ownerUrl);
  await openAccounts(writer, all);
  const ordinaryBank = await openOrdinaryBank(ownerUrl, all);
  await openCeiling(connection);
  const machine = await describeMachine(connection);
  const ways = { ledger: ledgerWay(writer), ordinary: ordinaryWay(ordinaryBank), connection };
  const results = await measure(ways, accounts, options.plan);
  await Promise.all([writer.close(), ordinaryBank.destroy(), connection.close()]);
  write(options, reportLines(machine, options.plan, results), reportJson(machine, options.plan, results));
}

function write({ json }: Options, lines: readonly string[], numbers: string): void {
  console.log(json === 'stdout' ? numbers : lines.join('\n'));
  if (typeof json === 'object') writeFileSync(json.file, `${numbers}\n`);
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set`);
  return value;
}

main().catch((error: unknown) => {
  const wrong = error instanceof CorrectnessError;
  console.error(wrong ? `✗  The benchmark found an error: ${error.message}` : error);
  process.exit(1);
});
