import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Money } from '@/components/ui/money';
import type { Explanation } from '@/lib/api/types';
import { ExplainLine } from './explain-line';

type Entry = Explanation['entries'][number];

/** The account's newest entries, each with the balance after it. */
export function EntriesCard({ entries }: { entries: readonly Entry[] }) {
  if (entries.length === 0) return null;
  return (
    <Card>
      <CardHeader title="Latest entries" description="From the ledger, newest first." />
      <CardBody className="pt-2! sm:pt-2!">
        <ol aria-label="Entries" className="divide-y divide-rule">
          {entries.map((entry) => (
            <ExplainLine
              key={entry.position}
              transactionId={entry.transactionId}
              description={entry.description}
              date={entry.at}
              figure={<EntryEffect entry={entry} />}
              note={
                <>
                  Balance <Money cents={entry.balanceAfterCents} dimsCents={false} />
                </>
              }
            />
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}

/** The signed amount of a posting, or the amount of a hold that was placed or released. */
function EntryEffect({ entry: { amountCents, holdCents } }: { entry: Entry }) {
  if (amountCents !== 0) return <Money cents={amountCents} isSigned dimsCents={false} />;
  return (
    <span className="font-normal text-ink-2">
      {holdCents > 0 ? 'Put on hold' : 'Released'} <Money cents={Math.abs(holdCents)} dimsCents={false} />
    </span>
  );
}
