import { DOCUMENT_KINDS, DOCUMENTS, hasDocument } from '@moniker/common/applications.js';
import { Check, Eye } from 'lucide-react';
import { Button } from '@/components/ui/button';
import type { AdminKyc } from '@/lib/api/types';
import { DocumentStage } from './document-stage';
import { HeldPage } from './held-page';
import { documentPages, pageTitle, type DocumentLook, type DocumentPage } from './use-document-look';

type KycDocumentsProps = { kyc: AdminKyc; look: DocumentLook };

/**
 * A button for each document, and the open page (KYC-36). A document's pages aren't loaded until the document is
 * opened.
 */
export function KycDocuments({ kyc, look }: KycDocumentsProps) {
  const { page, next, show, opened, unopened } = look;
  const kinds = DOCUMENT_KINDS.filter(
    (kind) => hasDocument(kyc.accountType, kind) || kyc.documents.some((document) => document.kind === kind),
  );
  return (
    <section
      aria-label="Documents"
      className="flex min-w-0 flex-col gap-2 lg:h-[calc(100dvh-17.5rem)] lg:min-h-112 lg:[@media(min-height:46rem)]:sticky lg:top-20"
    >
      <ul className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
        {kinds.map((kind) => {
          const document = kyc.documents.find((candidate) => candidate.kind === kind);
          return (
            <li key={kind}>
              {document ? (
                <DocumentButton
                  page={documentPages(document)[0]}
                  isCurrent={page?.document.kind === kind}
                  isOpened={!unopened.includes(document)}
                  onShow={show}
                />
              ) : (
                <span className="inline-flex min-h-11 items-center px-2 text-sm text-ink-3 md:min-h-9">
                  {DOCUMENTS[kind].name}: not uploaded
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <p role="status" className="sr-only">
        {page ? pageTitle(page) : ''}
      </p>
      {page ? (
        <DocumentStage key={page.document.kind} kyc={kyc} page={page} look={look} />
      ) : (
        <div className="flex h-64 flex-col items-center justify-center gap-4 rounded-md border border-dashed border-rule-strong p-6 text-center text-sm text-ink-3 lg:h-auto lg:flex-1">
          {next ? (
            <>
              Every document you open is recorded in the access log.
              <Button variant="secondary" onClick={() => show(next)}>
                <Eye aria-hidden="true" className="size-4" />
                View Documents
              </Button>
            </>
          ) : (
            'This application has no documents.'
          )}
        </div>
      )}
      {opened.map((url) => (
        <HeldPage key={url} url={url} />
      ))}
    </section>
  );
}

type DocumentButtonProps = {
  page: DocumentPage | undefined;
  isCurrent: boolean;
  isOpened: boolean;
  onShow: (page: DocumentPage | undefined) => void;
};

/** Opens a document at its first page. */
function DocumentButton({ page, isCurrent, isOpened, onShow }: DocumentButtonProps) {
  if (page === undefined) return null;
  const { kind, pages } = page.document;
  const name = DOCUMENTS[kind].name;
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={`View ${name}${pages > 1 ? `, ${pages} pages` : ''}${isOpened ? ', opened' : ''}`}
      aria-current={isCurrent}
      className="relative h-full w-full aria-[current=true]:border-accent aria-[current=true]:bg-accent-soft"
      onClick={() => onShow(page)}
    >
      {isOpened ? (
        <Check
          aria-hidden="true"
          className="size-4 text-accent max-sm:absolute max-sm:top-1 max-sm:right-1 max-sm:size-3"
        />
      ) : null}
      {name}
      {pages > 1 ? <span className="tnum text-ink-3 max-sm:hidden">{pages} pages</span> : null}
    </Button>
  );
}
