import { DocumentField } from './document-field';
import { documentsFor, type DocumentPaths, type DocumentType } from './documents';

type DocumentsStepProps = {
  accountType: string;
  paths: DocumentPaths;
  showMissing: boolean;
  onUploaded: (type: DocumentType, path: string) => void;
};

/** Step 2: the documents that prove what step 1 says. */
export function DocumentsStep({ accountType, paths, showMissing, onUploaded }: DocumentsStepProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-base font-semibold">Documents</legend>
      <p className="mb-4 text-sm text-ink-2">
        Only you and the people who review your application can open them.
      </p>
      <div className="space-y-4">
        {documentsFor(accountType).map((kind) => (
          <DocumentField
            key={kind.type}
            kind={kind}
            isUploaded={paths[kind.type] !== undefined}
            isMissing={showMissing && paths[kind.type] === undefined}
            onUploaded={(path) => onUploaded(kind.type, path)}
          />
        ))}
      </div>
    </fieldset>
  );
}
