import { applyStep, type TransactionStep } from '../domain/transaction-step.js';
import type { TransactionState } from '../domain/transactions.js';
import type { ProjectionChanges } from '../projections/read-tables.js';
import type { Sql } from '../../platform/database/sql.js';
import { TRANSACTION_COLUMNS } from '../writer/batch-state.js';
import type { StepSink } from './log-fold.js';
import { BrokenLogError, type ReplayPage } from './replay.js';
import { findStepViolation } from './find-violation.js';

const SELECT_TRANSACTIONS = `select ${TRANSACTION_COLUMNS} from ledger_transaction where transaction_id = any($1::uuid[])`;

/** What a page of the log changes, to be written to the tables that are being built. */
export interface PageChanges {
  readonly changes: ProjectionChanges;
  readonly transactions: Map<string, TransactionState>;
}

/** Collects what a page of events does to transactions, and folds it on what the tables being built have of them. */
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

  /** What the page changed. Throws `BrokenLogError` at a step that does not follow from the ones before. */
  async foldPage(sql: Sql, { entries }: ReplayPage): Promise<PageChanges> {
    const [steps, accountIds] = [this.steps, this.accountIds];
    this.steps = [];
    this.accountIds = new Set();
    const transactionIds = new Set(steps.map(({ transactionId }) => transactionId));
    const known = await sql.query<TransactionState>(SELECT_TRANSACTIONS, [[...transactionIds]]);
    const transactions = new Map(known.map((transaction) => [transaction.transactionId, transaction]));
    for (const step of steps) {
      const before = transactions.get(step.transactionId);
      const breach = findStepViolation(before, step);
      if (breach !== null)
        throw new BrokenLogError({ check: 'rules', position: step.position, what: breach });
      transactions.set(step.transactionId, applyStep(before, step));
    }
    return { changes: { entries: [...entries], accountIds, transactionIds }, transactions };
  }
}
