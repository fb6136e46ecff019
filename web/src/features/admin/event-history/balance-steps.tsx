import { BankTime } from '@/components/time/bank-time';
import { DataTable, type Column } from '@/components/ui/data-table';
import { Money } from '@/components/ui/money';
import type { BalanceAt } from '@/lib/api/types';
import { EventLink } from './event-link';

type Step = BalanceAt['steps'][number];

/** The entries that led to the balance, newest first. */
export function BalanceSteps({ steps }: { steps: Step[] }) {
  return (
    <div className="mt-6">
      <DataTable
        caption="Entries behind this balance, newest first"
        columns={COLUMNS}
        rows={steps}
        rowKey={({ position }) => String(position)}
      />
    </div>
  );
}

const COLUMNS: Column<Step>[] = [
  {
    id: 'text',
    header: 'Entry',
    isTitle: true,
    cell: (step) => (
      <>
        <EventLink position={step.position}>{step.text}</EventLink>
        <span className="tnum block text-xs text-ink-3">
          Position {step.position}, <BankTime value={step.recordedAt} />
        </span>
      </>
    ),
  },
  {
    id: 'amount',
    header: 'Amount',
    isNumeric: true,
    isBlank: (step) => step.amountCents === 0,
    cell: (step) => (step.amountCents === 0 ? '–' : <Money cents={step.amountCents} isSigned />),
  },
  {
    id: 'hold',
    header: 'Hold',
    isNumeric: true,
    isBlank: (step) => step.holdCents === 0,
    cell: (step) => (step.holdCents === 0 ? '–' : <Money cents={step.holdCents} isSigned />),
  },
  { id: 'posted', header: 'Posted', isNumeric: true, cell: (step) => <Money cents={step.postedCents} /> },
  { id: 'held', header: 'On hold', isNumeric: true, cell: (step) => <Money cents={step.heldCents} /> },
  {
    id: 'available',
    header: 'Available',
    isNumeric: true,
    cell: (step) => <Money cents={step.availableCents} />,
  },
];
