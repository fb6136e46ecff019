import { Link } from 'react-router-dom';
import { DataTable, type Column } from '@/components/ui/data-table';
import { Money } from '@/components/ui/money';
import type { Statement } from '@/lib/api/types';
import { formatBankDay } from '@/lib/bank-day';
import { humanize } from '@/lib/format';

type Line = Statement['lines'][number];

/** A row of the table. `line` is null for the opening and closing balances. */
type Row = { id: string; date: string; description: string; balanceCents: number; line: Line | null };

const NONE = <span className="text-ink-3">–</span>;

const COLUMNS: readonly Column<Row>[] = [
  { id: 'description', header: 'Description', isTitle: true, cell: (row) => <Description row={row} /> },
  {
    id: 'date',
    header: 'Date',
    cell: (row) => <span className="tnum whitespace-nowrap">{formatBankDay(row.date)}</span>,
  },
  {
    id: 'kind',
    header: 'Type',
    isBlank: (row) => row.line === null,
    cell: (row) => (row.line ? humanize(row.line.kind) : NONE),
  },
  {
    id: 'fee',
    header: 'Fee',
    isNumeric: true,
    isBlank: (row) => !row.line?.feeCents,
    cell: (row) => (row.line?.feeCents ? <Money cents={row.line.feeCents} /> : NONE),
  },
  {
    id: 'amount',
    header: 'Amount',
    isNumeric: true,
    isBlank: (row) => row.line === null,
    cell: ({ line }) =>
      line ? (
        <Money
          cents={line.amountCents}
          isSigned
          className={line.amountCents > 0 ? 'font-semibold text-positive' : 'font-semibold'}
        />
      ) : (
        NONE
      ),
  },
  {
    id: 'balance',
    header: 'Balance',
    isNumeric: true,
    cell: (row) => <Money cents={row.balanceCents} className={row.line ? '' : 'font-semibold'} />,
  },
];

export function StatementTable({ statement }: { statement: Statement }) {
  return (
    <DataTable
      caption="Transactions in order, from the opening to the closing balance"
      columns={COLUMNS}
      rows={rowsOf(statement)}
      rowKey={(row) => row.id}
    />
  );
}

function rowsOf(statement: Statement): Row[] {
  const { from, to, openingCents, closingCents, lines } = statement;
  return [
    { id: 'opening', date: from, description: 'Opening balance', balanceCents: openingCents, line: null },
    ...lines.map((line, index) => ({
      id: String(index),
      date: line.date,
      description: line.description,
      balanceCents: line.balanceAfterCents,
      line,
    })),
    { id: 'closing', date: to, description: 'Closing balance', balanceCents: closingCents, line: null },
  ];
}

function Description({ row }: { row: Row }) {
  if (!row.line) return <span className="font-semibold">{row.description}</span>;
  if (!row.line.transactionId) return <span className="font-[550]">{row.description}</span>;
  return (
    <Link
      to={`/dashboard?transaction=${row.line.transactionId}`}
      className="font-[550] underline decoration-rule-strong underline-offset-4 hover:decoration-ink"
    >
      {row.description}
    </Link>
  );
}
