import { applyStep, type TransactionStep } from '../domain/transaction-step.js';
import type { TransactionState } from '../domain/transactions.js';
import type { ProjectionChanges } from './read-tables.js';
import type { Sql } from '../../platform/database/sql.js';
import { LEDGER_TRANSACTION } from '../tables/ledger-transaction.js';
import type { StepSink } from '../verify/log-fold.js';
import { BrokenLogError, type ReplayPage } from '../verify/replay.js';
import { findStepViolation } from '../verify/find-violation.js';

const selectTransactions = LEDGER_TRANSACTION.select('where transaction_id = any($1::uuid[])');

/** Changes from a page of the log, to be written to the shadow tables. */
export interface PageChanges {
  readonly changes: ProjectionChanges;
  readonly transactions: Map<string, TransactionState>;
}

/** Collects the transaction steps in a page of events and folds them onto the transactions in the shadow tables. */
export class ShadowSteps implements StepSink {
  private steps: TransactionStep[] = [];
  private accountIds = new Set<string>();

  add(step: TransactionStep): null {
    this.steps.push(step);
    return null;
  }

  touch(accountId: string): void {
    this.accountIds.add(accountId);
  }

  /**
   * Folds the collected steps and returns the page's changes.
   *
   * @throws BrokenLogError a step contradicts the ones before it
   */
  async foldPage(sql: Sql, { entries }: ReplayPage): Promise<PageChanges> {
    const [steps, accountIds] = [this.steps, this.accountIds];
    this.steps = [];
    this.accountIds = new Set();
    const transactionIds = new Set(steps.map(({ transactionId }) => transactionId));
    const known = await selectTransactions(sql, [[...transactionIds]]);
    const transactions = new Map(known.map((transaction) => [transaction.transactionId, transaction]));
    for (const step of steps) {
      const before = transactions.get(step.transactionId);
      const violation = findStepViolation(before, step);
      if (violation !== null)
        throw new BrokenLogError({ check: 'rules', position: step.position, message: violation });
      transactions.set(step.transactionId, applyStep(before, step));
    }
    return { changes: { entries: [...entries], accountIds, transactionIds }, transactions };
  }
}
