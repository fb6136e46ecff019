import { Alert } from '@/components/ui/alert';
import type { Verification } from '@/lib/api/types';
import { formatCount } from '@/lib/format';
import { EventLink } from './event-link';

/** The findings of a verification, ordered by position. */
export function ChainFindings({
  verification: { findings, findingsOmitted },
}: {
  verification: Verification;
}) {
  const first = findings[0]?.position ?? null;
  const where = first === null ? '' : `: first difference at position ${formatCount(first)}`;
  return (
    <Alert tone="danger" title={`The ledger isn't sound${where}`} className="mb-4">
      <ul className="mt-1 space-y-1.5">
        {findings.map(({ check, position, what }, index) => (
          <li key={index} className="break-words">
            {position === null ? null : (
              <>
                <EventLink position={position}>Position {formatCount(position)}</EventLink>,{' '}
              </>
            )}
            <span className="text-ink-3">{check}:</span> {what}
          </li>
        ))}
      </ul>
      {findingsOmitted > 0 ? <p className="mt-1.5">And {formatCount(findingsOmitted)} more.</p> : null}
    </Alert>
  );
}
