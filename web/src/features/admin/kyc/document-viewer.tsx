import { ExternalLink, Maximize2, Minimize2 } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClass } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { DocumentPicture } from './document-picture';
import { useKycDocument } from './queries/use-kyc-document';

type DocumentViewerProps = { name: string; path: string; onClose: () => void };

/** Shows a document: an image that fits the dialog, or a link to a PDF. */
export function DocumentViewer({ name, path, onClose }: DocumentViewerProps) {
  const { data, isError, refetch } = useKycDocument(path);
  const isImage = data?.type.startsWith('image/') === true;
  const [isFitted, setIsFitted] = useState(true);
  return (
    <Dialog isOpen onClose={onClose} width="lg" title={name} description="Opening this document is recorded.">
      {data && isImage ? (
        <div className="overflow-hidden rounded-md border border-rule">
          <DocumentPicture blob={data} name={name} isActualSize={!isFitted} className="max-h-[60dvh]" />
        </div>
      ) : null}
      {data && !isImage ? (
        <p className="py-8 text-center text-sm text-ink-2">This document is a PDF. It opens in a new tab.</p>
      ) : null}
      {isError ? (
        <ErrorState title="This document could not be loaded." onRetry={() => void refetch()} />
      ) : null}
      {!data && !isError ? <Skeleton className="h-72" /> : null}
      <DialogActions>
        {isImage ? (
          <Button variant="secondary" aria-pressed={!isFitted} onClick={() => setIsFitted(!isFitted)}>
            {isFitted ? (
              <Maximize2 aria-hidden="true" className="size-4" />
            ) : (
              <Minimize2 aria-hidden="true" className="size-4" />
            )}
            {isFitted ? 'Actual Size' : 'Zoom to Fit'}
          </Button>
        ) : null}
        <a href={path} target="_blank" rel="noreferrer" className={buttonClass({ variant: 'secondary' })}>
          <ExternalLink aria-hidden="true" className="size-4" />
          Open in New Tab
        </a>
      </DialogActions>
    </Dialog>
  );
}
