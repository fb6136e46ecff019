import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import type { Selection } from '@/lib/list/use-selection';
import { translateOf } from './exact';

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  isNumeric?: boolean;
  /** Whether the cell is empty. The phone card omits empty cells. */
  isBlank?: (row: Row) => boolean;
  /** Shown first in the phone card, without its header. */
  isTitle?: boolean;
  /** Shown last in the phone card; the header is visually hidden. */
  isActions?: boolean;
};

type DataTableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Makes rows selectable; `nameOf` gives a row's accessible name. */
  selection?: Selection & { nameOf: (row: Row) => string };
};

/**
 * A table whose rows become cards on phones. The roles are explicit because a `display` other than `table` removes the
 * implicit ones.
 */
export function DataTable<Row>({ caption, columns, rows, rowKey, selection }: DataTableProps<Row>) {
  const keys = rows.map(rowKey);
  return (
    <table role="table" className="block w-full text-sm lg:-mx-3 lg:table lg:w-[calc(100%+1.5rem)]">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="sr-only lg:not-sr-only lg:table-header-group">
        <tr role="row" className="lg:table-row">
          {selection ? (
            <th
              role="columnheader"
              scope="col"
              className="caption border-b border-rule-strong py-2 pl-3 text-left"
            >
              <RowCheckbox
                label="Select all rows"
                isChecked={keys.every((key) => selection.ids.has(key))}
                onToggle={() => selection.toggleAll(keys)}
              />
            </th>
          ) : null}
          {columns.map((column) => (
            <th
              key={column.id}
              role="columnheader"
              scope="col"
              className={cn(
                'caption border-b border-rule-strong px-3 py-2 text-left whitespace-nowrap',
                column.isNumeric && 'lg:text-right',
              )}
            >
              {column.isActions ? <span className="sr-only">{column.header}</span> : column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block space-y-3 lg:table-row-group">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            role="row"
            className="block rounded-lg border border-rule bg-sheet p-4 lg:table-row lg:border-0 lg:bg-transparent lg:p-0 lg:hover:bg-hover"
          >
            {selection ? (
              <td
                role="cell"
                className="max-lg:float-right lg:border-b lg:border-rule lg:pl-3 lg:align-middle"
              >
                <RowCheckbox
                  label={`Select ${selection.nameOf(row)}`}
                  isChecked={selection.ids.has(rowKey(row))}
                  onToggle={() => selection.toggle(rowKey(row))}
                />
              </td>
            ) : null}
            {columns.map((column) => (
              <DataCell key={column.id} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type RowCheckboxProps = { label: string; isChecked: boolean; onToggle: () => void };

function RowCheckbox({ label, isChecked, onToggle }: RowCheckboxProps) {
  return (
    <label className="flex size-11 items-center justify-center lg:size-8">
      <span className="sr-only">{label}</span>
      <input
        type="checkbox"
        checked={isChecked}
        onChange={onToggle}
        className="size-[1.125rem] rounded-xs accent-(--accent)"
      />
    </label>
  );
}

function DataCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const content = column.cell(row);
  const isPlain = column.isTitle === true || column.isActions === true;
  return (
    <td
      role="cell"
      className={cn(
        'lg:table-cell lg:border-b lg:border-rule lg:px-3 lg:py-3 lg:align-middle',
        isPlain ? '' : 'flex items-baseline justify-between gap-4 py-1.5',
        column.isTitle && 'mb-2 block border-b border-rule pb-3',
        column.isActions && 'flex justify-end pt-3',
        column.isBlank?.(row) && 'max-lg:hidden',
        column.isNumeric && 'tnum lg:text-right',
      )}
    >
      {isPlain ? null : (
        <span aria-hidden="true" className="shrink-0 text-ink-3 lg:hidden">
          {column.header}
        </span>
      )}
      <span
        translate={translateOf(content)}
        className={cn(
          'block min-w-0',
          // A text without a space counts at most this much when the table shares its width out.
          !column.isNumeric && !column.isActions && 'break-words lg:max-w-44 2xl:max-w-72',
          !isPlain && 'text-right lg:text-left',
          (column.isNumeric || column.isActions) && 'lg:text-right',
        )}
      >
        {content}
      </span>
    </td>
  );
}
