import type { DataSource } from 'typeorm';
import { registerPgTypes } from '../platform/database/sql.js';
import { systemClock, type Clock } from '../platform/time/clock.js';
import { postgresEventLog } from './log/postgres-event-log.js';
import type { RemoteLog } from './log/remote-log.port.js';
import type { BatchSigner } from './signing/batch-signer.js';
import { LedgerWriter, type WriterObserver } from './writer/ledger-writer.service.js';
import { BatchTransactions } from './writer/batch-transactions.js';
import { HashedKeys, type PlainKeys } from './writer/hashed-keys.js';
import { DEFAULT_TIMINGS, RemoteBatches, type RemoteTimings } from './writer/remote-batches.js';
import { QuarantineRecorder } from './writer/quarantine-recorder.js';
import { RemoteProjector } from './writer/remote-projector.js';
import { RemoteRowTransactions } from './writer/remote-row-transactions.js';
import { PostgresRowTransactions } from './writer/row-transactions.js';
import { writerConnection } from './writer/writer-connection.js';

/** A log outside PostgreSQL for a ledger writer. */
export interface RemoteLogOptions {
  /** The caller closes it, after the writer. */
  readonly log: RemoteLog;
  /** Secret of the HMACs of idempotency keys. */
  readonly keySecret: Buffer;
  /** Earlier secrets, with which recorded keys are still recognized. */
  readonly previousKeySecrets?: readonly Buffer[];
  readonly timings?: Partial<RemoteTimings>;
}

/**
 * Creates a ledger writer with its own connections, which signs its batches with `signer`. Also usable outside Nest
 * (seeding, benchmarks, tests). `dataSource` runs the transactions of `LedgerWriter.transaction`. The log is in
 * PostgreSQL unless `remote` is given. `recordedKeys` finds the keys that a log outside PostgreSQL has left there.
 */
export function createLedgerWriter(
  databaseUrl: string,
  signer: BatchSigner,
  now: Clock = systemClock,
  observer: WriterObserver | null = null,
  dataSource: DataSource | null = null,
  remote: RemoteLogOptions | null = null,
  recordedKeys: PlainKeys | null = null,
): LedgerWriter {
  registerPgTypes();
  if (remote !== null) return createRemoteWriter(databaseUrl, signer, now, observer, dataSource, remote);
  const [connection, readAhead] = [writerConnection(databaseUrl), writerConnection(databaseUrl)];
  const context = { log: postgresEventLog, signer };
  const transactions = new BatchTransactions(connection, readAhead, context, now, recordedKeys);
  const rows = dataSource === null ? null : new PostgresRowTransactions(dataSource, transactions);
  return new LedgerWriter(transactions, postgresEventLog, now, observer, rows, quarantineOf(databaseUrl));
}

function createRemoteWriter(
  databaseUrl: string,
  signer: BatchSigner,
  now: () => Date,
  observer: WriterObserver | null,
  dataSource: DataSource | null,
  { log: remoteLog, keySecret, previousKeySecrets, timings }: RemoteLogOptions,
): LedgerWriter {
  const log = postgresEventLog;
  const batches = new RemoteBatches({
    reads: writerConnection(databaseUrl),
    projector: new RemoteProjector(writerConnection(databaseUrl), log, remoteLog),
    ...{ log, remoteLog, signer, now },
    keys: new HashedKeys(keySecret, previousKeySecrets),
    timings: { ...DEFAULT_TIMINGS, ...timings },
  });
  const reads = writerConnection(databaseUrl);
  const drain = (): Promise<void> => writer.drainPending();
  const rows =
    dataSource === null ? null : new RemoteRowTransactions({ dataSource, reads, log, remoteLog, now, drain });
  const writer = new LedgerWriter(batches, log, now, observer, rows, quarantineOf(databaseUrl));
  batches.startPolling(drain);
  return writer;
}

const quarantineOf = (databaseUrl: string): QuarantineRecorder =>
  new QuarantineRecorder(writerConnection(databaseUrl));
