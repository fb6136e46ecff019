import { ChevronRight } from 'lucide-react';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Money } from '@/components/ui/money';
import type { Explanation } from '@/lib/api/types';
import { ExplainLine } from './explain-line';

type Group = Explanation['groups'][number];

const NAMES: Record<Group['kind'], string> = {
  opening: 'Balance before these entries',
  credits: 'Credits',
  incoming_payments: 'Incoming payments',
  transfers: 'Transfers, before fees',
  fees: 'Transfer fees',
  adjustments: 'Adjustments',
  reversals: 'Reversals',
  closing: 'Account closed',
};

/** Totals by type, which add up to the balance. Each expands to its lines. */
export function GroupsCard({ explanation }: { explanation: Explanation }) {
  const { groups, totalCents } = explanation;
  return (
    <Card>
      <CardHeader title="Money in and out" description="Select a row for details." />
      <CardBody className="pt-2! sm:pt-2!">
        {groups.length === 0 ? (
          <EmptyState title="No activity yet">Your balance is zero.</EmptyState>
        ) : (
          <>
            <ul aria-label="Totals by type" className="divide-y divide-rule">
              {groups.map((group) => (
                <li key={group.kind}>
                  <GroupLine group={group} />
                </li>
              ))}
            </ul>
            <p className="flex items-baseline justify-between gap-4 border-t border-rule-strong pt-3 text-sm font-semibold">
              Total
              <span className="double-rule pb-1 text-lg">
                <Money cents={totalCents} />
              </span>
            </p>
          </>
        )}
      </CardBody>
    </Card>
  );
}

function GroupLine({ group }: { group: Group }) {
  return (
    <details className="group">
      <summary className="-mx-2 flex min-h-12 cursor-pointer list-none items-center gap-2 rounded-md px-2 py-2 text-sm hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-3 group-open:rotate-90" />
        <span className="min-w-0 flex-1">
          <span className="font-[550]">{NAMES[group.kind]}</span>{' '}
          <span className="tnum whitespace-nowrap text-ink-3">
            {group.count} {group.count === 1 ? 'entry' : 'entries'}
          </span>
        </span>
        <Money cents={group.sumCents} isSigned className="shrink-0 font-semibold" />
      </summary>
      <ul className="mb-2 divide-y divide-rule border-l border-margin-rule pl-4">
        {group.items.map((item, index) => (
          <ExplainLine
            key={`${item.transactionId ?? ''}-${index}`}
            {...item}
            figure={<Money cents={item.amountCents} isSigned dimsCents={false} />}
          />
        ))}
        {group.moreCount > 0 ? (
          <li className="py-2.5 text-sm text-ink-3">
            Plus {group.moreCount.toLocaleString('en-US')} older, included in the total.
          </li>
        ) : null}
      </ul>
    </details>
  );
}
