import type { DataSource } from 'typeorm';
import { registerPgTypes } from '../platform/database/sql.js';
import { postgresEventLog } from './log/postgres-event-log.js';
import { LedgerWriter, type WriterObserver } from './writer/ledger-writer.service.js';
import { BatchTransactions } from './writer/batch-transactions.js';
import { PostgresRowTransactions } from './writer/row-transactions.js';
import { writerConnection } from './writer/writer-connection.js';

/**
 * Creates a ledger writer with its own connections. Also usable outside Nest (seeding, benchmarks, tests). `dataSource`
 * runs the transactions of `LedgerWriter.transaction`.
 */
export function createLedgerWriter(
  databaseUrl: string,
  now: () => Date = () => new Date(),
  observer: WriterObserver | null = null,
  dataSource: DataSource | null = null,
): LedgerWriter {
  registerPgTypes();
  const [connection, readAhead] = [writerConnection(databaseUrl), writerConnection(databaseUrl)];
  const transactions = new BatchTransactions(connection, readAhead, postgresEventLog, now);
  const rows = dataSource === null ? null : new PostgresRowTransactions(dataSource, transactions);
  return new LedgerWriter(transactions, postgresEventLog, now, observer, rows);
}
