import type { DataSource, EntityManager } from 'typeorm';
import { HeadMovedError } from '../log/event-log.port.js';
import { LIMIT_IDLE_TRANSACTION } from '../log/head-lock.js';
import { sqlOfClient, sqlOfManager } from '../../platform/database/sql.js';
import type { Batch } from './batch.js';
import type { BatchTransactions } from './batch-transactions.js';
import type { PreparedBatch } from './prepared-batch.js';
import type { PreparedTransactions } from './prepared-transactions.js';
import {
  LedgerUnavailableError,
  type RowSubmission,
  type RowWork,
  type SubmitWithRows,
  type WriteRefusal,
} from './submission.js';
import { LIMIT_LOCK_WAIT } from './writer-connection.js';

interface Decided {
  readonly batch: Batch;
  readonly submissions: readonly RowSubmission[];
}

/** Runs transactions in which table rows and commands commit together (LED-9). */
export class RowTransactions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Pick<BatchTransactions, 'within'>,
    /** Only for a log outside PostgreSQL. */
    private readonly prepared: PreparedTransactions | null = null,
  ) {}

  /**
   * Runs `work` in a transaction. Rolls everything back if `work` throws or one of its commands is refused.
   *
   * @throws LedgerUnavailableError the ledger cannot be used, or other events were appended first
   */
  run<Result>(work: RowWork<Result>): Promise<Result> {
    const { prepared } = this;
    if (prepared !== null) return this.runPrepared(prepared, work);
    return this.dataSource.transaction((manager) => this.work(manager, work, []));
  }

  private async runPrepared<Result>(prepared: PreparedTransactions, work: RowWork<Result>): Promise<Result> {
    // `as` widens the type, because the compiler does not see that the callback changes `events`.
    let events = null as PreparedBatch | null;
    let result: Result;
    try {
      result = await this.dataSource.transaction(async (manager) => {
        await manager.query(BE_PREPARED);
        const decided: Decided[] = [];
        const value = await this.work(manager, work, decided);
        if (decided.some(({ batch }) => batch.hasEvents)) {
          events = prepared.eventsOf(decided);
          await prepared.prepare(sqlOfClient(await clientOf(manager)), events);
        }
        return value;
      });
    } catch (error) {
      if (events !== null) await prepared.abandon(events);
      throw error;
    }
    if (events !== null) await commit(prepared, events);
    // A lost announcement does no harm: its listeners also poll.
    await prepared.announce().catch(() => undefined);
    return result;
  }

  private work<Result>(manager: EntityManager, work: RowWork<Result>, decided: Decided[]): Promise<Result> {
    return withoutRefusals((submit) => work(manager, submit), this.submitIn(manager, decided));
  }

  private submitIn(manager: EntityManager, decided: Decided[]): SubmitWithRows {
    return async (submission) => {
      const sql = sqlOfManager(manager);
      // An abandoned transaction must not keep the head locked.
      await sql.query(LIMIT_IDLE_TRANSACTION);
      const batch = await this.transactions.within(sql, [submission]);
      decided.push({ batch, submissions: [submission] });
      const [outcome] = batch.outcomes;
      if (outcome === undefined) throw new Error('the submission has no outcome');
      return outcome;
    };
  }
}

async function commit(prepared: PreparedTransactions, events: PreparedBatch): Promise<void> {
  try {
    await prepared.commit(events);
  } catch (cause) {
    // The rows cannot be written again here. The caller may repeat the request.
    throw cause instanceof HeadMovedError ? new LedgerUnavailableError({ cause }) : cause;
  }
}

/** Returns a transaction's driver client. Unlike the manager's results, the client's results have command tags. */
async function clientOf({ queryRunner }: EntityManager) {
  if (!queryRunner) throw new Error('no active transaction');
  return queryRunner.connect() as Promise<Parameters<typeof sqlOfClient>[0]>;
}

/**
 * Keeps triggers from sending notifications, because a transaction that has sent a notification cannot be prepared
 * (`ledger_announce` sends them later). Also limits the wait for locks.
 */
const BE_PREPARED = `set local moniker.is_prepared = 'on'; ${LIMIT_LOCK_WAIT}`;

/**
 * Runs `work` with a `submit` that remembers refusals. `work` should throw its own error for a refusal. If `work`
 * doesn't, this function throws. So a transaction with a refused command never commits.
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
  if (refusal !== undefined) throw new Error(`a command in the transaction was refused: ${refusal.code}`);
  return result;
}
