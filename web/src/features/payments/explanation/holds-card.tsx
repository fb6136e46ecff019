import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Money } from '@/components/ui/money';
import type { Explanation } from '@/lib/api/types';
import { ExplainLine } from './explain-line';

/** The open holds and their sum. */
export function HoldsCard({ explanation }: { explanation: Explanation }) {
  const { holds, heldCents } = explanation;
  return (
    <Card>
      <CardHeader
        title="On hold"
        description="Included in your total, but you can't use it while the payment is pending."
      />
      <CardBody className="pt-2! sm:pt-2!">
        {holds.length === 0 ? (
          <p className="py-2 text-sm text-ink-2">Nothing is on hold.</p>
        ) : (
          <>
            <ul aria-label="Holds" className="divide-y divide-rule">
              {holds.map((hold, index) => (
                <ExplainLine
                  key={hold.transactionId ?? index}
                  {...hold}
                  figure={<Money cents={hold.amountCents} dimsCents={false} />}
                />
              ))}
            </ul>
            <p className="flex items-baseline justify-between gap-4 border-t border-rule-strong pt-3 text-sm font-semibold">
              On hold
              <Money cents={heldCents} />
            </p>
          </>
        )}
      </CardBody>
    </Card>
  );
}
