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
 * Whether a transfer costs the same in a large ledger as in a small one, written by the real writer: the ledger of
 * `DATABASE_URL` grows, that of `SMALL_BANK_URL` does not. `STATEMENTS_URL` names the first for the superuser, with
 * pg_stat_statements loaded.
 */
async function main(args: readonly string[]): Promise<void> {
  const { events, chartFolder } = readGrowthOptions(args);
  const owner = await Connection.open(requireEnv('DATABASE_OWNER_URL'));
  const machine = await describeMachine(owner);
  await owner.close();
  const statements = await Connection.open(requireEnv('STATEMENTS_URL'));
  const bank = await BenchLedger.open(requireEnv('DATABASE_URL'));
  const small = await BenchLedger.open(requireEnv('SMALL_BANK_URL'));
  const growth = await measureGrowth(bank, small, statements, marksUpTo(events), (what) =>
    console.log(`  ${what}`),
  );
  await Promise.all([bank.close(), small.close(), statements.close()]);
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
