import { Logger } from '@nestjs/common';
import type { PipelinedConnection } from '../../platform/database/pipelined-connection.js';
import { uuidArray } from '../../platform/database/row-arrays.js';
import type { Outcome } from './submission.js';

/**
 * Records that an account is in quarantine as soon as a command is refused for that reason. The account then stays in
 * quarantine, even if someone corrects its row (LED-31).
 */
export class QuarantineRecorder {
  private readonly logger = new Logger('Ledger');
  private readonly recorded = new Set<string>();
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly connection: PipelinedConnection) {}

  /**
   * Records the accounts whose quarantine caused a refusal. Does not wait for the insert, because outcomes don't
   * depend on it.
   */
  record(outcomes: readonly Outcome[]): void {
    for (const outcome of outcomes) {
      if (outcome.ok || outcome.refusal.code !== 'ACCOUNT_QUARANTINED') continue;
      const { accountId } = outcome.refusal;
      if (this.recorded.has(accountId)) continue;
      this.recorded.add(accountId);
      this.last = this.last.then(() => this.insert(accountId));
    }
  }

  async close(): Promise<void> {
    await this.last;
    await this.connection.close();
  }

  private async insert(accountId: string): Promise<void> {
    this.logger.error({ problem: 'account quarantined: its row contradicts the log', accountId });
    try {
      const sql = await this.connection.open();
      await sql.query(INSERT, [uuidArray([accountId])]);
    } catch (error) {
      // The next refusal tries again.
      this.recorded.delete(accountId);
      this.logger.error({ problem: 'a quarantined account could not be recorded', error: String(error) });
    }
  }
}

const INSERT = `
  insert into ledger_quarantine (account_id, position, posted_cents, held_cents, entry_posted_cents, entry_held_cents)
  select account_id, (select position from ledger_head), posted_cents, held_cents,
      coalesce(posted_after_cents, 0), coalesce(held_after_cents, 0)
    from ledger_account left join lateral (
      select posted_after_cents, held_after_cents from ledger_entry entry
        where entry.account_id = ledger_account.account_id order by position desc limit 1) as last on true
    where account_id = any($1::uuid[])
  on conflict (account_id) do nothing`;
