import { applyStep, type TransactionStep } from '../domain/transaction-step.js';
import type { TransactionState } from '../domain/transactions.js';
import { readUuid } from '../../platform/database/uuid-bytes.js';
import type { Finding } from './finding-list.js';
import { partitionOf } from './id-bytes.js';
import { findStepViolation } from './find-violation.js';
import { PARTITIONS, SpillFile } from './spill-file.js';
import { decodeStep, STEP_BYTES, StepEncoder } from './step-codec.js';

/** The transactions of a partition as the log leaves them, by `idKey`; the ids in them are such keys too. */
export interface FoldedTransactions {
  readonly partition: number;
  readonly states: Map<string, TransactionState>;
  /** Steps that do not follow from the ones before them. */
  readonly findings: readonly Finding[];
}

/**
 * What the events of a log did to its transactions, put aside while the log is read and folded afterwards, some
 * transactions at a time: any of them may change at any time, so none could be forgotten, and all of them are too many
 * for the memory.
 */
export class TransactionSteps {
  private readonly spill = new SpillFile();
  private readonly encoded = new StepEncoder();

  /** Puts a step aside. Returns what is wrong with it by itself, or null. */
  add(step: TransactionStep): string | null {
    const problem = this.encoded.encode(step);
    if (problem !== null) return problem;
    const { bytes } = this.encoded;
    this.spill.add(partitionOf(bytes, 0), bytes, 0, STEP_BYTES);
    return null;
  }

  /** Folds them, partition by partition. */
  *fold(): Generator<FoldedTransactions> {
    for (let partition = 0; partition < PARTITIONS; partition += 1) yield this.foldPartition(partition);
  }

  close(): void {
    this.spill.close();
  }

  private foldPartition(partition: number): FoldedTransactions {
    const states = new Map<string, TransactionState>();
    const broken = new Set<string>();
    const findings: Finding[] = [];
    this.spill.read(partition, (bytes, start, _end, view) => {
      const step = decodeStep(bytes, view, start);
      const { transactionId, position } = step;
      if (broken.has(transactionId)) return;
      const before = states.get(transactionId);
      const breach = findStepViolation(before, step);
      if (breach === null) states.set(transactionId, applyStep(before, step));
      else {
        broken.add(transactionId);
        findings.push({ check: 'rules', position, what: breach });
      }
    });
    return { partition, states, findings };
  }
}

/** The UUID of an `idKey`. */
export function uuidOfKey(key: string): string {
  return readUuid(Buffer.from(key, 'latin1'), 0);
}
