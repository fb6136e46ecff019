import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { CONFIG } from '../tokens.js';
import { PipelinedConnection } from './pipelined-connection.js';
import { registerPgTypes, type Sql } from './sql.js';

/** One alone would keep no more than one of the server's processors busy. */
const CONNECTIONS = 2;

/** The database could not be reached for a read. */
export class ReadsUnavailableError extends Error {
  constructor(options?: ErrorOptions) {
    super('the database is not available', options);
    this.name = 'ReadsUnavailableError';
  }
}

/**
 * Reads that open dashboards ask for every few seconds, outside of any transaction. They are prepared once a
 * connection, and what many requests read in one turn of the event loop travels in one write, where a pool gives each
 * read a connection of its own (docs/adr/0011-dashboard-reads.md). For constant texts that find a limited number of rows
 * by key, since a plan is kept for all values and whoever comes next waits behind them.
 */
@Injectable()
export class PreparedReads implements Sql, OnApplicationShutdown {
  private readonly connections: ReadConnection[];
  /** Where everything goes that is asked in this turn of the event loop. */
  private current: ReadConnection | null = null;

  constructor(@Inject(CONFIG) { databaseUrl }: Pick<Config, 'databaseUrl'>) {
    registerPgTypes();
    this.connections = Array.from({ length: CONNECTIONS }, () => new ReadConnection(databaseUrl));
  }

  /** Throws `ReadsUnavailableError` while the database can not be reached. */
  query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    this.current ??= this.connectionForThisTick();
    return this.current.query<Row>(text, values);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.connections.map((lane) => lane.close()));
  }

  private connectionForThisTick(): ReadConnection {
    const lane = this.connections.reduce((best, other) => (other.inFlight < best.inFlight ? other : best));
    const send = lane.cork();
    setImmediate(() => {
      this.current = null;
      send();
    });
    return lane;
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
      // A read changes nothing, so one that was lost with its connection is sent once more.
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

  /** Null where the connection was lost. */
  private async attempt<Row>(text: string, values: readonly unknown[]): Promise<Row[] | null> {
    const sql = await this.connection.open();
    try {
      return await sql.query<Row>(text, values);
    } catch (error) {
      // The error may be the connection's end, which this finds out.
      if (this.connection.isCurrent(sql)) await this.connection.rollback();
      if (this.connection.isCurrent(sql)) throw error;
      return null;
    }
  }
}

function throwUnavailable(): never {
  throw new ReadsUnavailableError();
}
