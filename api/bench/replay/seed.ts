import { randomUUID } from 'node:crypto';
import { createLedgerWriter } from '../../src/ledger/create-ledger.js';
import type { Connection } from '../database.js';
import { writeHistory } from '../lists/large-bank.js';

/** The same for every size, so that only the number of events differs. */
const ACCOUNTS = 10_000;

/** Fills an empty ledger through the real writer: transfers, payments and their reviews at random. */
export async function seedLedger(
  connection: Connection,
  databaseUrl: string,
  events: number,
  onProgress: (events: number) => void,
): Promise<void> {
  const writer = createLedgerWriter(databaseUrl);
  try {
    const customerIds = Array.from({ length: ACCOUNTS }, () => randomUUID());
    await writeHistory(writer, customerIds, events, onProgress);
  } finally {
    await writer.close();
  }
  await connection.run('vacuum analyze');
}
