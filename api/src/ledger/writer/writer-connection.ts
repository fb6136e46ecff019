import pg from 'pg';
import { sqlOfClient, type Sql } from '../../platform/database/sql.js';
import { LedgerUnavailableError } from './submission.js';

const CONNECT_TIMEOUT_MS = 5_000;
/** A statement of a batch that takes longer than this is stuck, not slow. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** By then the server would have given up by itself; no answer means that the network has gone. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;

/**
 * Whatever the writer looks up, it looks up by key. Without this, a statement that was planned while a table was
 * still empty would go on to read all of it, however large it has become.
 */
const BY_KEY_ONLY = '-c enable_seqscan=off';

/** The writer's own pipelined connection, opened when first needed and again after it broke. */
export class WriterConnection {
  private client: pg.Client | null = null;
  private sql: Sql | null = null;

  constructor(private readonly connectionString: string) {}

  /** SQL on a live connection. Throws `LedgerUnavailableError` if the database cannot be reached. */
  async open(): Promise<Sql> {
    if (this.sql !== null) return this.sql;
    const client = new pg.Client({
      connectionString: this.connectionString,
      application_name: 'moniker-ledger-writer',
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
      throw new LedgerUnavailableError({ cause });
    }
    this.client = client;
    this.sql = sqlOfClient(client);
    return this.sql;
  }

  get isOpen(): boolean {
    return this.client !== null;
  }

  /** Ends the transaction that failed; where even that fails, the connection is given up. */
  async rollback(): Promise<void> {
    const { client } = this;
    if (client === null) return;
    try {
      await client.query('rollback');
    } catch {
      this.forget(client);
      await client.end().catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    const { client } = this;
    if (client === null) return;
    this.forget(client);
    await client.end();
  }

  private forget(client: pg.Client): void {
    if (this.client !== client) return;
    this.client = null;
    this.sql = null;
  }
}
