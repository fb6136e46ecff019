import { DOCUMENTS } from '@moniker/common/applications.js';
import { Alert } from '@/components/ui/alert';
import type { Kyc } from './documents';

/** Why the last application was rejected, and what to send again. Part of the form (FILE-36). */
export function RejectionReason({ kyc }: { kyc: Kyc }) {
  const { adminNotes, documentsToReplace } = kyc;
  const isPartial = documentsToReplace.length > 0;
  return (
    <Alert
      tone="warning"
      className="mb-6"
      title={isPartial ? 'We need some of your documents again' : "We couldn't approve your last application"}
    >
      {adminNotes ? <p className="break-words whitespace-pre-line">{adminNotes}</p> : null}
      {isPartial ? (
        <ul className="mt-1 list-disc pl-5">
          {documentsToReplace.map((kind) => (
            <li key={kind}>{DOCUMENTS[kind].name}</li>
          ))}
        </ul>
      ) : null}
    </Alert>
  );
}
