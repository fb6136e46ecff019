import type { ReactNode } from 'react';
import { BankTime } from '@/components/time/bank-time';
import { AmountText, Money } from '@/components/ui/money';
import type { TimelineStep, TransactionDetail } from '@/lib/api/types';
import { cn } from '@/lib/cn';

type TimelineProps = { steps: readonly TimelineStep[]; next: TransactionDetail['next'] };

/** The transaction's events in order (TXN-7). A hollow item at the end says what comes next. */
export function Timeline({ steps, next }: TimelineProps) {
  return (
    <ol aria-label="What happened, oldest first" className="mt-3">
      {steps.map((step) => (
        <TimelineItem key={step.position} title={step.title} text={step.text}>
          <p className="tnum mt-1 text-xs text-ink-3">
            {step.actor === 'you' ? 'You' : step.actor} · <BankTime value={step.at} />
          </p>
          {step.entry ? <EntryFigures entry={step.entry} /> : null}
        </TimelineItem>
      ))}
      {next ? <TimelineItem title="What's next" text={next} isUpcoming /> : null}
    </ol>
  );
}

type TimelineItemProps = { title: string; text: string; isUpcoming?: boolean; children?: ReactNode };

function TimelineItem({ title, text, isUpcoming = false, children }: TimelineItemProps) {
  return (
    <li className="group relative pb-5 pl-6 last:pb-0">
      <span
        aria-hidden="true"
        className="absolute top-2 -bottom-2 left-[5px] w-px bg-rule-strong group-last:hidden"
      />
      <span
        aria-hidden="true"
        className={cn(
          'absolute top-[5px] left-0 size-[11px] rounded-full border',
          isUpcoming
            ? 'border-dashed border-ink-3 bg-sheet'
            : 'border-accent bg-accent forced-color-adjust-none',
        )}
      />
      <p className="text-sm font-semibold">{title}</p>
      <p className="mt-0.5 text-sm text-ink-2">
        <AmountText>{text}</AmountText>
      </p>
      {children}
    </li>
  );
}

type EntryFiguresProps = { entry: NonNullable<TimelineStep['entry']> };

/** What the entry did to the account, and the balance after it. */
function EntryFigures({ entry }: EntryFiguresProps) {
  return (
    <dl className="mt-2 space-y-1 rounded-md bg-sunken px-3 py-2 text-xs">
      {entry.amountCents !== 0 ? <Figure term="Posted" cents={entry.amountCents} isSigned /> : null}
      {entry.holdCents !== 0 ? (
        <Figure
          term={entry.holdCents > 0 ? 'Put on hold' : 'Released from hold'}
          cents={Math.abs(entry.holdCents)}
        />
      ) : null}
      <Figure term="Balance after" cents={entry.balanceAfterCents} />
    </dl>
  );
}

type FigureProps = { term: string; cents: number; isSigned?: boolean };

function Figure({ term, cents, isSigned = false }: FigureProps) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-3">{term}</dt>
      <dd className="font-medium">
        <Money cents={cents} isSigned={isSigned} dimsCents={false} />
      </dd>
    </div>
  );
}
