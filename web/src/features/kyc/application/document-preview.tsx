import { FileImage, FileText, Upload } from 'lucide-react';
import { useCallback, useState, type ReactNode } from 'react';

/** A preview of the local file: the image itself, or a tile for a PDF. */
export function DocumentPreview({ file }: { file: File }) {
  const [unreadable, setUnreadable] = useState<File>();
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return;
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  if (file.type === 'application/pdf') {
    return (
      <Tile>
        <FileText aria-hidden="true" className="size-5" strokeWidth={1.5} />
        <span className="text-xs font-[550]">PDF</span>
      </Tile>
    );
  }
  // Some browsers cannot display the formats of cameras.
  if (unreadable === file) {
    return (
      <Tile>
        <FileImage aria-hidden="true" className="size-6" strokeWidth={1.5} />
      </Tile>
    );
  }
  return (
    <img
      key={`${file.name}-${file.lastModified}`}
      ref={show}
      alt=""
      onError={() => setUnreadable(file)}
      className="size-14 shrink-0 rounded-sm border border-rule bg-sunken object-cover"
    />
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
