import { randomUUID } from 'node:crypto';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import type { Connection } from '../connection.js';
import { writeHistory } from '../lists/large-bank.js';
import { BENCH_SIGNER } from '../bench-signer.js';

/** New accounts per call. */
const ACCOUNTS = 10_000;

/** Adds events through the real writer: new accounts with random transfers, incoming payments and reviews. */
export async function seedLedger(connection: Connection, databaseUrl: string, events: number): Promise<void> {
  const writer = createLedgerWriter(databaseUrl, BENCH_SIGNER);
  try {
    const customerIds = Array.from({ length: ACCOUNTS }, () => randomUUID());
    await writeHistory(writer, customerIds, events, () => undefined);
  } finally {
    await writer.close();
  }
  await connection.run('vacuum analyze');
}
