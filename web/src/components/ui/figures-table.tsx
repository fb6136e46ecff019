import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

type FiguresTableProps = {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly ReactNode[])[];
};

/** A chart's data as a collapsible table, for readers who can't use the chart. */
export function FiguresTable({ caption, head, rows }: FiguresTableProps) {
  return (
    <details className="group mt-3 border-t border-rule pt-1 text-sm">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1.5 font-[550] text-ink-2 hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 group-open:rotate-90" />
        Show as table
      </summary>
      <table className="w-full">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {head.map((name, column) => (
              <th
                key={name}
                scope="col"
                className={cn('caption border-b border-rule-strong py-2', columnAlignment(column))}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="tnum divide-y divide-rule">
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((figure, column) =>
                column === 0 ? (
                  <th key={column} scope="row" className="py-2 text-left font-normal">
                    {figure}
                  </th>
                ) : (
                  <td key={column} translate="no" className="py-2 pl-4 text-right">
                    {figure}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function columnAlignment(column: number): string {
  return column === 0 ? 'text-left' : 'pl-4 text-right';
}
