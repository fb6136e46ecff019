import { DOCUMENT_KINDS, DOCUMENTS, hasDocument } from '@moniker/common/applications.js';
import { Eye, FileText, Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClass, IconButton } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import type { AdminKyc } from '@/lib/api/types';
import { DocumentPicture } from './document-picture';
import { DocumentViewer } from './document-viewer';
import { useKycDocument } from './queries/use-kyc-document';

type KycDocumentsProps = {
  kyc: AdminKyc;
  /** The paths of the open documents. */
  open: ReadonlySet<string>;
  onOpen: (open: ReadonlySet<string>) => void;
};

/** The uploaded documents. Each is loaded only when opened, because every view is recorded. */
export function KycDocuments({ kyc, open, onOpen }: KycDocumentsProps) {
  const shown = DOCUMENT_KINDS.filter((kind) => hasDocument(kyc.accountType, kind) || kyc[kind]);
  const paths = shown.map((kind) => kyc[kind]).filter((path) => path !== null);
  const areAllOpen = paths.every((path) => open.has(path));
  return (
    <section aria-label="Documents">
      <div className="flex min-h-13 items-end justify-between gap-4 border-b border-rule-strong pb-2 md:min-h-11">
        <h2 className="caption">Documents</h2>
        {areAllOpen ? null : (
          <Button variant="secondary" size="sm" onClick={() => onOpen(new Set(paths))}>
            <Eye aria-hidden="true" className="size-4" />
            View All
          </Button>
        )}
      </div>
      <ul className="mt-3 space-y-3">
        {shown.map((kind) => {
          const { name } = DOCUMENTS[kind];
          const path = kyc[kind];
          return (
            <li key={kind} className="overflow-hidden rounded-md border border-rule bg-sheet">
              {path !== null && open.has(path) ? (
                <OpenDocument name={name} path={path} />
              ) : (
                <ClosedDocument
                  name={name}
                  path={path}
                  onOpen={(opened) => onOpen(new Set([...open, opened]))}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type ClosedDocumentProps = { name: string; path: string | null; onOpen: (path: string) => void };

function ClosedDocument({ name, path, onOpen }: ClosedDocumentProps) {
  return (
    <div className="flex min-h-14 items-center justify-between gap-4 px-4 py-2 text-sm">
      <span className="flex min-w-0 items-center gap-2.5">
        <FileText aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
        {name}
      </span>
      {path === null ? (
        <span className="text-ink-3">Not uploaded</span>
      ) : (
        <Button variant="secondary" size="sm" aria-label={`View ${name}`} onClick={() => onOpen(path)}>
          View
        </Button>
      )}
    </div>
  );
}

/** A document in the review. The viewer shows the same, already loaded, file. */
function OpenDocument({ name, path }: { name: string; path: string }) {
  const { data, isError, refetch } = useKycDocument(path);
  const [isEnlarged, setIsEnlarged] = useState(false);
  const isImage = data?.type.startsWith('image/') === true;
  return (
    <>
      <div className="flex min-h-12 items-center justify-between gap-4 px-4 py-1 text-sm">
        <h3 className="min-w-0 font-[550]">{name}</h3>
        {isImage ? (
          <IconButton label={`Enlarge ${name}`} className="-mr-2" onClick={() => setIsEnlarged(true)}>
            <Maximize2 aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
      <div className="border-t border-rule">
        {data && isImage ? <DocumentPicture blob={data} name={name} className="max-h-[26rem]" /> : null}
        {data && !isImage ? (
          <div className="flex flex-wrap items-center justify-between gap-3 p-4 text-sm text-ink-2">
            This document is a PDF. It opens in a new tab.
            <a
              href={path}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
            >
              Open in New Tab
            </a>
          </div>
        ) : null}
        {isError ? (
          <ErrorState title="This document could not be loaded." onRetry={() => void refetch()} />
        ) : null}
        {!data && !isError ? <Skeleton className="h-56" /> : null}
      </div>
      {isEnlarged ? <DocumentViewer name={name} path={path} onClose={() => setIsEnlarged(false)} /> : null}
    </>
  );
}
