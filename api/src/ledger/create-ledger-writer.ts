import type { DataSource } from 'typeorm';
import { registerPgTypes } from '../platform/database/sql.js';
import { systemClock, type Clock } from '../platform/time/clock.js';
import { postgresEventLog } from './log/postgres-event-log.js';
import type { RemoteLog } from './log/remote-log.port.js';
import type { BatchSigner } from './signing/batch-signer.js';
import { LedgerWriter, type WriterObserver, type WriterParts } from './writer/ledger-writer.service.js';
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

export interface LedgerWriterOptions {
  readonly now?: Clock | undefined;
  readonly observer?: WriterObserver | null;
  /** Runs the transactions of `LedgerWriter.transaction`. */
  readonly dataSource?: DataSource | null;
  /** The log is in PostgreSQL unless this is given. */
  readonly remote?: RemoteLogOptions | null;
  /** Finds the keys that a log outside PostgreSQL has left there. */
  readonly recordedKeys?: PlainKeys | null;
}

const log = postgresEventLog;

/**
 * Creates a ledger writer with its own connections, which signs its batches with `signer`. Also usable outside Nest
 * (seeding, benchmarks, tests).
 */
export function createLedgerWriter(
  databaseUrl: string,
  signer: BatchSigner,
  { now = systemClock, observer = null, dataSource = null, ...options }: LedgerWriterOptions = {},
): LedgerWriter {
  registerPgTypes();
  const { remote = null, recordedKeys = null } = options;
  const quarantine = new QuarantineRecorder(writerConnection(databaseUrl));
  const parts = { log, now, observer, quarantine };
  if (remote !== null) return createRemoteWriter(databaseUrl, { signer, dataSource, ...parts }, remote);
  const [connection, readAhead] = [writerConnection(databaseUrl), writerConnection(databaseUrl)];
  const batches = new BatchTransactions({ connection, readAhead, log, signer, now, recordedKeys });
  const rows = dataSource === null ? null : new PostgresRowTransactions(dataSource, batches);
  return new LedgerWriter({ batches, rows, ...parts });
}

interface RemoteWriterParts extends Omit<WriterParts, 'batches' | 'rows'> {
  readonly signer: BatchSigner;
  readonly dataSource: DataSource | null;
}

function createRemoteWriter(
  databaseUrl: string,
  { signer, dataSource, ...parts }: RemoteWriterParts,
  { log: remoteLog, keySecret, previousKeySecrets, timings }: RemoteLogOptions,
): LedgerWriter {
  const { now } = parts;
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
  const writer = new LedgerWriter({ batches, rows, ...parts });
  batches.startPolling(drain);
  return writer;
}
