import pg from 'pg';

/** A PostgreSQL connection with typed rows. */
export class Connection {
  private constructor(private readonly client: pg.Client) {}

  static async open(url: string): Promise<Connection> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return new Connection(client);
  }

  async rows<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const { rows } = await this.client.query(text, [...values]);
    return rows as Row[];
  }

  /** Returns the first row. @throws Error the result is empty */
  async row<Row>(text: string, values: readonly unknown[] = []): Promise<Row> {
    const [row] = await this.rows<Row>(text, values);
    if (row === undefined) throw new Error(`no row: ${text}`);
    return row;
  }

  /** Runs statements without parameters. */
  async run(text: string): Promise<void> {
    await this.client.query(text);
  }

  close(): Promise<void> {
    return this.client.end();
  }
}
