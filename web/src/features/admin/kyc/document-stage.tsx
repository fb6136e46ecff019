import { hasDocument } from '@moniker/common/applications.js';
import { ChevronLeft, ChevronRight, ExternalLink, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClass, IconButton } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import type { AdminKyc } from '@/lib/api/types';
import { useShortcuts } from '@/lib/shortcuts';
import { DocumentPicture } from './document-picture';
import { PageThumbnails } from './page-thumbnails';
import { useDocumentPage } from './queries/use-document-page';
import { pageTitle, type DocumentLook, type DocumentPage } from './use-document-look';

const ZOOMS = [1, 1.5, 2, 3, 4, 6, 8] as const;
const LAST_ZOOM = ZOOMS.length - 1;

type DocumentStageProps = { kyc: AdminKyc; page: DocumentPage; look: DocumentLook };

/** A large view of a document's page, with the data that the customer entered (KYC-36). */
export function DocumentStage({ kyc, page, look }: DocumentStageProps) {
  const { document, url } = page;
  const { data, isError, refetch } = useDocumentPage(url);
  const [zoom, setZoom] = useState(0);
  const [quarterTurns, setQuarterTurns] = useState(0);
  const title = pageTitle(page);
  const isPicture = data?.type.startsWith('image/') === true;
  const changeZoom = (step: number) => setZoom((level) => Math.min(LAST_ZOOM, Math.max(0, level + step)));
  const rotate = () => setQuarterTurns((turns) => turns + 1);
  useShortcuts({
    '+': () => changeZoom(1),
    '=': () => changeZoom(1),
    '-': () => changeZoom(-1),
    '0': () => setZoom(0),
    t: rotate,
  });
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-md border border-rule bg-sheet">
      <div className="flex flex-wrap items-center gap-x-1 border-b border-rule py-0.5 pr-1 pl-3">
        <h2 className="mr-auto text-sm font-[550]">{title}</h2>
        <div role="group" aria-label="View" className="flex flex-wrap items-center">
          <IconButton label="Zoom Out" disabled={zoom === 0} onClick={() => changeZoom(-1)}>
            <ZoomOut aria-hidden="true" />
          </IconButton>
          <Button
            variant="ghost"
            size="sm"
            className="tnum min-w-16 px-1!"
            aria-label={`Zoom to Fit, now ${zoomLabel(zoom)}`}
            title="Zoom to Fit"
            onClick={() => setZoom(0)}
          >
            {zoomLabel(zoom)}
          </Button>
          <IconButton label="Zoom In" disabled={zoom === LAST_ZOOM} onClick={() => changeZoom(1)}>
            <ZoomIn aria-hidden="true" />
          </IconButton>
          <IconButton label="Rotate" onClick={rotate}>
            <RotateCw aria-hidden="true" />
          </IconButton>
          <IconButton
            label="Previous page or document"
            disabled={look.previous === undefined}
            onClick={() => look.show(look.previous)}
          >
            <ChevronLeft aria-hidden="true" />
          </IconButton>
          <IconButton
            label="Next page or document"
            disabled={look.next === undefined}
            onClick={() => look.show(look.next)}
          >
            <ChevronRight aria-hidden="true" />
          </IconButton>
          <a
            // Several pages open as one PDF.
            href={document.pages > 1 ? `${document.path}/pdf` : document.path}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ variant: 'ghost', size: 'sm' })}
          >
            <ExternalLink aria-hidden="true" className="size-4" />
            <span className="max-sm:sr-only">Open in New Tab</span>
          </a>
        </div>
      </div>
      <div className="flex flex-col lg:min-h-0 lg:flex-1 lg:flex-row-reverse">
        {data && isPicture ? (
          <DocumentPicture
            key={url}
            blob={data}
            name={title}
            zoom={ZOOMS[zoom] ?? 1}
            quarterTurns={quarterTurns}
          />
        ) : null}
        {data && !isPicture ? (
          <p className="p-6 text-sm text-ink-2">
            PDFs have no preview here. Open this one in a new tab to download it.
          </p>
        ) : null}
        {isError ? (
          <ErrorState title="We couldn't load this document." onRetry={() => void refetch()} />
        ) : null}
        {!data && !isError ? <Skeleton className="h-[55dvh] lg:h-auto lg:w-full" /> : null}
        {document.pages > 1 ? <PageThumbnails current={page} onShow={look.show} /> : null}
      </div>
      <p className="border-t border-rule px-3 py-2 text-sm">
        <span className="text-ink-3">The customer entered: </span>
        {enteredText(page, kyc)}
      </p>
    </div>
  );
}

function zoomLabel(zoom: number): string {
  return zoom === 0 ? 'Fit' : `${(ZOOMS[zoom] ?? 1) * 100}%`;
}

/** The data that the customer entered and that the document must confirm. */
function enteredText({ document: { kind } }: DocumentPage, kyc: AdminKyc): string {
  const person = `${kyc.firstName} ${kyc.lastName}`;
  if (hasDocument('personal', kind)) return `${person}, ${kyc.address}`;
  return [kyc.companyName, person].filter(Boolean).join(', ');
}
