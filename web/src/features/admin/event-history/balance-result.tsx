import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Money } from '@/components/ui/money';
import { Badge } from '@/components/ui/status-badge';
import type { BalanceAt } from '@/lib/api/types';
import { formatCount, humanize } from '@/lib/format';
import { formatBankTime } from '@/lib/time/bank-time';
import { BalanceChart } from './balance-chart';
import { BalanceSteps } from './balance-steps';
import { EventLink } from './event-link';

type BalanceResultProps = {
  result: BalanceAt;
  /** Whether a past point in time is selected. */
  isPast: boolean;
  isBusy: boolean;
  /** Selects a log position, or the present if null. */
  onMove: (position: number | null) => void;
};

/** The balance at the selected point in time, with a slider over the entries that led to it. */
export function BalanceResult({ result, isPast, isBusy, onMove }: BalanceResultProps) {
  const oldestFirst = result.steps.toReversed();
  const [stepCount, setStepCount] = useState(oldestFirst.length);
  const step = oldestFirst[stepCount - 1] ?? null;
  const figures = step ?? (oldestFirst.length > 0 ? result.before : result.balance);
  const oldest = oldestFirst[0];
  return (
    <div aria-busy={isBusy}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-lg font-semibold">{result.name}</h3>
        {result.status === 'open' ? null : <Badge>{humanize(result.status)}</Badge>}
      </div>
      <p className="tnum mt-0.5 text-sm text-ink-3">{pointInTimeLabel(result, stepCount, step)}</p>
      <dl className="mt-4 grid grid-cols-1 gap-px overflow-hidden rounded-lg border border-rule bg-rule sm:grid-cols-3">
        <Figure label="Posted" cents={figures.postedCents} />
        <Figure label="On hold" cents={figures.heldCents} />
        <Figure label="Available" cents={figures.availableCents} />
      </dl>
      <p className="mt-3 min-h-6 text-sm text-ink-2">
        {step ? (
          <>
            Last entry: <EventLink position={step.position}>{step.text}</EventLink>
          </>
        ) : oldest ? (
          `Before the entry at position ${formatCount(oldest.position)}`
        ) : (
          'There were no entries yet.'
        )}
      </p>
      {oldestFirst.length > 0 ? (
        <>
          <BalanceChart before={result.before} steps={oldestFirst} stepCount={stepCount} />
          <input
            type="range"
            aria-label="Entry"
            aria-valuetext={`${pointInTimeLabel(result, stepCount, step)}: ${figures.posted} posted, ${figures.available} available`}
            min={0}
            max={oldestFirst.length}
            step={1}
            value={stepCount}
            onChange={(event) => setStepCount(Number(event.target.value))}
            className="h-11 w-full accent-(--accent)"
          />
        </>
      ) : null}
      <div className="mt-1 flex flex-wrap justify-between gap-2">
        {result.hasOlder && oldest ? (
          <Button variant="secondary" size="sm" onClick={() => onMove(oldest.position - 1)}>
            Older entries
          </Button>
        ) : null}
        {isPast ? (
          <Button variant="secondary" size="sm" className="ml-auto" onClick={() => onMove(null)}>
            Show Current Balance
          </Button>
        ) : null}
      </div>
      {oldestFirst.length > 0 ? <BalanceSteps steps={result.steps} /> : null}
    </div>
  );
}

type Step = BalanceAt['steps'][number];

function pointInTimeLabel(result: BalanceAt, stepCount: number, step: Step | null): string {
  if (stepCount === result.steps.length) {
    const when = result.recordedAt === null ? '' : `, ${formatBankTime(result.recordedAt)}`;
    return result.position === 0
      ? 'Before the first event'
      : `At position ${formatCount(result.position)}${when}`;
  }
  if (!step) return 'Before these entries';
  return `At position ${formatCount(step.position)}, ${formatBankTime(step.recordedAt)}`;
}

function Figure({ label, cents }: { label: string; cents: number }) {
  return (
    <div className="bg-sheet px-4 py-3">
      <dt className="text-sm text-ink-3">{label}</dt>
      <dd className="display tnum mt-1 text-2xl">
        <Money cents={cents} />
      </dd>
    </div>
  );
}
