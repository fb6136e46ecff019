import { DocumentField } from './document-field';
import { requiredDocuments } from './documents';
import type { Documents } from './use-documents';

type DocumentsStepProps = { accountType: string; documents: Documents; showMissing: boolean };

/** Step 2: the documents that prove the information of step 1. */
export function DocumentsStep({ accountType, documents, showMissing }: DocumentsStepProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-base font-semibold">Documents</legend>
      <p className="mb-4 text-sm text-ink-2">
        Only you and the people who review your application can open them.
      </p>
      <div className="space-y-4">
        {requiredDocuments(accountType).map((kind) => (
          <DocumentField
            key={kind.type}
            kind={kind}
            slot={documents.slots[kind.type] ?? {}}
            showMissing={showMissing}
            onChoose={(file) => documents.select(kind, file)}
            onCancel={() => documents.cancel(kind.type)}
            onRemove={() => documents.remove(kind.type)}
          />
        ))}
      </div>
    </fieldset>
  );
}
