import type { DataSource } from 'typeorm';
import { ConfigError, type Config } from '../platform/config/config.js';
import type { KurrentSettings } from '../platform/config/kurrent-settings.js';
import { assertMigrated } from '../platform/database/missing-migrations.js';
import { sqlOfSource, type Sql } from '../platform/database/sql.js';
import { createLedgerWriter } from './create-ledger-writer.js';
import { assertEmptyLog, UnusableLogError, type InspectableLog } from './log/check-remote-log.js';
import { assertLogIsElsewhere, assertLogIsHere } from './log/log-fence.js';
import { connectRemoteLog, openRemoteLog } from './log/open-remote-log.js';
import { postgresEventLog } from './log/postgres-event-log.js';
import { BatchSigner } from './signing/batch-signer.js';
import { pinWriterKey } from './signing/writer-key-files.js';
import { skipPastEvents } from './projections/skip-past-events.js';
import { hasHashedKeys, LogKeys } from './writer/hashed-keys.js';
import type { LedgerWriter, WriterObserver } from './writer/ledger-writer.service.js';

export interface LedgerOptions {
  readonly config: Pick<
    Config,
    'databaseUrl' | 'kurrent' | 'secrets' | 'previousSecrets' | 'writerKey' | 'writerKeysDir'
  >;
  readonly dataSource: DataSource;
  readonly now: () => Date;
  readonly observer?: WriterObserver | null;
  /** Whether demo data will be written. A log outside PostgreSQL must then be empty. */
  readonly isForDemo?: boolean;
}

/** A ledger writer with the log that it writes to. */
export interface OpenLedger {
  readonly writer: LedgerWriter;
  /** The log if it is outside PostgreSQL, otherwise null. */
  readonly remoteLog: InspectableLog | null;
  /** Writes everything queued and closes the connections. */
  close(): Promise<void>;
}

/**
 * Opens the ledger on the engine named by LEDGER_LOG, and records the position from which the writer key signs. If the
 * log is outside PostgreSQL, also checks it, settles the transactions that other processes left prepared, and projects
 * the events that are not in the tables yet.
 *
 * @throws ConfigError WRITER_KEY is not set
 * @throws WriterKeyError the key is not valid for the log's next event, or its file is invalid
 * @throws UnusableLogError the log can't be used with this database; the message says what to do
 * @throws RemoteLogUnavailableError the log cannot be reached
 */
export async function openLedger(options: LedgerOptions): Promise<OpenLedger> {
  const { config, dataSource, now, observer = null } = options;
  const signer = requireSigner(config);
  await assertMigrated(dataSource);
  await assertLogLocation(dataSource, config.kurrent);
  const sql = sqlOfSource(dataSource);
  const keySecret = config.secrets.idempotency;
  const previousKeySecrets = config.previousSecrets.map(({ idempotency }) => idempotency);
  const readProjected = () => postgresEventLog.head(sql);
  if (config.kurrent === null) {
    await pinWriterKey(config.writerKeysDir, signer, (await readProjected()).position);
    const writer = createLedgerWriter(config.databaseUrl, signer, {
      now,
      observer,
      dataSource,
      recordedKeys: (await hasHashedKeys(sql)) ? new LogKeys(keySecret, previousKeySecrets) : null,
    });
    return { writer, remoteLog: null, close: () => writer.close() };
  }
  await assertCanPrepare(sql);
  const remoteLog = await openRemoteLog(config.kurrent, readProjected);
  try {
    if (options.isForDemo === true) await assertEmptyLog(remoteLog);
    const end = (await remoteLog.head()).position;
    await pinWriterKey(config.writerKeysDir, signer, end);
    if ((await readProjected()).position === 0) await skipPastEvents(sql, end);
    const writer = createLedgerWriter(config.databaseUrl, signer, {
      ...{ now, observer, dataSource },
      remote: { log: remoteLog, keySecret, previousKeySecrets },
    });
    await writer.catchUp();
    const close = async (): Promise<void> => {
      try {
        await writer.close();
      } finally {
        await remoteLog.close();
      }
    };
    return { writer, remoteLog, close };
  } catch (error) {
    await remoteLog.close();
    throw error;
  }
}

/**
 * Checks that the log is where the settings say. A program set up for another engine must not run on this database.
 *
 * @throws UnusableLogError the log is elsewhere
 */
export function assertLogLocation(dataSource: DataSource, kurrent: KurrentSettings | null): Promise<void> {
  const sql = sqlOfSource(dataSource);
  return kurrent === null ? assertLogIsHere(sql) : assertLogIsElsewhere(sql);
}

/**
 * Checks that a log outside PostgreSQL has no events.
 *
 * @throws UnusableLogError the log has events
 * @throws RemoteLogUnavailableError the log cannot be reached
 */
export async function assertLogIsEmpty(settings: KurrentSettings): Promise<void> {
  const log = await connectRemoteLog(settings);
  try {
    await assertEmptyLog(log);
  } finally {
    await log.close();
  }
}

/**
 * Checks that PostgreSQL allows prepared transactions, which are off by default.
 *
 * @throws UnusableLogError `max_prepared_transactions` is 0
 */
async function assertCanPrepare(sql: Sql): Promise<void> {
  const [setting] = await sql.query<{ max: number }>(
    `select current_setting('max_prepared_transactions')::int as max`,
  );
  if (setting !== undefined && setting.max > 0) return;
  throw new UnusableLogError(
    "PostgreSQL's max_prepared_transactions is 0, but a log in KurrentDB needs prepared transactions. Set it to 20 and restart PostgreSQL",
  );
}

function requireSigner({ writerKey }: Pick<Config, 'writerKey'>): BatchSigner {
  if (writerKey === null) {
    throw new ConfigError(["WRITER_KEY isn't set. Create one with `openssl rand -base64 32`"]);
  }
  return new BatchSigner(writerKey);
}
