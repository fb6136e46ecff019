import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Money } from '@/components/ui/money';
import type { PendingFigures } from './analytics';

/** Pending amounts, shown apart from the settled figures (ANA-7). */
export function PendingCard({ pending }: { pending: PendingFigures }) {
  return (
    <Card aria-labelledby="pending-title">
      <CardHeader
        title="Pending"
        titleId="pending-title"
        description="Pending payments aren't included in the figures and charts until they complete."
      />
      <CardBody className="pt-3! sm:pt-3!">
        <dl className="grid grid-cols-2 divide-x divide-rule">
          <Amount term="Outgoing" cents={pending.outgoingCents} />
          <Amount term="Incoming" cents={pending.incomingCents} />
        </dl>
      </CardBody>
    </Card>
  );
}

function Amount({ term, cents }: { term: string; cents: number }) {
  return (
    <div className="px-4 first:pl-0 sm:px-6">
      <dt className="text-sm text-ink-2">{term}</dt>
      <dd className="mt-0.5 text-lg font-semibold">
        <Money cents={cents} />
      </dd>
    </div>
  );
}
