import { applyStep, type TransactionStep } from '../domain/transaction-step.js';
import type { TransactionState } from '../domain/transactions.js';
import { readUuid } from '../../platform/database/uuid-bytes.js';
import type { Finding } from './finding-list.js';
import { hashPartition } from './id-bytes.js';
import { findStepViolation } from './find-violation.js';
import { PARTITIONS, SpillFile } from './spill-file.js';
import { TransactionPairs } from './transaction-pairs.js';
import { decodeStep, STEP_BYTES, StepEncoder } from './step-codec.js';

/** A partition's folded transactions, by `idKey`. The ids in the states are such keys too. */
export interface FoldedTransactions {
  readonly partition: number;
  readonly states: Map<string, TransactionState>;
  /** Findings about steps that contradict the ones before them. */
  readonly findings: readonly Finding[];
}

/**
 * Collects a log's transaction steps. Steps are spilled to partition files while the log is read, and folded
 * afterwards, one partition at a time. Any transaction can change at any position, so none can be dropped early, and
 * together they do not fit in memory (AUD-19, docs/adr/0006).
 */
export class TransactionSteps {
  private readonly spill = new SpillFile();
  private readonly pairs = new TransactionPairs();
  private readonly encoder = new StepEncoder();

  /** Spills a step. Returns what is wrong with the step on its own, or null if nothing is. */
  add(step: TransactionStep): string | null {
    const problem = this.encoder.encode(step);
    if (problem !== null) return problem;
    const { bytes } = this.encoder;
    this.spill.add(hashPartition(bytes, 0), bytes, 0, STEP_BYTES);
    return null;
  }

  /** Folds the steps, partition by partition. */
  *fold(): Generator<FoldedTransactions> {
    for (let partition = 0; partition < PARTITIONS; partition += 1) yield this.foldPartition(partition);
  }

  /**
   * A transfer between customers has two halves. Yields a finding for each half whose other half is missing. Ignores
   * halves up to position `after`. Call this method after all partitions are folded.
   */
  findUnpaired(after = 0): Generator<Finding> {
    return this.pairs.findUnpaired(after);
  }

  close(): void {
    this.spill.close();
    this.pairs.close();
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
      const violation = findStepViolation(before, step);
      if (violation === null) {
        const state = applyStep(before, step);
        states.set(transactionId, state);
        this.pairs.add(before, state, step);
      } else {
        broken.add(transactionId);
        findings.push({ check: 'rules', position, message: violation });
      }
    });
    return { partition, states, findings };
  }
}

/** Converts an `idKey` back to a UUID. */
export function uuidOfKey(key: string): string {
  return readUuid(Buffer.from(key, 'latin1'), 0);
}
