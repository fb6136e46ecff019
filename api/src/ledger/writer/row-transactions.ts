import type { DataSource, EntityManager } from 'typeorm';
import { LIMIT_IDLE_TRANSACTION } from '../log/head-lock.js';
import { sqlOfManager } from '../../platform/database/sql.js';
import type { BatchTransactions } from './batch-transactions.js';
import type { RowWork, SubmitWithRows, WriteRefusal } from './submission.js';

/** Runs transactions of table rows and commands that commit together (LED-9). */
export interface RowTransactions {
  /** Rolls everything back if `work` throws or one of its commands is refused. */
  run<Result>(work: RowWork<Result>): Promise<Result>;
  /** Closes its own connections. */
  close(): Promise<void>;
}

/** Appends the events of the commands in the transaction of the rows. */
export class PostgresRowTransactions implements RowTransactions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Pick<BatchTransactions, 'within'>,
  ) {}

  run<Result>(work: RowWork<Result>): Promise<Result> {
    return this.dataSource.transaction((manager) =>
      withoutRefusals((submit) => work(manager, submit), this.submitIn(manager)),
    );
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private submitIn(manager: EntityManager): SubmitWithRows {
    return async (submission) => {
      const sql = sqlOfManager(manager);
      // An abandoned transaction must not keep the head locked.
      await sql.query(LIMIT_IDLE_TRANSACTION);
      const [outcome] = await this.transactions.within(sql, [submission]);
      if (outcome === undefined) throw new Error('the submission has no outcome');
      return outcome;
    };
  }
}

/**
 * Runs `work` with a `submit` that remembers refusals. `work` should throw its own error for a refusal; this throws if
 * it does not, so that a transaction with a refused command never commits.
 */
export async function withoutRefusals<Result>(
  work: (submit: SubmitWithRows) => Promise<Result>,
  submit: SubmitWithRows,
): Promise<Result> {
  const refusals: WriteRefusal[] = [];
  const result = await work(async (submission) => {
    const outcome = await submit(submission);
    if (!outcome.ok) refusals.push(outcome.refusal);
    return outcome;
  });
  const [refusal] = refusals;
  if (refusal !== undefined) throw new Error(`a command of the transaction was refused: ${refusal.code}`);
  return result;
}
