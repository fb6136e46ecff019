import { CopyReader, type CopyRow } from '../../platform/database/copy-reader.js';
import type { AuditSql } from '../log/audit-connection.js';
import { EVENT_INDEX_FOLLOWER, indexRowOf, type EventIndexRow } from '../log/event-index-row.js';
import { LEDGER_EVENT_INDEX } from '../tables/ledger-event-index.js';
import { describeRowDifferences } from './describe-row-differences.js';
import type { Finding, FindingList } from './finding-list.js';
import { TableRows } from './table-rows.js';

/** Part of the log: after a position, up to the last event. */
interface Scope {
  readonly after: number;
  readonly end: number;
}

/** The event columns that the index is derived from. In a copied row, they follow the index row's columns. */
const EVENT_COLUMNS = ['position', 'type', 'actor', 'correlation_id', 'payload'] as const;
const INDEX_WIDTH = LEDGER_EVENT_INDEX.columns.length;
const [POSITION, TYPE, ACTOR, CORRELATION_ID, PAYLOAD] = EVENT_COLUMNS.map(
  (_, index) => INDEX_WIDTH + index,
) as [number, number, number, number, number];
/** A field is preceded by its length. */
const LENGTH_BYTES = 4;

/**
 * Compares the event-history index with the events in PostgreSQL, up to its follower's position (AUD-51). Search
 * results are shown from the log, so a changed index can hide events but not fake any.
 */
export async function checkEventIndex(sql: AuditSql, scope: Scope, findings: FindingList): Promise<void> {
  const [follower] = await sql.query<{ position: number }>(
    'select position from ledger_follower where name = $1',
    [EVENT_INDEX_FOLLOWER],
  );
  const rows = new IndexRows(await TableRows.of(sql, LEDGER_EVENT_INDEX));
  const reader = new CopyReader();
  for await (const chunk of sql.copyOut(selectRows(scope, follower?.position ?? 0))) {
    reader.feed(chunk);
    while (reader.next()) {
      const finding = rows.compare(reader.row);
      if (finding !== null) findings.add(finding);
    }
  }
}

/**
 * Returns the query that joins the events that should be indexed with the rows of the index. In each result, the event
 * or the row of the index may be missing.
 */
function selectRows({ after, end }: Scope, indexedTo: number): string {
  const [from, to, last] = [BigInt(after), BigInt(Math.min(indexedTo, end)), BigInt(end)];
  const ofIndex = LEDGER_EVENT_INDEX.columns.map(({ name }) => `i.${name}`);
  const ofEvent = EVENT_COLUMNS.map((name) => `e.${name}`);
  return `select ${[...ofIndex, ...ofEvent].join(', ')}
    from (select * from ledger_event where position > ${from} and position <= ${to}) e
    full join (select * from ledger_event_index where position > ${from} and position <= ${last}) i
      on i.position = e.position`;
}

class IndexRows {
  constructor(private readonly table: TableRows<EventIndexRow, keyof typeof LEDGER_EVENT_INDEX.index>) {}

  compare(row: CopyRow): Finding | null {
    if (row.isNull(POSITION))
      return findingAt(row.int64(0), 'should not exist: the index has not reached this event');
    const position = row.int64(POSITION);
    if (row.isNull(0)) return findingAt(position, 'is missing');
    const expected = indexRowOf({
      ...{ position, type: row.text(TYPE), actor: row.text(ACTOR) },
      ...{ correlationId: row.text(CORRELATION_ID), payload: row.text(PAYLOAD) },
    });
    this.table.expect(expected);
    if (this.table.equalsExpected(row.bytes, row.start, row.fieldStart(POSITION) - LENGTH_BYTES)) return null;
    const differences = describeRowDifferences(this.table.decode(row), LEDGER_EVENT_INDEX.record(expected));
    return differences === null ? null : findingAt(position, `differs: ${differences}`);
  }
}

function findingAt(position: number, problem: string): Finding {
  return { check: 'index', position, message: `its row in the event index ${problem}` };
}
