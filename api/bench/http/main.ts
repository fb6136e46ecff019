import 'reflect-metadata';
import { createLedgerWriter } from '../../src/ledger/create-ledger.js';
import { Connection } from '../database.js';
import { describeMachine } from '../machine.js';
import { median, summarize } from '../statistics.js';
import { required } from '../environment.js';
import { addCustomers } from './customers.js';
import type { Load, LoadResult } from './load.js';
import { runLoad, startServer } from './server.js';

const CUSTOMERS = 500;
const CONNECTIONS = 64;
const AIM_PERCENT = 50;

/** What a transfer or a read is measured against, in the same round. */
interface Way {
  readonly name: string;
  readonly ask: Pick<Load, 'method' | 'address' | 'body' | 'keyed' | 'conditional' | 'status'>;
  readonly against: 'empty POST' | 'empty GET' | null;
}

const TRANSFER = {
  amount: 1,
  recipientName: 'Grace Hopper',
  recipientAccount: '123456789012',
  recipientRouting: '021000021',
  purpose: 'Rent for the month',
};

const WAYS: readonly Way[] = [
  {
    name: 'empty POST',
    ask: { method: 'POST', address: '/api/bench/empty', body: TRANSFER, status: 201 },
    against: null,
  },
  {
    name: 'transfer request',
    ask: { method: 'POST', address: '/api/transfer/request', body: TRANSFER, keyed: true, status: 201 },
    against: 'empty POST',
  },
  { name: 'empty GET', ask: { method: 'GET', address: '/api/bench/empty', status: 200 }, against: null },
  ...['/api/account/summary', '/api/transactions/recent'].flatMap((address): Way[] => [
    { name: address, ask: { method: 'GET', address, status: 200 }, against: 'empty GET' },
    {
      name: `${address}, unchanged (304)`,
      ask: { method: 'GET', address, conditional: true, status: 304 },
      against: 'empty GET',
    },
  ]),
];

/**
 * How many requests a second the API answers, over kept-alive connections with sessions, against routes that do
 * nothing. `--quick` for a short run. The aims do not decide how this ends; a wrong answer does.
 */
async function main(args: readonly string[]): Promise<void> {
  const isQuick = args.includes('--quick');
  const connection = await Connection.open(required('DATABASE_OWNER_URL'));
  const writer = createLedgerWriter(required('DATABASE_URL'));
  const tokens = await addCustomers(connection, writer, CUSTOMERS);
  await writer.close();
  const { processor, cores, node, postgres } = await describeMachine(connection);
  console.log(`\n${processor}, ${cores} cores, Node ${node}, PostgreSQL ${postgres}`);
  console.log(`${CONNECTIONS} connections, ${CUSTOMERS} customers, one API process, the load in another\n`);
  const server = await startServer();
  try {
    const plan = { port: server.port, tokens, connections: CONNECTIONS, milliseconds: isQuick ? 700 : 3_000 };
    report(await measure(plan, isQuick ? 2 : 5));
  } finally {
    await server.stop();
    await connection.close();
  }
}

async function measure(
  plan: Pick<Load, 'port' | 'tokens' | 'connections' | 'milliseconds'>,
  rounds: number,
): Promise<Map<string, LoadResult[]>> {
  const results = new Map<string, LoadResult[]>(WAYS.map(({ name }) => [name, []]));
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, ask } of WAYS) {
      const result = await runLoad({ ...plan, ...ask });
      if (round > 0) results.get(name)?.push(result);
    }
  }
  return results;
}

function report(results: ReadonlyMap<string, readonly LoadResult[]>): void {
  console.log(`${''.padEnd(42)}requests/s   p50 ms   p99 ms`);
  for (const { name, against } of WAYS) {
    const of = results.get(name) ?? [];
    const speed = Math.round(median(of.map(({ perSecond }) => perSecond)));
    const [p50, p99] = [median(of.map(({ p50Ms }) => p50Ms)), median(of.map(({ p99Ms }) => p99Ms))];
    const figures = `${String(speed).padStart(10)}${p50.toFixed(2).padStart(9)}${p99.toFixed(2).padStart(9)}`;
    console.log(
      `${name.padEnd(42)}${figures}${against === null ? '' : shareOf(of, results.get(against) ?? [])}`,
    );
  }
}

/** The share within each round, since what else the machine did hit both. */
function shareOf(of: readonly LoadResult[], against: readonly LoadResult[]): string {
  const shares = of.map(
    ({ perSecond }, round) => (100 * perSecond) / (against[round]?.perSecond ?? Number.NaN),
  );
  const { median: middle, min, max } = summarize(shares);
  const range = `${min.toFixed(0)} … ${max.toFixed(0)}`;
  return `   ${middle.toFixed(0)} % (${range}), ${middle >= AIM_PERCENT ? 'met' : 'missed'}: at least ${AIM_PERCENT} %`;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
