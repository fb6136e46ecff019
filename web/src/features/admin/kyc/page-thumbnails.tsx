import { useCallback, useState } from 'react';
import { Skeleton } from '@/components/ui/skeleton';
import { cn } from '@/lib/cn';
import { useDocumentPage } from './queries/use-document-page';
import { documentPages, type DocumentPage } from './use-document-look';

type PageThumbnailsProps = { current: DocumentPage; onShow: (page: DocumentPage) => void };

/** The pages of a document in a row, or in a column on wide screens. Each picture loads when it scrolls into view. */
export function PageThumbnails({ current, onShow }: PageThumbnailsProps) {
  return (
    <ol
      aria-label="Pages"
      className="flex shrink-0 gap-2 overflow-auto border-rule p-2 max-lg:border-t lg:flex-col lg:border-r"
    >
      {documentPages(current.document).map((page) => (
        <li key={page.url}>
          <Thumbnail page={page} isCurrent={page.number === current.number} onShow={onShow} />
        </li>
      ))}
    </ol>
  );
}

type ThumbnailProps = { page: DocumentPage; isCurrent: boolean; onShow: (page: DocumentPage) => void };

function Thumbnail({ page, isCurrent, onShow }: ThumbnailProps) {
  const [isSeen, setIsSeen] = useState(false);
  const { data } = useDocumentPage(page.url, { isWanted: isSeen });
  const watch = useCallback((element: HTMLButtonElement) => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const show = useCallback(
    (image: HTMLImageElement) => {
      if (!data) return;
      const url = URL.createObjectURL(data);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [data],
  );
  return (
    <button
      ref={watch}
      type="button"
      aria-label={`Page ${page.number}`}
      aria-current={isCurrent}
      onClick={() => onShow(page)}
      className={cn(
        'tnum flex w-14 flex-col items-center gap-0.5 rounded-sm border p-1 text-xs',
        isCurrent ? 'border-accent bg-accent-soft text-ink' : 'border-rule text-ink-3 hover:bg-hover',
      )}
    >
      {data ? (
        <img ref={show} alt="" className="h-14 w-full object-contain" />
      ) : (
        <Skeleton className="h-14 w-full" />
      )}
      {page.number}
    </button>
  );
}
