import { documentsFor } from '@moniker/common/applications.js';
import { DocumentField } from './document-field';
import { slotsOfDocuments, type Kyc } from './documents';
import { useReplaceDocument } from './queries/use-replace-document';
import { useDocuments } from './use-documents';

/** The documents of a pending application. The customer sees them and can replace each (FILE-34). */
export function SentDocuments({ kyc }: { kyc: Kyc }) {
  const replace = useReplaceDocument();
  const documents = useDocuments({
    earlier: slotsOfDocuments(kyc.documents, () => 'Sent with your application'),
    attach: (kind, path) => replace({ documentType: kind, documentUrl: path }),
  });
  return (
    <section aria-labelledby="sent-documents" className="mt-8 border-t border-rule pt-6">
      <h3 id="sent-documents" className="text-base font-semibold">
        Your documents
      </h3>
      <p className="mt-1 mb-4 text-sm text-ink-2">
        If one is blurry or wrong, replace it now. You won't lose your place in line.
      </p>
      <div className="space-y-4">
        {documentsFor(kyc.accountType).map((kind) => (
          <DocumentField key={kind} kind={kind} documents={documents} />
        ))}
      </div>
    </section>
  );
}
