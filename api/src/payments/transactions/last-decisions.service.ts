import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { TransactionStatus } from '@moniker/common/transactions.js';
import type { Outcome } from '../../ledger/writer/submission.js';
import { AppError } from '../../http/app-error.js';
import { refusalError } from '../../http/refusal-error.js';
import { formatTimestamp } from '../../platform/time/bank-day.js';
import { BankDays } from '../../platform/time/bank-days.service.js';

interface LastDecision {
  readonly id: string;
  readonly status: TransactionStatus;
  readonly at: Date;
  /** Null if the actor is not a user or has been deleted. */
  readonly name: string | null;
  readonly isByCustomer: boolean;
}

const SELECT_LAST = `
  select t.transaction_id as id, t.status, e.recorded_at as "at", u.first_name || ' ' || u.last_name as name,
    e.type = 'TransferCanceled' as "isByCustomer"
  from ledger_transaction t
    join ledger_event e on e.position = t.changed_position
    left join app_user u on u.deleted_at is null
      and u.id = case when e.actor like 'user:%' then substr(e.actor, 6)::uuid end
  where t.transaction_id = any($1::uuid[])`;

/**
 * Turns a stale-revision refusal into an error that says who made the last decision, what they decided, and when
 * (ADM-18). The log has the actor, but the refusal does not.
 */
@Injectable()
export class LastDecisions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly days: BankDays,
  ) {}

  /** Maps each outcome to its error, or to null if the command succeeded. `transactionIds` has the same order. */
  async errorsOf(
    outcomes: readonly Outcome[],
    transactionIds: readonly string[],
  ): Promise<(AppError | null)[]> {
    const staleIds = transactionIds.filter((_, index) => isStaleRevision(outcomes[index]));
    const decisions = staleIds.length === 0 ? new Map<string, LastDecision>() : await this.lastOf(staleIds);
    return outcomes.map((outcome, index) => {
      if (outcome.ok) return null;
      const decision = isStaleRevision(outcome) ? decisions.get(transactionIds[index] ?? '') : undefined;
      return decision === undefined ? refusalError(outcome.refusal) : this.alreadyDecided(decision);
    });
  }

  private alreadyDecided({ status, at, name, isByCustomer }: LastDecision): AppError {
    if (isByCustomer) {
      const when = formatTimestamp(at, this.days.timeZone);
      return new AppError('ALREADY_DECIDED', `The customer canceled this transfer on ${when}`);
    }
    const by = name === null ? '' : ` by ${name}`;
    const when = formatTimestamp(at, this.days.timeZone);
    const how = status.replaceAll('_', ' ');
    // No decision: an admin changed only the notes or the shown date, or set the status back to pending.
    const text =
      status === 'pending'
        ? `This was changed${by} on ${when}. Its status is pending`
        : `This was already decided${by} on ${when}: ${how}`;
    return new AppError('ALREADY_DECIDED', text);
  }

  private async lastOf(transactionIds: readonly string[]): Promise<Map<string, LastDecision>> {
    const rows = await this.dataSource.query<LastDecision[]>(SELECT_LAST, [transactionIds]);
    return new Map(rows.map((row) => [row.id, row]));
  }
}

function isStaleRevision(outcome: Outcome | undefined): boolean {
  return outcome?.ok === false && outcome.refusal.code === 'REVISION_STALE';
}
