import { FileImage, FileText, Upload } from 'lucide-react';
import { useCallback, useState, type ReactNode } from 'react';

type DocumentPreviewProps = {
  /** The local file; undefined if the document was uploaded earlier. */
  file?: File | undefined;
  /** The URL of the first page, once the document is stored. */
  path?: string | undefined;
};

/**
 * A preview of a document: the chosen picture if the browser can display it, otherwise the stored first page
 * (FILE-31).
 */
export function DocumentPreview({ file, path }: DocumentPreviewProps) {
  const isPdf = file?.type === 'application/pdf';
  const [unreadable, setUnreadable] = useState<readonly (File | string)[]>([]);
  const source = [isPdf ? undefined : file, path].find(
    (candidate) => candidate !== undefined && !unreadable.includes(candidate),
  );
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || source === undefined) return;
      if (typeof source === 'string') {
        image.src = source;
        return;
      }
      const url = URL.createObjectURL(source);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [source],
  );
  if (source !== undefined) {
    return (
      <img
        key={typeof source === 'string' ? source : `${source.name}-${source.lastModified}`}
        ref={show}
        alt=""
        onError={() => setUnreadable((known) => [...known, source])}
        className="size-14 shrink-0 rounded-sm border border-rule bg-sunken object-cover"
      />
    );
  }
  if (isPdf) {
    return (
      <Tile>
        <FileText aria-hidden="true" className="size-5" strokeWidth={1.5} />
        <span className="text-xs font-[550]">PDF</span>
      </Tile>
    );
  }
  return (
    <Tile>
      <FileImage aria-hidden="true" className="size-6" strokeWidth={1.5} />
    </Tile>
  );
}

export function NoDocument() {
  return (
    <Tile>
      <Upload aria-hidden="true" className="size-6" strokeWidth={1.5} />
    </Tile>
  );
}

function Tile({ children }: { children: ReactNode }) {
  return (
    <span className="flex size-14 shrink-0 flex-col items-center justify-center gap-0.5 rounded-sm border border-rule bg-sunken text-ink-3">
      {children}
    </span>
  );
}
