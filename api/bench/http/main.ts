import 'reflect-metadata';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import { Connection } from '../connection.js';
import { describeMachine } from '../machine.js';
import { median, summarize } from '../statistics.js';
import { requireEnv } from '../require-env.js';
import { addCustomers } from './customers.js';
import type { HttpLoad, LoadResult } from './load.js';
import { runLoadProcess, startApiServer } from './server.js';
import { BENCH_SIGNER } from '../bench-signer.js';

const CUSTOMERS = 500;
const CONNECTIONS = 64;
const AIM_PERCENT = 50;

/** A request to measure, and the empty request to compare it with in each round. */
interface RequestCase {
  readonly name: string;
  readonly request: Pick<HttpLoad, 'method' | 'address' | 'body' | 'keyed' | 'conditional' | 'status'>;
  readonly comparedWith: 'empty POST' | 'empty GET' | null;
}

const TRANSFER = {
  amount: 1,
  recipientName: 'Grace Hopper',
  recipientAccount: '123456789012',
  recipientRouting: '021000021',
  purpose: 'Rent for the month',
};

const REQUEST_CASES: readonly RequestCase[] = [
  {
    name: 'empty POST',
    request: { method: 'POST', address: '/api/bench/empty', body: TRANSFER, status: 201 },
    comparedWith: null,
  },
  {
    name: 'transfer request',
    request: { method: 'POST', address: '/api/transfer/request', body: TRANSFER, keyed: true, status: 201 },
    comparedWith: 'empty POST',
  },
  {
    name: 'empty GET',
    request: { method: 'GET', address: '/api/bench/empty', status: 200 },
    comparedWith: null,
  },
  ...['/api/account/summary', '/api/transactions/recent'].flatMap((address): RequestCase[] => [
    { name: address, request: { method: 'GET', address, status: 200 }, comparedWith: 'empty GET' },
    {
      name: `${address}, unchanged (304)`,
      request: { method: 'GET', address, conditional: true, status: 304 },
      comparedWith: 'empty GET',
    },
  ]),
];

/**
 * Measures how many requests per second the API serves over keep-alive connections with sessions, compared with empty
 * routes. `--quick` makes a short run. A wrong response fails the run; a missed aim does not.
 */
async function main(args: readonly string[]): Promise<void> {
  const isQuick = args.includes('--quick');
  const connection = await Connection.open(requireEnv('DATABASE_OWNER_URL'));
  const writer = createLedgerWriter(requireEnv('DATABASE_URL'), BENCH_SIGNER);
  const tokens = await addCustomers(connection, writer, CUSTOMERS);
  await writer.close();
  const { processor, cores, node, postgres } = await describeMachine(connection);
  console.log(`\n${processor}, ${cores} cores, Node ${node}, PostgreSQL ${postgres}`);
  console.log(
    `${CONNECTIONS} connections, ${CUSTOMERS} customers, one API process, load generator in another\n`,
  );
  const server = await startApiServer();
  try {
    const plan = { port: server.port, tokens, connections: CONNECTIONS, milliseconds: isQuick ? 700 : 3_000 };
    report(await measure(plan, isQuick ? 2 : 5));
  } finally {
    await server.stop();
    await connection.close();
  }
}

async function measure(
  plan: Pick<HttpLoad, 'port' | 'tokens' | 'connections' | 'milliseconds'>,
  rounds: number,
): Promise<Map<string, LoadResult[]>> {
  const results = new Map<string, LoadResult[]>(REQUEST_CASES.map(({ name }) => [name, []]));
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, request } of REQUEST_CASES) {
      const result = await runLoadProcess({ ...plan, ...request });
      if (round > 0) results.get(name)?.push(result);
    }
  }
  return results;
}

function report(results: ReadonlyMap<string, readonly LoadResult[]>): void {
  console.log(`${''.padEnd(42)}requests/s   p50 ms   p99 ms`);
  for (const { name, comparedWith } of REQUEST_CASES) {
    const windows = results.get(name) ?? [];
    const speed = Math.round(median(windows.map(({ perSecond }) => perSecond)));
    const [p50, p99] = [median(windows.map(({ p50Ms }) => p50Ms)), median(windows.map(({ p99Ms }) => p99Ms))];
    const figures = `${String(speed).padStart(10)}${p50.toFixed(2).padStart(9)}${p99.toFixed(2).padStart(9)}`;
    console.log(
      `${name.padEnd(42)}${figures}${comparedWith === null ? '' : formatShare(windows, results.get(comparedWith) ?? [])}`,
    );
  }
}

/** Compares the rates within each round, so other load on the machine affects both sides. */
function formatShare(windows: readonly LoadResult[], empty: readonly LoadResult[]): string {
  const shares = windows.map(
    ({ perSecond }, round) => (100 * perSecond) / (empty[round]?.perSecond ?? Number.NaN),
  );
  const { median: middle, min, max } = summarize(shares);
  const range = `${min.toFixed(0)} … ${max.toFixed(0)}`;
  return `   ${middle.toFixed(0)}% (${range}), ${middle >= AIM_PERCENT ? 'met' : 'missed'}: at least ${AIM_PERCENT}%`;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
