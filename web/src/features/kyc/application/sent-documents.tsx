import { DocumentField } from './document-field';
import { requiredDocuments } from './documents';
import { slotsOf, type Kyc } from './earlier-documents';
import { useReplaceDocument } from './queries/use-replace-document';
import { useDocuments } from './use-documents';

/** The documents of a pending application. The customer sees them and can replace each (FILE-34). */
export function SentDocuments({ kyc }: { kyc: Kyc }) {
  const documents = useDocuments({
    earlier: slotsOf(kyc.documents, () => 'Sent with your application'),
    attach: useReplaceDocument(),
  });
  return (
    <section aria-labelledby="sent-documents" className="mt-8 border-t border-rule pt-6">
      <h3 id="sent-documents" className="text-base font-semibold">
        Your documents
      </h3>
      <p className="mt-1 mb-4 text-sm text-ink-2">
        If one is blurred or the wrong one, replace it now. Your application keeps its place.
      </p>
      <div className="space-y-4">
        {requiredDocuments(kyc.accountType).map((kind) => (
          <DocumentField key={kind.type} kind={kind} documents={documents} />
        ))}
      </div>
    </section>
  );
}
