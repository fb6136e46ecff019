import type { TransactionState } from '../domain/transactions.js';
import { LEDGER_TRANSACTION } from '../tables/ledger-transaction.js';
import { CopyReader, CopyRow } from '../../platform/database/copy-reader.js';
import type { AuditSql } from '../log/audit-connection.js';
import { FindingList } from './finding-list.js';
import { idKey, hashPartition } from './id-bytes.js';
import { describeRowDifferences } from './describe-row-differences.js';
import { SpillFile } from './spill-file.js';
import { TableRows } from './table-rows.js';
import { uuidOfKey, type FoldedTransactions, type TransactionSteps } from './transaction-steps.js';

type TransactionRows = TableRows<TransactionState, keyof typeof LEDGER_TRANSACTION.index>;

/** The length of the first field, the transaction id, precedes its bytes. */
const ID_OFFSET = 4;

export interface TransactionsResult {
  /** Whether every step follows from the ones before it. */
  readonly isFolded: boolean;
  /** Number of compared rows. */
  readonly rows: number;
}

/** Which rows of `ledger_transaction` to compare. */
interface ComparisonScope {
  /** False if the log has a gap or may be truncated: then no row is compared. */
  readonly isCompared: boolean;
  /** Compares only rows that changed after this position; null for all rows. */
  readonly after: number | null;
}

/**
 * Folds the log's transaction steps and, if `isCompared` is set, compares `ledger_transaction` with the result. The
 * rows are spilled to the same partitions as the steps, so only one partition of each is in memory at a time. If a
 * transaction can't be folded, differences in the table are not reported, because the failed fold may be their cause.
 */
export async function checkTransactions(
  sql: AuditSql,
  steps: TransactionSteps,
  { isCompared, after }: ComparisonScope,
  findings: FindingList,
): Promise<TransactionsResult> {
  const rows = new SpillFile();
  const differences = new FindingList();
  let isFolded = true;
  try {
    const table = await TableRows.of(sql, LEDGER_TRANSACTION, 'id-key');
    const count = isCompared ? await spill(sql, table, after, rows) : 0;
    for (const folded of steps.fold()) {
      findings.add(...folded.findings);
      isFolded &&= folded.findings.length === 0;
      if (isCompared && isFolded) new PartitionChecker(table, folded, differences).compare(rows);
    }
    for (const unpaired of steps.findUnpaired(after ?? 0)) findings.add(unpaired);
    if (isFolded) findings.addAll(differences);
    return { isFolded, rows: count };
  } finally {
    rows.close();
  }
}

async function spill(
  sql: AuditSql,
  table: TransactionRows,
  after: number | null,
  rows: SpillFile,
): Promise<number> {
  const reader = new CopyReader();
  let count = 0;
  for await (const chunk of sql.copyOut(table.select({ column: 'changed_position', after }))) {
    reader.feed(chunk);
    while (reader.next()) {
      const { bytes, start, end } = reader.row;
      // Includes the field count, so that the row can be decoded again.
      rows.add(hashPartition(bytes, start + ID_OFFSET), bytes, start - FIELD_COUNT_BYTES, end);
      count += 1;
    }
  }
  return count;
}

const FIELD_COUNT_BYTES = 2;

/** Compares a partition of rows with the same partition of folded transactions. */
class PartitionChecker {
  private readonly unseen: Map<string, TransactionState>;
  private readonly row = new CopyRow();

  constructor(
    private readonly table: TransactionRows,
    private readonly folded: FoldedTransactions,
    private readonly findings: FindingList,
  ) {
    this.unseen = folded.states;
  }

  compare(rows: SpillFile): void {
    rows.read(this.folded.partition, (bytes, start, end) => this.compareRow(bytes, start, end));
    for (const [key, { changedPosition }] of this.unseen) {
      this.report(changedPosition, key, 'is missing from the table');
    }
  }

  private compareRow(bytes: Buffer, start: number, end: number): void {
    const idOffset = start + FIELD_COUNT_BYTES + ID_OFFSET;
    const key = idKey(bytes, idOffset);
    const transaction = this.unseen.get(key);
    if (transaction === undefined) {
      this.row.parseAt(bytes, start);
      this.report(
        this.row.int64(LEDGER_TRANSACTION.index.created_position),
        key,
        'is in the table, but not in the log',
      );
      return;
    }
    this.unseen.delete(key);
    this.table.expect(transaction);
    if (this.table.equalsExpected(bytes, start + FIELD_COUNT_BYTES, end)) return;
    this.row.parseAt(bytes, start);
    const { accountId, recipientId, pairId } = transaction;
    const expected = LEDGER_TRANSACTION.record({
      ...transaction,
      ...{ transactionId: uuidOfKey(key), accountId: uuidOfKey(accountId) },
      recipientId: recipientId && uuidOfKey(recipientId),
      pairId: pairId && uuidOfKey(pairId),
    });
    const differences = describeRowDifferences(this.table.decode(this.row), expected);
    if (differences !== null) this.report(transaction.changedPosition, key, `differs: ${differences}`);
  }

  private report(position: number, key: string, problem: string): void {
    const message = `transaction ${uuidOfKey(key)} ${problem}`;
    this.findings.add({ check: 'transactions', position, message });
  }
}
