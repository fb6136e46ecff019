import { documentsFor } from '@moniker/common/applications.js';
import { DocumentField } from './document-field';
import type { Documents } from './use-documents';

type DocumentsStepProps = { accountType: string; documents: Documents; showMissing: boolean };

/**
 * Step 2: the documents that prove the information from step 1. Documents kept from the last application are at the end
 * (FILE-36).
 */
export function DocumentsStep({ accountType, documents, showMissing }: DocumentsStepProps) {
  const { isEarlier } = documents;
  const required = documentsFor(accountType);
  const kinds = [...required.filter((kind) => !isEarlier(kind)), ...required.filter(isEarlier)];
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-base font-semibold">Documents</legend>
      <p className="mb-4 text-sm text-ink-2">
        Only you and the team that reviews your application can open these.
      </p>
      <div className="space-y-4">
        {kinds.map((kind) => (
          <DocumentField key={kind} kind={kind} documents={documents} showMissing={showMissing} canRemove />
        ))}
      </div>
    </fieldset>
  );
}
