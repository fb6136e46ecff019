import { BankTime } from '@/components/time/bank-time';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import { Detail, DetailList } from '@/components/ui/detail-list';
import type { Explanation } from '@/lib/api/types';

/** The last event that the figures include (ACC-11). */
export function ProofCard({ lastEvent }: { lastEvent: Explanation['computedUpTo'] }) {
  return (
    <Card>
      <CardHeader
        title="Proof"
        description="Calculated from the ledger up to this entry. Its hash seals every entry before it, so nobody can change one unnoticed."
      />
      <CardBody className="pt-2! sm:pt-2!">
        {lastEvent === null ? (
          <p className="py-2 text-sm text-ink-2">The ledger had no entries yet.</p>
        ) : (
          <DetailList>
            <Detail term="Entry">{lastEvent.position.toLocaleString('en-US')}</Detail>
            <Detail term="Recorded">
              <BankTime value={lastEvent.recordedAt} />
            </Detail>
            <Detail term="Hash">
              <span className="flex items-center gap-1">
                <code translate="no" className="min-w-0 text-left text-xs break-all">
                  {lastEvent.hash}
                </code>
                <CopyButton label="hash" value={lastEvent.hash} />
              </span>
            </Detail>
          </DetailList>
        )}
      </CardBody>
    </Card>
  );
}
