import 'reflect-metadata';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chartSvg } from '../chart.js';
import { Connection } from '../connection.js';
import { requireEnv } from '../require-env.js';
import { describeMachine } from '../machine.js';
import { BenchLedger } from './bench-ledger.js';
import { measureGrowth } from './measure-growth.js';
import { marksUpTo, readGrowthOptions } from './options.js';
import { growthChart, growthJson, growthLines } from './report.js';

/**
 * Compares the cost of a transfer in a growing ledger with its cost in a small one, both written by the real writer.
 * The ledger at `DATABASE_URL` grows; the one at `SMALL_BANK_URL` stays small. `STATEMENTS_URL` connects to the
 * growing ledger's database as the superuser, and pg_stat_statements must be loaded there.
 */
async function main(args: readonly string[]): Promise<void> {
  const { events, chartFolder } = readGrowthOptions(args);
  const owner = await Connection.open(requireEnv('DATABASE_OWNER_URL'));
  const machine = await describeMachine(owner);
  await owner.close();
  const statements = await Connection.open(requireEnv('STATEMENTS_URL'));
  const growing = await BenchLedger.open(requireEnv('DATABASE_URL'));
  const small = await BenchLedger.open(requireEnv('SMALL_BANK_URL'));
  const growth = await measureGrowth(growing, small, statements, marksUpTo(events), (message) =>
    console.log(`  ${message}`),
  );
  await Promise.all([growing.close(), small.close(), statements.close()]);
  console.log(growthLines(machine, growth).join('\n'));
  if (chartFolder === null) return;
  mkdirSync(chartFolder, { recursive: true });
  writeFileSync(path.join(chartFolder, 'growth.svg'), chartSvg(growthChart(machine, growth)));
  writeFileSync(path.join(chartFolder, 'growth.json'), `${growthJson(machine, growth)}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
