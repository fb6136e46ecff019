import type { EventLog } from '../log/event-log.port.js';
import type { Sql } from '../../platform/database/sql.js';

/** Returns the hash of the log's first event, which identifies the ledger, or null if the log is empty. */
export async function readLedgerId(sql: Sql, log: Pick<EventLog, 'read'>): Promise<Buffer | null> {
  const [first] = await log.read(sql, 0, 1);
  return first?.hash ?? null;
}

/** Reads the ledger's id once per connection, because another connection may lead to another database. */
export class LedgerIdentity {
  private known: { readonly sql: Sql; readonly id: Buffer } | null = null;

  constructor(private readonly log: Pick<EventLog, 'read'>) {}

  /**
   * Returns the id, or null if the log is empty. The current transaction must not have appended the first event itself:
   * the id would be remembered even if that event was rolled back.
   */
  async load(sql: Sql): Promise<Buffer | null> {
    if (this.known?.sql === sql) return this.known.id;
    const id = await readLedgerId(sql, this.log);
    if (id !== null) this.known = { sql, id };
    return id;
  }
}
