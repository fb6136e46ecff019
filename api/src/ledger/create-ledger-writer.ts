import type { DataSource } from 'typeorm';
import { registerPgTypes } from '../platform/database/sql.js';
import { systemClock, type Clock } from '../platform/time/clock.js';
import type { PipelinedConnection } from '../platform/database/pipelined-connection.js';
import { copiedEventLog, postgresEventLog } from './log/postgres-event-log.js';
import type { RemoteLog } from './log/remote-log.port.js';
import type { BatchSigner } from './signing/batch-signer.js';
import { LedgerWriter, type WriterObserver } from './writer/ledger-writer.service.js';
import { BatchTransactions } from './writer/batch-transactions.js';
import { LogKeys } from './writer/hashed-keys.js';
import { LogCatchUp } from './writer/log-catch-up.js';
import { DEFAULT_TIMINGS, PreparedTransactions, type SettleTimings } from './writer/prepared-transactions.js';
import { QuarantineRecorder } from './writer/quarantine-recorder.js';
import { RowTransactions } from './writer/row-transactions.js';
import { BESIDE_PREPARED, writerConnection } from './writer/writer-connection.js';

/** A log outside PostgreSQL for a ledger writer. */
export interface RemoteLogOptions {
  /** The caller must close this log, but only after the writer is closed. */
  readonly log: RemoteLog;
  /** Secret for the HMACs of idempotency keys. */
  readonly keySecret: Buffer;
  /** Earlier secrets, used to recognize keys recorded with them. */
  readonly previousKeySecrets?: readonly Buffer[];
  readonly timings?: Partial<SettleTimings>;
}

export interface LedgerWriterOptions {
  readonly now?: Clock | undefined;
  readonly observer?: WriterObserver | null;
  /** Runs the transactions of `LedgerWriter.transaction`. */
  readonly dataSource?: DataSource | null;
  /** If missing, the log is in PostgreSQL. */
  readonly remote?: RemoteLogOptions | null;
  /** Finds idempotency keys that were recorded while the log was outside PostgreSQL. */
  readonly recordedKeys?: LogKeys | null;
}

/**
 * Creates a ledger writer that has its own connections and signs its batches with `signer`. Also usable outside Nest
 * (seeding, benchmarks, tests).
 */
export function createLedgerWriter(
  databaseUrl: string,
  signer: BatchSigner,
  { now = systemClock, observer = null, dataSource = null, ...options }: LedgerWriterOptions = {},
): LedgerWriter {
  registerPgTypes();
  const { remote = null } = options;
  const prepared = remote === null ? null : prepareTransactions(databaseUrl, signer, remote);
  const connect = (): PipelinedConnection =>
    writerConnection(databaseUrl, prepared === null ? {} : BESIDE_PREPARED);
  const log = prepared === null ? postgresEventLog : copiedEventLog;
  const batches = new BatchTransactions({
    ...{ connection: connect(), readAhead: connect(), log, signer, now },
    keys: prepared?.keys ?? options.recordedKeys ?? null,
    ...(prepared === null ? {} : { end: (open) => prepared.end(open) }),
  });
  const rows = dataSource === null ? null : new RowTransactions(dataSource, batches, prepared);
  const quarantine = new QuarantineRecorder(writerConnection(databaseUrl));
  prepared?.startPolling();
  return new LedgerWriter({ batches, rows, prepared, log, now, observer, quarantine });
}

function prepareTransactions(
  databaseUrl: string,
  signer: BatchSigner,
  { log, keySecret, previousKeySecrets, timings }: RemoteLogOptions,
): PreparedTransactions {
  const connect = (): PipelinedConnection => writerConnection(databaseUrl, BESIDE_PREPARED);
  return new PreparedTransactions({
    ...{ connection: connect(), remoteLog: log, signer },
    keys: new LogKeys(keySecret, previousKeySecrets),
    catchUp: new LogCatchUp(connect(), log),
    timings: { ...DEFAULT_TIMINGS, ...timings },
  });
}
