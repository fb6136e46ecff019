import { registerPgTypes } from '../platform/database/sql.js';
import { postgresEventLog } from './log/postgres-event-log.js';
import { LedgerWriter, type WriterObserver } from './writer/ledger-writer.service.js';
import { BatchTransactions } from './writer/batch-transactions.js';
import { writerConnection } from './writer/writer-connection.js';

/** Creates a ledger writer with its own connections. Also usable outside Nest (seeding, benchmarks, tests). */
export function createLedgerWriter(
  databaseUrl: string,
  now: () => Date = () => new Date(),
  observer: WriterObserver | null = null,
): LedgerWriter {
  registerPgTypes();
  const [connection, readAhead] = [writerConnection(databaseUrl), writerConnection(databaseUrl)];
  const transactions = new BatchTransactions(connection, readAhead, postgresEventLog, now);
  return new LedgerWriter(transactions, postgresEventLog, now, observer);
}
