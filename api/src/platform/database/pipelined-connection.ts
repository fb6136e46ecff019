import pg from 'pg';
import { sqlOfClient, type Sql } from './sql.js';

const CONNECT_TIMEOUT_MS = 5_000;
/** A statement that takes longer than this is stuck, not slow. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** By then the server would have given up by itself; no answer means that the network has gone. */
const QUERY_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;

/**
 * Whatever is read here is found by key. Without this, a statement that was planned while a table was still empty would
 * go on to read all of it, however large it has become.
 */
const DISABLE_SEQUENTIAL_SCANS = '-c enable_seqscan=off';

export interface PipelinedConnectionOptions {
  readonly connectionString: string;
  /** As the server shows it. */
  readonly name: string;
  /** The error of whoever asks while the database can not be reached. */
  readonly unavailableError: (cause: unknown) => Error;
}

/**
 * A connection for statements that find their rows by key. They are prepared once and travel without waiting for one
 * another. It is opened when first needed, and again after it broke.
 */
export class PipelinedConnection {
  private current: { readonly client: pg.Client; readonly sql: Sql } | null = null;
  private opening: Promise<Sql> | null = null;

  constructor(private readonly options: PipelinedConnectionOptions) {}

  /** SQL on a live connection. Throws `unavailable` if the database cannot be reached. */
  open(): Promise<Sql> {
    if (this.current !== null) return Promise.resolve(this.current.sql);
    this.opening ??= this.connect().finally(() => {
      this.opening = null;
    });
    return this.opening;
  }

  /** Whether this SQL is on the connection as it is now; false once that broke, as far as is known. */
  isCurrent(sql: Sql): boolean {
    return this.current?.sql === sql;
  }

  /** Holds back whatever is asked on the connection as it is now; the answer sends it in one write. */
  cork(): () => void {
    const stream = this.current?.client.connection.stream;
    stream?.cork();
    return () => stream?.uncork();
  }

  /** Ends the transaction that failed; where even that fails, the connection is given up. */
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

  private async connect(): Promise<Sql> {
    const { connectionString, name, unavailableError } = this.options;
    const client = new pg.Client({
      connectionString,
      application_name: name,
      pipeline: true,
      options: DISABLE_SEQUENTIAL_SCANS,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
    });
    client.on('error', () => this.discard(client));
    client.on('end', () => this.discard(client));
    try {
      await client.connect();
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
