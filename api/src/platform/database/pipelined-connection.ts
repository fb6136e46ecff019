import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { awaitConfirmation } from './confirmed.js';
import { sessionOptions, type SessionSettings } from './session-options.js';
import { sqlOfClient, type ClientSql, type Sql } from './sql.js';

const CONNECT_TIMEOUT_MS = 5_000;
const CONFIRM_TIMEOUT_MS = 10_000;
/** A statement that takes longer is stuck, not slow. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** How long to wait for a response. The server cancels statements earlier, so this timeout means a network failure. */
const QUERY_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;

/**
 * Session settings for statements that find rows by key. With `enable_seqscan` on, a statement planned while its table
 * was empty would keep reading the whole table after it has grown. With `enable_seqscan` off, a sequential scan that
 * can't be avoided gets a huge cost. With `jit` on, PostgreSQL would therefore compile the statement, and compiling it
 * takes longer than running it.
 */
const READ_BY_KEY = { enable_seqscan: 'off', jit: 'off' };

export interface PipelinedConnectionOptions {
  readonly connectionString: string;
  /** The application name shown by the server. */
  readonly name: string;
  /** Creates the error to throw if the database cannot be reached. */
  readonly unavailableError: (cause: unknown) => Error;
  /** Additional session settings. */
  readonly settings?: SessionSettings;
}

/**
 * A connection for statements that find rows by key. It prepares each statement once and pipelines statements. It opens
 * on first use and reopens after a failure.
 */
export class PipelinedConnection {
  private current: { readonly client: pg.Client; readonly sql: ClientSql } | null = null;
  private opening: Promise<ClientSql> | null = null;

  constructor(private readonly options: PipelinedConnectionOptions) {}

  /**
   * Returns the open connection, and connects if necessary. Throws `unavailableError` if the database cannot be
   * reached.
   */
  open(): Promise<ClientSql> {
    if (this.current !== null) return Promise.resolve(this.current.sql);
    this.opening ??= this.connect().finally(() => {
      this.opening = null;
    });
    return Promise.race([this.opening, this.giveUp()]);
  }

  /** Rejects after `CONFIRM_TIMEOUT_MS`, so that `open` doesn't wait for a standby forever. */
  private async giveUp(): Promise<never> {
    await pause(CONFIRM_TIMEOUT_MS, undefined, { ref: false });
    throw this.options.unavailableError(
      new Error('no standby has confirmed the data that the connection reads'),
    );
  }

  /** Whether `sql` belongs to the current connection. Returns false once that connection is known to have failed. */
  isCurrent(sql: Sql): boolean {
    return this.current?.sql === sql;
  }

  /** Buffers all statements on the current connection. The returned function sends them in one write. */
  cork(): () => void {
    const stream = this.current?.client.connection.stream;
    stream?.cork();
    return () => stream?.uncork();
  }

  /** Rolls back the failed transaction. If the rollback fails too, drops the connection. */
  async rollback(): Promise<void> {
    const client = this.current?.client;
    try {
      await client?.query('rollback');
    } catch {
      this.discard(client);
      await client?.end().catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    await this.opening?.catch(() => undefined);
    const client = this.current?.client;
    this.discard(client);
    await client?.end();
  }

  private async connect(): Promise<ClientSql> {
    const { connectionString, name, unavailableError, settings } = this.options;
    const client = new pg.Client({
      connectionString,
      application_name: name,
      pipeline: true,
      options: sessionOptions({ ...READ_BY_KEY, ...settings }),
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
    });
    client.on('error', () => this.discard(client));
    client.on('end', () => this.discard(client));
    try {
      await client.connect();
      await awaitConfirmation(client);
    } catch (cause) {
      throw unavailableError(cause);
    }
    const sql = sqlOfClient(client);
    this.current = { client, sql };
    return sql;
  }

  private discard(client: pg.Client | undefined): void {
    if (this.current?.client === client) this.current = null;
  }
}
