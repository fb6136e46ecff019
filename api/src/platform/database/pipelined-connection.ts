import pg from 'pg';
import { sqlOfClient, type Sql } from './sql.js';

const CONNECT_TIMEOUT_MS = 5_000;
/** A statement that takes longer than this is stuck, not slow. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** By then the server would have given up by itself; no answer means that the network has gone. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;

/**
 * Whatever is read here is found by key. Without this, a statement that was planned while a table was still empty would
 * go on to read all of it, however large it has become.
 */
const BY_KEY_ONLY = '-c enable_seqscan=off';

export interface PipelinedConnectionOptions {
  readonly connectionString: string;
  /** As the server shows it. */
  readonly name: string;
  /** The error of whoever asks while the database can not be reached. */
  readonly unavailable: (cause: unknown) => Error;
}

/**
 * A connection for statements that find their rows by key. They are prepared once and travel without waiting for one
 * another. It is opened when first needed, and again after it broke.
 */
export class PipelinedConnection {
  private live: { readonly client: pg.Client; readonly sql: Sql } | null = null;
  private opening: Promise<Sql> | null = null;

  constructor(private readonly options: PipelinedConnectionOptions) {}

  /** SQL on a live connection. Throws `unavailable` if the database cannot be reached. */
  open(): Promise<Sql> {
    if (this.live !== null) return Promise.resolve(this.live.sql);
    this.opening ??= this.connect().finally(() => {
      this.opening = null;
    });
    return this.opening;
  }

  /** Whether this SQL is on the connection as it is now; false once that broke, as far as is known. */
  has(sql: Sql): boolean {
    return this.live?.sql === sql;
  }

  /** Holds back whatever is asked on the connection as it is now; the answer sends it in one write. */
  holdBack(): () => void {
    const stream = this.live?.client.connection.stream;
    stream?.cork();
    return () => stream?.uncork();
  }

  /** Ends the transaction that failed; where even that fails, the connection is given up. */
  async rollback(): Promise<void> {
    const client = this.live?.client;
    try {
      await client?.query('rollback');
    } catch {
      this.forget(client);
      await client?.end().catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    await this.opening?.catch(() => undefined);
    const client = this.live?.client;
    this.forget(client);
    await client?.end();
  }

  private async connect(): Promise<Sql> {
    const { connectionString, name, unavailable } = this.options;
    const client = new pg.Client({
      connectionString,
      application_name: name,
      pipeline: true,
      options: BY_KEY_ONLY,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
    });
    client.on('error', () => this.forget(client));
    client.on('end', () => this.forget(client));
    try {
      await client.connect();
    } catch (cause) {
      throw unavailable(cause);
    }
    const sql = sqlOfClient(client);
    this.live = { client, sql };
    return sql;
  }

  private forget(client: pg.Client | undefined): void {
    if (this.live?.client === client) this.live = null;
  }
}
