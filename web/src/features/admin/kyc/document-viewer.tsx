import { ExternalLink, Maximize2, Minimize2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Button, buttonClass } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { cn } from '@/lib/cn';
import { useKycDocument } from './queries/use-kyc-document';

type DocumentViewerProps = { name: string; path: string; onClose: () => void };

/** Shows a document: an image that fits the dialog, or a link to a PDF. */
export function DocumentViewer({ name, path, onClose }: DocumentViewerProps) {
  const { data, isError, refetch } = useKycDocument(path);
  const isImage = data?.type.startsWith('image/') === true;
  const [isFitted, setIsFitted] = useState(true);
  return (
    <Dialog isOpen onClose={onClose} width="lg" title={name} description="Opening this document is recorded.">
      {data && isImage ? <Picture blob={data} name={name} isFitted={isFitted} /> : null}
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

function Picture({ blob, name, isFitted }: { blob: Blob; name: string; isFitted: boolean }) {
  // Revokes the object URL when the image unmounts.
  const show = useCallback(
    (image: HTMLImageElement) => {
      image.src = URL.createObjectURL(blob);
      return () => URL.revokeObjectURL(image.src);
    },
    [blob],
  );
  return (
    <div
      // At its actual size the image scrolls, so the container must be focusable.
      tabIndex={isFitted ? undefined : 0}
      role={isFitted ? undefined : 'group'}
      aria-label={isFitted ? undefined : `${name}, scrollable`}
      className="max-h-[60dvh] overflow-auto rounded-md border border-rule bg-sunken"
    >
      <img
        ref={show}
        alt={name}
        className={cn(isFitted ? 'mx-auto max-h-[60dvh] w-full object-contain' : 'max-w-none')}
      />
    </div>
  );
}
