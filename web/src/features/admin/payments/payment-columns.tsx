import type { ReactNode } from 'react';
import { isOpenStatus } from '@moniker/common/transactions.js';
import { TableTime } from '@/components/time/bank-time';
import type { Column } from '@/components/ui/data-table';
import { StatusBadge } from '@/components/ui/status-badge';
import { Person } from '../person';
import type { Payment } from './payment-declaration';

/** A column with the customer. On phones, each row is a card, and the customer is the card's title. */
export function personColumn<Row extends Payment>(header: string): Column<Row> {
  return { id: 'person', header, isTitle: true, cell: (row) => <Person person={row.user} /> };
}

/** A column with a quieter second line, which is left out if it repeats the first. */
export function twoLineColumn<Row>(
  header: string,
  textsOf: (row: Row) => readonly [text: string, note: string],
): Column<Row> {
  const cell = (row: Row) => {
    const [text, note] = textsOf(row);
    return (
      <span className="block">
        <span className="block font-[550]">{text}</span>
        {note === text ? null : <span className="block text-ink-3">{note}</span>}
      </span>
    );
  };
  return { id: header, header, cell };
}

export function amountColumn<Row>(cell: (row: Row) => ReactNode): Column<Row> {
  return { id: 'amount', header: 'Amount', isNumeric: true, cell };
}

/** The columns for the status and the time. */
export function stateColumns<Row extends Payment>(
  timeHeader: string,
  timeOf: (row: Row) => string,
): readonly Column<Row>[] {
  return [
    { id: 'status', header: 'Status', cell: (row) => <StatusBadge status={row.status} /> },
    {
      id: 'date',
      header: timeHeader,
      cell: (row) => <TableTime value={timeOf(row)} isWaiting={isOpenStatus(row.status)} />,
    },
  ];
}
