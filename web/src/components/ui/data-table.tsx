import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import type { Selection } from '@/lib/list/use-selection';
import { translateAttribute } from './exact';

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  isNumeric?: boolean;
  /** Whether the cell is empty. The phone card omits empty cells. */
  isBlank?: (row: Row) => boolean;
  /** Styled as the title of the phone card, without the column's header. Put it first in `columns`. */
  isTitle?: boolean;
  /** Styled as the foot of the phone card; the header is visually hidden. Put it last in `columns`. */
  isActions?: boolean;
};

type DataTableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Makes rows selectable; `rowName` gives a row's accessible name. */
  selection?: Selection & { rowName: (row: Row) => string };
};

/**
 * A table whose rows become cards on phones. The roles are explicit because a `display` other than `table` removes the
 * implicit ones.
 */
export function DataTable<Row>({ caption, columns, rows, rowKey, selection }: DataTableProps<Row>) {
  const keys = rows.map(rowKey);
  return (
    <table
      role="table"
      className="block w-full text-sm wide:table wide:border-separate wide:border-spacing-0"
    >
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="sr-only wide:not-sr-only wide:table-header-group">
        <tr role="row" className="wide:table-row">
          {selection ? (
            <th
              role="columnheader"
              scope="col"
              className="caption border-b border-rule-strong py-2 text-left"
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
                'caption border-b border-rule-strong px-3 py-2 text-left whitespace-nowrap first:pl-0 last:pr-0',
                column.isNumeric && 'wide:text-right',
              )}
            >
              {column.isActions ? <span className="sr-only">{column.header}</span> : column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block space-y-3 wide:table-row-group">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            role="row"
            className="block rounded-lg border border-rule bg-sheet p-4 has-checked:bg-accent-soft wide:table-row wide:rounded-none wide:border-0 wide:bg-(--band) wide:p-0 wide:shadow-[-0.75rem_0_var(--band),0.75rem_0_var(--band)] wide:[--band:transparent] wide:hover:[--band:var(--hover)] wide:has-checked:bg-(--band) wide:has-checked:[--band:var(--accent-soft)]"
          >
            {selection ? (
              <td role="cell" className="narrow:float-right wide:border-b wide:border-rule wide:align-middle">
                <RowCheckbox
                  label={`Select ${selection.rowName(row)}`}
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
    <label className="flex size-11 items-center justify-center wide:-ml-[0.4375rem] wide:size-8">
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
        'wide:table-cell wide:border-b wide:border-rule wide:px-3 wide:py-3 wide:align-middle wide:first:pl-0 wide:last:pr-0',
        // A maximum width, so a long text without spaces doesn't take up too much of the table. If the column
        // is wider anyway, the text still uses its full width.
        !column.isNumeric && !column.isActions && 'wide:max-xl:max-w-30 xl:max-w-50 2xl:max-w-78',
        isPlain ? '' : 'flex items-baseline justify-between gap-4 py-1.5',
        column.isTitle && 'mb-2 block border-b border-rule pb-3',
        column.isActions && 'flex justify-end pt-3',
        column.isBlank?.(row) && 'narrow:hidden',
        column.isNumeric && 'tnum wide:text-right',
      )}
    >
      {isPlain ? null : (
        <span aria-hidden="true" className="shrink-0 text-ink-3 wide:hidden">
          {column.header}
        </span>
      )}
      <span
        translate={translateAttribute(content)}
        className={cn(
          'block min-w-0',
          !isPlain && 'text-right wide:text-left',
          (column.isNumeric || column.isActions) && 'wide:text-right',
        )}
      >
        {content}
      </span>
    </td>
  );
}
