import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.token.js';
import { PipelinedConnection } from './pipelined-connection.js';
import { registerPgTypes, type Sql } from './sql.js';

/** A single connection would use only one of the server's cores. */
const CONNECTIONS = 2;

/** The database cannot be reached for a read. */
export class ReadsUnavailableError extends Error {
  constructor(options?: ErrorOptions) {
    super('the database is not available', options);
    this.name = 'ReadsUnavailableError';
  }
}

/**
 * Runs frequent reads, such as dashboard polling, outside any transaction. Statements are prepared once per connection,
 * and all reads in one event-loop turn are sent in one write. A pool would take a connection for each read
 * (docs/adr/0011). Use `PreparedReads` only for constant statements that find few rows by key. All parameter values
 * share one plan, and each read on a connection waits until the earlier reads on that connection have finished.
 */
@Injectable()
export class PreparedReads implements Sql, OnApplicationShutdown {
  private readonly connections: ReadConnection[];
  /** The connection for all reads in this event-loop turn. */
  private current: ReadConnection | null = null;

  constructor(@Inject(CONFIG) { databaseUrl }: Pick<Config, 'databaseUrl'>) {
    registerPgTypes();
    this.connections = Array.from({ length: CONNECTIONS }, () => new ReadConnection(databaseUrl));
  }

  /** @throws ReadsUnavailableError the database cannot be reached */
  query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    this.current ??= this.connectionForThisTick();
    return this.current.query<Row>(text, values);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.connections.map((connection) => connection.close()));
  }

  private connectionForThisTick(): ReadConnection {
    const connection = this.connections.reduce((best, other) =>
      other.inFlight < best.inFlight ? other : best,
    );
    const send = connection.cork();
    setImmediate(() => {
      this.current = null;
      send();
    });
    return connection;
  }
}

class ReadConnection {
  inFlight = 0;
  private readonly connection: PipelinedConnection;

  constructor(connectionString: string) {
    this.connection = new PipelinedConnection({
      connectionString,
      name: 'moniker-reads',
      unavailableError: (cause) => new ReadsUnavailableError({ cause }),
    });
  }

  async query<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    this.inFlight += 1;
    try {
      // Reads are idempotent, so a read that is lost with its connection is retried once.
      return (
        (await this.attempt<Row>(text, values)) ??
        (await this.attempt<Row>(text, values)) ??
        throwUnavailable()
      );
    } finally {
      this.inFlight -= 1;
    }
  }

  cork(): () => void {
    return this.connection.cork();
  }

  close(): Promise<void> {
    return this.connection.close();
  }

  /** Returns null if the connection was lost. */
  private async attempt<Row>(text: string, values: readonly unknown[]): Promise<Row[] | null> {
    const sql = await this.connection.open();
    try {
      return await sql.query<Row>(text, values);
    } catch (error) {
      // The error may mean that the connection is broken; rolling back shows whether it is.
      if (this.connection.isCurrent(sql)) await this.connection.rollback();
      if (this.connection.isCurrent(sql)) throw error;
      return null;
    }
  }
}

function throwUnavailable(): never {
  throw new ReadsUnavailableError();
}
